import type { Call } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { refuse } from "#kernel/refusal.ts";
import { businessDay } from "#kernel/time.ts";
import { impactOf, supplierInfo } from "#modules/supplier/index.ts";
import { dailyManage } from "./daily-manage.entity.ts";
import { scopeOf } from "./daily-scope.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { asks } from "#kernel/server/http/input.ts";

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
