import { FileInput } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { mul, round } from "#kernel/decimal.ts";
import { useText } from "../../language.ts";
import { DataTable, type TableHandle } from "../DataTable.tsx";
import { createRowStore } from "../rowStore.ts";
import type { Column, Row, TableConfig } from "../types.ts";
import { seen } from "./world.ts";

const lines: readonly Row[] = [
  {
    id: "1",
    versionNum: 3,
    lineNum: "10",
    itemId: "i1",
    itemName: "ABS 上盖注塑件",
    itemCode: "M-30211",
    uom: "PCS",
    qty: "4000",
    source: "协议",
    price: "12.80",
    amount: "51200.00",
    needBy: "2026-11-28",
    gift: "N",
    seqNum: 10,
  },
  {
    id: "2",
    versionNum: 1,
    lineNum: "20",
    itemId: "i2",
    itemName: "ABS 下盖注塑件",
    itemCode: "M-30212",
    uom: "PCS",
    qty: "4000",
    source: "协议",
    price: "11.45",
    amount: "45800.00",
    needBy: "2026-11-28",
    gift: "N",
    seqNum: 20,
  },
  {
    id: "3",
    versionNum: 1,
    lineNum: "30",
    itemId: "i3",
    itemName: "PA66 卡扣 12 mm",
    itemCode: "M-30245",
    uom: "PCS",
    qty: "18000",
    source: "协议",
    price: "0.86",
    amount: "15480.00",
    needBy: "2026-11-26",
    gift: "N",
    seqNum: 30,
  },
  {
    id: "4",
    versionNum: 1,
    lineNum: "40",
    itemId: "i4",
    itemName: "PC 透明视窗 2.0 mm",
    itemCode: "M-30309",
    uom: "PCS",
    qty: "1200",
    source: "协议",
    price: "22.10",
    amount: "26520.00",
    needBy: "2026-11-30",
    gift: "Y",
    seqNum: 40,
  },
  {
    id: "5",
    versionNum: 1,
    lineNum: "50",
    itemId: "i5",
    itemName: "TPE 密封圈 φ86",
    itemCode: "M-30352",
    uom: "PCS",
    qty: "6000",
    source: "价格库",
    price: "1.92",
    amount: "11520.00",
    needBy: "2026-11-26",
    gift: "N",
    seqNum: 50,
  },
  {
    id: "6",
    versionNum: 1,
    lineNum: "60",
    itemId: "i6",
    itemName: "PP 周转内衬",
    itemCode: "M-30377",
    uom: "SET",
    qty: "500",
    source: "协议",
    price: "4.30",
    amount: "2150.00",
    needBy: "2026-11-30",
    gift: "N",
    seqNum: 60,
  },
  {
    id: "7",
    versionNum: 1,
    lineNum: "70",
    itemId: "i7",
    itemName: "POM 齿轮 Z24",
    itemCode: "M-30390",
    uom: "PCS",
    qty: "2500",
    source: "协议",
    price: "3.68",
    amount: "9200.00",
    needBy: "2026-11-27",
    gift: "N",
    seqNum: 70,
  },
];

const items: readonly Row[] = lines.map((line) => ({
  id: line["itemId"],
  itemName: line["itemName"],
  code: line["itemCode"],
  itemCode: line["itemCode"],
  uom: line["uom"],
  price: line["price"],
}));

export const lineColumns: readonly Column[] = [
  { key: "lineNum", title: ["行", "Line"], width: 64, cellType: "index" },
  {
    key: "itemId",
    title: ["物料", "Item"],
    editType: "picker",
    displayKey: "itemName",
    valueField: "id",
    fillMap: { itemCode: "itemCode", uom: "uom", price: "price" },
    validate: { required: true },
    note: (row) => String(row["itemCode"] ?? ""),
    search: (typed) =>
      Promise.resolve({
        rows: items.filter((item) => `${String(item["itemName"])}${String(item["itemCode"])}`.toLowerCase().includes(typed.toLowerCase())),
      }),
    pick: () => Promise.resolve(items[2]!),
  },
  { key: "uom", title: ["单位", "Unit"], width: 80, editType: "select", lookup: { typeCode: "UOM" } },
  {
    key: "qty",
    title: ["数量", "Quantity"],
    width: 110,
    editType: "number",
    min: 0,
    precision: 4,
    showThousandSeparator: true,
    validate: {
      required: true,
      fn: (value) =>
        Number(value) % 1000 !== 0 && Number(value) > 10_000
          ? { code: "MPQ", level: "warning", text: ["须为 1,000 的倍数", "Must be a multiple of 1,000"] }
          : null,
    },
  },
  {
    key: "price",
    title: ["含税单价", "Price"],
    width: 130,
    editType: "number",
    min: "0.01",
    max: 9999,
    precision: 6,
    least: 2,
    badge: (row) =>
      row["source"] === undefined
        ? null
        : {
            text: [String(row["source"]), row["source"] === "协议" ? "Contract" : "Price list"],
            tone: row["source"] === "协议" ? "done" : "neutral",
          },
  },
  { key: "amount", title: ["含税金额", "Amount"], width: 120, cellType: "money", isSummary: true },
  {
    key: "needBy",
    title: ["需求日期", "Need by"],
    width: 112,
    editType: "date",
    validate: { required: true, fn: (value) => (String(value) < "2026-11-14" ? ["早于今天", "Before today"] : null) },
  },
  { key: "gift", title: ["赠品", "Gift"], width: 64, editType: "checkbox" },
  { key: "remark", title: ["备注", "Remark"], width: 120, editType: "text", validate: { maxLength: 40 } },
];

const store = createRowStore(lines);

/** Lines of an order as on the edit page; the store outlives the page. */
export function Edit() {
  const say = useText();
  const table = useRef<TableHandle>(null);
  const [result, setResult] = useState("");
  const config = useMemo<TableConfig>(
    () => ({
      name: "trial.lines",
      title: ["行明细", "Lines"],
      columns: lineColumns,
      store,
      isEdit: true,
      selection: "multiple",
      showIndex: false,
      tools: false,
      height: "content",
      showSummary: true,
      footerConfig: { summaryFields: ["qty", "amount"], meanNumFields: ["price"] },
      newRow: () => ({ lineNum: null, uom: "PCS", gift: "N", seqNum: 999 }),
      cellEditable: (row, key) => !(key === "price" && row["source"] === "价格库"),
      onCellChange: (row) => {
        const { qty, price } = row as { qty?: string; price?: string };
        try {
          return { amount: qty && price ? round(mul(qty, price), 2) : null };
        } catch {
          return { amount: null };
        }
      },
      toolbar: [{ label: ["从申请带入", "From requisition"], icon: FileInput, quiet: true, handler: () => seen.told.push("pull") }],
      onSave: () => {
        const wrong = table.current!.check();
        setResult(wrong === 0 ? JSON.stringify(store.changes()) : `${wrong} wrong`);
      },
    }),
    [],
  );
  return (
    <div className="trial-edit">
      <DataTable config={config} ref={table} />
      <p>
        <button type="button" id="save" onClick={() => config.onSave?.()}>
          {say(["保存", "Save"])}
        </button>{" "}
        <button
          type="button"
          id="pin"
          onClick={() => table.current!.pin([{ path: "rows[3].price", code: "PUR-1009", text: ["缺例外原因", "Reason missing"] }])}
        >
          pin
        </button>{" "}
        <button
          type="button"
          id="conflict"
          onClick={() => {
            table.current!.pin([
              {
                path: "rows[1]",
                code: "VERSION_CONFLICT",
                text: ["数据已被他人修改，请刷新后重试", "Changed by someone else, refresh and retry"],
              },
            ]);
            store.conflict("2", { ...lines[1], versionNum: 2, qty: "4100" });
          }}
        >
          conflict
        </button>
      </p>
      <output id="result">{result}</output>
    </div>
  );
}
