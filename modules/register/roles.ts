import { pagesOf, type RoleShape } from "#kernel/module.ts";
import { hats } from "#modules/supplier/index.ts";
import { registerMenus } from "./menus.ts";

type Grant = RoleShape["grants"][number];

const pages = pagesOf(registerMenus).filter((one) => one.audience === "INTERNAL");
const looks: readonly Grant[] = pages.map((one) => [
  one.route,
  ...one.buttons.filter((b) => ["btnExport", "btnPreviewAttachment", "btnDownloadAttachment"].includes(b)),
]);
const butDeciding: readonly Grant[] = pages.map((one) => [one.route, ...one.buttons.filter((b) => b !== "btnApproval")]);

/** Who lets companies in, who calls them, and the one page an applicant has. */
export const registerRoles: Readonly<Record<string, RoleShape>> = hats({
  SYS_ADMIN: butDeciding,
  SUP_SPECIALIST: pages.map((one) => one.route),
  PUR_MANAGER: pages.map((one) => one.route),
  SOURCING: ["registerInviteList", "supplierLeadList"],
  BUYER: ["registerInviteList", "supplierLeadList"],
  AUDITOR: looks,
  SUP_REGISTER: ["registerInfoEdit"],
});
