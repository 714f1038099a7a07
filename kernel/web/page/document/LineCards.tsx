import type { Audience, Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { rowKey } from "../../../page-document.ts";
import { briefColumnsOf, lineColumnsOf } from "../../../page.ts";
import type { Text } from "../../../text.ts";
import { useText } from "../../language.ts";
import { FieldText } from "../field/FieldText.tsx";

interface Props {
  readonly line: Entity;
  readonly rows: readonly Row[];
  readonly audience: Audience;
  readonly title: Text;
}

/** The lines of a document on a phone: one row a line, its figures under its name. */
export function LineCards({ line, rows, audience, title }: Props) {
  const say = useText();
  const [what, ...figures] = briefColumnsOf(line, audience, rows);
  const due = lineColumnsOf(line, audience).find((column) => column.field.kind === "date");
  if (!what) return null;
  return (
    <section aria-label={say(title)}>
      <h2 className="pg-h3">
        {say(title)} <span className="pg-count">{rows.length}</span>
      </h2>
      <ul className="pg-linecards">
        {rows.map((row, at) => (
          <li key={rowKey(row) || at}>
            <b>
              <FieldText field={what.field} fieldKey={what.key} row={row} plain />
            </b>
            <span>
              {figures.map((column) => (
                <span key={column.key}>
                  <i>{say(column.field.label)}</i> <FieldText field={column.field} fieldKey={column.key} row={row} />
                </span>
              ))}
              {due ? (
                <span>
                  <i>{say(due.field.label)}</i> <FieldText field={due.field} fieldKey={due.key} row={row} />
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
