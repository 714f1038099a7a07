import type { Part } from "#kernel/module.ts";
import { barcode } from "./barcode.entity.ts";
import { barcodeRules } from "./barcode.rules.ts";
import { deliveryChainAnswers } from "./chain.ts";
import { note } from "./note.entity.ts";
import { noteReceiptRules } from "./note.receipt.rules.ts";
import { noteRules } from "./note.rules.ts";
import { noteSaveRules } from "./note.save.rules.ts";
import { noteSubmitRules } from "./note.submit.rules.ts";
import { notice } from "./notice.entity.ts";
import { noteHome, noticeHome } from "./ledger-home.ts";
import { noticeRules } from "./notice.rules.ts";
import { orderEndAnswers } from "./order-end.ts";
import { placeAnswers } from "./place-uses.ts";
import { notesFrom, noticesFrom } from "./schedule.from.ts";
import { shippingProfiles } from "./shipping.ask.ts";
import { shippingButtons } from "./shipping.buttons.ts";
import { shippingEvents, shippingInforms, shippingTodos } from "./shipping.events.ts";
import { shippingLookups } from "./shipping.lookups.ts";
import { shippingMenus, shippingRoles } from "./shipping.menus.ts";

/** Call-offs and shipments, from the notice to the goods at the gate. */
export const shipping: Part = {
  entities: [notice, note, barcode],
  rules: [...noticeRules, ...noteSaveRules, ...noteSubmitRules, ...noteRules, ...noteReceiptRules, ...barcodeRules],
  profiles: shippingProfiles,
  answers: [...orderEndAnswers, ...placeAnswers, ...deliveryChainAnswers],
  menus: shippingMenus,
  roles: shippingRoles,
  lookups: shippingLookups,
  buttons: shippingButtons,
  events: shippingEvents,
  todos: shippingTodos,
  informs: shippingInforms,
  ledgers: [noticeHome, noteHome],
  froms: [notesFrom, noticesFrom],
};
