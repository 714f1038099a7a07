import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Checkbox, Modal } from "antd";
import { useState } from "react";
import type { AlterType } from "../asl-alter.ts";
import { aslLine } from "../asl.entity.ts";
import { AslStatus } from "./aslStart.tsx";
import "./asl.css";

const fields = aslLine.fields as unknown as Entity["fields"];
const asFilter = (key: string) => ({ ...fields[key]!, computed: false, optional: true });
const wanted: Readonly<Record<AlterType, readonly string[]>> = {
  SUSPEND: ["APPROVED", "TRIAL", "SUSPENDED"],
  RESUME: ["SUSPENDED"],
  EXTEND: ["APPROVED", "TRIAL", "EXPIRED", "SUSPENDED"],
  LIMIT: ["APPROVED", "TRIAL"],
  DISQUALIFY: ["APPROVED", "TRIAL", "SUSPENDED", "EXPIRED"],
};

interface Props {
  readonly orgId: string;
  readonly type: AlterType;
  readonly taken: readonly string[];
  done(rows: readonly Row[]): void;
  cancel(): void;
}

/** Lines of the organisation that this kind of alteration may be about. */
export function ChooseLines({ orgId, type, taken, done, cancel }: Props) {
  const say = useText();
  const [filter, setFilter] = useState<Row>({});
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const by = Object.fromEntries(["supplierId", "itemId"].flatMap((key) => (filter[key] ? [[key, filter[key]]] : [])));
  const load = useRows(aslLine as unknown as Entity, { orgId, aslStatus: wanted[type], pageRows: 100, ...by });
  const toggle = (row: Row): void => {
    const next = new Map(chosen);
    if (!next.delete(String(row["id"]))) next.set(String(row["id"]), row);
    setChosen(next);
  };
  return (
    <Modal
      open
      width={760}
      title={say(["选择准入行", "Choose ASL lines"])}
      okText={`${say(["选定", "Select"])} ${chosen.size}`}
      cancelText={say(["取消", "Cancel"])}
      okButtonProps={{ disabled: chosen.size === 0 }}
      onOk={() => done([...chosen.values()])}
      onCancel={cancel}
    >
      <div className="as-filters">
        {["supplierId", "itemId"].map((key) => (
          <FieldInput
            key={key}
            field={asFilter(key)}
            fieldKey={key}
            row={filter}
            narrow
            label={say(fields[key]!.label)}
            placeholder={say(fields[key]!.label)}
            patch={(patch) => setFilter({ ...filter, ...patch })}
          />
        ))}
      </div>
      <div className="as-pick">
        <PanelState
          load={load}
          isEmpty={(rows) => rows.every((row) => taken.includes(String(row["id"])))}
          empty={say(["没有符合条件的准入行。", "No ASL line fits."])}
        >
          {(rows) => (
            <table className="as-table">
              <tbody>
                {rows
                  .filter((row) => !taken.includes(String(row["id"])))
                  .map((row) => (
                    <tr key={String(row["id"])}>
                      <td>
                        <Checkbox checked={chosen.has(String(row["id"]))} onChange={() => toggle(row)}>
                          {String(row["supplierName"] ?? "")}
                        </Checkbox>
                      </td>
                      <td>{[row["itemCode"], row["itemName"] ?? row["categoryName"]].filter(Boolean).map(String).join(" ")}</td>
                      <td>
                        <AslStatus code={row["aslStatus"]} />
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          )}
        </PanelState>
      </div>
    </Modal>
  );
}
