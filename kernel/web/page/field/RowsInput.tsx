import { Button } from "antd";
import { Plus, Trash2 } from "lucide-react";
import type { Field } from "../../../field.ts";
import type { Row } from "../../../page-document.ts";
import type { ReactNode } from "react";
import { useText } from "../../language.ts";
import { FieldText } from "./FieldText.tsx";

interface Props {
  readonly field: Field;
  readonly value: unknown;
  readonly disabled?: boolean | undefined;
  change(rows: readonly Row[]): void;
  /** The editor of one cell; handed in, because a list may stand inside a list. */
  cell(field: Field, key: string, row: Row, label: string, patch: (patch: Row) => void): ReactNode;
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** A short typed list inside one field: a small grid that grows by a press. */
export function RowsInput({ field, value, disabled, change, cell }: Props) {
  const say = useText();
  const rows = rowsOf(value);
  const columns = Object.entries(field.rows ?? {});
  const put = (at: number, patch: Row): void => change(rows.map((row, i) => (i === at ? { ...row, ...patch } : row)));
  return (
    <div className="pg-rows">
      <table>
        <thead>
          <tr>
            {columns.map(([key, entry]) => (
              <th key={key} scope="col">
                {entry.optional ? null : (
                  <span className="pg-star" aria-hidden>
                    *
                  </span>
                )}
                {say(entry.label)}
              </th>
            ))}
            {disabled ? null : (
              <th>
                <span className="pg-sr">{say(["操作", "Actions"])}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map(([key, entry]) => (
                <td key={key}>
                  {disabled ? (
                    <FieldText field={entry} fieldKey={key} row={row} />
                  ) : (
                    cell(entry, key, row, `${say(entry.label)} ${at + 1}`, (patch) => put(at, patch))
                  )}
                </td>
              ))}
              {disabled ? null : (
                <td className="pg-rows-tool">
                  <Button
                    type="text"
                    size="small"
                    aria-label={`${say(["删除第", "Remove row"])} ${at + 1}`}
                    icon={<Trash2 size={14} />}
                    onClick={() => change(rows.filter((_, i) => i !== at))}
                  />
                </td>
              )}
            </tr>
          ))}
          {rows.length === 0 && disabled ? (
            <tr>
              <td colSpan={columns.length} className="pg-faint">
                –
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
      {disabled ? null : (
        <Button
          type="text"
          size="small"
          icon={<Plus size={14} />}
          onClick={() => change([...rows, Object.fromEntries(columns.map(([key, entry]) => [key, entry.initial ?? null]))])}
        >
          {say(["添加一行", "Add a row"])}
        </Button>
      )}
    </div>
  );
}
