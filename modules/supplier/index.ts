import { joined, module } from "#kernel/module.ts";
import { blacklisting } from "./blacklisting.ts";
import { changes } from "./changes.ts";
import { introduction } from "./introduction.ts";
import { master } from "./master.ts";
import { portal } from "./portal.ts";
import { leftOnlyReads } from "./reading.ts";
import { siteFits } from "./site-fit.ts";
import { warnings } from "./warnings.ts";

/** Who a supplier is, and what may be done with it today: the one judge every other area asks. */
export const supplier = module("supplier", "供应商", "Suppliers", {
  ...joined(master, changes, warnings, introduction, blacklisting),
  readsOnly: leftOnlyReads,
  remedies: supplierRemedies,
  portal,
  fits: siteFits,
});

export { supplierMenu } from "./folders.ts";
export { siteFits } from "./site-fit.ts";
export { blacklist, blacklistRelated } from "./blacklist.entity.ts";
export { plainCompany, plainTaxId } from "./company.ts";
export { isBlacklisted, type Suspect } from "./listed.ts";
export { askRequirements, askScene, occasionOf } from "./introduction.ask.ts";
export { requirement } from "./requirement.entity.ts";
export { requirementsFor, reusable, type Certificate, type Requirement, type RequirementQuestion } from "./requirement.ts";
export { scene } from "./scene.entity.ts";
export { matchScene, type Scene, type SceneQuestion, type SceneReason, type SceneTried } from "./scene.ts";
export { track, trackNode, trackScope } from "./track.entity.ts";
export {
  before,
  inTurn,
  isBinding,
  isFinished,
  nodeClosed,
  trackEnded,
  nodeName,
  openTrackEffects,
  type Opening,
  type Track,
  type TrackNode,
} from "./track.ts";
import { supplierRemedies } from "./remedies.ts";
export { supplierAccount } from "./account.entity.ts";
export { supplierContact } from "./contact.entity.ts";
export { supplierCustomer, supplierFinance } from "./finance.entity.ts";
export { supplierInfo } from "./supplier.entity.ts";
export { supplierTold, supplierWords } from "./naming.ts";
export { supplierLocation, supplierSite } from "./place.entity.ts";
export { supplierBrand, supplierDevice, supplierIndirect } from "./source.entity.ts";
export { capUse, statusLog, supplierCategory, supplierCertificate, supplierControl } from "./standing.entity.ts";
export type * from "./standing.types.ts";
export { afterLeaving, afterStanding } from "./follow.ts";
export { receivingBarred } from "./goods-release.ts";
export { responsibilities } from "./responsibilities.ts";
export {
  buyersConcerned,
  impactOf,
  openBusiness,
  soleItems,
  type BusinessScope,
  type Impact,
  type OpenBusiness,
  type SoleItem,
} from "./open-business.ts";
export { openItems, type OpenItem } from "./open-items.ts";
export { relatedByRegister, relatedTo, type RelatedParty, type SoughtParty } from "./related.ts";
export { tradeFacts } from "./ask.ts";
export { importSheets, type ImportRow, type ImportSheet } from "./import-columns.ts";
export { lackingForOrders, type OrderFile } from "./lacking.ts";
export { supplierSheets } from "./workbook.ts";
export { tradeGate, type TradeQuestion, type TradeUse } from "./trade.gate.ts";
export { controlOver, grantFor, operationName, tradable, type TradeFacts } from "./tradable.ts";
export { deriveStatus } from "./standing.ts";
export { categorySpend, tradeDays, tradeFigures, type Books, type TradeFigures } from "./trading.ts";
export { supplierChange } from "./change.entity.ts";
export { guardOf, type Guard } from "./guards.ts";
export { supplierWarning } from "./warning.entity.ts";
export { followed, furtherHits, raised, riskOf, warningsOf, type FurtherHit, type Hit, type Severity } from "./warning.ts";
export { likenessScore, suppliersLike, type AlikeSupplier, type Sought } from "./duplicate.ts";
export { certain, sureness } from "./sureness.ts";
export { kept, whole } from "./sensitive.ts";
