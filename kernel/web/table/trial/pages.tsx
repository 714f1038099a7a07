import { Ellipsis, FileInput, PanelRight, Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { mul, round } from "#kernel/decimal.ts";
import { useLanguage, useText } from "../../language.ts";
import { DataTable, type TableHandle } from "../DataTable.tsx";
import { createRowStore } from "../rowStore.ts";
import type { Column, Row, TableApi, TableConfig, TableQuery } from "../types.ts";
import { localApi } from "../local.ts";
import { orders, seen } from "./world.ts";

export const calls: TableQuery[] = [];
/** What the next list calls do: answer, fail, or wait. */
export const wire: { mode: "ok" | "fail" | "denied" | "slow" | "never"; loads: (number | null)[] } = { mode: "ok", loads: [] };

const over = (rows: readonly Row[], more: object = {}): TableApi => async (query, signal) => {
  calls.push(query);
  if (wire.mode === "fail") throw Object.assign(new Error("x"), { msg: "结算服务 30 秒没有答复", requestId: "7F3A-21C9" });
  if (wire.mode === "denied") throw Object.assign(new Error("x"), { code: "PERM_DENIED" });
  if (wire.mode === "never") await new Promise(() => undefined);
  const { status } = query as { status?: string };
  const found = rows.filter((row) => status === undefined || row["status"] === status);
  const reply = await localApi(found)(query, signal);
  return { ...reply, page: { ...reply.page, ...more } };
};

export const orderColumns: readonly Column[] = [
  { key: "orderNum", title: ["订单号", "Order no."], width: 150, fixed: "left", linkTag: true, sortable: true, href: (row) => `/main/order?id=${String(row["id"])}` },
  { key: "status", title: ["状态", "Status"], width: 146, cellType: "tag", lookup: { typeCode: "PO_STATUS" }, sortable: true },
  { key: "supplierName", title: ["供应商", "Supplier"], width: 200, note: (row) => String(row["supplierCode"]), sortable: true },
  { key: "amount", title: ["含税金额", "Amount incl. tax"], width: 136, cellType: "money", isSummary: true, sortable: true },
  { key: "needBy", title: ["需求日期", "Need by"], width: 104, cellType: "date", shortDate: true, sortable: true, alert: (row) => (String(row["needBy"]) < "2026-11-14" ? { level: "error", text: ["已逾期", "Overdue"] } : null) },
  { key: "delivery", title: ["交付", "Delivery"], children: [
    { key: "promised", title: ["承诺日期", "Promised"], width: 110, cellType: "date" },
    { key: "received", title: ["已收数量", "Received"], width: 100, cellType: "number", showThousandSeparator: true },
  ] },
  { key: "progress", title: ["进度", "Progress"], width: 130, cellType: "progress" },
  { key: "urgent", title: ["加急", "Urgent"], width: 70, showIcon: { value: "YN", falseShow: false } },
  { key: "buyer", title: ["采购员", "Buyer"], width: 100 },
  { key: "createdAt", title: ["创建时间", "Created"], width: 160, cellType: "datetime" },
  { key: "remark", title: ["备注", "Remark"], width: 220 },
];

export function List() {
  const language = useLanguage((state) => state.language);
  const [params, setParams] = useState<Row>({});
  const [current, setCurrent] = useState<string | null>(null);
  const config = useMemo<TableConfig>(() => ({
    name: "trial.orders", columns: orderColumns, api: over(orders(1286, language === "EN")), searchParams: params, pageSize: 50, height: "fill",
    selection: "multiple", pageSelection: { keyFields: ["orderNum"] }, showIndex: false, showSummary: true, currentKey: current,
    footerConfig: { note: (rows) => [`${rows.length} 单，折合 CNY`, `${rows.length} orders, in CNY`] },
    expand: (row) => <div>{String(row["remark"])}</div>,
    toolbar: [
      { label: ["新建订单", "New order"], icon: Plus, primary: true, handler: () => seen.told.push("new") },
      { resourceCode: "btnSubmit", label: ["提交审批", "Submit"], needSelection: "many", primary: true, handler: ({ keys }) => keys.map((key, i) => ({ key, status: i === 0 ? "E" : "S", msg: "状态不是拟定" })), disabled: (rows) => (rows.every((row) => row["status"] === "DRAFT") ? false : [{ met: false, text: ["所选行须为「拟定」", "Selected rows must be drafts"] }, { met: true, text: ["您有提交权限", "You may submit"] }]) },
      { resourceCode: "btnUrge", label: ["催交", "Urge"], needSelection: "many", handler: () => seen.told.push("urge") },
      { resourceCode: "btnPrint", label: ["打印", "Print"], needSelection: "one", handler: () => seen.told.push("print") },
      { resourceCode: "noRight", label: ["隐藏", "Hidden"], handler: () => undefined },
      { resourceCode: "btnEmpty", label: ["无处理", "No handler"] },
      { resourceCode: "btnVoid", label: ["作废", "Void"], needSelection: "many", danger: true, handler: () => seen.told.push("void") },
    ],
    operateSlot: () => [
      { label: ["面板", "Panel"], icon: PanelRight, iconOnly: true, handler: (row) => setCurrent(String(row["orderNum"])) },
      { label: ["更多", "More"], icon: Ellipsis, iconOnly: true, handler: () => undefined },
    ],
    isShowImport: true, isShowExport: true, onImport: () => seen.told.push("import"), onExport: () => seen.told.push("export"),
    onLoadSuccess: (reply) => wire.loads.push(reply === null ? null : reply.rows.length), onClearFilter: () => setParams({}), onScheme: setParams,
  }), [language, params, current]);
  return (
    <div className="trial-list">
      <p><button type="button" id="search-draft" onClick={() => setParams({ status: "DRAFT" })}>search drafts</button> <button type="button" id="search-none" onClick={() => setParams({ status: "NOTHING" })}>search nothing</button></p>
      <DataTable config={config} />
    </div>
  );
}

const lines: readonly Row[] = [
  { id: "1", versionNum: 3, lineNum: "10", itemId: "i1", itemName: "ABS 上盖注塑件", itemCode: "M-30211", uom: "PCS", qty: "4000", source: "协议", price: "12.80", amount: "51200.00", needBy: "2026-11-28", gift: "N", seqNum: 10 },
  { id: "2", versionNum: 1, lineNum: "20", itemId: "i2", itemName: "ABS 下盖注塑件", itemCode: "M-30212", uom: "PCS", qty: "4000", source: "协议", price: "11.45", amount: "45800.00", needBy: "2026-11-28", gift: "N", seqNum: 20 },
  { id: "3", versionNum: 1, lineNum: "30", itemId: "i3", itemName: "PA66 卡扣 12 mm", itemCode: "M-30245", uom: "PCS", qty: "18000", source: "协议", price: "0.86", amount: "15480.00", needBy: "2026-11-26", gift: "N", seqNum: 30 },
  { id: "4", versionNum: 1, lineNum: "40", itemId: "i4", itemName: "PC 透明视窗 2.0 mm", itemCode: "M-30309", uom: "PCS", qty: "1200", source: "协议", price: "22.10", amount: "26520.00", needBy: "2026-11-30", gift: "Y", seqNum: 40 },
  { id: "5", versionNum: 1, lineNum: "50", itemId: "i5", itemName: "TPE 密封圈 φ86", itemCode: "M-30352", uom: "PCS", qty: "6000", source: "价格库", price: "1.92", amount: "11520.00", needBy: "2026-11-26", gift: "N", seqNum: 50 },
  { id: "6", versionNum: 1, lineNum: "60", itemId: "i6", itemName: "PP 周转内衬", itemCode: "M-30377", uom: "SET", qty: "500", source: "协议", price: "4.30", amount: "2150.00", needBy: "2026-11-30", gift: "N", seqNum: 60 },
  { id: "7", versionNum: 1, lineNum: "70", itemId: "i7", itemName: "POM 齿轮 Z24", itemCode: "M-30390", uom: "PCS", qty: "2500", source: "协议", price: "3.68", amount: "9200.00", needBy: "2026-11-27", gift: "N", seqNum: 70 },
];

const items: readonly Row[] = lines.map((line) => ({ id: line["itemId"], itemName: line["itemName"], code: line["itemCode"], itemCode: line["itemCode"], uom: line["uom"], price: line["price"] }));

export const lineColumns: readonly Column[] = [
  { key: "lineNum", title: ["行", "Line"], width: 64, cellType: "index" },
  { key: "itemId", title: ["物料", "Item"], editType: "picker", displayKey: "itemName", valueField: "id", fillMap: { itemCode: "itemCode", uom: "uom", price: "price" }, validate: { required: true }, note: (row) => String(row["itemCode"] ?? ""),
    search: (typed) => Promise.resolve(items.filter((item) => `${String(item["itemName"])}${String(item["itemCode"])}`.toLowerCase().includes(typed.toLowerCase()))), pick: () => Promise.resolve(items[2]!) },
  { key: "uom", title: ["单位", "Unit"], width: 80, editType: "select", lookup: { typeCode: "UOM" } },
  { key: "qty", title: ["数量", "Quantity"], width: 110, editType: "number", min: 0, precision: 4, showThousandSeparator: true, validate: { required: true, fn: (value) => (Number(value) % 1000 !== 0 && Number(value) > 10_000 ? { code: "MPQ", level: "warning", text: ["须为 1,000 的倍数", "Must be a multiple of 1,000"] } : null) } },
  { key: "price", title: ["含税单价", "Price"], width: 130, editType: "number", min: "0.01", max: 9999, precision: 6, least: 2, badge: (row) => (row["source"] === undefined ? null : { text: [String(row["source"]), row["source"] === "协议" ? "Contract" : "Price list"], tone: row["source"] === "协议" ? "done" : "neutral" }) },
  { key: "amount", title: ["含税金额", "Amount"], width: 120, cellType: "money", isSummary: true },
  { key: "needBy", title: ["需求日期", "Need by"], width: 112, editType: "date", validate: { required: true, fn: (value) => (String(value) < "2026-11-14" ? ["早于今天", "Before today"] : null) } },
  { key: "gift", title: ["赠品", "Gift"], width: 64, editType: "checkbox" },
  { key: "remark", title: ["备注", "Remark"], width: 120, editType: "text", validate: { maxLength: 40 } },
];

const store = createRowStore(lines);

/** Lines of an order as on the edit page; the store outlives the page. */
export function Edit() {
  const say = useText();
  const table = useRef<TableHandle>(null);
  const [result, setResult] = useState("");
  const config = useMemo<TableConfig>(() => ({
    name: "trial.lines", title: ["行明细", "Lines"], columns: lineColumns, store, isEdit: true, selection: "multiple", showIndex: false, tools: false, height: "content",
    showSummary: true, footerConfig: { summaryFields: ["qty", "amount"], meanNumFields: ["price"] },
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
  }), []);
  return (
    <div className="trial-edit">
      <DataTable config={config} ref={table} />
      <p>
        <button type="button" id="save" onClick={() => config.onSave?.()}>{say(["保存", "Save"])}</button>{" "}
        <button type="button" id="pin" onClick={() => table.current!.pin([{ path: "rows[3].price", code: "PUR-1009", text: ["缺例外原因", "Reason missing"] }])}>pin</button>{" "}
        <button type="button" id="conflict" onClick={() => {
          table.current!.pin([{ path: "rows[1]", code: "VERSION_CONFLICT", text: ["数据已被他人修改，请刷新后重试", "Changed by someone else, refresh and retry"] }]);
          store.conflict("2", { ...lines[1], versionNum: 2, qty: "4100" });
        }}>conflict</button>
      </p>
      <output id="result">{result}</output>
    </div>
  );
}

const spanRows: readonly Row[] = ["A", "A", "A", "B", "B", "A", "C"].flatMap((order, i) => [{ id: `s${i}`, orderNum: `PO-${order}`, plant: i % 2 === 0 ? "苏州" : "合肥", item: `M-${100 + i}`, qty: String(i * 10), plan: String(i * 3), done: String(i * 2) }]);

const branch = (parent: string, level: number): Row[] => Array.from({ length: 3 }, (_, i) => ({ id: `${parent}-${i}`, code: `${parent}-${i}`, name: `类别 ${parent}-${i}`, leaf: level >= 2, level }));

/** Groups three deep, merged cells, a lazy tree, every kind of cell. */
export function Kinds() {
  const spans = useMemo<TableConfig>(() => ({
    name: "trial.spans", title: ["合并单元格与列组", "Merged cells and groups"], rows: spanRows, rowSpanFields: ["orderNum", "plant"], height: 360, isShowPage: false,
    columns: [
      { key: "orderNum", title: ["订单", "Order"], width: 120, sortable: true },
      { key: "plant", title: ["工厂", "Plant"], width: 100, sortable: true },
      { key: "item", title: ["物料", "Item"], width: 110, sortable: true },
      { key: "g", title: ["数量", "Quantities"], children: [
        { key: "qty", title: ["订购", "Ordered"], width: 90, cellType: "number" },
        { key: "g2", title: ["交付", "Delivery"], children: [{ key: "plan", title: ["计划", "Plan"], width: 90, cellType: "number" }, { key: "done", title: ["完成", "Done"], width: 90, cellType: "number" }] },
      ] },
    ],
  }), []);
  const tree = useMemo<TableConfig>(() => ({
    name: "trial.tree", title: ["品类树", "Categories"], rows: branch("C", 0), height: 300, isShowPage: false, showIndex: false,
    tree: { column: "name", hasChildren: (row) => row["leaf"] !== true, load: async (row) => branch(String(row["id"]), Number(row["level"]) + 1) },
    columns: [{ key: "name", title: ["名称", "Name"] }, { key: "code", title: ["编码", "Code"], width: 140 }],
  }), []);
  const kinds = useMemo<TableConfig>(() => ({
    name: "trial.kinds", title: ["单元格", "Cells"], height: 260, isShowPage: false,
    rows: [{ id: "1", link: "PO1", bad: "X", good: "Y", off: "N", html: "<b>粗</b><script>alert(1)</script>", money: "-1234567.8", pct: "12.5", when: "2026-11-14T01:02:03Z", month: "2026-11", year: "2026", many: "PCS,KG", files: "a,b", file2: "a" }],
    columns: [
      { key: "link", title: ["无处理链接", "Dead link"], width: 110, linkTag: true },
      { key: "bad", title: ["勾选", "Check"], width: 130, cellType: "checkbox" },
      { key: "good", title: ["图标", "Icon"], width: 70, showIcon: { value: "YN" } },
      { key: "off", title: ["开关", "Switch"], width: 70, cellType: "switch" },
      { key: "html", title: ["富文本", "Html"], width: 90, cellType: "html" },
      { key: "money", title: ["金额", "Money"], width: 130, cellType: "money" },
      { key: "pct", title: ["比例", "Percent"], width: 80, cellType: "percent" },
      { key: "when", title: ["时间", "Time"], width: 160, cellType: "datetime" },
      { key: "month", title: ["月", "Month"], width: 80, cellType: "month" },
      { key: "many", title: ["多选", "Many"], width: 110, cellType: "multiSelect", lookup: { typeCode: "UOM" } },
      { key: "files", title: ["附件", "Files"], width: 70, cellType: "attachment", attachmentConfig: { functionId: "Trial", valueKey: "files" } },
      { key: "file2", title: ["附件未配置", "No config"], width: 160, cellType: "attachment" },
      { key: "press", title: ["按钮", "Button"], width: 90, cellType: "button", label: ["查看", "View"], onClick: () => void seen.told.push("button") },
    ],
  }), []);
  return <div className="trial-edit"><DataTable config={spans} /><DataTable config={tree} /><DataTable config={kinds} /></div>;
}

/** The four states of a list. */
export function States() {
  const columns = useMemo(() => orderColumns.filter((column) => column.children === undefined).slice(0, 5), []);
  const base = { columns, height: 300, showIndex: false } as const;
  const configs = useMemo<TableConfig[]>(() => [
    { ...base, name: "trial.noapi", title: ["没有接口", "No api"] },
    { ...base, name: "trial.empty", title: ["空列表", "Empty"], api: over([]) },
    { ...base, name: "trial.filter", title: ["筛选为空", "Filtered"], api: over([]), searchParams: { status: "X" }, onClearFilter: () => undefined },
    { ...base, name: "trial.denied", title: ["无权限", "Denied"], api: () => Promise.reject(Object.assign(new Error("x"), { code: "PERM_DENIED" })) },
    { ...base, name: "trial.failed", title: ["失败", "Failed"], api: () => Promise.reject(Object.assign(new Error("x"), { msg: "结算服务没有答复", requestId: "7F3A-21C9" })) },
    { ...base, name: "trial.loading", title: ["加载中", "Loading"], api: () => new Promise(() => undefined) },
    // oxlint-disable-next-line react/exhaustive-deps
  ], [columns]);
  return <div className="trial-grid">{configs.map((config) => <DataTable key={config.name} config={config} />)}</div>;
}

