import { fieldOf, type Doc, type Me } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { answering, type Call } from "#kernel/server/http/call.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { asks } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Find } from "#kernel/rule.ts";
import { meanings } from "#kernel/server/sheet/columns.ts";
import { inBoth, say, type Language } from "#kernel/text.ts";
import { paymentTerm } from "#modules/base/index.ts";
import { orderHistory, purchaseHistory } from "./history.entity.ts";
import { order } from "../order.entity.ts";
import { compareRevision } from "../page-calls.ts";
import { lastPaid, pricesPaid } from "../server/price-facts.ts";

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const whole = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

const mostCompared = 20;

const mayLook = (me: Me): void => {
  if (me.audience !== "internal" || !me.may(purchaseHistory.name, "")) throw permDenied();
};

/** A term as the history keeps it, "deliveryMode: NOTICE": its field and what stood in it. */
const termOf = (value: string | null): readonly [key: string, value: string] => {
  const at = value?.indexOf(": ") ?? -1;
  return value && at > 0 ? [value.slice(0, at), value.slice(at + 2)] : ["", value ?? ""];
};

/** How a value of the history reads to somebody: terms by the name of their field and what they mean, everything else as it is. */
async function spoken(kernel: Kernel, find: Find, rows: readonly Doc<typeof orderHistory>[], language: Language) {
  const entries = rows.filter((row) => row.changeType === "TERM").flatMap((row) => [termOf(row.oldValue), termOf(row.newValue)]);
  const ids = [...new Set(entries.flatMap(([key, id]) => (key === "paymentTermId" && id ? [id] : [])))];
  const names = new Map((ids.length ? await find.where(paymentTerm, { id: ids }) : []).map((doc) => [doc.id as string, doc]));
  return (row: Doc<typeof orderHistory>, value: string | null): string | null => {
    const [key, held] = termOf(value);
    const field = fieldOf(order, key);
    if (row.changeType !== "TERM" || !field) return value;
    const term = names.get(held);
    const meant =
      field.kind === "pick"
        ? meanings(kernel.lookups, field.lookup ?? "", language).get(held)
        : term && say(inBoth(term.termName, term.termNameEn), language);
    return `${say(field.label, language)}${say(["：", ": "], language)}${(meant ?? held) || "–"}`;
  };
}

/** What was paid for an item, and what two revisions of an order differ in. */
export const historyCalls = (kernel: Kernel): Call[] => [
  {
    service: "srmServer",
    path: "v1/srmPurHistoryRestful/getItemPriceSummary",
    guard: "session",
    input: asks({ itemId: "id", orgId: "id" }),
    async handle({ me }, body) {
      mayLook(me);
      const [itemId, orgId] = [text(body["itemId"]), text(body["orgId"])];
      const asked = { itemIds: [itemId], ...(orgId ? { orgIds: [orgId] } : {}) };
      const [found, recent] = await Promise.all([pricesPaid(kernel, me, asked, false), lastPaid(kernel, me, asked, 20)]);
      // what was bought in another unit has another price: the unit of the newest purchase is the one that is told
      const of = found.find((pricesOf) => pricesOf.uom === recent[0]?.uom);
      return {
        uom: of?.uom ?? null,
        count: of?.count ?? 0,
        last: of?.last ?? null,
        lowest: of?.lowest ?? null,
        highest: of?.highest ?? null,
        average: of?.average ?? null,
        trend: of?.trend ?? [],
        recent,
      };
    },
  },
  {
    service: "srmServer",
    path: "v1/srmPurHistoryRestful/compareItemPrices",
    guard: "session",
    input: asks({ itemIds: "ids", orgIds: "ids" }),
    async handle({ me }, body) {
      mayLook(me);
      const itemIds = Array.isArray(body["itemIds"]) ? [...new Set(body["itemIds"].map(text))].filter(Boolean) : [];
      if (itemIds.length === 0 || itemIds.length > mostCompared)
        throw refuse("BATCH_SIZE", `一次须比较 1 至 ${mostCompared} 个物料`, `Compare 1 to ${mostCompared} items at a time`);
      const orgIds = Array.isArray(body["orgIds"]) ? body["orgIds"].map(text).filter(Boolean) : [];
      return pricesPaid(kernel, me, { itemIds, ...(orgIds.length ? { orgIds } : {}) }, true);
    },
  },
  answering(compareRevision, async ({ me }, body) => {
    const orderId = text(body.orderId);
    if (!me.may(orderHistory.name, "")) throw permDenied();
    if (!orderId || !(await kernel.finder.sees(order, orderId, me))) throw notFound(order);
    const [from, to] = [whole(body.from, 0), whole(body.to, 1_000_000)];
    const isOurs = me.audience === "internal";
    const find = factsFor(kernel, me);
    // Whoever sees the order sees what was changed on it, also where it belongs to another organisation.
    const rows = await find.where(orderHistory, { orderId }, 5000);
    const value = await spoken(kernel, find, rows, me.language);
    return rows
      .filter((row) => row.revisionNum > from && row.revisionNum <= to && (isOurs || row.supplierId !== null))
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .map((row) => ({
        id: row.id,
        revisionNum: row.revisionNum,
        changeType: row.changeType,
        lineNum: row.lineNum,
        scheduleNum: row.scheduleNum,
        oldValue: value(row, row.oldValue),
        newValue: value(row, say([row.newValue ?? "", row.newValueEn || row.newValue || ""], me.language)),
        askedBy: row.askedBy,
        approvedDate: row.approvedDate,
        ...(isOurs
          ? { changedByName: (row as { readonly changedByName?: string | null }).changedByName, changeReason: row.changeReason }
          : {}),
      }));
  }),
];
