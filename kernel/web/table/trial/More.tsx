import { useRef } from "react";
import { DataTable, type TableHandle } from "../DataTable.tsx";
import { localApi } from "../local.ts";
import type { Row, TableConfig } from "../types.ts";
import { over } from "./wire.ts";
import { orders, seen } from "./world.ts";

const units: readonly Row[] = Array.from({ length: 45 }, (_, i) => ({
  id: String(i + 1),
  versionNum: 1,
  code: `U${i + 1}`,
  name: `单位 ${i + 1}`,
}));

const say = (word: string) => (row: Row) => void seen.told.push(`${word} ${String(row["code"])}`);

/** Master data edited in pages, with more actions than a row has room for. */
function Units() {
  const table = useRef<TableHandle>(null);
  const config: TableConfig = {
    name: "trial.units",
    title: ["单位", "Units"],
    api: over(units),
    isEdit: true,
    pageSelection: { keyFields: ["id"] },
    columns: [
      { key: "code", title: ["编码", "Code"], width: 120 },
      { key: "name", title: ["名称", "Name"], editType: "text", validate: { required: true } },
    ],
    operateSlot: () => [
      { label: ["查看", "View"], handler: say("view") },
      { label: ["启用", "Enable"], handler: say("enable") },
      { label: ["停用", "Disable"], handler: say("disable"), disabled: (row) => (row["code"] === "U1" ? ["正在使用", "In use"] : false) },
      { label: ["删除", "Delete"], handler: say("delete"), danger: true },
    ],
    onSave: () => {
      seen.told.push(JSON.stringify(table.current!.store!.changes().updated));
      table.current!.store!.replace(table.current!.store!.rows());
    },
  };
  return <DataTable config={config} ref={table} />;
}

const many = orders(30, false);

const counted: TableConfig = {
  name: "trial.counted",
  title: ["大列表", "Large list"],
  height: 300,
  pageSize: 20,
  columns: [
    { key: "orderNum", title: ["订单号", "Order no."], width: 160 },
    { key: "amount", title: ["金额", "Amount"], width: 160, cellType: "money" },
  ],
  footerConfig: { summaryFields: ["amount"], scope: "all" },
  api: async (query, signal) => {
    const reply = await localApi(many)({ ...query, pageIndex: 1 }, signal);
    const page =
      query.countAll === true ? { count: 12_345, curIndex: query.pageIndex } : { count: 10_000, curIndex: query.pageIndex, capped: true };
    return { ...reply, page: { ...page, sums: { amount: "987654321.10" } } };
  },
};

export function More() {
  return (
    <div className="trial-edit">
      <Units />
      <DataTable config={counted} />
    </div>
  );
}
