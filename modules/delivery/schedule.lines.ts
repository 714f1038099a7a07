import { sum } from "#kernel/decimal.ts";
import { code, int, pick, qty, ref, text } from "#kernel/field.ts";

/** How a line of a call-off or a shipment names the schedule of an order it is about. */
export const scheduleFields = {
  lineNum: int("行号", "Line", { computed: true, optional: true, width: 64 }),
  orderId: ref("SrmPurOrderHeader", "订单", "Order", { computed: true, optional: true }),
  orderLineId: text("订单行", "Order line", { max: 64, computed: true, optional: true }),
  /** The schedule, by its id or by order, line and schedule number. */
  orderDeliveryId: text("交货计划行", "Schedule", { max: 64 }),
  orderNum: code("订单号", "Order no.", { max: 60, optional: true, width: 150 }),
  orderLineNum: int("订单行号", "Order line no.", { optional: true, least: 1, width: 80 }),
  scheduleNum: int("计划号", "Schedule line no.", { optional: true, least: 1, width: 72 }),
  itemId: ref("SrmBaseItem", "物料", "Item", { computed: true, optional: true }),
  itemDesc: text("物料描述", "Description", { max: 400, repeats: "itemId", computed: true, optional: true }),
  uom: pick("单位", "UOM", "UOM", { computed: true, optional: true }),
};

/** What of it the supplier is shown. */
export const scheduleShown = [
  ...(["lineNum", "orderId", "orderLineId", "orderDeliveryId", "orderNum", "orderLineNum", "scheduleNum"] as const),
  ...(["itemId", "itemDesc", "uom"] as const),
] as const;

type Lined = { readonly lines: readonly Readonly<Record<string, string | number | null>>[] };

/** What a column of a document's lines adds up to. */
export const totalOf = (key: string) => (doc: Lined) => sum(doc.lines.map((line) => String(line[key] ?? "0")));

/** A quantity of all lines together: pieces and kilograms have none, and no list adds it up. */
export const countField = (cn: string, en: string) => qty(cn, en, { computed: true, optional: true, adds: false });
export const countOf =
  (key: string) =>
  (doc: Lined): string | null =>
    new Set(doc.lines.flatMap((line) => line["uom"] ?? [])).size > 1 ? null : totalOf(key)(doc);

type Said = { readonly lines: readonly Readonly<Record<string, unknown>>[] };

/** What people look a document up by although it stands on its lines: orders, items, batches. */
export const contentsField = text("订单/物料/批次", "Order, item, batch", { max: 400, computed: true, optional: true });
export const contentsOf =
  (...keys: readonly string[]) =>
  (doc: Said): string | null => {
    const words = (line: Readonly<Record<string, unknown>>): unknown[] => [
      ...keys.map((key) => line[key]),
      ...((line["batches"] ?? []) as readonly { readonly batchNum?: unknown }[]).map((batch) => batch.batchNum),
    ];
    const entries = doc.lines.flatMap(words).filter((word) => typeof word === "string" && word !== "");
    return [...new Set(entries)].join(" ").slice(0, 400) || null;
  };
