import { Ellipsis, PanelRight, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useLanguage } from "../../language.ts";
import { DataTable } from "../DataTable.tsx";
import type { Button, Column, Row, TableConfig } from "../types.ts";
import { over, wire } from "./wire.ts";
import { orders, seen } from "./world.ts";

export const orderColumns: readonly Column[] = [
  {
    key: "orderNum",
    title: ["订单号", "Order no."],
    width: 150,
    fixed: "left",
    linkTag: true,
    sortable: true,
    href: (row) => `/main/order?id=${String(row["id"])}`,
  },
  { key: "status", title: ["状态", "Status"], width: 146, cellType: "tag", lookup: { typeCode: "PO_STATUS" }, sortable: true },
  { key: "supplierName", title: ["供应商", "Supplier"], width: 200, note: (row) => String(row["supplierCode"]), sortable: true },
  { key: "amount", title: ["含税金额", "Total incl. tax"], width: 136, cellType: "money", isSummary: true, sortable: true },
  {
    key: "needBy",
    title: ["需求日期", "Need by"],
    width: 104,
    cellType: "date",
    shortDate: true,
    sortable: true,
    alert: (row) => (String(row["needBy"]) < "2026-11-14" ? { level: "error", text: ["已逾期", "Overdue"] } : null),
  },
  {
    key: "delivery",
    title: ["交付", "Delivery"],
    children: [
      { key: "promised", title: ["承诺日期", "Promised"], width: 110, cellType: "date" },
      { key: "received", title: ["已收数量", "Received"], width: 100, cellType: "number", showThousandSeparator: true },
    ],
  },
  { key: "progress", title: ["进度", "Progress"], width: 130, cellType: "progress" },
  { key: "urgent", title: ["加急", "Urgent"], width: 70, showIcon: { value: "YN", falseShow: false } },
  { key: "buyer", title: ["采购员", "Buyer"], width: 100 },
  { key: "createdAt", title: ["创建时间", "Created"], width: 160, cellType: "datetime" },
  { key: "remark", title: ["备注", "Remark"], width: 220 },
];

const toolbar: readonly Button[] = [
  { label: ["新建订单", "New order"], icon: Plus, primary: true, handler: () => seen.told.push("new") },
  {
    resourceCode: "btnSubmit",
    label: ["提交审批", "Submit"],
    needSelection: "many",
    primary: true,
    handler: ({ keys }) => keys.map((key, i) => ({ key, status: i === 0 ? "E" : "S", msg: "状态不是拟定" })),
    disabled: (rows) =>
      rows.every((row) => row["status"] === "DRAFT")
        ? false
        : [
            { met: false, text: ["所选行须为「拟定」", "Selected rows must be drafts"] },
            { met: true, text: ["您有提交权限", "You can submit"] },
          ],
  },
  { resourceCode: "btnUrge", label: ["催交", "Remind"], needSelection: "many", handler: () => seen.told.push("urge") },
  { resourceCode: "btnPrint", label: ["打印", "Print"], needSelection: "one", handler: () => seen.told.push("print") },
  { resourceCode: "noRight", label: ["隐藏", "Hidden"], handler: () => undefined },
  { resourceCode: "btnEmpty", label: ["无处理", "No handler"] },
  { resourceCode: "btnVoid", label: ["作废", "Void"], needSelection: "many", danger: true, handler: () => seen.told.push("void") },
];

/** A list of orders as on the list page: frozen columns, groups, selection over pages, actions. */
export function List() {
  const language = useLanguage((state) => state.language);
  const [params, setParams] = useState<Row>({});
  const [current, setCurrent] = useState<string | null>(null);
  const config = useMemo<TableConfig>(
    () => ({
      name: "trial.orders",
      columns: orderColumns,
      api: over(orders(1286, language === "EN")),
      searchParams: params,
      pageSize: 50,
      height: "fill",
      selection: "multiple",
      pageSelection: { keyFields: ["orderNum"] },
      showIndex: false,
      showSummary: true,
      currentKey: current,
      footerConfig: { note: (rows) => [`${rows.length} 单，折合 CNY`, `${rows.length} orders, in CNY`] },
      expand: (row) => <div>{String(row["remark"])}</div>,
      toolbar,
      operateSlot: () => [
        { label: ["面板", "Panel"], icon: PanelRight, iconOnly: true, handler: (row) => setCurrent(String(row["orderNum"])) },
        { label: ["更多", "More"], icon: Ellipsis, iconOnly: true, handler: () => undefined },
      ],
      isShowImport: true,
      isShowExport: true,
      onImport: () => seen.told.push("import"),
      onExport: () => seen.told.push("export"),
      onLoadSuccess: (reply) => wire.loads.push(reply === null ? null : reply.rows.length),
      onClearFilter: () => setParams({}),
      onScheme: setParams,
    }),
    [language, params, current],
  );
  return (
    <div className="trial-list">
      <p>
        <button type="button" id="search-draft" onClick={() => setParams({ status: "DRAFT" })}>
          search drafts
        </button>{" "}
        <button type="button" id="search-none" onClick={() => setParams({ status: "NOTHING" })}>
          search nothing
        </button>
      </p>
      <DataTable config={config} />
    </div>
  );
}
