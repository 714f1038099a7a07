import { qtyText, textOf } from "#kernel/page-format.ts";
import { isDecimal } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import { Button, Checkbox, Input } from "antd";
import { useState } from "react";
import { goodsOf, type Goods } from "./start.tsx";

/** A row to tick: which order it is of, its goods, and where it was received or returned. */
interface Offered extends Goods {
  readonly orderRow: string | null;
  readonly receiveNum?: string | null;
  readonly transactionNum?: string | null;
  readonly batchNum?: string | null;
}

interface Props<R extends Offered> {
  readonly title: Text;
  readonly path: string;
  readonly body: object;
  readonly empty: Text;
  readonly searches: boolean;
  /** Which field tells rows apart, what is said of each, and the figures beside it. */
  readonly keyOf: (row: R) => string;
  readonly figures: readonly (readonly [label: Text, key: keyof R & string])[];
  take(rows: readonly R[]): void;
  close(): void;
}

const note = (text: unknown) => (text ? <small>{textOf(text)}</small> : null);
const figure = (value: string): string => (isDecimal(value) ? qtyText(value) : value);

/** Rows another document is made from, to tick. */
export function ChooseWindow<R extends Offered>({ title, path, body, empty, searches, keyOf, figures, take, close }: Props<R>) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const [keyword, setKeyword] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const load = useLoad(
    `${path}:${keyword}:${JSON.stringify(body)}`,
    async () => (await call<readonly R[]>(`srmServer/v1/${path}`, { ...body, ...(keyword ? { keyword } : {}) })).data,
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
    <Dialog title={say(title)} onClose={close} className="fr-wide">
      <Stack>
        <Inline>
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
        </Inline>
        <PanelState load={load} empty={say(empty)} isEmpty={(found) => found.length === 0}>
          {(found) => (
            <PlainTable
              label={say(title)}
              most="46vh"
              rows={found}
              rowKey={keyOf}
              columns={[
                {
                  key: "tick",
                  width: 32,
                  title: (
                    <Checkbox
                      aria-label={say(["全选", "All"])}
                      checked={found.every((row) => chosen.has(keyOf(row)))}
                      onChange={(event) => tick(found.map(keyOf), event.target.checked)}
                    />
                  ),
                  cell: (row) => (
                    <Checkbox
                      aria-label={textOf(row.orderRow)}
                      checked={chosen.has(keyOf(row))}
                      onChange={(event) => tick([keyOf(row)], event.target.checked)}
                    />
                  ),
                },
                {
                  key: "orderRow",
                  title: say(["订单行", "Order line"]),
                  cell: (row) => (
                    <>
                      {textOf(row.orderRow)}
                      {note([row.receiveNum, row.transactionNum].filter(Boolean).join(" "))}
                    </>
                  ),
                },
                {
                  key: "item",
                  title: say(["物料", "Item"]),
                  cell: (row) => (
                    <>
                      {goodsOf(row)}
                      {note(row.batchNum)}
                    </>
                  ),
                },
                ...figures.map(([label, key]) => ({
                  key,
                  title: say(label),
                  number: true,
                  cell: (row: R) => figure(textOf(row[key])),
                })),
              ]}
            />
          )}
        </PanelState>
      </Stack>
    </Dialog>
  );
}
