import type { Block } from "#kernel/server/file/preview/office.ts";
import type { Drawing } from "#kernel/server/file/preview/worker.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Language } from "#kernel/text.ts";
import { qrSvg } from "../labels.ts";
import { factsOf, itemColumn, linesOf, lineTitle, orderRowOf, shown, signedBy, unitColumn, wordIn, type Units } from "./paper.ts";

/** The paper of a note: its QR on top, who sends what to whom, the lines and the batches below. */
export function noteBlocks(doc: Row, language: Language, units: Units): readonly (Block | Drawing)[] {
  const word = wordIn(language);
  const lines = (doc["lines"] ?? []) as Row[];
  const batches = lines.flatMap((line) => ((line["batches"] ?? []) as Row[]).map((batch): Row => ({ ...batch, lineNum: line["lineNum"] })));
  const token = shown(doc["qrToken"]) || shown(doc["noteNum"]);
  const driver = `${shown(doc["driverName"])} ${shown(doc["driverPhone"])}`.trim();
  return [
    {
      t: "svg",
      beside: `${word("送货单", "Delivery note")} ${shown(doc["noteNum"])}`,
      width: 12,
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${qrSvg(token, 0, 0, 40)}</svg>`,
    },
    factsOf([
      [word("供应商", "Supplier"), shown(doc["supplierName"]), word("收货地址", "Ship-to"), shown(doc["deliveryInfoName"])],
      [word("发货日期", "Ship date"), shown(doc["shipDate"]), word("预计到货", "ETA"), shown(doc["eta"]).slice(0, 16)],
      [word("承运商", "Carrier"), shown(doc["carrier"]), word("物流单号", "Tracking no."), shown(doc["trackingNum"])],
      [word("车牌号", "Plate"), shown(doc["plateNum"]), word("司机", "Driver"), driver],
      [word("总箱数", "Boxes"), shown(doc["totalBoxes"]), word("毛重(KG)", "Gross weight (kg)"), shown(doc["grossWeight"])],
    ]),
    ...linesOf(
      word,
      lineTitle,
      [
        ["行", "Line", "lineNum"],
        ["订单", "Order", orderRowOf],
        itemColumn,
        ["数量", "Quantity", "noteQty"],
        unitColumn(units),
        ["箱数", "Boxes", "boxCount"],
      ],
      lines,
    ),
    ...(batches.length > 0
      ? linesOf(
          word,
          ["批次", "Batches"],
          [
            ["行", "Line", "lineNum"],
            ["批次号", "Batch no.", "batchNum"],
            ["生产日期", "Produced", "productionDate"],
            ["有效期至", "Expires", "expiryDate"],
            ["数量", "Quantity", "batchQty"],
            ["箱数", "Boxes", "boxCount"],
          ],
          batches,
        )
      : []),
    signedBy(word, ["发货人", "Sent by"], ["承运人", "Carrier"], ["收货人签字 / 日期", "Received by / date"]),
  ];
}
