import { useState } from "react";
import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { rowKey } from "../../../page-document.ts";
import { several } from "../../../page-format.ts";
import { briefColumnsOf } from "../../../page.ts";
import type { Audience } from "../../../entity.ts";
import { useText } from "../../language.ts";
import { FieldText } from "../field/FieldText.tsx";

interface Props {
  readonly line: Entity;
  readonly rows: readonly Row[];
  readonly audience: Audience;
}

const few = 5;

/** The lines of a document in a panel: what each is, and its figures. */
export function LinesBrief({ line, rows, audience }: Props) {
  const say = useText();
  const [all, setAll] = useState(false);
  const columns = briefColumnsOf(line, audience, rows);
  if (columns.length === 0 || rows.length === 0) return null;
  const shown = all ? rows : rows.slice(0, few);
  return (
    <section className="pg-block" aria-label={say(several(line.label))}>
      <h3 className="pg-h3">
        {say(several(line.label))} <span className="pg-count">{rows.length}</span>
        {rows.length > few ? (
          <button type="button" className="pg-link pg-h3-end" onClick={() => setAll(!all)}>
            {all ? say(["收起", "Collapse"]) : say(["全部展开", "Expand all"])}
          </button>
        ) : null}
      </h3>
      <table className="pg-brief">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={`pg-${column.align}`}>
                {say(column.field.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <tr key={rowKey(row) || at}>
              {columns.map((column) => (
                <td key={column.key} className={`pg-${column.align}`}>
                  <FieldText field={column.field} fieldKey={column.key} row={row} short />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
