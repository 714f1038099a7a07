import { Alert, Button, Checkbox, Modal, Radio } from "antd";
import { useState } from "react";
import type { RefObject } from "react";
import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { callPath, listOf } from "../../../page.ts";
import { mergeColumns } from "../../../table.ts";
import { call, download, saveBlob } from "../../call.ts";
import { useText } from "../../language.ts";
import { toast } from "../../message.ts";
import { openPage } from "../../router.ts";
import type { TableHandle } from "../../table/DataTable.tsx";
import type { Column } from "../../table/types.ts";
import { useShown } from "../shown.ts";
import { countText } from "./ViewTabs.tsx";
import { midSentence } from "../../../page-format.ts";

interface Props {
  readonly entity: Entity;
  readonly list: string | undefined;
  readonly columns: readonly Column[];
  readonly table: RefObject<TableHandle | null>;
  readonly params: Row;
  close(): void;
}

type Which = "picked" | "page" | "all";
const inRequest = 20_000;
const mostInRequest = 100_000;
const door = "exportServer/v1/exportExcelRestful";

/** The columns as the person arranged them, hidden ones last and unticked. */
function arranged(columns: readonly Column[], table: TableHandle | null): readonly { readonly column: Column; readonly shown: boolean }[] {
  const states = mergeColumns(
    columns.map((column) => ({ key: column.key, columnsDisplay: column.columnsDisplay ?? "Y" })),
    table?.model.state.getState().settings.columns,
  );
  const all = states.flatMap((state) => {
    const column = columns.find((one) => one.key === state.key);
    return column ? [{ column, shown: state.columnsDisplay !== "N" }] : [];
  });
  return [...all.filter((one) => one.shown), ...all.filter((one) => !one.shown)];
}

/** Takes rows out as a workbook: which columns, which rows, at once or in the background. */
export function ExportDialog({ entity, list, columns, table, params, close }: Props) {
  const say = useText();
  const shown = useShown();
  const state = table.current?.model.state.getState();
  const count = state?.page.count ?? 0;
  const picked = table.current?.picked();
  const [choices] = useState(() => arranged(columns, table.current));
  const [keys, setKeys] = useState<readonly string[]>(() => choices.filter((one) => one.shown).map((one) => one.column.key));
  const [which, setWhich] = useState<Which>((picked?.count ?? 0) > 0 ? "picked" : "all");
  const [later, setLater] = useState(count > inRequest);
  const [busy, setBusy] = useState(false);
  const rows = which === "picked" ? (picked?.count ?? 0) : which === "page" ? (state?.rows.length ?? 0) : count;
  const tooMany = rows > mostInRequest;

  const body = (): Row => {
    const chosen = choices
      .filter((one) => keys.includes(one.column.key))
      .map(({ column }) => ({ key: column.key, title: say(column.title), width: column.width ?? 120 }));
    const ids =
      which === "picked" && picked?.filter === null
        ? [...picked.keys]
        : which === "page"
          ? (state?.rows ?? []).map((row) => String(row["id"]))
          : null;
    const orderBy = state?.orderBy ?? [];
    const requestParams = { ...(ids === null ? params : { ids }), ...(list ? { list } : {}), ...(orderBy.length > 0 ? { orderBy } : {}) };
    return {
      requestUrl: `/${callPath(entity, "listByPage")}`,
      requestParams,
      columns: chosen,
      fileName: say(listOf(entity, list).title ?? entity.label),
      sheetMaxRow: later ? 500_000 : inRequest + 1,
    };
  };
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      if (later || tooMany) {
        const order = body();
        const { msg } = await call(`${door}/doBackExport`, { paramsValue: order, fileName: order["fileName"] });
        toast.success([`导出已提交后台，编号${msg ?? ""}`, `Excel export submitted to back end, no. ${msg ?? ""}`]);
        void openPage({ path: "reportBackExportList", query: { exportNum: msg ?? "" } });
      } else saveBlob(await download(`${door}/exportExcel`, body()));
      close();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  if (!shown) return null;
  return (
    <Modal
      open
      width={560}
      title={say([
        `导出${(listOf(entity, list).title ?? entity.label)[0]}`,
        `Export ${midSentence((listOf(entity, list).title ?? entity.label)[1])}`,
      ])}
      onCancel={close}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow pg-faint">
            {keys.length === 0
              ? say(["导出字段不能为空", "Export field list cannot be empty"])
              : say([
                  `${rows.toLocaleString("en-US")} 行，${keys.length} 列`,
                  `${rows.toLocaleString("en-US")} rows, ${keys.length} columns`,
                ])}
          </span>
          <Button onClick={close}>{say(["取消", "Cancel"])}</Button>
          <Button type="primary" loading={busy} disabled={keys.length === 0 || rows === 0} onClick={() => void start()}>
            {later || tooMany ? say(["后台导出", "Export in background"]) : say(["导出", "Export"])}
          </Button>
        </div>
      }
    >
      <h3 className="pg-h3">{say(["哪些行", "Rows"])}</h3>
      <Radio.Group
        className="pg-radio"
        value={which}
        onChange={(event) => setWhich(event.target.value as Which)}
        options={[
          {
            value: "picked",
            label: say([`已选 ${picked?.count ?? 0} 行`, `${picked?.count ?? 0} selected`]),
            disabled: (picked?.count ?? 0) === 0,
          },
          { value: "page", label: say([`本页 ${state?.rows.length ?? 0} 行`, `This page, ${state?.rows.length ?? 0} rows`]) },
          {
            value: "all",
            label: say([
              `当前筛选的全部 ${state ? countText(state.page) : 0} 行`,
              `All ${state ? countText(state.page) : 0} of the filter`,
            ]),
          },
        ]}
      />
      <h3 className="pg-h3">
        {say(["哪些列", "Columns"])} <span className="pg-count">{keys.length}</span>
        <button
          type="button"
          className="pg-link pg-h3-end"
          onClick={() => setKeys(keys.length === choices.length ? [] : choices.map((one) => one.column.key))}
        >
          {keys.length === choices.length ? say(["全不选", "None"]) : say(["全选", "All"])}
        </button>
      </h3>
      <Checkbox.Group
        className="pg-export-columns"
        value={[...keys]}
        onChange={(next) => setKeys(choices.map((one) => one.column.key).filter((key) => next.includes(key)))}
        options={choices.map(({ column }) => ({ value: column.key, label: say(column.title) }))}
      />
      {rows > inRequest ? (
        <Alert
          type="warning"
          showIcon
          title={
            tooMany
              ? say([`数据超过${mostInRequest}行，请使用后台导出`, `More than ${mostInRequest} rows, use background export`])
              : say([
                  "行数较多，建议后台导出，完成后会通知您。",
                  "Many rows: a background export is advised; you will be told when it is done.",
                ])
          }
        />
      ) : null}
      <Checkbox checked={later || tooMany} disabled={tooMany} onChange={(event) => setLater(event.target.checked)}>
        {say(["在后台导出，完成后通知我", "Export in the background and tell me"])}
      </Checkbox>
    </Modal>
  );
}
