import type { Row } from "#kernel/page-document.ts";
import type { Seen } from "#kernel/seen.ts";
import { Item as ListItem, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { ReadForm } from "#kernel/web/part/ReadForm.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Input, Select } from "antd";
import { useId, useState } from "react";
import { useStore } from "zustand";
import { category, categoryAttribute } from "./category.entity.ts";
import { item, itemOrg, itemUom } from "./item.entity.ts";
import { beside } from "./parts/beside.tsx";
import { ItemQuality } from "./parts/ItemQuality.tsx";

const tabs = [
  { key: "facts", label: ["概览", "Overview"] },
  { key: "orgs", label: ["组织", "Organisations"] },
  { key: "units", label: ["单位换算", "Units"] },
  { key: "files", label: ["附件", "Files"] },
  { key: "alike", label: ["相似物料", "Similar"] },
] as const;

type Item = Seen<typeof item>;

/** An item beside its list, tab by tab. */
function ItemPanel({ row }: { readonly row: Item }) {
  const panel = useId();
  const viewer = useViewer();
  const [now, setNow] = useState<string>("facts");
  const id = String(row.id);
  const load = useLoad(`item:${id}:${String(row.versionNum)}`, () => entityCall.find(item, id));
  return (
    <>
      <TabBar tabs={tabs} now={now} label={["物料内容", "About the item"]} panel={panel} choose={setNow} />
      <div id={panel} role="tabpanel">
        {now === "facts" ? (
          <PanelState load={load} empty="" isEmpty={() => false}>
            {(whole) => <ReadForm entity={item} row={whole} columns={2} />}
          </PanelState>
        ) : null}
        {now === "orgs" ? (
          <RowsTable
            entity={itemOrg}
            name="item.orgs"
            where={{ itemId: [id] }}
            columns={["orgId", "buyerId", "leadTimeDays", "moq", "status"]}
            height="content"
            empty={{ title: ["还没有分配给组织", "Not assigned to any organisation yet"] }}
          />
        ) : null}
        {now === "units" ? (
          <RowsTable
            entity={itemUom}
            name="item.units"
            where={{ parentId: [id] }}
            columns={["originalUnit", "targetUnit", "convertRate", "startDate"]}
            height="content"
            empty={{ title: ["没有自己的换算，取通用换算", "No conversions of its own: the general ones apply"] }}
          />
        ) : null}
        {now === "files" ? (
          <PanelState load={load} empty="" isEmpty={() => false}>
            {(whole) => (
              <>
                <FilesBlock entity={item} fieldKey="imageIds" row={whole} showVisibility={viewer.audience === "internal"} />
                <FilesBlock entity={item} fieldKey="fileIds" row={whole} showVisibility={viewer.audience === "internal"} />
                <NoFiles row={whole} />
              </>
            )}
          </PanelState>
        ) : null}
        {now === "alike" ? <Alike row={row} /> : null}
      </div>
    </>
  );
}

function NoFiles({ row }: { readonly row: Item }) {
  const say = useText();
  return row.fileIds || row.imageIds ? null : <p className="pc-note">{say(["没有附件。", "No files."])}</p>;
}

interface Likely {
  readonly id: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly specification: string | null;
  readonly score: number;
}

/** Items that may be the same. */
function Alike({ row }: { readonly row: Item }) {
  const say = useText();
  const { itemName, specification, manufacturerPartNo, id } = row;
  const load = useLoad(
    `alike:${String(id)}`,
    async () =>
      (await call<readonly Likely[]>("srmServer/v1/srmBaseItemRestful/findDuplicates", { id, itemName, specification, manufacturerPartNo }))
        .data,
  );
  return (
    <PanelState load={load} empty={say(["没有相似物料。", "No similar items."])} isEmpty={(rows) => rows.length === 0}>
      {(rows) => (
        <ItemList>
          {rows.map((likely) => (
            <ListItem
              key={likely.id}
              title={
                <>
                  {likely.itemName} <span className="pg-code">{likely.itemCode}</span>
                </>
              }
              note={likely.specification}
              end={`${likely.score}%`}
            />
          ))}
        </ItemList>
      )}
    </PanelState>
  );
}

/** What the category of an item asks about it, as fields; the nearest category's attribute counts. */
function Attributes({ model }: { readonly model: EditModel<typeof item> }) {
  const say = useText();
  const { categoryId, attrJson } = useStore(model.state, (state) => state.doc);
  const own = useRows(category, categoryId ? { ids: [categoryId] } : null);
  const parent = own.data?.[0]?.parentId;
  const lines = useRows(categoryAttribute, categoryId ? { parentId: [categoryId, ...(parent ? [parent] : [])] } : null);
  const rows = (lines.data ?? []).filter((row) => row.useIn?.includes("ITEM"));
  const values: Row = attrJson ?? {};
  const set = (code: string, value: string): void => model.patch({ attrJson: { ...values, [code]: value || null } });
  if (rows.length === 0) return <p className="pc-note">{say(["该品类没有要求填写的属性。", "The category has no attributes."])}</p>;
  return (
    <Columns of={{ least: 240 }}>
      {rows.map((row) => {
        const code = row.attrCode ?? "";
        return (
          <Labelled key={code} label={`${row.attrName}${row.uom ? `（${row.uom}）` : ""}`} required={row.requiredFlag === "Y"}>
            {row.attrType === "YN" ? (
              <Select
                className="pg-fill"
                allowClear
                disabled={!model.editable()}
                value={(values[code] as string | null) ?? null}
                options={[
                  { value: "Y", label: say(["是", "Yes"]) },
                  { value: "N", label: say(["否", "No"]) },
                ]}
                onChange={(value) => set(code, value ?? "")}
              />
            ) : (
              <Input disabled={!model.editable()} value={String(values[code] ?? "")} onChange={(event) => set(code, event.target.value)} />
            )}
          </Labelled>
        );
      })}
    </Columns>
  );
}

const useOrgCount = beside<number>("srmServer/v1/srmBaseItemRestful/orgCounts");
function OrgCount({ row }: { readonly row: Item }) {
  const count = useOrgCount(String(row.id));
  return count === undefined ? null : <span className="pg-figure">{count ?? 0}</span>;
}

/** The item master: a panel with tabs, and a form that asks for what the category wants to know. */
export const slots = listSlots<typeof item>({
  head: (context) => <ItemQuality context={context} />,
  sidePanel: (row) => <ItemPanel key={String(row.id)} row={row} />,
  cells: { itemName: { width: 180 }, specification: { width: 220 } },
  columns: [
    {
      key: "orgCount",
      title: ["组织数", "Organisations"],
      width: 110,
      align: "right",
      after: "itemStatus",
      render: (row) => <OrgCount row={row} />,
    },
  ],
  fields: { attrJson: (model) => <Attributes model={model} /> },
  rowTone: (row) => (row.itemStatus === "OBSOLETE" ? "muted" : null),
});
