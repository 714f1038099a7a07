import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import { figureText } from "#modules/demand/web.tsx";
import { Button, Checkbox, Input } from "antd";
import { useState } from "react";
import { goodsOf, textOf } from "./start.tsx";
import "./ship.css";

interface Props {
  readonly title: Text;
  readonly path: string;
  readonly body: Row;
  readonly empty: Text;
  readonly searches: boolean;
  /** Which field tells rows apart, what is said of each, and the figures beside it. */
  readonly keyOf: (row: Row) => string;
  readonly figures: readonly (readonly [label: Text, key: string])[];
  take(rows: readonly Row[]): void;
  close(): void;
}

interface TableProps extends Pick<Props, "keyOf" | "figures"> {
  readonly rows: readonly Row[];
  readonly chosen: ReadonlySet<string>;
  tick(keys: readonly string[], isOn: boolean): void;
}

const faint = (text: unknown) => (text ? <small className="pg-faint"> {textOf(text)}</small> : null);

function ChooseTable({ rows, chosen, keyOf, figures, tick }: TableProps) {
  const say = useText();
  return (
    <div className="sp-scroll">
      <table className="sp-rows">
        <thead>
          <tr>
            <th>
              <Checkbox
                aria-label={say(["全选", "All"])}
                checked={rows.every((row) => chosen.has(keyOf(row)))}
                onChange={(event) => tick(rows.map(keyOf), event.target.checked)}
              />
            </th>
            <th>{say(["订单行", "Order line"])}</th>
            <th>{say(["物料", "Item"])}</th>
            {figures.map(([label]) => (
              <th key={label[1]} className="sp-number">
                {say(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <td>
                <Checkbox
                  aria-label={textOf(row["orderRow"])}
                  checked={chosen.has(keyOf(row))}
                  onChange={(event) => tick([keyOf(row)], event.target.checked)}
                />
              </td>
              <td className="pg-figure">
                {textOf(row["orderRow"])}
                {faint(row["receiveNum"])}
                {faint(row["transactionNum"])}
              </td>
              <td>
                {goodsOf(row)}
                {faint(row["batchNum"])}
              </td>
              {figures.map(([label, key]) => (
                <td key={label[1]} className="sp-number pg-figure">
                  {/^-?\d+(\.\d+)?$/.test(textOf(row[key])) ? figureText(textOf(row[key])) : textOf(row[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Rows another document is made from, to tick. */
export function ChooseWindow({ title, path, body, empty, searches, keyOf, figures, take, close }: Props) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const [keyword, setKeyword] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const load = useLoad(
    `${path}:${keyword}:${JSON.stringify(body)}`,
    async () => (await call<readonly Row[]>(`srmServer/v1/${path}`, { ...body, ...(keyword ? { keyword } : {}) })).data,
  );
  const tick = (keys: readonly string[], isOn: boolean): void => {
    const next = new Set(chosen);
    for (const key of keys)
      if (isOn) next.add(key);
      else next.delete(key);
    setChosen(next);
  };
  const picked = (load.data ?? []).filter((row) => chosen.has(keyOf(row)));
  return (
    <Dialog title={say(title)} onClose={close} className="sp-wide">
      <div className="sp-tools">
        {searches ? (
          <Input.Search
            allowClear
            style={{ maxWidth: 280 }}
            value={typed}
            placeholder={say(["单号", "Document no."])}
            aria-label={say(["单号", "Document no."])}
            onChange={(event) => setTyped(event.target.value)}
            onSearch={(value) => setKeyword(value.trim())}
          />
        ) : null}
        <span className="pg-grow" />
        <Button type="primary" disabled={picked.length === 0} onClick={() => (take(picked), close())}>
          {say(["加入", "Add"])}
          {picked.length ? ` (${picked.length})` : ""}
        </Button>
      </div>
      <PanelState load={load} empty={say(empty)} isEmpty={(found) => found.length === 0}>
        {(found) => <ChooseTable rows={found} chosen={chosen} keyOf={keyOf} figures={figures} tick={tick} />}
      </PanelState>
    </Dialog>
  );
}
