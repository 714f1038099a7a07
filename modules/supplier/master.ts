import type { Part } from "#kernel/module.ts";
import { supplierAccount } from "./account.entity.ts";
import { capRules } from "./cap.rules.ts";
import { supplierContact } from "./contact.entity.ts";
import { supplierCustomer, supplierFinance } from "./finance.entity.ts";
import { supplierLocation, supplierSite } from "./place.entity.ts";
import { supplierBrand, supplierDevice, supplierIndirect } from "./source.entity.ts";
import { standingRules } from "./standing.rules.ts";
import { sectionRules } from "./section.rules.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { supplierRules } from "./supplier.rules.ts";
import { masterEvents } from "./master.events.ts";
import { supplierLookups } from "./master.lookups.ts";

/** A supplier's file and what may be done with it today. */
export const master: Part = {
  entities: [
    ...[supplierInfo, supplierLocation, supplierAccount, supplierSite, supplierContact],
    ...[supplierBrand, supplierDevice, supplierIndirect, supplierFinance, supplierCustomer],
  ],
  rules: [...supplierRules, ...sectionRules, ...standingRules, ...capRules],
  lookups: supplierLookups,
  events: masterEvents,
};
