import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { OwnPage, PageFrame } from "#kernel/web/part/OwnPage.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { openPage } from "#kernel/web/router.ts";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import type { Column } from "#kernel/web/table/types.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Button } from "antd";
import { Database, TableProperties } from "lucide-react";
import { useId, useState } from "react";
import { countText, sizeText } from "./parts/sizes.ts";
import type { FoundTable } from "./parts/tables.ts";
import { YesMark } from "./parts/YesMark.tsx";

export const page = { route: "databaseDetail", title: ["数据库表明细", "Database table"], menu: false };

/** One table as the database has it: columns, indexes, references, and what the model calls them. */
export default function DatabaseDetail() {
  return (
    <OwnPage>
      <Table />
    </OwnPage>
  );
}

const yes = (key: string): Pick<Column, "align" | "render"> => ({ align: "center", render: (row) => <YesMark is={row[key] === "Y"} /> });
const columnColumns: readonly Column[] = [
  { key: "seq", title: ["序号", "No."], width: 64, align: "right", sortable: false },
  { key: "columnName", title: ["列", "Column"], width: 190, sortable: false },
  { key: "label", title: ["名称", "Name"], width: 170, sortable: false },
  { key: "type", title: ["类型", "Type"], width: 190, sortable: false },
  { key: "nullable", title: ["可空", "Nullable"], width: 80, sortable: false, ...yes("nullable") },
  { key: "primaryKey", title: ["主键", "Primary"], width: 80, sortable: false, ...yes("primaryKey") },
  { key: "defaultValue", title: ["默认值", "Default"], width: 170, sortable: false },
  { key: "inModel", title: ["在模型中", "In the model"], width: 110, sortable: false, ...yes("inModel") },
  { key: "comment", title: ["注释", "Comment"], width: 200, sortable: false },
];
const indexColumns: readonly Column[] = [
  { key: "indexName", title: ["索引", "Index"], width: 320, sortable: false },
  { key: "isUnique", title: ["唯一", "Unique"], width: 80, sortable: false, ...yes("isUnique") },
  { key: "isPrimary", title: ["主键", "Primary"], width: 80, sortable: false, ...yes("isPrimary") },
  { key: "bytes", title: ["大小", "Size"], width: 100, align: "right", sortable: false, render: (row) => <>{sizeText(row["bytes"])}</> },
  {
    key: "scans",
    title: ["使用次数", "Scans"],
    width: 100,
    align: "right",
    sortable: false,
    render: (row) => <>{countText(row["scans"])}</>,
  },
  { key: "definition", title: ["定义", "Definition"], width: 620, sortable: false },
];
const referenceColumns: readonly Column[] = [
  { key: "columnName", title: ["列", "Column"], width: 220, sortable: false },
  { key: "targetTable", title: ["指向", "Refers to"], width: 240, sortable: false },
  { key: "constraintName", title: ["约束", "Constraint"], width: 360, sortable: false },
];

function Table() {
  const say = useText();
  const { query } = useTab();
  const name = query.tableName ?? "";
  const load = useLoad(name, async () => {
    if (name === "") return null;
    const [table, columns] = await Promise.all([
      call<FoundTable>("baseServer/v1/informationSchemaRestful/findTable", { tableName: name }),
      call<Row[]>("baseServer/v1/informationSchemaRestful/listColumnByPage", { tableName: name }),
    ]);
    return { table: table.data, columns: columns.data };
  });
  if (name === "")
    return (
      <PageFrame title={say(["数据库表", "Database table"])}>
        <Blank
          icon={Database}
          title={say(["没有选择表", "No table chosen"])}
          text={say(["从数据库表打开一张表。", "Open a table from the list of tables."])}
        />
      </PageFrame>
    );
  if (load.data === null) return <EditWaiting label={["数据库表", "table"]} error={load.error} again={load.again} />;
  return <Shown table={load.data.table} columns={load.data.columns} />;
}

function Shown({ table, columns }: { readonly table: FoundTable; readonly columns: readonly Row[] }) {
  const say = useText();
  const viewer = useViewer();
  const panel = useId();
  const [tab, setTab] = useState("columns");
  const indexes = table.indexes ?? [];
  const references = table.references ?? [];
  const tabs = [
    { key: "columns", label: ["列", "Columns"] as const, count: columns.length, rows: columns, shape: columnColumns },
    { key: "indexes", label: ["索引", "Indexes"] as const, count: indexes.length, rows: indexes, shape: indexColumns },
    { key: "references", label: ["引用", "References"] as const, count: references.length, rows: references, shape: referenceColumns },
  ];
  const now = tabs.find((candidate) => candidate.key === tab)!;
  const inModel = table.inModel === "Y";
  return (
    <PageFrame
      title={table.tableName}
      truth={
        <>
          <span>{table.label ?? say(["内部表，不在模型中", "Internal, not in the model"])}</span>
          <span>
            {say(["约", "About"])} <b>{countText(table.rowsEstimate)}</b> {say(["行", "rows"])}
          </span>
          <span>
            {say(["大小", "Size"])} <b>{sizeText(table.totalBytes)}</b>
          </span>
        </>
      }
      buttons={
        viewer.may("btnToModel") ? (
          <Button
            icon={<TableProperties size={14} />}
            onClick={() =>
              void (inModel
                ? openPage({ path: "table_model", query: { entity: table.tableName } })
                : openPage({ path: "devtoolsGeneratorCode", query: { tableName: table.tableName } }))
            }
          >
            {inModel ? say(["打开模型", "Open the model"]) : say(["生成模型", "Open model"])}
          </Button>
        ) : null
      }
    >
      <TabBar tabs={tabs} now={tab} label={["表的内容", "Parts of the table"]} panel={panel} choose={setTab} />
      <div id={panel} role="tabpanel" className="pg-tab-panel">
        <DataTable
          key={now.key}
          config={{
            name: `databaseDetail.${now.key}`,
            label: now.label,
            columns: now.shape,
            rows: now.rows as Record<string, unknown>[],
            selection: false,
            showIndex: false,
            isShowPage: false,
            height: "fill",
            empty: { title: ["没有", "None"] },
          }}
        />
      </div>
    </PageFrame>
  );
}
