import { refuse } from "#kernel/refusal.ts";
import type { Call } from "#kernel/server/http/call.ts";
import { factsFor, findFor } from "#kernel/server/find/find-for.ts";
import { asks } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { say } from "#kernel/text.ts";
import { businessDay } from "#kernel/time.ts";
import { buyingFor } from "./belonging.ts";
import { item, itemOrg } from "./item.entity.ts";
import type { Reads } from "./master.calls.ts";
import { lastPaid } from "./panorama.ts";

const most = 500;
const list = (body: Readonly<Record<string, unknown>>, key: string): string[] => {
  const value = body[key];
  if (!Array.isArray(value) || value.length === 0 || value.length > most || !value.every((candidate) => typeof candidate === "string"))
    throw refuse("FIELD_TYPE", `${key} 须为 1 至 ${most} 项的列表`, `${key} must be a list of 1 to ${most}`);
  return value as string[];
};

/** What stands beside the rows of two lists, asked once for all rows shown. */
export const besideCalls = (kernel: Kernel, reads: Reads): Call[] => [
  reads(item, "orgCounts", asks({ ids: "ids" }), async (ctx, body) => {
    const rows = await findFor(kernel, ctx.me).where(itemOrg, { itemId: list(body, "ids") }, 20_000);
    return Object.fromEntries([...Map.groupBy(rows, (row) => row.itemId as string)].map(([id, own]) => [id, own.length]));
  }),
  reads(itemOrg, "lastPaid", asks({ ids: "ids" }), async (ctx, body) => {
    const find = findFor(kernel, ctx.me);
    const rows = await find.where(itemOrg, { id: list(body, "ids") }, 500);
    const [buying, paid] = await Promise.all([
      buyingFor(factsFor(kernel, ctx.me), [...new Set(rows.map((row) => row.orgId as string))], businessDay(ctx.now.toISOString(), ctx.me)),
      lastPaid.ask(find, { itemIds: [...new Set(rows.map((row) => row.itemId as string))] }),
    ]);
    return Object.fromEntries(
      rows.flatMap((row) => {
        const orgs = buying.get(row.orgId) ?? [];
        const [newest] = paid
          .filter((lastPaid) => lastPaid.itemId === row.itemId && orgs.includes(lastPaid.orgId))
          .toSorted((a, b) => b.day.localeCompare(a.day));
        return newest ? [[row.id, { ...newest, supplier: say(newest.supplier, ctx.language) }]] : [];
      }),
    );
  }),
];
