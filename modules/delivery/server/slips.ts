import type { Block } from "#kernel/server/file/preview/office.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Language } from "#kernel/text.ts";
import { factsOf, figure, itemColumn, linesOf, lineTitle, orderRowOf, shown, signedBy, unitColumn, wordIn, type Units } from "./paper.ts";

const named = (row: Row, key: string): string => shown(row[`${key}Name`]) || shown(row[`${key}Code`]);
const rowsOf = (doc: Row): readonly Row[] => (doc["lines"] ?? []) as Row[];

/** The slip of a receipt: what came, what was taken and what was refused. */
export function receiveBlocks(doc: Row, language: Language, units: Units): readonly Block[] {
  const word = wordIn(language);
  const taken = doc["acceptedQty"] === null ? "" : `${figure(doc["acceptedQty"])} / ${figure(doc["rejectedQty"])}`;
  return [
    { t: "h", level: 1, text: `${word("收货单", "Receipt")} ${shown(doc["receiveNum"])}` },
    factsOf([
      [word("供应商", "Supplier"), named(doc, "supplier"), word("接收日期", "Received on"), shown(doc["receiveDate"])],
      [word("组织", "Organisation"), named(doc, "org"), word("来源单号", "Source"), shown(doc["sourceNums"])],
      [word("库存组织", "Inventory org"), named(doc, "invOrg"), word("备注", "Remark"), shown(doc["remark"])],
      [word("仓管员", "Keeper"), named(doc, "keeper"), word("合格 / 拒收", "Accepted / rejected"), taken],
    ]),
    ...linesOf(
      word,
      lineTitle,
      [
        ...([["订单行", "Order line", "orderRow"], itemColumn, unitColumn(units), ["实到", "Arrived", "arrivalQty"]] as const),
        ...([
          ["待检", "To inspect", "inspectingQty"],
          ["合格", "Accepted", "acceptedQty"],
          ["拒收", "Rejected", "rejectedQty"],
          ["批次", "Batch", "batchNum"],
        ] as const),
      ],
      rowsOf(doc),
    ),
    signedBy(word, ["仓管员", "Keeper"], ["检验员", "Inspector"], ["送货人", "Carrier"]),
  ];
}

/** The slip of a return or a reversal: what goes back, why, and what it comes to. */
export function writeOffBlocks(doc: Row, language: Language, units: Units, type: string, reason: string): readonly Block[] {
  const word = wordIn(language);
  const why = [reason, shown(doc["reasonDesc"])].filter(Boolean).join(word("：", ": "));
  return [
    { t: "h", level: 1, text: `${type} ${shown(doc["writeOffNum"])}` },
    factsOf([
      [word("供应商", "Supplier"), named(doc, "supplier"), word("过账日期", "Posted on"), shown(doc["postDate"])],
      [word("组织", "Organisation"), named(doc, "org"), word("接收单号", "Receipts"), shown(doc["receiveNums"])],
      [word("库存组织", "Inventory org"), named(doc, "invOrg"), word("原因", "Reason"), why],
      [word("承运商", "Carrier"), shown(doc["carrier"]), word("运单号", "Tracking no."), shown(doc["trackingNum"])],
    ]),
    ...linesOf(
      word,
      lineTitle,
      [
        ...([["行", "Line", "lineNum"], ["订单行", "Order line", "orderRow"], itemColumn, unitColumn(units)] as const),
        ...([
          ["数量", "Quantity", "qty"],
          ["批次", "Batch", "batchNum"],
          ["价税合计", "Total", (line: Row) => `${figure(line["amountIncl"], 2)} ${shown(line["currency"])}`],
        ] as const),
      ],
      rowsOf(doc),
    ),
    signedBy(word, ["仓管员", "Keeper"], ["供应商", "Supplier"], ["承运人", "Carrier"]),
  ];
}

/** The paper of a call-off: when and where the goods are wanted, and how much of which order. */
export function noticeBlocks(doc: Row, language: Language, units: Units): readonly Block[] {
  const word = wordIn(language);
  const hours = (from: string, to: string): string =>
    doc[from] ? `${shown(doc[from]).slice(0, 16)} – ${shown(doc[to]).slice(sameDay(doc[from], doc[to]) ? 11 : 0, 16)}` : "";
  return [
    { t: "h", level: 1, text: `${word("送货通知", "Delivery notice")} ${shown(doc["noticeNum"])}` },
    factsOf([
      [word("供应商", "Supplier"), named(doc, "supplier"), word("到货时段", "Arrival"), hours("arriveFrom", "arriveTo")],
      [word("收货地址", "Ship-to"), named(doc, "deliveryInfo"), word("卸货口", "Dock"), shown(doc["dockCode"])],
      [word("组织", "Organisation"), named(doc, "org"), word("车辆要求", "Vehicle need"), shown(doc["vehicleNeed"])],
      [word("计划员", "Planner"), named(doc, "planner"), word("供方确认", "Confirmed"), hours("confirmFrom", "confirmTo")],
      [word("备注", "Remark"), shown(doc["remark"]), "", ""],
    ]),
    ...linesOf(
      word,
      lineTitle,
      [
        ...([["行", "Line", "lineNum"], ["订单行", "Order line", orderRowOf], itemColumn, unitColumn(units)] as const),
        ...([
          ["通知数量", "Called off", "noticeQty"],
          ["确认数量", "Confirmed", "confirmQty"],
          ["未发数量", "Open", "openQty"],
        ] as const),
      ],
      rowsOf(doc),
    ),
    signedBy(word, ["计划员", "Planner"], ["供应商", "Supplier"]),
  ];
}

const sameDay = (from: unknown, to: unknown): boolean => shown(from).slice(0, 10) === shown(to).slice(0, 10);
