import { lookup, module, page } from "#kernel/module.ts";
import { pickedIn } from "#kernel/report.ts";
import { Reports } from "#kernel/server/find/report.ts";
import type { Side } from "#kernel/server/install/side.ts";
import { branchOf, permitsOf } from "#modules/base/index.ts";
import { deposit, depositHome, depositLedger, depositPosting, depositReports } from "./deposit.entity.ts";
import { depositRules, heldBySupplier } from "./deposit.rules.ts";

const { held } = depositReports.shapes;
const buttons = ["btnAdd", "btnSave", "btnSubmit", "btnChange", "btnCancelChange", "btnReceive"];

/** The module: in the product it is the file index.ts. */
export const deposits = module("deposits", "保证金", "Deposits", {
  entities: [deposit, depositPosting],
  rules: depositRules,
  ledgers: [depositHome],
  lookups: { DEPOSIT_OWNER: lookup("对象类型", "Owner type", { DEPOSIT: depositLedger.label }) },
  menus: [
    page("demoDepositList", ...deposit.label, { entities: [deposit], reads: [depositPosting], buttons }),
    page(held.route, ...held.label, { picks: pickedIn(held), buttons: ["btnExport"] }),
  ],
  roles: { DEPOSITS: { label: ["保证金", "Deposits"], audience: "INTERNAL", grants: ["demoDepositList", held.route] } },
});

/** Its server half: in the product it is the file server.ts. */
export const depositsSide: Side = {
  code: "deposits",
  calls: ({ kernel }) =>
    new Reports(
      kernel,
      depositReports,
      { branchOf, permitsOf },
      {
        held: async ({ db, source, filter }) => {
          const rows = await db.query<{ held: string }>(heldBySupplier(source, (filter["supplierId"] as string | undefined) ?? null));
          return { rows, figures: { suppliers: rows.length }, groups: {}, notes: [] };
        },
      },
    ).calls(),
};
