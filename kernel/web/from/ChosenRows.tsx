import { Checkbox, Input } from "antd";
import type { KeyboardEvent } from "react";
import type { Chooser } from "../../chooser.ts";
import type { Field } from "../../field.ts";
import { isDecimalKind } from "../../field.ts";
import type { Row } from "../../page-document.ts";
import { numberText, textOf } from "../../page-format.ts";
import { PlainTable, type PlainColumn } from "../block/PlainTable.tsx";
import { useText } from "../language.ts";
import { FieldText } from "../page/field/FieldText.tsx";
import { useLookup } from "../page/lookup.ts";
import { headOf } from "./pasted.ts";
import { isGood, keyOf, suggestedOf, type Chosen } from "./useChosen.ts";

interface Props {
  readonly chooses: Chooser;
  readonly rows: readonly Row[];
  readonly chosen: Chosen;
}

const columnsOf = ({ columns }: Chooser) => Object.entries(columns) as [string, Field][];
const isNumber = (field: Field): boolean => isDecimalKind(field.kind) || field.kind === "int";

function Tick({ chooses, row, chosen }: Omit<Props, "rows"> & { readonly row: Row }) {
  return (
    <Checkbox
      aria-label={headOf(chooses, row)}
      checked={chosen.isChosen(row)}
      onChange={(event) => chosen.set(row, event.target.checked ? suggestedOf(row) : null)}
    />
  );
}

function Left({ chooses, row }: Pick<Props, "chooses"> & { readonly row: Row }) {
  const units = useLookup("UOM");
  return (
    <>
      {numberText({ kind: "qty" }, row["left"])} {chooses.unit ? units.meaning(textOf(row[chooses.unit])) : ""}
    </>
  );
}

function Qty({ chooses, row, chosen }: Omit<Props, "rows"> & { readonly row: Row }) {
  const say = useText();
  if (!chosen.isChosen(row)) return <span className="pg-faint">–</span>;
  const qty = chosen.qtyOf(row);
  return (
    <Input
      className="fr-qty"
      inputMode="decimal"
      status={isGood(row, qty) ? "" : "error"}
      value={qty}
      aria-label={`${headOf(chooses, row)} ${say(["数量", "quantity"])}`}
      onChange={(event) => chosen.set(row, event.target.value.trim())}
    />
  );
}

/** Arrow keys walk from row to row in the same column. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const cell = (event.target as HTMLElement).closest("td");
  const line = cell?.parentElement;
  const next = event.key === "ArrowDown" ? line?.nextElementSibling : line?.previousElementSibling;
  const input = cell && (next as HTMLTableRowElement | null | undefined)?.cells[cell.cellIndex]?.querySelector<HTMLInputElement>("input");
  if (!input) return;
  event.preventDefault();
  input.focus();
}

/** The rows as a table: what tells them apart, their columns, what is left and how much is taken. */
export function ChosenTable({ chooses, rows, chosen }: Props) {
  const say = useText();
  const all = (
    <Checkbox
      aria-label={say(["全选", "All"])}
      checked={rows.length > 0 && rows.every((row) => chosen.isChosen(row))}
      onChange={(event) => rows.forEach((row) => chosen.set(row, event.target.checked ? suggestedOf(row) : null))}
    />
  );
  const columns: readonly (PlainColumn<Row> | null)[] = [
    { key: "$tick", title: all, cell: (row) => <Tick {...{ chooses, row, chosen }} /> },
    { key: "$head", title: say(chooses.heads[0]), noWrap: true, cell: (row) => <span className="pg-figure">{headOf(chooses, row)}</span> },
    ...columnsOf(chooses).map(([key, field]): PlainColumn<Row> => ({
      key,
      title: say(field.label),
      number: isNumber(field),
      cell: (row) => <FieldText field={field} fieldKey={key} row={row} plain short />,
    })),
    chooses.left && { key: "$left", title: say(chooses.left), number: true, noWrap: true, cell: (row) => <Left {...{ chooses, row }} /> },
    chooses.left && { key: "$qty", title: say(["本次数量", "Now"]), number: true, cell: (row) => <Qty {...{ chooses, row, chosen }} /> },
  ];
  return (
    <div onKeyDown={walk}>
      <PlainTable
        {...{ columns, rows, rowKey: keyOf, label: say(chooses.heads[0]), most: "46vh" }}
        selected={(row) => chosen.isChosen(row)}
      />
    </div>
  );
}

/** The same on a phone. */
export function ChosenCards({ chooses, rows, chosen }: Props) {
  const say = useText();
  return (
    <div className="fr-cards">
      {rows.map((row) => (
        <div key={keyOf(row)} className="fr-card" data-chosen={chosen.isChosen(row) ? "yes" : "no"}>
          <div className="fr-card-head">
            <Tick {...{ chooses, row, chosen }} />
            <b className="pg-figure">{headOf(chooses, row)}</b>
          </div>
          <dl>
            {columnsOf(chooses).map(([key, field]) => (
              <div key={key}>
                <dt>{say(field.label)}</dt>
                <dd>
                  <FieldText field={field} fieldKey={key} row={row} plain />
                </dd>
              </div>
            ))}
            {chooses.left ? (
              <div>
                <dt>{say(chooses.left)}</dt>
                <dd className="pg-figure">
                  <Left {...{ chooses, row }} />
                </dd>
              </div>
            ) : null}
            {chooses.left && chosen.isChosen(row) ? (
              <div>
                <dt>{say(["本次数量", "Now"])}</dt>
                <dd>
                  <Qty {...{ chooses, row, chosen }} />
                </dd>
              </div>
            ) : null}
          </dl>
        </div>
      ))}
    </div>
  );
}
