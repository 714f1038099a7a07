import { joined, module } from "#kernel/module.ts";
import { sources } from "./sources.ts";
import { agreements } from "./agreements.ts";
import { priceRemedies } from "./remedies.ts";

/** Who may supply what, and at which price. */
export const price = module("price", "价格与货源", "Prices and sources", joined(sources, agreements, { remedies: priceRemedies }));

export { aslHeader, aslLine } from "./asl.entity.ts";
export { aslFor, trialCap } from "./asl.ask.ts";
export { aslRefusal, isLive, trialRefusal, type AslAsked, type AslFound, type AslLine } from "./asl.ts";

export { foreignDraw, isAgreedOn } from "./agreement-draw.rules.ts";
export { agreement } from "./agreement.entity.ts";
export { agreementLine, agreementOrg, agreementStep } from "./agreement-line.entity.ts";
export { agreementOrders, type Agreement, type AgreementLine, type OrdersAsked } from "./doors.ts";
export { drawAgreement, type Draw } from "./draw.ts";
export { explainPrice, findPrice, holdsOf, taxPercents } from "./find-price.ts";
export { choosePrice, type Candidate, type LeftOut, type PriceAsked, type PriceChoice, type PriceRow } from "./price-choice.ts";
export { priceList } from "./price-list.entity.ts";
export { stepPriceFor, type Step, type StepPrice } from "./steps.ts";
export { tellLists, unheardOf, type Supplied, type Unheard } from "./asl-supplied.ts";
export { ppapHolds, sourceUses, type PpapAsked, type SourceLine, type SourceUse } from "./asl.questions.ts";
