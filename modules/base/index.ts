import { documentTypes } from "./default-type.ts";
import { baseFits } from "./belonging.ts";
import { module } from "#kernel/module.ts";
import { bank } from "./bank.entity.ts";
import { billType, billTypeRel } from "./bill-type.entity.ts";
import { billTypeRules } from "./bill-type.rules.ts";
import { baseButtons } from "./buttons.ts";
import { auctionCategory, category } from "./category.entity.ts";
import { categoryRules } from "./category.rules.ts";
import { configRules } from "./config.rules.ts";
import { district } from "./district.entity.ts";
import { districtRules } from "./district.rules.ts";
import { baseEvents, baseTodos } from "./events.ts";
import { item, itemOrg } from "./item.entity.ts";
import { itemRules } from "./item.rules.ts";
import { letter, letterReceiver } from "./letter.entity.ts";
import { letterRules } from "./letter.rules.ts";
import { baseLookups } from "./lookups.ts";
import { measureLookups } from "./measures.ts";
import { baseMenus } from "./menus.ts";
import { notice, noticeReply, noticeViewer } from "./notice.entity.ts";
import { noticeRules } from "./notice.rules.ts";
import { pendingRules } from "./pending.rules.ts";
import { openDocumentAnswers } from "./open-documents.ts";
import { deliveryInfo, storage } from "./place.entity.ts";
import { placeRules } from "./place.rules.ts";
import { processTemplate } from "./process-template.entity.ts";
import { configProfile } from "./profile.entity.ts";
import { baseProfiles } from "./profile.ts";
import { basePrograms } from "./programs.ts";
import { profileRules } from "./profile.rules.ts";
import { exchangeRate } from "./rate.entity.ts";
import { rateRules } from "./rate.rules.ts";
import { commonFile, noticeConfig } from "./reader.entity.ts";
import { readerRules } from "./reader.rules.ts";
import { orgRelation } from "./relation.entity.ts";
import { baseRoles } from "./roles.ts";
import { paymentTerm } from "./term.entity.ts";
import { baseSettings } from "./settings.ts";
import { baseWaiting, baseWidgets } from "./widgets.ts";
import { baseRemedies } from "./remedies.ts";

/** What every other area reads: what is bought, how it is paid, where it goes, which documents exist, who is told. */
export const base = module("base", "基础数据", "Base data", {
  entities: [
    ...[district, bank, category, auctionCategory, storage, deliveryInfo, item, itemOrg],
    ...[exchangeRate, paymentTerm, configProfile, orgRelation, billType, billTypeRel, processTemplate],
    ...[notice, noticeReply, noticeViewer, letter, letterReceiver, noticeConfig, commonFile],
  ],
  rules: [
    ...[...districtRules, ...categoryRules, ...itemRules, ...placeRules, ...rateRules, ...configRules, ...billTypeRules],
    ...[...profileRules, ...noticeRules, ...letterRules, ...readerRules, ...pendingRules],
  ],
  answers: openDocumentAnswers,
  menus: baseMenus,
  remedies: baseRemedies,
  lookups: { ...baseLookups, ...measureLookups },
  settings: baseSettings,
  profiles: baseProfiles,
  roles: baseRoles,
  buttons: baseButtons,
  widgets: baseWidgets,
  waiting: baseWaiting,
  events: baseEvents,
  todos: baseTodos,
  programs: basePrograms,
  fits: { ...baseFits, documentTypes },
});

export { notReceiving, ofOrganization, ofThese, receives, serves, servingOf } from "./belonging.ts";
export { assertBillTypes, unrelatedTypes } from "./bill-type.rules.ts";
export { broughtBy } from "./common.ts";
export { typeByHand, typeFor, typeOfSaved, type TypeChosen } from "./default-type.ts";
export { bank } from "./bank.entity.ts";
export { billType } from "./bill-type.entity.ts";
export { category } from "./category.entity.ts";
export { deliveryInfo, storage } from "./place.entity.ts";
export { district } from "./district.entity.ts";
export { mergesInto } from "./category.rules.ts";
export { likeness } from "./duplicate.ts";
export { buildSchedule, digitsOf } from "./config.rules.ts";
export { taxRateOf } from "./tax.ts";
export { assertItemBuyable, convertUom, getProfile, itemsNotBuyable, resolveBuyer, withoutConversion } from "./doors.ts";
export { noConversion } from "./uom.ts";
export { item, itemOrg } from "./item.entity.ts";
export { goodsOfLines, goodsWords } from "./item-words.ts";
export { afterObsolete, buyersOfOpenLines } from "./item.rules.ts";
export { branchOf, permitsOf } from "./limits.ts";
export { letter } from "./letter.entity.ts";
export { suppliersMeant } from "./notice.rules.ts";
export { itemFacts, lastPaid, type ItemFact, type LastPaid } from "./panorama.ts";
export { ofAnyGoods, ofGoods } from "./permit.ts";
export { processTemplate } from "./process-template.entity.ts";
export { type Decided } from "./profile.ts";
export { type QuotedRates, type RateSource } from "./pulling.ts";
export { exchangeRate } from "./rate.entity.ts";
export { getRate, groupCurrency } from "./rate.rules.ts";
export { type Rated } from "./rate.ts";
export { carriedBy } from "./reader.rules.ts";
export { type Instalment } from "./schedule.ts";
export { orgRelation } from "./relation.entity.ts";
export { paymentTerm } from "./term.entity.ts";
export { counted, openBetween, openUses } from "./uses.ts";
