import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { openPage } from "#kernel/web/router.ts";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import type { Column, PageInfo, TableApi } from "#kernel/web/table/types.ts";
import { Segmented } from "antd";
import { useMemo, useState } from "react";
import { countText, sizeText } from "./parts/sizes.ts";
import { YesMark } from "./parts/YesMark.tsx";
import type { ListedTable } from "./parts/tables.ts";

export const page = { route: "databaseList", title: ["数据库表", "Database tables"] };

/** The real tables of this installation: how many rows, how large, and whether the model knows them. */
export default function DatabaseList() {
  return (
    <OwnPage>
      <Tables />
    </OwnPage>
  );
}

const columns: readonly Column<ListedTable>[] = [
  {
    key: "tableName",
    title: ["表", "Table"],
    width: 240,
    fixed: "left",
    cellType: "link",
    linkTag: true,
    href: (row) => `/main/databaseDetail?tableName=${encodeURIComponent(row.tableName)}`,
    onClick: (row) => void openPage({ path: "databaseDetail", query: { tableName: row.tableName }, title: row.tableName }),
  },
  { key: "label", title: ["名称", "Name"], width: 180, sortable: false },
  { key: "moduleLabel", title: ["模块", "Module"], width: 130, sortable: false },
  {
    key: "rowsEstimate",
    title: ["行数（估计）", "Rows (estimate)"],
    width: 130,
    align: "right",
    render: (row) => <span className="pg-figure">{countText(row.rowsEstimate)}</span>,
  },
  {
    key: "totalBytes",
    title: ["大小", "Size"],
    width: 110,
    align: "right",
    render: (row) => <span className="pg-figure">{sizeText(row.totalBytes)}</span>,
  },
  {
    key: "indexBytes",
    title: ["索引大小", "Index size"],
    width: 110,
    align: "right",
    render: (row) => <span className="pg-figure">{sizeText(row.indexBytes)}</span>,
  },
  { key: "indexCount", title: ["索引", "Indexes"], width: 90, align: "right" },
  { key: "columnCount", title: ["列", "Columns"], width: 90, align: "right" },
  {
    key: "inModel",
    title: ["在模型中", "In the model"],
    width: 110,
    sortable: false,
    align: "center",
    render: (row) => <YesMark is={row.inModel === "Y"} />,
  },
];

function Tables() {
  const say = useText();
  const title = usePageTitle(["数据库表", "Database tables"]);
  const [keyword, setKeyword] = useState("");
  const [inModel, setInModel] = useState("");
  const [count, setCount] = useState(0);
  const api = useMemo<TableApi<ListedTable>>(
    () => async (query, signal) => {
      const reply = await call<ListedTable[]>(
        "baseServer/v1/informationSchemaRestful/listTableByPage",
        { ...query, keyword, ...(inModel ? { inModel } : {}) },
        { signal },
      );
      return { rows: reply.data, page: reply.page as PageInfo };
    },
    [keyword, inModel],
  );
  return (
    <PageFrame
      title={title}
      truth={
        <>
          {say(["表和视图", "Tables and views"])} <b>{count}</b>
          <span>{say(["行数取自数据库统计，是估计值", "Row counts are database estimates"])}</span>
        </>
      }
    >
      <div className="pg-filters">
        <span className="pg-keyword">
          <SearchBox text={keyword} change={setKeyword} label={say(["表名或名称", "Table or name"])} />
        </span>
        <Segmented
          value={inModel}
          onChange={(value) => setInModel(String(value))}
          options={[
            { value: "", label: say(["全部", "All"]) },
            { value: "Y", label: say(["在模型中", "In the model"]) },
            { value: "N", label: say(["内部表", "Internal"]) },
          ]}
        />
      </div>
      <DataTable
        key={`${keyword}|${inModel}`}
        config={{
          name: "databaseList",
          columns,
          api,
          pageSize: 50,
          selection: false,
          showIndex: false,
          height: "fill",
          onLoadSuccess: (reply) => reply && setCount(reply.page.count),
        }}
      />
    </PageFrame>
  );
}
