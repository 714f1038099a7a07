import type { Block } from "#kernel/server/file/preview/office.ts";
import type { Drawing } from "#kernel/server/file/preview/worker.ts";
import type { Row } from "#kernel/server/visible.ts";
import { say, type Language, type Text } from "#kernel/text.ts";
import { qrSvg } from "../labels.ts";

const shown = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** The paper of a note: its QR on top, who sends what to whom, the lines and the batches below. */
export function noteBlocks(doc: Row, language: Language, units: ReadonlyMap<string, string>): readonly (Block | Drawing)[] {
  const word = (cn: string, en: string): string => say([cn, en] as Text, language);
  const lines = (doc["lines"] ?? []) as Row[];
  const batches = lines.flatMap((line) => ((line["batches"] ?? []) as Row[]).map((batch) => ({ line, batch })));
  const token = shown(doc["qrToken"]) || shown(doc["noteNum"]);
  return [
    { t: "h", level: 1, text: `${word("送货单", "Delivery note")} ${shown(doc["noteNum"])}` },
    { t: "svg", svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${qrSvg(token, 2, 2, 36)}</svg>`, width: 18 },
    {
      t: "table",
      look: "facts",
      rows: [
        [word("供应商", "Supplier"), shown(doc["supplierName"]), word("收货地址", "Ship-to"), shown(doc["deliveryInfoName"])],
        [word("发货日期", "Ship date"), shown(doc["shipDate"]), word("预计到货", "ETA"), shown(doc["eta"]).slice(0, 16)],
        [word("承运商", "Carrier"), shown(doc["carrier"]), word("物流单号", "Tracking no."), shown(doc["trackingNum"])],
        [
          word("车牌号", "Plate"),
          shown(doc["plateNum"]),
          word("司机", "Driver"),
          `${shown(doc["driverName"])} ${shown(doc["driverPhone"])}`.trim(),
        ],
        [word("总箱数", "Boxes"), shown(doc["totalBoxes"]), word("毛重(KG)", "Gross weight (kg)"), shown(doc["grossWeight"])],
      ],
    },
    { t: "h", level: 3, text: word("明细", "Lines") },
    {
      t: "table",
      look: "lines",
      rows: [
        [
          word("行", "Line"),
          word("订单", "Order"),
          word("物料", "Item"),
          word("描述", "Description"),
          word("数量", "Quantity"),
          word("单位", "UOM"),
          word("箱数", "Boxes"),
        ],
        ...lines.map((line) => [
          shown(line["lineNum"]),
          `${shown(line["orderNum"])}-${shown(line["orderLineNum"])}-${shown(line["scheduleNum"])}`,
          shown(line["itemCode"]),
          shown(line["itemDesc"]),
          shown(line["noteQty"]),
          units.get(shown(line["uom"])) ?? shown(line["uom"]),
          shown(line["boxCount"]),
        ]),
      ],
    },
    ...(batches.length
      ? [
          { t: "h" as const, level: 3, text: word("批次", "Batches") },
          {
            ...({ t: "table", look: "lines" } as const),
            rows: [
              [
                word("行", "Line"),
                word("批次号", "Batch no."),
                word("生产日期", "Produced"),
                word("有效期至", "Expires"),
                word("数量", "Quantity"),
                word("箱数", "Boxes"),
              ],
              ...batches.map(({ line, batch }) =>
                [
                  line["lineNum"],
                  batch["batchNum"],
                  batch["productionDate"],
                  batch["expiryDate"],
                  batch["batchQty"],
                  batch["boxCount"],
                ].map(shown),
              ),
            ],
          },
        ]
      : []),
    {
      t: "table",
      look: "signs",
      rows: [[word("发货人", "Sent by"), word("承运人", "Carrier"), word("收货人签字 / 日期", "Received by / date")]],
    },
  ];
}
