import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Seen } from "#kernel/seen.ts";
import { mayCreate, maySave } from "#kernel/page-action.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { ActionBar } from "#kernel/web/page/action/ActionBar.tsx";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { useChanged } from "#kernel/web/page/changes.ts";
import { HistoryPanel } from "#kernel/web/page/document/HistoryPanel.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { ImportWizard } from "#kernel/web/page/import/ImportWizard.tsx";
import { DrawerForm } from "#kernel/web/page/list/DrawerForm.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { exportRows } from "#kernel/web/part/exportRows.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { ReadForm } from "#kernel/web/part/ReadForm.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { TreeDetail } from "#kernel/web/part/TreeDetail.tsx";
import { Button } from "antd";
import { Download, ListTree, Pencil, Plus, Upload } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { auctionCategory, category, categoryAttribute, categoryBuyer } from "./category.entity.ts";
import { item } from "./item.entity.ts";

/** The tree of categories at the left, the chosen one at the right: basics, buyers, attributes, items. */
export default function CategoryPage() {
  return (
    <OwnPage>
      <Body />
    </OwnPage>
  );
}

type Category = Seen<typeof category>;

const nameOf = (row: Category, english: boolean): string => String((english && row.categoryNameEn) || row.categoryName || "");

/** The rows as nodes under their parents. */
function nodesOf(rows: readonly Category[], english: boolean): readonly TreeNode[] {
  const below = Map.groupBy(rows, (row) => row.parentId ?? "");
  const at = (parent: string): TreeNode[] =>
    (below.get(parent) ?? []).map((row) => ({
      key: String(row.id),
      title: `${nameOf(row, english)} ${String(row.categoryCode)}`,
      children: at(String(row.id)),
      expand: parent === "",
    }));
  return at("");
}

type Editing = { readonly id: string | null; readonly start?: Row };

function Body() {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const viewer = useViewer();
  const shown = useShown();
  const load = useLoad("categories", async () => (await listAll<Category>(category)).rows);
  useChanged(category.name, load.again);
  const [picked, setPicked] = useState<string | null | undefined>(undefined);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [importing, setImporting] = useState(false);
  const runner = useRunner({ entity: category, done: load.again });
  const rows = load.data ?? [];
  const chosen = picked === undefined ? (window.innerWidth < 768 ? null : (rows.find((row) => !row.parentId)?.id ?? null)) : picked;
  const nodes = useMemo(() => ({ ...load, data: load.data ? nodesOf(load.data, english) : null }), [load, english]);
  const icon = (label: readonly [string, string], Icon: typeof Plus, press: () => void) => (
    <button type="button" className="s-icon-btn" aria-label={say(label)} title={say(label)} onClick={press}>
      <Icon size={15} />
    </button>
  );
  return (
    <>
      <TreeDetail
        title={say(["采购品类", "Purchase categories"])}
        label={["采购品类", "Purchase categories"]}
        load={nodes}
        empty={["还没有品类，先新增一级品类。", "No categories yet. Add the first."]}
        chosen={chosen}
        choose={setPicked}
        beside={
          <Inline>
            <span className="pc-note">{say([`${rows.length} 个品类`, `${rows.length} categories`])}</span>
            <span className="pg-grow" />
            {mayCreate(category, viewer) ? icon(["新增一级", "Add root"], Plus, () => setEditing({ id: null })) : null}
            {viewer.may("btnImport") ? icon(["导入", "Import"], Upload, () => setImporting(true)) : null}
            {viewer.may("btnExport") ? icon(["导出", "Export"], Download, () => void exportRows(category)) : null}
          </Inline>
        }
      >
        {chosen ? (
          <Detail key={chosen} id={chosen} edit={setEditing} runner={runner} />
        ) : (
          <Blank
            icon={ListTree}
            title={say(["选一个品类", "Choose a category"])}
            text={say(["左侧选中后在这里查看。", "Choose one on the left to see it here."])}
          />
        )}
      </TreeDetail>
      {editing && shown ? (
        <DrawerForm
          entity={category}
          viewer={viewer}
          runner={runner}
          id={editing.id}
          start={editing.start}
          close={() => {
            setEditing(null);
            load.again();
          }}
        />
      ) : null}
      {importing && shown ? <ImportWizard entity={category} close={() => setImporting(false)} done={load.again} /> : null}
      {runner.dialogs}
    </>
  );
}

const tabs = [
  { key: "basics", label: ["基本信息", "Basics"] },
  { key: "buyers", label: ["采购员", "Buyers"] },
  { key: "attributes", label: ["属性", "Attributes"] },
  { key: "items", label: ["物料", "Items"] },
  { key: "auction", label: ["竞价标的分类", "Auction categories"] },
  { key: "history", label: ["历史", "History"] },
] as const;

const tables: Readonly<
  Record<string, readonly [entity: Entity, where: (id: string) => Row, columns: readonly string[], empty: readonly [string, string]]>
> = {
  buyers: [
    categoryBuyer,
    (id) => ({ parentId: [id] }),
    ["buyerId", "orgId", "buyerRole", "primaryFlag", "startDate", "endDate"],
    ["没有指定采购员，取上级品类的", "No buyer of its own: the buyer of the parent category applies"],
  ],
  attributes: [
    categoryAttribute,
    (id) => ({ parentId: [id] }),
    ["attrName", "attrCode", "attrType", "uom", "requiredFlag", "useIn"],
    ["没有自己的属性", "No attributes of its own"],
  ],
  items: [
    item,
    (id) => ({ categoryId: [id] }),
    ["itemCode", "itemName", "specification", "itemType", "primaryUom", "itemStatus"],
    ["没有物料", "No items"],
  ],
  auction: [
    auctionCategory,
    (id) => ({ purchaseCategoryId: [id] }),
    ["auctionCategoryCode", "auctionCategoryName", "quoteUnitMode", "defaultStep", "stepMode", "enabledFlag"],
    ["没有竞价标的分类", "No auction categories"],
  ],
};

function Detail({
  id,
  edit,
  runner,
}: {
  readonly id: string;
  edit(editing: Editing): void;
  readonly runner: ReturnType<typeof useRunner>;
}) {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const viewer = useViewer();
  const panel = useId();
  const [now, setNow] = useState<string>("basics");
  const load = useLoad(`category:${id}`, () => entityCall.find(category, id));
  useChanged(category.name, load.again);
  const table = tables[now];
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(row) => (
        <>
          <Inline align="start" spread="between">
            <div>
              <h2 className="pg-h2">
                {nameOf(row, english)} <span className="pg-code">{String(row.categoryCode)}</span>
              </h2>
              <p className="pc-note">
                <FieldText field={category.fields.fullPath} fieldKey="fullPath" row={row} /> ·{" "}
                {say([`第 ${String(row.level)} 级`, `Level ${String(row.level)}`])}
                {row.leafFlag === "Y" ? ` · ${say(["末级", "leaf"])}` : ""}
                {row.enabledFlag === "N" ? ` · ${say(["已停用", "disabled"])}` : ""}
              </p>
            </div>
            <ActionBar
              entity={category}
              row={row}
              viewer={viewer}
              runner={runner}
              place="head"
              saveIsPrimary
              save={
                <>
                  {mayCreate(category, viewer) ? (
                    <Button
                      icon={<Plus size={14} />}
                      onClick={() =>
                        edit({
                          id: null,
                          start: {
                            parentId: id,
                            parentName: row.categoryName,
                            parentCode: row.categoryCode,
                            purchaseKind: row.purchaseKind,
                          },
                        })
                      }
                    >
                      {say(["新增下级", "Add child"])}
                    </Button>
                  ) : null}
                  {maySave(category, row, viewer) ? (
                    <Button type="primary" icon={<Pencil size={14} />} onClick={() => edit({ id })}>
                      {say(["编辑", "Edit"])}
                    </Button>
                  ) : null}
                </>
              }
            />
          </Inline>
          <TabBar tabs={tabs} now={now} label={["品类内容", "About the category"]} panel={panel} choose={setNow} />
          <div className="pg-grow" id={panel} role="tabpanel">
            {now === "basics" ? <ReadForm entity={category} row={row} /> : null}
            {now === "history" ? <HistoryPanel entity={category} id={id} version={row.versionNum} /> : null}
            {table ? (
              <RowsTable
                key={now}
                entity={table[0]}
                name={`category.${now}`}
                where={table[1](id)}
                columns={table[2]}
                height={now === "items" ? "fill" : "content"}
                empty={{ title: table[3] }}
              />
            ) : null}
          </div>
        </>
      )}
    </PanelState>
  );
}
