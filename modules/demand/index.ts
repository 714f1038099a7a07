import { joined, module } from "#kernel/module.ts";
import { requisitions } from "./requisitions.ts";
import { planning } from "./planning.ts";
import { forecasting } from "./forecasting.ts";

/** What is needed, by when, and where each piece of it went. */
export const demand = module("demand", "采购需求", "Demand", joined(requisitions, planning, forecasting, { remedies: demandRemedies }));

export { allocate, giveBack, inTurn, type Turn } from "./allocate.ts";
export { fault, fitsDecimals, noLines, purchaseCodes, required, tooFine, uomDecimals } from "./common.ts";
export {
  demandTargets,
  moveDemand,
  relsOf,
  suggestions,
  targetNumbers,
  type Requisition,
  type RequisitionLine,
  type SuggestAsked,
  type Suggestion,
  type TargetAsked,
  type TargetMade,
  type TargetRel,
} from "./doors.ts";
export { purchaseMenu } from "./folders.ts";
export { qtyLedger } from "./ledger.entity.ts";
export { netOf, type DemandMove } from "./moves.ts";
export { requisition } from "./requisition.entity.ts";
export { plansAhead } from "./requisition-posting.ts";
export { requisitionLine } from "./requisition-line.entity.ts";
export { targetRel } from "./target-rel.entity.ts";
export {
  chainNumbers,
  chainOrders,
  chainPieces,
  chainStages,
  type Chain,
  type ChainEdge,
  type ChainNode,
  type ChainPiece,
  type ChainStage,
  type PassportStep,
} from "./chain.ts";
import { demandRemedies } from "./remedies.ts";
export { figureOf, figures, postingEvents, type Figure, type FigureCode, type Posting } from "./postings.ts";
export { customerOrder } from "./customer-order.entity.ts";
export { promisesFor } from "./customer-order.ts";
export { demandSummary } from "./demand-summary.entity.ts";
export { splitDemand, type Share, type ShareAsked } from "./demand-summary.ts";
export { planLine, procurementPlan } from "./procurement-plan.entity.ts";
export { forecast } from "./forecast.entity.ts";
export { orderedWithin } from "./forecast.orders.ts";
export type { PaidBefore, PricesOf } from "./price-history.ts";
