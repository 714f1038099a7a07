import type { Fields } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Form, Seen } from "#kernel/seen.ts";
import { Card } from "#kernel/web/block/Card.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { ChooseDialog } from "#kernel/web/from/ChooseDialog.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Button, Checkbox } from "antd";
import { ListChecks, Trash2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { aslAlteration, aslAlterationLine } from "../asl-alteration.entity.ts";
import { alterable, type AlterType } from "../asl-alter.ts";
import { aslLine } from "../asl.entity.ts";
import { allowedBy } from "../asl.ts";
import { alterationsOf, AslStatus } from "./aslStart.tsx";

type Line = Seen<typeof aslLine>;
/** A line of the list as it stood or shall stand: some of its fields. */
type Standing = Partial<Line>;

const fields: Fields = aslLine.fields;
const fixed: Readonly<Record<string, string>> = { SUSPEND: "SUSPENDED", DISQUALIFY: "DISQUALIFIED" };
const flags = ["allowInquiry", "allowOrder", "allowDelivery"];

/** The rows to compare: what the kind of alteration may change, or what follows from it by itself. */
const keysOf = (type: AlterType): readonly string[] => (type === "LIMIT" || type === "EXTEND" ? alterable[type] : ["aslStatus", ...flags]);

/** What comes of a line by itself, where nothing is typed. */
function byItself(type: AlterType, before: Standing, keep: unknown): Standing {
  const status = fixed[type];
  if (status) return { aslStatus: status, ...allowedBy(status, keep === "N" ? "N" : "Y") };
  return type === "RESUME" && before.liveBefore ? before.liveBefore : {};
}

const plain = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
const isChanged = (key: string, before: Row, after: Row): boolean => {
  if (!(key in after)) return false;
  const [a, b] = [plain(before[key]), plain(after[key])];
  return a !== b && !(a !== "" && b !== "" && !Number.isNaN(Number(a)) && Number(a) === Number(b));
};

function Value({ fieldKey, row }: { readonly fieldKey: string; readonly row: Standing }) {
  if (fieldKey === "aslStatus") return <AslStatus code={row.aslStatus} />;
  return <FieldText field={fields[fieldKey]!} fieldKey={fieldKey} row={row} plain />;
}

interface Sheet {
  readonly model: EditModel<typeof aslAlteration>;
  readonly type: AlterType;
  readonly line: Form<typeof aslAlterationLine>;
  readonly lineKey: string;
  readonly now: Line | undefined;
  readonly open: boolean;
}

/** One line before and after; what differs is coloured. */
function LineSheet({ model, type, line, lineKey, now, open }: Sheet) {
  const say = useText();
  const store = model.lines.lines!;
  const before = (open ? (now ?? line.beforeJson) : (line.beforeJson ?? now)) as Standing | undefined;
  const given: Standing = line.afterJson ?? {};
  const after: Standing = { ...byItself(type, now ?? {}, line.keepOpenOrders), ...given };
  const isTyped = type === "LIMIT" || type === "EXTEND";
  const patch = (value: Row): void => store.set([{ key: lineKey, field: "afterJson", value: { ...given, ...value } }]);
  const subject = [line.itemCode ?? now?.itemCode, line.itemName ?? now?.itemName ?? line.categoryName ?? now?.categoryName];
  const shown = { ...before, ...after };
  const isEditable = (key: string): boolean => open && isTyped && (key !== "aslStatus" || before?.aslStatus === "TRIAL");
  return (
    <Card
      flush
      title={plain(line.supplierName ?? now?.supplierName)}
      note={
        <>
          <span>{subject.filter(Boolean).map(plain).join(" ")}</span>
          <AslStatus code={now?.aslStatus ?? before?.aslStatus} />
        </>
      }
      tools={
        <>
          {type === "SUSPEND" ? (
            <Checkbox
              checked={line.keepOpenOrders !== "N"}
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
        </>
      }
    >
      <PlainTable
        dense
        label={subject.filter(Boolean).map(plain).join(" ")}
        rows={keysOf(type)}
        rowKey={(key) => key}
        rowTone={(key) => (isChanged(key, before ?? {}, after) ? "info" : undefined)}
        columns={[
          { key: "field", title: say(["项目", "Field"]), width: "33%", cell: (key) => say(fields[key]!.label) },
          { key: "before", title: say(["变更前", "Before"]), width: "33%", cell: (key) => <Value fieldKey={key} row={before ?? {}} /> },
          {
            key: "after",
            title: say(["变更后", "After"]),
            cell: (key) =>
              isEditable(key) ? (
                <FieldInput field={fields[key]!} fieldKey={key} row={shown} label={say(fields[key]!.label)} narrow patch={patch} />
              ) : (
                <Value fieldKey={key} row={shown} />
              ),
          },
        ]}
      />
    </Card>
  );
}

/** The lines of an alteration, each as it is and as it shall be. */
export function AlterSheet({ model }: { readonly model: EditModel<typeof aslAlteration> }) {
  const say = useText();
  const [choosing, setChoosing] = useState(false);
  const header = useStore(model.state, (state) => state.header);
  const rows = useStore(model.lines.lines!.state, (state) => state.rows).filter((edit) => !edit.deleted);
  const ids = rows.map((edit) => String(edit.row.aslLineId ?? "")).filter(Boolean);
  const now = useRows(aslLine, ids.length ? { id: ids, pageRows: 500 } : null);
  const found = new Map((now.data ?? []).map((row) => [String(row.id), row]));
  const open = model.editable();
  const type = (String(header.alterType ?? "LIMIT") || "LIMIT") as AlterType;
  return (
    <Section
      name="alter"
      title={say(["变更对照", "Before and after"])}
      tools={
        open && model.viewer.may("btnSelectAsl") ? (
          <Button size="small" icon={<ListChecks size={13} />} disabled={!header.orgId} onClick={() => setChoosing(true)}>
            {say(["选择准入行", "Choose ASL lines"])}
          </Button>
        ) : null
      }
    >
      {rows.length === 0 ? (
        <p className="pc-note">
          {header.orgId
            ? say(["选择要变更的准入行。", "Choose the ASL lines to change."])
            : say(["先选择组织，再选择要变更的准入行。", "Choose the organisation, then the ASL lines to change."])}
        </p>
      ) : null}
      <Stack>
        {rows.map((edit) => (
          <LineSheet
            key={edit.key}
            {...{ model, type, open }}
            line={edit.row}
            lineKey={edit.key}
            now={found.get(String(edit.row.aslLineId))}
          />
        ))}
      </Stack>
      {choosing ? (
        <ChooseDialog
          title={["选择准入行", "Choose ASL lines"]}
          of={alterationsOf}
          fixed={{ orgId: header.orgId, alterType: type, except: ids }}
          press={["选定", "Select"]}
          take={(lines) => model.lines.lines!.insert(lines)}
          close={() => setChoosing(false)}
        />
      ) : null}
    </Section>
  );
}
