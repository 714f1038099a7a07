import { Alert, Button, Checkbox, Modal, Radio } from "antd";
import { useState } from "react";
import type { RefObject } from "react";
import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { midSentence } from "../../../page-format.ts";
import { listOf } from "../../../page.ts";
import type { Text } from "../../../text.ts";
import { useText } from "../../language.ts";
import { toast } from "../../message.ts";
import { openPage } from "../../router.ts";
import type { TableHandle } from "../../table/DataTable.tsx";
import type { Column } from "../../table/types.ts";
import { useShown } from "../shown.ts";
import { arranged, exportLater, exportNow, inRequest, mostInRequest } from "./exportOrder.ts";
import type { ExportColumn, Which } from "./exportOrder.ts";
import { countText } from "./ViewTabs.tsx";

interface Props {
  readonly entity: Entity;
  readonly list: string | undefined;
  readonly columns: readonly Column[];
  readonly table: RefObject<TableHandle | null>;
  readonly params: Row;
  /** The reader may bring rows in, too. */
  readonly mayImport: boolean;
  close(): void;
}

/** Takes rows out as a workbook: which columns, which rows, to read or to edit, at once or in the background. */
export function ExportDialog({ entity, list, columns, table, params, mayImport, close }: Props) {
  const say = useText();
  const shown = useShown();
  const state = table.current?.model.state.getState();
  const picked = table.current?.picked().count ?? 0;
  const counts: Readonly<Record<Which, number>> = { picked, page: state?.rows.length ?? 0, all: state?.page.count ?? 0 };
  const [choices] = useState(() => arranged(columns, table.current));
  const [keys, setKeys] = useState<readonly string[]>(() => choices.filter((choice) => choice.shown).map((choice) => choice.column.key));
  const [which, setWhich] = useState<Which>(picked > 0 ? "picked" : "all");
  const [wanted, setWanted] = useState(counts.all > inRequest);
  const [back, setBack] = useState(false);
  const [busy, setBusy] = useState(false);
  const name: Text = listOf(entity, list).title ?? entity.label;
  const later = wanted || counts[which] > mostInRequest;

  const start = async (): Promise<void> => {
    const chosen = choices.filter((choice) => keys.includes(choice.column.key));
    const named = chosen.map(({ column }) => ({ key: column.key, title: say(column.title), width: column.width ?? 120 }));
    const order = { entity, list, table: table.current, params, which, columns: named, fileName: say(name), back };
    setBusy(true);
    try {
      if (later) {
        const exportNum = await exportLater(order);
        toast.success([`导出已提交后台，编号${exportNum}`, `Excel export submitted to back end, no. ${exportNum}`]);
        void openPage({ path: "reportBackExportList", query: { exportNum } });
      } else await exportNow(order);
      close();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  if (!shown) return null;
  const rows = counts[which].toLocaleString("en-US");
  const summary: Text = [`${rows} 行，${keys.length} 列`, `${rows} rows, ${keys.length} columns`];
  return (
    <Modal
      open
      width={560}
      title={say([`导出${name[0]}`, `Export ${midSentence(name[1])}`])}
      onCancel={close}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow pg-faint">
            {say(keys.length === 0 ? ["导出字段不能为空", "Export field list cannot be empty"] : summary)}
          </span>
          <Button onClick={close}>{say(["取消", "Cancel"])}</Button>
          <Button type="primary" loading={busy} disabled={keys.length === 0 || counts[which] === 0} onClick={() => void start()}>
            {say(later ? ["后台导出", "Export in background"] : ["导出", "Export"])}
          </Button>
        </div>
      }
    >
      <RowsChoice counts={counts} all={state ? countText(state.page) : "0"} which={which} choose={setWhich} />
      <ColumnsChoice choices={choices} keys={keys} choose={setKeys} />
      {mayImport && entity.saves ? <UseChoice entity={entity} back={back} choose={setBack} /> : null}
      <WhenChoice rows={counts[which]} later={later} choose={setWanted} />
    </Modal>
  );
}

interface RowsProps {
  readonly counts: Readonly<Record<Which, number>>;
  readonly all: string;
  readonly which: Which;
  choose(which: Which): void;
}

function RowsChoice({ counts, all, which, choose }: RowsProps) {
  const say = useText();
  const { picked, page } = counts;
  return (
    <>
      <h3 className="pg-h3">{say(["哪些行", "Rows"])}</h3>
      <Radio.Group
        className="pg-radio"
        value={which}
        onChange={(event) => choose(event.target.value as Which)}
        options={[
          { value: "picked", label: say([`已选 ${picked} 行`, `${picked} selected`]), disabled: picked === 0 },
          { value: "page", label: say([`本页 ${page} 行`, `This page, ${page} rows`]) },
          { value: "all", label: say([`当前筛选的全部 ${all} 行`, `All ${all} filtered rows`]) },
        ]}
      />
    </>
  );
}

function ColumnsChoice({
  choices,
  keys,
  choose,
}: {
  readonly choices: readonly ExportColumn[];
  readonly keys: readonly string[];
  choose(keys: readonly string[]): void;
}) {
  const say = useText();
  const every = choices.map((choice) => choice.column.key);
  const full = keys.length === every.length;
  return (
    <>
      <h3 className="pg-h3">
        {say(["哪些列", "Columns"])} <span className="pg-count">{keys.length}</span>
        <button type="button" className="pg-link pg-h3-end" onClick={() => choose(full ? [] : every)}>
          {full ? say(["全不选", "None"]) : say(["全选", "All"])}
        </button>
      </h3>
      <Checkbox.Group
        className="pg-export-columns"
        value={[...keys]}
        onChange={(next) => choose(every.filter((key) => next.includes(key)))}
        options={choices.map(({ column }) => ({ value: column.key, label: say(column.title) }))}
      />
    </>
  );
}

/** A file to read shows what the list shows; one to edit can come back, lines included. */
function UseChoice({ entity, back, choose }: { readonly entity: Entity; readonly back: boolean; choose(back: boolean): void }) {
  const say = useText();
  const lines = Object.values(entity.lines as Readonly<Record<string, Entity>>).map((line) => line.label);
  const edit: Text = lines.length
    ? [
        `修改后再导入（含${lines.map((label) => label[0]).join("、")}）`,
        `To edit and import back (with ${lines.map((label) => midSentence(label[1])).join(", ")})`,
      ]
    : ["修改后再导入", "To edit and import back"];
  return (
    <>
      <h3 className="pg-h3">{say(["用途", "Purpose"])}</h3>
      <Radio.Group
        className="pg-radio"
        value={back}
        onChange={(event) => choose(event.target.value as boolean)}
        options={[
          { value: false, label: say(["查看", "To read"]) },
          { value: true, label: say(edit) },
        ]}
      />
    </>
  );
}

const forced: Text = [`数据超过${mostInRequest}行，请使用后台导出`, `More than ${mostInRequest} rows, use background export`];
const advised: Text = [
  "行数较多，建议后台导出，完成后会通知您。",
  "This is a large export. Run it in the background and get notified when it is done.",
];

function WhenChoice({ rows, later, choose }: { readonly rows: number; readonly later: boolean; choose(later: boolean): void }) {
  const say = useText();
  return (
    <>
      {rows > inRequest ? <Alert type="warning" showIcon title={say(rows > mostInRequest ? forced : advised)} /> : null}
      <Checkbox checked={later} disabled={rows > mostInRequest} onChange={(event) => choose(event.target.checked)}>
        {say(["在后台导出，完成后通知我", "Export in the background and notify me"])}
      </Checkbox>
    </>
  );
}
