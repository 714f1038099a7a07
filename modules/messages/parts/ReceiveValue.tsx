import { refs } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { RefsInput } from "#kernel/web/page/field/RefsInput.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { Input, Select } from "antd";
import { useStore } from "zustand";
import type { msgReceive } from "../config.entity.ts";
import { retiredKind } from "../receiver-query.ts";
import { contactRoles, QueryValue } from "./QueryValue.tsx";

const users = refs("BaseUsers", "用户", "Users");
const positions = refs("BasePosition", "岗位", "Positions");
/** Whom a definition means, asked for as its kind needs: people, a responsibility, seats, a field of the document, a role at the supplier. */
export function ReceiveValue({ model }: { readonly model: EditModel<typeof msgReceive> }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const value = (doc.value ?? {}) as Row;
  const put = (next: Row): void => model.patch({ value: next });
  const disabled = !model.editable();
  const word = (key: string, label: Text, hint: Text) => (
    <Input
      value={String(value[key] ?? "")}
      disabled={disabled}
      placeholder={say(hint)}
      aria-label={say(label)}
      onChange={(event) => put({ [key]: event.target.value })}
    />
  );
  switch (doc.kind) {
    case "USERS":
      return (
        <RefsInput
          field={users}
          value={value.userIds ?? []}
          disabled={disabled}
          label={say(users.label)}
          change={(userIds) => put({ userIds })}
        />
      );
    case "POSITION":
      return (
        <RefsInput
          field={positions}
          value={value["positionIds"] ?? []}
          disabled={disabled}
          label={say(positions.label)}
          change={(positionIds) => put({ positionIds })}
        />
      );
    case "RESPONSIBILITY":
      return <ResponsibilityPick value={value.respCode} disabled={disabled} change={(respCode) => put({ respCode })} />;
    case "SUPPLIER_CONTACT":
      return (
        <Select
          className="pg-fill"
          value={(value["role"] as string | undefined) ?? null}
          disabled={disabled}
          placeholder={say(["联系人岗位", "Role of the contact"])}
          aria-label={say(["联系人岗位", "Role of the contact"])}
          options={contactRoles.map(([code, name]) => ({ value: code, label: say(name) }))}
          onChange={(role) => put({ ...value, role })}
        />
      );
    case "DOC_FIELD":
      return word("field", ["单据字段", "Document field"], ["如 buyerId、createdBy", "Such as buyerId, createdBy"]);
    case "RULE":
      return word("ruleCode", ["规则编码", "Rule code"], ["规则编码", "Rule code"]);
    case "BPM_ROLE":
      return word("roleCode", ["流程角色编码", "Workflow role code"], ["流程角色编码", "Workflow role code"]);
    case "QUERY":
      return <QueryValue value={value} disabled={disabled} change={put} />;
    case "RETIRED":
    case "SQL":
      return <span className="pg-error">{say(retiredKind().text)}</span>;
    case "SUPPLIER_ADMINS":
    case "ALL_SUPPLIERS":
    case "ALL_INTERNAL":
      return <span className="pg-text">{say(["无需填写，发送时取当时的人", "Nothing to enter; resolved when the message is sent"])}</span>;
    default:
      return <span className="pg-none">{say(["先选方式", "Choose the kind first"])}</span>;
  }
}

function ResponsibilityPick({
  value,
  disabled,
  change,
}: {
  readonly value: unknown;
  readonly disabled: boolean;
  change(code: string): void;
}) {
  const say = useText();
  const responsibilities = useRows(responsibility, { pageRows: 500 });
  return (
    <Select
      className="pg-fill"
      showSearch={{ optionFilterProp: "label" }}
      value={(value as string | undefined) ?? null}
      disabled={disabled}
      placeholder={say(["职责", "Responsibility"])}
      aria-label={say(["职责", "Responsibility"])}
      options={(responsibilities.data ?? []).map((row) => ({
        value: String(row.respCode),
        label: `${String(row.respName)} ${String(row.respCode)}`,
      }))}
      onChange={change}
    />
  );
}
