import type { Block } from "#kernel/server/file/preview/office.ts";
import type { Row } from "#kernel/server/visible.ts";
import { say, type Language, type Text } from "#kernel/text.ts";

const shown = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
type Word = (cn: string, en: string) => string;
const wordIn =
  (language: Language): Word =>
  (cn, en) =>
    say([cn, en] as Text, language);
type Units = ReadonlyMap<string, string>;
const unitOf = (line: Row, units: Units): string => units.get(shown(line["uom"])) ?? shown(line["uom"]);
const named = (row: Row, key: string): string => shown(row[`${key}Name`]) || shown(row[`${key}Code`]);

/** The signatures at the foot of a slip. */
const signed = (word: Word, ...who: readonly (readonly [string, string])[]): Block => ({
  t: "table",
  look: "signs",
  rows: [who.map(([cn, en]) => word(cn, en))],
});

/** The slip of a receipt: what came, what was taken and what was refused. */
export function receiveBlocks(doc: Row, language: Language, units: Units): readonly Block[] {
  const word = wordIn(language);
  const lines = (doc["lines"] ?? []) as Row[];
  return [
    { t: "h", level: 1, text: `${word("收货单", "Receipt")} ${shown(doc["receiveNum"])}` },
    {
      t: "table",
      look: "facts",
      rows: [
        [word("供应商", "Supplier"), named(doc, "supplier"), word("接收日期", "Received on"), shown(doc["receiveDate"])],
        [word("组织", "Organisation"), named(doc, "org"), word("来源单号", "Source"), shown(doc["sourceNums"])],
        [word("库存组织", "Inventory org"), named(doc, "invOrg"), word("备注", "Remark"), shown(doc["remark"])],
        [
          word("仓管员", "Keeper"),
          named(doc, "keeper"),
          word("合格 / 拒收", "Accepted / rejected"),
          `${shown(doc["acceptedQty"])} / ${shown(doc["rejectedQty"])}`,
        ],
      ],
    },
    { t: "h", level: 3, text: word("明细", "Lines") },
    {
      t: "table",
      look: "lines",
      rows: [
        [
          word("订单行", "Order row"),
          word("物料", "Item"),
          word("单位", "UOM"),
          word("实到", "Arrived"),
          word("合格", "Accepted"),
          word("拒收", "Rejected"),
          word("批次", "Batch"),
        ],
        ...lines.map((line) => [
          ...[shown(line["orderRow"]), `${shown(line["itemCode"])} ${shown(line["itemDesc"])}`.trim(), unitOf(line, units)],
          ...[shown(line["arrivalQty"]), shown(line["acceptedQty"]), shown(line["rejectedQty"]), shown(line["batchNum"])],
        ]),
      ],
    },
    signed(word, ["仓管员", "Keeper"], ["检验员", "Inspector"], ["送货人", "Carrier"]),
  ];
}

/** The slip of a return or a reversal: what goes back, why, and what it comes to. */
export function writeOffBlocks(doc: Row, language: Language, units: Units, type: string, reason: string): readonly Block[] {
  const word = wordIn(language);
  const lines = (doc["lines"] ?? []) as Row[];
  return [
    { t: "h", level: 1, text: `${type} ${shown(doc["writeOffNum"])}` },
    {
      t: "table",
      look: "facts",
      rows: [
        [word("供应商", "Supplier"), named(doc, "supplier"), word("过账日期", "Posted on"), shown(doc["postDate"])],
        [word("组织", "Organisation"), named(doc, "org"), word("接收单号", "Receipts"), shown(doc["receiveNums"])],
        [
          word("库存组织", "Inventory org"),
          named(doc, "invOrg"),
          word("原因", "Reason"),
          [reason, shown(doc["reasonDesc"])].filter(Boolean).join(word("：", ": ")),
        ],
        [word("承运商", "Carrier"), shown(doc["carrier"]), word("运单号", "Tracking no."), shown(doc["trackingNum"])],
      ],
    },
    { t: "h", level: 3, text: word("明细", "Lines") },
    {
      t: "table",
      look: "lines",
      rows: [
        [
          word("行", "Line"),
          word("订单行", "Order row"),
          word("物料", "Item"),
          word("单位", "UOM"),
          word("数量", "Quantity"),
          word("批次", "Batch"),
          word("价税合计", "Total"),
        ],
        ...lines.map((line) => [
          ...[
            shown(line["lineNum"]),
            shown(line["orderRow"]),
            `${shown(line["itemCode"])} ${shown(line["itemDesc"])}`.trim(),
            unitOf(line, units),
          ],
          ...[shown(line["qty"]), shown(line["batchNum"]), `${shown(line["amountIncl"])} ${shown(line["currency"])}`],
        ]),
      ],
    },
    signed(word, ["仓管员", "Keeper"], ["供应商", "Supplier"], ["承运人", "Carrier"]),
  ];
}

/** The paper of a call-off: when and where the goods are wanted, and how much of which order. */
export function noticeBlocks(doc: Row, language: Language, units: Units): readonly Block[] {
  const word = wordIn(language);
  const lines = (doc["lines"] ?? []) as Row[];
  const hours = (from: string, to: string): string =>
    doc[from] ? `${shown(doc[from]).slice(0, 16)} – ${shown(doc[to]).slice(doc[from] && sameDay(doc[from], doc[to]) ? 11 : 0, 16)}` : "";
  return [
    { t: "h", level: 1, text: `${word("送货通知", "Delivery notice")} ${shown(doc["noticeNum"])}` },
    {
      t: "table",
      look: "facts",
      rows: [
        [word("供应商", "Supplier"), named(doc, "supplier"), word("到货时段", "Arrival"), hours("arriveFrom", "arriveTo")],
        [word("收货地址", "Ship-to"), named(doc, "deliveryInfo"), word("卸货口", "Dock"), shown(doc["dockCode"])],
        [word("组织", "Organisation"), named(doc, "org"), word("车辆要求", "Vehicle need"), shown(doc["vehicleNeed"])],
        [word("计划员", "Planner"), named(doc, "planner"), word("供方确认", "Confirmed"), hours("confirmFrom", "confirmTo")],
        [word("备注", "Remark"), shown(doc["remark"]), "", ""],
      ],
    },
    { t: "h", level: 3, text: word("明细", "Lines") },
    {
      t: "table",
      look: "lines",
      rows: [
        [
          word("行", "Line"),
          word("订单行", "Order row"),
          word("物料", "Item"),
          word("单位", "UOM"),
          word("通知数量", "Called off"),
          word("确认数量", "Confirmed"),
          word("未发数量", "Open"),
        ],
        ...lines.map((line) => [
          ...[shown(line["lineNum"]), `${shown(line["orderNum"])}-${shown(line["orderLineNum"])}-${shown(line["scheduleNum"])}`],
          ...[`${shown(line["itemCode"])} ${shown(line["itemDesc"])}`.trim(), unitOf(line, units)],
          ...[shown(line["noticeQty"]), shown(line["confirmQty"]), shown(line["openQty"])],
        ]),
      ],
    },
    signed(word, ["计划员", "Planner"], ["供应商", "Supplier"]),
  ];
}

const sameDay = (from: unknown, to: unknown): boolean => shown(from).slice(0, 10) === shown(to).slice(0, 10);
