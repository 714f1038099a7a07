import { ConfigProvider, Table, type TableColumnsType } from "antd";
import { createRoot } from "react-dom/client";
import { showNumber } from "#kernel/cell.ts";
import "../../theme/tokens.css";
import "../../theme/base.css";
import "../table.css";
import { DataTable } from "../DataTable.tsx";
import type { Column, Row, TableConfig } from "../types.ts";

const rowCount = 500;
const columnCount = 60;
const kinds = ["text", "number", "money", "date", "text", "tag"] as const;
const kindOf = (i: number): (typeof kinds)[number] => kinds[i % kinds.length]!;
const isAmount = (i: number): boolean => kindOf(i) === "money" || kindOf(i) === "number";

const rows: readonly Row[] = Array.from({ length: rowCount }, (_, r) => ({
  id: String(r),
  ...Object.fromEntries(
    Array.from({ length: columnCount }, (_, c) => [
      `k${c}`,
      isAmount(c)
        ? `${(r * 7919 + c * 104_729) % 1_000_000}.${10 + (r % 90)}`
        : kindOf(c) === "date"
          ? `2026-11-${10 + (r % 20)}`
          : kindOf(c) === "tag"
            ? ["拟定", "审批中", "执行中"][r % 3]
            : `物料 ${r}-${c}`,
    ]),
  ),
}));

const columns: readonly Column[] = Array.from({ length: columnCount }, (_, i) => ({
  key: `k${i}`,
  title: [`第 ${i} 列`, `Column ${i}`],
  width: 120,
  cellType: kindOf(i),
  showThousandSeparator: true,
  sortable: true,
  ...(i < 2 ? { fixed: "left" as const } : i === columnCount - 1 ? { fixed: "right" as const } : {}),
}));

const ours: TableConfig = {
  name: "bench",
  columns,
  rows,
  pageSize: rowCount,
  isShowPage: false,
  height: 700,
  tools: false,
  showIndex: false,
};

const theirs: TableColumnsType<Row> = columns.map((column, i) => ({
  key: column.key,
  dataIndex: column.key,
  title: column.title[0],
  width: 120,
  ellipsis: true,
  ...(isAmount(i) ? { align: "right" as const, render: (value: string) => showNumber(value, { thousands: true, least: 2 }) } : {}),
  ...(kindOf(i) === "tag" ? { render: (value: string) => <span className="dt-tag dt-t-running">{value}</span> } : {}),
  ...(i < 2 ? { fixed: "left" as const } : i === columnCount - 1 ? { fixed: "right" as const } : {}),
}));

const kit = (virtual: boolean) => (
  <ConfigProvider>
    <Table<Row>
      rowKey="id"
      size="small"
      columns={theirs}
      dataSource={[...rows]}
      pagination={false}
      virtual={virtual}
      scroll={{ x: columnCount * 120, y: 660 }}
    />
  </ConfigProvider>
);

const frame = (): Promise<number> => new Promise((next) => requestAnimationFrame(next));

/** From the decision to show the table until its rows are painted. */
async function mount(what: string): Promise<number> {
  const root = createRoot(document.getElementById("root")!);
  await frame();
  const begin = performance.now();
  root.render(what === "ours" ? <DataTable config={ours} /> : kit(what === "kit-virtual"));
  while (document.querySelector(".dt-row,.ant-table-row") === null) await frame();
  await frame();
  await frame();
  return performance.now() - begin;
}

/** Frames a second while the table is scrolled by hand speed, down and then sideways. */
async function scroll(): Promise<{ frames: number; seconds: number }> {
  const box = document.querySelector<HTMLElement>(".dt-grid,.ant-table-tbody-virtual-holder,.ant-table-body")!;
  const wheel = (x: number, y: number): void => {
    const rolled = new WheelEvent("wheel", { deltaX: x, deltaY: y, bubbles: true, cancelable: true });
    const own = box.dispatchEvent(rolled);
    if (own) box.scrollBy(x, y);
  };
  const begin = performance.now();
  let frames = 0;
  while (performance.now() - begin < 3000) {
    await frame();
    frames++;
    if (performance.now() - begin < 2000) wheel(0, frames % 120 < 60 ? 90 : -90);
    else wheel(frames % 60 < 30 ? 90 : -90, 0);
  }
  return { frames, seconds: (performance.now() - begin) / 1000 };
}

Object.assign(window, { bench: { mount, scroll } });
