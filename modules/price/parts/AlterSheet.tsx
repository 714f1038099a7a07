import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Button, Checkbox } from "antd";
import { ListChecks, Trash2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { alterable, type AlterType } from "../asl-alter.ts";
import { aslLine } from "../asl.entity.ts";
import { allowedBy } from "../asl.ts";
import { asTarget, AslStatus } from "./aslStart.tsx";
import { ChooseLines } from "./ChooseLines.tsx";
import "./asl.css";

const fields = aslLine.fields as unknown as Entity["fields"];
const fixed: Readonly<Record<string, string>> = { SUSPEND: "SUSPENDED", DISQUALIFY: "DISQUALIFIED" };
const flags = ["allowInquiry", "allowOrder", "allowDelivery"];

/** The rows to compare: what the kind of alteration may change, or what follows from it by itself. */
const keysOf = (type: AlterType): readonly string[] => (type === "LIMIT" || type === "EXTEND" ? alterable[type] : ["aslStatus", ...flags]);

/** What comes of a line by itself, where nothing is typed. */
function byItself(type: AlterType, before: Row, keep: unknown): Row {
  const status = fixed[type];
  if (status) return { aslStatus: status, ...allowedBy(status, keep === "N" ? "N" : "Y") };
  return type === "RESUME" && before["liveBefore"] ? (before["liveBefore"] as Row) : {};
}

const plain = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
const isChanged = (key: string, before: Row, after: Row): boolean => {
  if (!(key in after)) return false;
  const [a, b] = [plain(before[key]), plain(after[key])];
  return a !== b && !(a !== "" && b !== "" && !Number.isNaN(Number(a)) && Number(a) === Number(b));
};

function Value({ fieldKey, row }: { readonly fieldKey: string; readonly row: Row }) {
  if (fieldKey === "aslStatus") return <AslStatus code={row["aslStatus"]} />;
  return <FieldText field={fields[fieldKey]!} fieldKey={fieldKey} row={row} plain />;
}

interface Sheet {
  readonly model: EditModel;
  readonly type: AlterType;
  readonly line: Row;
  readonly lineKey: string;
  readonly now: Row | undefined;
  readonly open: boolean;
}

/** One line before and after; what differs is coloured. */
function LineSheet({ model, type, line, lineKey, now, open }: Sheet) {
  const say = useText();
  const store = model.lines["lines"]!;
  const before = (open ? (now ?? line["beforeJson"]) : (line["beforeJson"] ?? now)) as Row | undefined;
  const given = (line["afterJson"] as Row | null) ?? {};
  const after: Row = { ...byItself(type, now ?? {}, line["keepOpenOrders"]), ...given };
  const isTyped = type === "LIMIT" || type === "EXTEND";
  const patch = (value: Row): void => store.set([{ key: lineKey, field: "afterJson", value: { ...given, ...value } }]);
  const subject = [
    line["itemCode"] ?? now?.["itemCode"],
    line["itemName"] ?? now?.["itemName"] ?? line["categoryName"] ?? now?.["categoryName"],
  ];
  return (
    <article className="as-alter">
      <header>
        <b>{plain(line["supplierName"] ?? now?.["supplierName"])}</b>
        <span>{subject.filter(Boolean).map(plain).join(" ")}</span>
        <AslStatus code={now?.["aslStatus"] ?? before?.["aslStatus"]} />
        <span>
          {type === "SUSPEND" ? (
            <Checkbox
              checked={line["keepOpenOrders"] !== "N"}
              disabled={!open}
              onChange={(e) => store.set([{ key: lineKey, field: "keepOpenOrders", value: e.target.checked ? "Y" : "N" }])}
            >
              {say(["已下订单可继续送货", "Open orders can still be delivered"])}
            </Checkbox>
          ) : null}
          {open ? (
            <Button
              size="small"
              type="text"
              icon={<Trash2 size={14} />}
              aria-label={say(["移除该行", "Remove this line"])}
              onClick={() => store.remove([lineKey])}
            />
          ) : null}
        </span>
      </header>
      <table className="as-table">
        <thead>
          <tr>
            <th>{say(["项目", "Field"])}</th>
            <th>{say(["变更前", "Before"])}</th>
            <th>{say(["变更后", "After"])}</th>
          </tr>
        </thead>
        <tbody>
          {keysOf(type).map((key) => (
            <tr key={key} {...(isChanged(key, before ?? {}, after) ? { "data-changed": "" } : {})}>
              <td>{say(fields[key]!.label)}</td>
              <td>
                <Value fieldKey={key} row={before ?? {}} />
              </td>
              <td>
                {open && isTyped && (key !== "aslStatus" || before?.["aslStatus"] === "TRIAL") ? (
                  <FieldInput
                    field={fields[key]!}
                    fieldKey={key}
                    row={{ ...before, ...after }}
                    label={say(fields[key]!.label)}
                    narrow
                    patch={patch}
                  />
                ) : (
                  <Value fieldKey={key} row={{ ...before, ...after }} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** The lines of an alteration, each as it is and as it shall be. */
export function AlterSheet({ model }: { readonly model: EditModel }) {
  const say = useText();
  const [choosing, setChoosing] = useState(false);
  const header = useStore(model.state, (state) => state.header);
  const rows = useStore(model.lines["lines"]!.state, (state) => state.rows).filter((edit) => !edit.deleted);
  const ids = rows.map((edit) => String(edit.row["aslLineId"] ?? "")).filter(Boolean);
  const now = useRows(aslLine as unknown as Entity, ids.length ? { id: ids, pageRows: 500 } : null);
  const found = new Map((now.data ?? []).map((row) => [String(row["id"]), row]));
  const open = model.editable();
  const type = (String(header["alterType"] ?? "LIMIT") || "LIMIT") as AlterType;
  const add = (chosen: readonly Row[]): void => {
    const fresh = chosen.filter((row) => !ids.includes(String(row["id"])));
    model.lines["lines"]!.insert(fresh.map((row) => ({ ...asTarget(row), keepOpenOrders: "Y" })));
    setChoosing(false);
  };
  return (
    <section className="pg-section" data-section="alter" aria-label={say(["变更对照", "Before and after"])}>
      <h2 className="pg-h2">
        {say(["变更对照", "Before and after"])}{" "}
        {open && model.viewer.may("btnSelectAsl") ? (
          <Button size="small" icon={<ListChecks size={13} />} disabled={!header["orgId"]} onClick={() => setChoosing(true)}>
            {say(["选择准入行", "Choose ASL lines"])}
          </Button>
        ) : null}
      </h2>
      {rows.length === 0 ? (
        <p className="pc-note">
          {header["orgId"]
            ? say(["选择要变更的准入行。", "Choose the ASL lines to change."])
            : say(["先选择组织，再选择要变更的准入行。", "Choose the organisation, then the ASL lines to change."])}
        </p>
      ) : null}
      {rows.map((edit) => (
        <LineSheet
          key={edit.key}
          {...{ model, type, open }}
          line={edit.row}
          lineKey={edit.key}
          now={found.get(String(edit.row["aslLineId"]))}
        />
      ))}
      {choosing ? (
        <ChooseLines orgId={String(header["orgId"])} type={type} taken={ids} done={add} cancel={() => setChoosing(false)} />
      ) : null}
    </section>
  );
}
