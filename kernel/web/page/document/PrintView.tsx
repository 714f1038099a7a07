import { isDecimal, sum } from "../../../decimal.ts";
import type { Audience, Entity, Lines } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { isShownNow, titleOf } from "../../../page-document.ts";
import { amountText, isMixed, nothing, numberText } from "../../../page-format.ts";
import type { Column, Section } from "../../../page.ts";
import { formOf, isShown, lineColumnsOf, stateOf } from "../../../page.ts";
import { rmbCapital } from "../../../rmb.ts";
import { nowText, ownZone } from "../../clock.ts";
import { useLanguage, useText } from "../../language.ts";
import { ownName, useSession } from "../../session.ts";
import { FieldText } from "../field/FieldText.tsx";
import { PrintFrame } from "./PrintFrame.tsx";
import { ApprovalPrint } from "./approvals.tsx";

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  readonly audience: Audience;
  /** Changes that are not on the paper, because they are not saved. */
  readonly unsaved?: number;
  close(): void;
}

/** Any document on paper: head, facts, lines, their sums and the amount in words, without a trace of the screen around it. */
export function PrintView({ entity, row, audience, unsaved = 0, close }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const user = useSession((state) => ownName(state.record?.user, language));
  const title = titleOf(entity, row, language);
  const state = entity.states?.[stateOf(entity, row) as never] as readonly [string, string] | undefined;
  const sections = formOf(entity, audience);
  const lines = Object.entries(entity.lines as Lines).filter(([name]) => isShown(entity, name, audience));
  return (
    <PrintFrame label={`${say(["打印", "Print"])} ${title.main}`} unsaved={unsaved} close={close}>
      <article className="pg-paper">
        <header className="pg-paper-brand">
          <b>BASE</b> BASE SRM
          <span>
            {say(entity.label)} {title.main}
          </span>
        </header>
        <div className="pg-paper-title">
          <h1>
            {say(entity.label)}
            {language === "CN" ? <small>{entity.label[1]}</small> : null}
          </h1>
          <p>
            <b>{title.main}</b>
            {title.rest} {state ? say([state[0], state[1]]) : null}
          </p>
        </div>
        {sections.map((section) => (
          <PrintedFacts key={section.key} entity={entity} section={section} row={row} plain={sections.length === 1} />
        ))}
        {lines.map(([name, line]) => (
          <PrintedLines key={name} line={line} rows={Array.isArray(row[name]) ? (row[name] as Row[]) : []} audience={audience} />
        ))}
        <PrintedTotal entity={entity} row={row} />
        <ApprovalPrint entity={entity} row={row} />
        <footer>
          <span>
            {say(["打印人", "Printed by"])} {user}
          </span>
          <span>
            {say(["打印时间", "Printed at"])} {nowText().slice(0, 16)} ({ownZone()})
          </span>
          <span>{title.main}</span>
        </footer>
      </article>
    </PrintFrame>
  );
}

interface FactsProps {
  readonly entity: Entity;
  readonly section: Section;
  readonly row: Row;
  readonly plain: boolean;
}

function PrintedFacts({ entity, section, row, plain }: FactsProps) {
  const say = useText();
  return (
    <section>
      {plain ? null : <h2>{say(section.label)}</h2>}
      <dl>
        {section.cells
          .filter((cell) => isShownNow(entity, cell.key, row))
          .map((cell) => (
            <div key={cell.key} className={`pg-span-${cell.span}`}>
              <dt>{say(cell.field.label)}</dt>
              <dd>
                <FieldText field={cell.field} fieldKey={cell.key} row={row} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** What a column adds up to; a column that adds up to nothing says nothing. */
function sumText(column: Column, rows: readonly Row[]): string {
  const values = rows.map((row) => String(row[column.key] ?? "")).filter(isDecimal);
  return column.sums && values.length > 0 && !isMixed(rows, column.counted) ? numberText(column.field, sum(values)) : "";
}

function PrintedLines({ line, rows, audience }: { readonly line: Entity; readonly rows: readonly Row[]; readonly audience: Audience }) {
  const say = useText();
  // Paper is narrow: a column nobody has filled says nothing on it.
  const columns = lineColumnsOf(line, audience)
    .filter((column) => column.field.kind !== "files" && rows.some((row) => (row[column.key] ?? "") !== ""))
    .slice(0, 10);
  const sums = columns.map((column) => sumText(column, rows));
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>
        {say(line.label)} ({rows.length})
      </h2>
      <table {...(columns.length > 7 ? { "data-dense": "" } : {})}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} className={`pg-${column.align}`}>
                {say(column.field.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.key} className={`pg-${column.align}`}>
                  <FieldText field={column.field} fieldKey={column.key} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sums.some(Boolean) ? (
          <tfoot>
            <tr>
              {columns.map((column, at) => (
                <td key={column.key} className={`pg-${at === 0 ? "left" : column.align}`}>
                  {sums[at] || (at === 0 ? say(["合计", "Total"]) : "")}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}

/** The amount one looks for first, and in capitals where it is renminbi and the paper is Chinese. */
function PrintedTotal({ entity, row }: { readonly entity: Entity; readonly row: Row }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const key = entity.pages?.key;
  const field = key ? fieldOf(entity, key) : undefined;
  const value = key ? String(row[key] ?? "") : "";
  if (!field || !isDecimal(value)) return null;
  const currency = field.currency ? String(row[field.currency] ?? "") || undefined : undefined;
  const isMoney = field.kind === "money" || field.kind === "price";
  return (
    <div className="pg-paper-total">
      {isMoney && language === "CN" && (currency ?? "CNY") === "CNY" ? (
        <div className="pg-paper-words">
          <small>{field.label[0]}（大写）</small>
          <b>{rmbCapital(value)}</b>
        </div>
      ) : null}
      <div className="pg-paper-sum">
        <span>
          {say(field.label)}
          {currency ? ` (${currency})` : ""}
        </span>
        <b className="pg-figure">{isMoney ? amountText(value, currency) : numberText(field, value) || nothing}</b>
      </div>
    </div>
  );
}
