import { storedMail } from "#bridges/mail.ts";
import type { Premises, Side } from "#kernel/server/install/side.ts";
import { changeCalls } from "./change.calls.ts";
import { importCalls } from "./import.calls.ts";
import { introductionCalls } from "./introduction.calls.ts";
import { masterCalls, masterPrograms } from "./master.calls.ts";
import { readyAlike } from "./server/alike.ts";
import { SupplierImport } from "./server/import.ts";
import { readSuppliers } from "./server/import-read.ts";
import { bringKeys } from "./server/keys.ts";
import { regionAnswers } from "./server/regions.ts";
import { TradeDays } from "./server/trades.ts";
import { WarningWatch, warningCalls } from "./warning.calls.ts";
import { supplierNeeds } from "./needs.calls.ts";
import { openSupplierSheets } from "./workbook.ts";

/** What the supplier area answers and does by itself. */
export const supplierSide: Side = {
  code: "supplier",
  needs: supplierNeeds,
  answers: regionAnswers,
  calls: ({ kernel, gate, files, clock, calls }) => {
    bringKeys(kernel, gate);
    openSupplierSheets(kernel, {
      read: async (file) => (await readSuppliers(Buffer.from(file))).rows,
      check: (rows, me, now, options) => new SupplierImport(kernel, me, now, options).check(rows),
      commit: (rows, me, now, options) => new SupplierImport(kernel, me, now, options).commit(rows),
    });
    return [
      ...masterCalls(kernel),
      ...importCalls({ kernel, files, calls }),
      ...introductionCalls(kernel),
      ...changeCalls(kernel),
      ...warningCalls(kernel, clock),
    ];
  },
  start: (at) => {
    tellOldContacts(at);
    // Whoever moved to the surviving supplier signs in there: an open session still stands for the old one.
    at.kernel.outbox.on("SUPPLIER_MERGED", async ({ data }) => {
      for (const userId of (data["userIds"] ?? []) as readonly string[]) await at.gate.sessions.endUser(userId, "MOVED", at.clock.now());
    });
    const trades = new TradeDays(at.kernel, at.clock);
    trades.follow();
    trades.all().catch((error: unknown) => at.gate.alarm("BACKGROUND", { error: String(error) }));
    readyAlike(at.kernel.db).catch((error: unknown) => at.gate.alarm("BACKGROUND", { error: String(error) }));
    return new WarningWatch(at.kernel, at.clock).follow();
  },
  programs: ({ kernel, clock }) => ({
    ...masterPrograms(kernel, clock),
    ...new WarningWatch(kernel, clock).programs(),
  }),
};

/** Contacts on file before a change of bank data hear of it by mail, also those who have no account here. */
function tellOldContacts({ kernel, clock }: Premises): void {
  const mail = storedMail(kernel.db);
  kernel.outbox.on("BANK_CHANGE_STARTED", async ({ data }) => {
    const [owner, ownerEn] = [String(data["owner"] ?? ""), String(data["ownerEn"] ?? "")];
    for (const to of (data["addresses"] ?? []) as readonly string[])
      await mail.send(
        {
          to,
          kind: "BANK_CHANGE_STARTED",
          subject: "收款账户变更提醒 / Change of your bank account",
          text: `贵司收款账户变更申请已提交，如非本人操作请立即联系${owner}\n\nA change of your bank account was requested; if not by you contact ${ownerEn} at once`,
        },
        clock.now(),
      );
  });
}
