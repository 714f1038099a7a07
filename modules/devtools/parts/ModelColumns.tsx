import type { Form } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { Detail } from "#kernel/web/block/Detail.tsx";
import { call } from "#kernel/web/call.ts";
import { comboText, useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { loadMenus } from "#kernel/web/menus.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import { createRowStore, type RowStore } from "#kernel/web/table/rowStore.ts";
import type { Column } from "#kernel/web/table/types.ts";
import { Button } from "antd";
import { RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { tableModel, type tableModelColumn } from "../table-model.entity.ts";
import type { Flag, FoundModel, ModelColumn } from "./models.ts";

const kinds: Readonly<Record<string, Text>> = {
  text: ["文本", "Text"],
  longtext: ["长文本", "Long text"],
  richtext: ["富文本", "Rich text"],
  code: ["编码", "Code"],
  int: ["整数", "Integer"],
  qty: ["数量", "Quantity"],
  price: ["单价", "Price"],
  money: ["金额", "Amount"],
  rate: ["汇率", "Rate"],
  percent: ["百分比", "Percent"],
  date: ["日期", "Date"],
  datetime: ["时间", "Time"],
  month: ["月份", "Month"],
  year: ["年份", "Year"],
  yn: ["是否", "Yes or no"],
  pick: ["值列表", "Lookup"],
  picks: ["值列表（多）", "Lookups"],
  ref: ["引用", "Reference"],
  refs: ["引用（多）", "References"],
  files: ["附件", "Files"],
  rows: ["子表", "Rows"],
  snapshot: ["快照", "Snapshot"],
  payload: ["结构", "Structure"],
  secret: ["密文", "Secret"],
};
const levels: readonly Text[] = [
  ["0 公开", "0 Open"],
  ["1 需授权查看", "1 Needs a grant"],
  ["2 不导出", "2 Never exported"],
];

const lockOf = (row: ModelColumn, flag: Flag): string | null => row.locks?.[flag] ?? null;

/** A flag that is fixed says why, where the person looks for it. */
function Fixed({ row, flag, text }: { readonly row: ModelColumn; readonly flag: Flag; readonly text: string }) {
  const why = lockOf(row, flag);
  return why ? (
    <span className="pg-faint" title={why}>
      {text} <small>{why}</small>
    </span>
  ) : (
    <span>{text}</span>
  );
}

function columnsOf(say: (text: Text) => string): Column<ModelColumn>[] {
  const yesNo = (value: unknown): string => (value === "Y" ? say(["是", "Yes"]) : say(["否", "No"]));
  const flag = (key: Flag & ("searchable" | "exportable"), title: Text): Column<ModelColumn> => ({
    key,
    title,
    width: 120,
    cellType: "select",
    editType: "select",
    sortable: false,
    choices: [
      { value: "Y", label: say(["是", "Yes"]) },
      { value: "N", label: say(["否", "No"]) },
    ],
    render: (row) => <Fixed row={row} flag={key} text={yesNo(row[key])} />,
  });
  return [
    { key: "key", title: ["字段", "Field"], width: 150, fixed: "left", sortable: false },
    { key: "labelCn", title: ["中文名称", "Chinese label"], width: 130, cellType: "text", editType: "text", sortable: false },
    { key: "labelEn", title: ["英文名称", "English label"], width: 150, cellType: "text", editType: "text", sortable: false },
    {
      key: "kind",
      title: ["类型", "Kind"],
      width: 100,
      sortable: false,
      render: (row) => <>{say(kinds[row.kind] ?? ["", ""])}</>,
    },
    flag("searchable", ["可查询", "Searchable"]),
    flag("exportable", ["可导出", "Exportable"]),
    {
      key: "sensitiveLevel",
      title: ["敏感级别", "Sensitivity"],
      width: 170,
      cellType: "select",
      editType: "select",
      sortable: false,
      choices: levels.map((label, value) => ({ value: String(value), label: say(label) })),
      render: (row) => <Fixed row={row} flag="sensitiveLevel" text={say(levels[Number(row.sensitiveLevel ?? 0)] ?? levels[0]!)} />,
    },
    {
      key: "target",
      title: ["值列表 / 引用", "Lookup / reference"],
      width: 190,
      sortable: false,
      render: (row) => <>{String(row.lookup ?? row.ref ?? "–")}</>,
    },
    { key: "length", title: ["长度", "Length"], width: 70, align: "right", sortable: false },
    {
      key: "required",
      title: ["必填", "Required"],
      width: 90,
      sortable: false,
      render: (row) => <>{row.computed === "Y" ? say(["系统维护", "By the system"]) : yesNo(row.required)}</>,
    },
  ];
}

const nothing = { labelCn: null, labelEn: null, searchable: null, exportable: null, sensitiveLevel: null };

/** What differs from the declaration; a field that is as declared is not stored. */
function changesOf(row: ModelColumn): Form<typeof tableModelColumn> | null {
  const changed = {
    ...(row.labelCn !== row.declaredCn && row.labelCn ? { labelCn: row.labelCn } : {}),
    ...(row.labelEn !== row.declaredEn && row.labelEn ? { labelEn: row.labelEn } : {}),
    ...(row.searchable === row.declaredSearchable ? {} : { searchable: row.searchable }),
    ...(row.exportable === row.declaredExportable ? {} : { exportable: row.exportable }),
    ...(Number(row.sensitiveLevel) === Number(row.declaredSensitive) ? {} : { sensitiveLevel: Number(row.sensitiveLevel) }),
  };
  return Object.keys(changed).length ? { key: row.key, ...changed } : null;
}

/** One entity of the model: its fields as declared, and the few things an installation may say differently. */
export function ModelColumns({ entity, unsaved }: { readonly entity: string; unsaved(count: number): void }) {
  const load = useLoad(entity, async () => (await call<FoundModel>("baseServer/v1/baseTableModelRestful/findModel", { entity })).data);
  if (load.data === null) return <EditWaiting label={tableModel.label} error={load.error} again={load.again} />;
  const version = load.data.document?.versionNum ?? 0;
  return <Fields key={String(version)} model={load.data} again={load.again} unsaved={unsaved} />;
}

function Fields({ model, again, unsaved }: { readonly model: FoundModel; again(): void; unsaved(count: number): void }) {
  const say = useText();
  const viewer = useViewer();
  const [store] = useState(() => createRowStore(model.columns, { keyFields: ["key"] }) as RowStore<ModelColumn>);
  const rows = useStore(store.state, (state) => state.rows);
  const [busy, setBusy] = useState(false);
  const dirty = store.dirty();
  useEffect(() => unsaved(dirty), [unsaved, dirty]);
  const editable = viewer.may("btnSave");
  const stored = model.document;
  const work = async (does: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await does();
      tellChanged({ entity: tableModel.name, id: stored?.id ?? model.entity });
      await loadMenus();
      again();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    work(async () => {
      const before = new Map(stored?.columns?.map((column) => [column.key, column.id]));
      const columns = store.rows().flatMap((row) => {
        const changed = changesOf(row);
        return changed ? [{ ...nothing, ...changed, ...(before.has(row.key) ? { id: before.get(row.key)! } : {}) }] : [];
      });
      await entityCall.save(tableModel, {
        ...(stored ? { id: stored.id, versionNum: stored.versionNum } : { entity: model.entity }),
        columns,
      });
      toast.success([`已保存 ${model.label}，即时生效`, `Saved ${model.label}; effective now`]);
    });
  const reset = () => work(() => entityCall.remove(tableModel, String(stored!.id), stored!.versionNum));
  useKey("Mod+S", ["保存", "Save"], () => void save(), { off: !editable || dirty === 0 });
  return (
    <Detail
      height="fill"
      title={model.label}
      code={model.entity}
      facts={
        <>
          <span>{model.module}</span>
          <span>{model.service}</span>
          <span>{say([`${rows.length} 个字段`, `${rows.length} fields`])}</span>
          {dirty > 0 ? <span className="pg-unsaved">{say([`${dirty} 处改动未保存`, `${dirty} unsaved`])}</span> : null}
        </>
      }
      buttons={
        <>
          {stored && viewer.may("btnDelete") ? (
            <Button icon={<RotateCcw size={13} />} disabled={busy} onClick={() => void reset()}>
              {say(["恢复声明", "As declared"])}
            </Button>
          ) : null}
          {editable ? (
            <Button type="primary" disabled={busy || dirty === 0} onClick={() => void save()}>
              {say(["保存", "Save"])} <kbd>{comboText("Mod+S")}</kbd>
            </Button>
          ) : null}
        </>
      }
    >
      <DataTable
        config={{
          name: "table_model.columns",
          label: ["字段", "Fields"],
          columns: columnsOf(say),
          ...(editable ? { store } : { rows: rows.map((edit) => edit.row) }),
          isEdit: editable,
          canAdd: false,
          canDelete: false,
          selection: false,
          showIndex: false,
          isShowPage: false,
          tools: true,
          height: "fill",
          cellEditable: (row, key) =>
            key === "labelCn" ||
            key === "labelEn" ||
            (["searchable", "exportable", "sensitiveLevel"].includes(key) && lockOf(row, key as Flag) === null),
          rowTone: (row) => (changesOf(row) ? "new" : null),
        }}
      />
    </Detail>
  );
}
