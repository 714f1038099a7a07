import { DataTable } from "../DataTable.tsx";
import { createRowStore } from "../rowStore.ts";
import type { Row, TableConfig } from "../types.ts";
import { seen } from "./world.ts";

const spanRows: readonly Row[] = ["A", "A", "A", "B", "B", "A", "C"].flatMap((order, i) => [
  {
    id: `s${i}`,
    orderNum: `PO-${order}`,
    plant: i % 2 === 0 ? "苏州" : "合肥",
    item: `M-${100 + i}`,
    qty: String(i * 10),
    plan: String(i * 3),
    done: String(i * 2),
  },
]);

const branch = (parent: string, level: number): Row[] =>
  Array.from({ length: 3 }, (_, i) => ({
    id: `${parent}-${i}`,
    code: `${parent}-${i}`,
    name: `类别 ${parent}-${i}`,
    leaf: level >= 2,
    level,
  }));

const spans: TableConfig = {
  name: "trial.spans",
  title: ["合并单元格与列组", "Merged cells and groups"],
  rows: spanRows,
  rowSpanFields: ["orderNum", "plant"],
  height: 360,
  isShowPage: false,
  columns: [
    { key: "orderNum", title: ["订单", "Order"], width: 120, sortable: true },
    { key: "plant", title: ["工厂", "Plant"], width: 100, sortable: true },
    { key: "item", title: ["物料", "Item"], width: 110, sortable: true },
    {
      key: "g",
      title: ["数量", "Quantities"],
      children: [
        { key: "qty", title: ["订购", "Ordered"], width: 90, cellType: "number" },
        {
          key: "g2",
          title: ["交付", "Delivery"],
          children: [
            { key: "plan", title: ["计划", "Plan"], width: 90, cellType: "number" },
            { key: "done", title: ["完成", "Done"], width: 90, cellType: "number" },
          ],
        },
      ],
    },
  ],
};

const tree: TableConfig = {
  name: "trial.tree",
  title: ["品类树", "Categories"],
  rows: branch("C", 0),
  height: 300,
  isShowPage: false,
  showIndex: false,
  tree: {
    column: "name",
    hasChildren: (row) => row["leaf"] !== true,
    load: async (row) => branch(String(row["id"]), Number(row["level"]) + 1),
  },
  columns: [
    { key: "name", title: ["名称", "Name"] },
    { key: "code", title: ["编码", "Code"], width: 140 },
  ],
};

const kinds: TableConfig = {
  name: "trial.kinds",
  title: ["单元格", "Cells"],
  height: 260,
  isShowPage: false,
  rows: [
    {
      id: "1",
      link: "PO1",
      bad: "X",
      good: "Y",
      off: "N",
      html: "<b>粗</b><script>alert(1)</script>",
      money: "-1234567.8",
      pct: "12.5",
      when: "2026-11-14T01:02:03Z",
      month: "2026-11",
      year: "2026",
      many: "PCS,KG",
      files: "a,b",
      file2: "a",
    },
  ],
  columns: [
    { key: "link", title: ["无处理链接", "Broken link"], width: 110, linkTag: true },
    { key: "bad", title: ["勾选", "Check"], width: 130, cellType: "checkbox" },
    { key: "good", title: ["图标", "Icon"], width: 70, showIcon: { value: "YN" } },
    { key: "off", title: ["开关", "Switch"], width: 70, cellType: "switch" },
    { key: "html", title: ["富文本", "Html"], width: 90, cellType: "html" },
    { key: "money", title: ["金额", "Money"], width: 130, cellType: "money" },
    { key: "pct", title: ["比例", "Percent"], width: 80, cellType: "percent" },
    { key: "when", title: ["时间", "Time"], width: 160, cellType: "datetime" },
    { key: "month", title: ["月", "Month"], width: 80, cellType: "month" },
    { key: "many", title: ["多选", "Many"], width: 110, cellType: "multiSelect", lookup: { typeCode: "UOM" } },
    {
      key: "files",
      title: ["附件", "Files"],
      width: 70,
      cellType: "attachment",
      attachmentConfig: { functionId: "Trial", valueKey: "files" },
    },
    { key: "file2", title: ["附件未配置", "No config"], width: 160, cellType: "attachment" },
    {
      key: "press",
      title: ["按钮", "Button"],
      width: 90,
      cellType: "button",
      label: ["查看", "View"],
      onClick: () => void seen.told.push("button"),
    },
  ],
};

const nodes = [
  {
    value: "A",
    label: "原料",
    children: [
      { value: "A1", label: "钢材" },
      { value: "A2", label: "塑料" },
    ],
  },
  { value: "B", label: "包装", children: [{ value: "B1", label: "纸箱" }] },
];

const editors: TableConfig = {
  name: "trial.editors",
  title: ["编辑器", "Editors"],
  isEdit: true,
  tools: false,
  store: createRowStore([
    {
      id: "1",
      text: "甲",
      area: "两行\n文字",
      uom: "KG",
      many: "PCS",
      when: "2026-11-14T01:02:03Z",
      month: "2026-11",
      year: "2026",
      tree: "A1",
      path: "A,A2",
      way: "SEA",
      on: "Y",
    },
    { id: "2" },
  ]),
  columns: [
    { key: "text", title: ["文本", "Text"], width: 90, editType: "text" },
    { key: "area", title: ["多行", "Area"], width: 100, editType: "textarea" },
    { key: "uom", title: ["单选", "Select"], width: 90, editType: "select", lookup: { typeCode: "UOM" } },
    { key: "many", title: ["多选", "Many"], width: 110, editType: "multiSelect", lookup: { typeCode: "UOM" } },
    { key: "when", title: ["时间", "Time"], width: 160, editType: "datetime" },
    { key: "month", title: ["月", "Month"], width: 90, editType: "month" },
    { key: "year", title: ["年", "Year"], width: 70, editType: "year" },
    { key: "tree", title: ["树", "Tree"], width: 120, editType: "tree", nodes },
    { key: "path", title: ["级联", "Cascade"], width: 140, editType: "cascader", nodes },
    {
      key: "way",
      title: ["单选钮", "Radio"],
      width: 130,
      editType: "radio",
      choices: [
        { value: "SEA", label: "海运" },
        { value: "AIR", label: "空运" },
      ],
    },
    { key: "on", title: ["开关", "Switch"], width: 70, editType: "switch" },
  ],
};

/** Groups three deep, merged cells, a lazy tree, every kind of cell, every editor. */
export function Kinds() {
  return (
    <div className="trial-edit">
      <DataTable config={spans} />
      <DataTable config={tree} />
      <DataTable config={kinds} />
      <DataTable config={editors} />
    </div>
  );
}
