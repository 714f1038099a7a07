import { pagesOf, type RoleShape } from "#kernel/module.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { registerMenus } from "./menus.ts";

type Grant = RoleShape["grants"][number];

const pages = pagesOf(registerMenus).filter((page) => page.audience === "INTERNAL");
const looks: readonly Grant[] = pages.map((page) => [
  page.route,
  ...page.buttons.filter((b) => ["btnExport", "btnPreviewAttachment", "btnDownloadAttachment"].includes(b)),
]);
const butDeciding: readonly Grant[] = pages.map((page) => [page.route, ...page.buttons.filter((b) => b !== "btnApproval")]);

/** Who lets companies in, who calls them, and the one page an applicant has. */
export const registerRoles: Readonly<Record<string, RoleShape>> = responsibilities({
  SYS_ADMIN: butDeciding,
  SUP_SPECIALIST: pages.map((page) => page.route),
  PUR_MANAGER: pages.map((page) => page.route),
  SOURCING: ["registerInviteList", "supplierLeadList"],
  BUYER: ["registerInviteList", "supplierLeadList"],
  AUDITOR: looks,
  SUP_REGISTER: ["registerInfoEdit"],
});
