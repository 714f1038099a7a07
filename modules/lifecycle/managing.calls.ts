import { eachAs } from "#kernel/server/each.ts";
import type { Call } from "#kernel/server/call.ts";
import { permDenied } from "#kernel/server/find.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { refuse } from "#kernel/refusal.ts";
import { businessDay, houseDay } from "#kernel/time.ts";
import { impactOf, supplierInfo } from "#modules/supplier/index.ts";
import { dailyManage } from "./daily-manage.entity.ts";
import { scopeOf } from "./daily-scope.ts";
import { controlsOver, exitsDue, guestsToEnd, measuresBegun, measuresOver } from "./server/due.ts";
import { findFor } from "#kernel/server/find-for.ts";
import { asks } from "#kernel/server/input.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** What a measure would meet, asked before anything is saved. */
export const managingCalls = (kernel: Kernel): Call[] => [
  {
    service: "srmServer",
    path: "v1/srmSlcDailyManageRestful/previewImpact",
    guard: "session",
    input: asks({ supplierId: "id", lines: "list" }),
    async handle(ctx, body) {
      if (ctx.me.audience !== "internal" || !ctx.me.may(dailyManage.name, "btnImpact")) throw permDenied();
      const supplierId = text(body["supplierId"]);
      if (!supplierId) throw refuse("TABLE_REQUIRED", "请选择供应商", "Choose a supplier");
      const given = Array.isArray(body["lines"]) ? (body["lines"] as Record<string, unknown>[]).slice(0, 500) : [];
      const lines = given.map((line) => ({
        scopeType: text(line["scopeType"]) ?? "ALL",
        orgId: text(line["orgId"]),
        categoryId: text(line["categoryId"]),
        siteId: text(line["siteId"]),
        itemId: text(line["itemId"]),
      }));
      const find = findFor(kernel, ctx.me);
      await find.one(supplierInfo, supplierId);
      return impactOf(find, scopeOf({ supplierId, lines }), businessDay(ctx.now.toISOString(), ctx.me));
    },
  },
];

/** What daily management and exits do when their day has come. */
export function managingPrograms(kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> {
  const today = (): string => houseDay(clock.now());
  const each = eachAs(kernel, clock, "lifecycle");
  return {
    SUP_CONTROL_TICK: async () => {
      const { db } = kernel;
      const begun = await each("SrmSlcDailyManage", "doStartDue", await measuresBegun(db, today()));
      const ended = await each("SrmSlcDailyManage", "doEndDue", await measuresOver(db, today()));
      // What other documents restricted until a day ends here too.
      const others = await each("SrmSupInfo", "doControl", await controlsOver(db, today()), ({ ids }) => ({
        expire: ids,
        docType: "SrmSupControl",
        docId: ids[0] ?? "",
        reason: "到期",
      }));
      return [`开始 ${begun}，结束 ${ended + others}`, `${begun} started, ${ended + others} ended`];
    },
    SLC_QUIT_TICK: async () => {
      const left = await each("SrmSlcSupplierQuit", "doLeave", await exitsDue(kernel.db, today()));
      const shut = await each("SrmSlcSupplierQuit", "doEndAccess", await guestsToEnd(kernel.db, today()));
      return [`到期 ${left}，停用账号 ${shut}`, `${left} due, accounts of ${shut} ended`];
    },
  };
}
