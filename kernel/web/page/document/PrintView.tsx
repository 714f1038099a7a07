import { Button } from "antd";
import { Printer, X } from "lucide-react";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import type { Audience, Entity, Lines } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { isShownNow, titleOf } from "../../../page-document.ts";
import { amountText } from "../../../page-format.ts";
import { formOf, isShown, lineColumnsOf, stateOf } from "../../../page.ts";
import { serverNow } from "../../clock.ts";
import { currentLanguage, useText } from "../../language.ts";
import { useSession } from "../../session.ts";
import { FieldText } from "../field/FieldText.tsx";

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  readonly audience: Audience;
  /** Changes that are not on the paper, because they are not saved. */
  readonly unsaved?: number;
  close(): void;
}

/** Any document on paper: head, facts, lines and their sums, without a trace of the screen around it. */
export function PrintView({ entity, row, audience, unsaved = 0, close }: Props) {
  const say = useText();
  const user = useSession((state) => state.record?.user.personName ?? "");
  const title = titleOf(entity, row, currentLanguage());
  const key = entity.pages?.key;
  const state = entity.states?.[stateOf(entity, row) as never] as readonly [string, string] | undefined;
  const lines = Object.entries(entity.lines as Lines).filter(([name]) => isShown(entity, name, audience));
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => void (event.key === "Escape" && close());
    window.addEventListener("keydown", leave);
    return () => window.removeEventListener("keydown", leave);
  }, [close]);
  return createPortal(
    <div className="pg-print" role="dialog" aria-label={`${say(["打印", "Print"])} ${title.main}`}>
      <div className="pg-print-bar">
        <Button type="primary" icon={<Printer size={14} />} onClick={() => window.print()}>
          {say(["打印", "Print"])}
        </Button>
        <Button icon={<X size={14} />} onClick={close}>
          {say(["关闭", "Close"])}
        </Button>
        {unsaved > 0 ? (
          <span role="note">
            {say([`${unsaved} 处改动未保存，打印的是已保存的版本`, `${unsaved} unsaved changes are not on this paper`])}
          </span>
        ) : null}
      </div>
      <article className="pg-paper">
        <header>
          <div>
            <h1>{say(entity.label)}</h1>
            <p>
              {title.main} {title.rest}
            </p>
          </div>
          <div className="pg-paper-right">
            {key ? (
              <b className="pg-figure">
                {amountText(
                  row[key],
                  fieldOf(entity, key)?.currency ? String(row[fieldOf(entity, key)!.currency!] ?? "") || undefined : undefined,
                )}
              </b>
            ) : null}
            {state ? <span>{say([state[0], state[1]])}</span> : null}
          </div>
        </header>
        {formOf(entity, audience).map((section) => (
          <section key={section.key}>
            <h2>{say(section.label)}</h2>
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
        ))}
        {lines.map(([name, line]) => (
          <PrintedLines key={name} line={line} rows={Array.isArray(row[name]) ? (row[name] as Row[]) : []} audience={audience} />
        ))}
        <footer>
          {say(["打印人", "Printed by"])} {user} · {new Date(serverNow()).toLocaleString("sv-SE").slice(0, 16)} · {title.main}
        </footer>
      </article>
    </div>,
    document.body,
  );
}

function PrintedLines({ line, rows, audience }: { readonly line: Entity; readonly rows: readonly Row[]; readonly audience: Audience }) {
  const say = useText();
  const columns = lineColumnsOf(line, audience)
    .filter((column) => column.field.kind !== "files")
    .slice(0, 10);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>
        {say(line.label)} ({rows.length})
      </h2>
      <table>
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
      </table>
    </section>
  );
}
