import type { Part } from "#kernel/module.ts";
import { supplierAccount } from "./account.entity.ts";
import { tradeProfiles } from "./ask.ts";
import { capUseRules } from "./cap-use.rules.ts";
import { capRules } from "./cap.rules.ts";
import { fileProfiles } from "./file.ts";
import { releaseRule } from "./goods-release.ts";
import { standingRule } from "./hold.rules.ts";
import { mergeRules } from "./merge.rules.ts";
import { riskRules } from "./risk.rules.ts";
import { supplierContact } from "./contact.entity.ts";
import { supplierCustomer, supplierFinance } from "./finance.entity.ts";
import { supplierLocation, supplierSite } from "./place.entity.ts";
import { supplierBrand, supplierDevice, supplierIndirect } from "./source.entity.ts";
import { supplierCertificate } from "./standing.entity.ts";
import { standingRules } from "./standing.rules.ts";
import { sectionRules } from "./section.rules.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { supplierRules } from "./supplier.rules.ts";
import { validityRules } from "./validity.rules.ts";
import { masterAnswers } from "./master.answers.ts";
import { masterEvents } from "./master.events.ts";
import { supplierLookups } from "./master.lookups.ts";
import { masterButtons, masterMenus, masterRoles } from "./master.menus.ts";

/** A supplier's file and what may be done with it today. */
export const master: Part = {
  entities: [
    ...[supplierInfo, supplierLocation, supplierAccount, supplierSite, supplierContact],
    ...[supplierBrand, supplierDevice, supplierIndirect, supplierFinance, supplierCustomer],
  ],
  rules: [
    ...supplierRules,
    ...mergeRules,
    releaseRule,
    ...sectionRules,
    ...standingRules,
    standingRule,
    ...validityRules,
    ...capRules,
    ...capUseRules,
    ...riskRules,
  ],
  answers: masterAnswers,
  profiles: { ...fileProfiles, ...tradeProfiles },
  lookups: supplierLookups,
  events: masterEvents,
  menus: masterMenus,
  widgets: [
    {
      code: "EX_CERT_EXPIRE",
      label: ["60 天内到期的证照", "Certificates expiring soon"],
      audience: "SUPPLIER",
      type: "FIGURE",
      route: "supplierInfoToPortal",
      counts: { entity: supplierCertificate, view: "inForce", within: ["validTo", 60] },
      seq: 140,
    },
  ],
  coming: [
    {
      audience: "SUPPLIER",
      route: "supplierInfoToPortal",
      entity: supplierCertificate,
      view: "inForce",
      label: ["证照到期", "Certificate ends"],
      day: "validTo",
      says: ["certName"],
      opens: ["supplierInfoToPortal", "id", "supplierId"],
    },
    {
      audience: "INTERNAL",
      route: "supplierInfoList",
      entity: supplierCertificate,
      view: "inForce",
      label: ["证照到期", "Certificate ends"],
      day: "validTo",
      says: ["supplierId", "certName"],
      opens: ["supplierInfoEdit", "id", "supplierId"],
    },
  ],
  buttons: masterButtons,
  roles: masterRoles,
  programs: {
    SUP_STANDING_DAY: { label: ["供应商资格日终推导", "Daily supplier update"], cron: "5 0 * * *", overlap: "SKIP" },
  },
};
