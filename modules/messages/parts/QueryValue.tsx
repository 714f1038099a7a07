import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input, Select } from "antd";
import { useState } from "react";

export const contactRoles: readonly (readonly [code: string, name: Text])[] = [
  ["SALES", ["销售", "Sales"]],
  ["QUALITY", ["质量", "Quality"]],
  ["FINANCE", ["财务", "Finance"]],
  ["LEGAL", ["法务", "Legal"]],
];

interface Checked {
  readonly count: number;
  readonly sample: readonly { readonly userId: string; readonly displayName: string }[];
}

const readFilter = (text: string): Row | null => {
  try {
    const read: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as Row) : null;
  } catch {
    return null;
  }
};

/** A declared query: the entity, which of its rows, and the field of theirs that names the people. */
export function QueryValue({ value, disabled, change }: { readonly value: Row; readonly disabled: boolean; change(next: Row): void }) {
  const say = useText();
  const [typed, setTyped] = useState(() => JSON.stringify(value["filter"] ?? {}));
  const [answer, setAnswer] = useState<Checked | null>(null);
  const { busy, error, run } = useWork();
  const isFilter = readFilter(typed) !== null;
  const put = (next: Row): void => {
    setAnswer(null);
    change({ ...value, ...next });
  };
  const check = (): Promise<void> =>
    run(async () => setAnswer((await call<Checked>("messageServer/baseMsgReceiveService/checkQuery", { value, payload: {} })).data));
  const word = (key: string, label: Text, hint: Text) => (
    <Input
      value={String(value[key] ?? "")}
      disabled={disabled}
      placeholder={say(hint)}
      aria-label={say(label)}
      onChange={(event) => put({ [key]: event.target.value.trim() })}
    />
  );
  return (
    <>
      {word("entity", ["查询对象", "Entity"], ["查询对象，如 BaseUsers", "Entity, such as BaseUsers"])}
      <Input.TextArea
        className="bk-typed-code"
        value={typed}
        disabled={disabled}
        autoSize={{ minRows: 2, maxRows: 8 }}
        status={isFilter ? "" : "error"}
        placeholder={'{ "supplierId": "${supplierId}" }'}
        aria-label={say(["查询条件（JSON）", "Filter (JSON)"])}
        onChange={(event) => {
          setTyped(event.target.value);
          const filter = readFilter(event.target.value);
          if (filter) put({ filter });
        }}
      />
      {isFilter ? (
        <span className="pg-hint">
          {say([
            "条件与列表查询相同，${名称} 取自事件；以保存人的权限读取",
            "Filters as in the list; ${name} comes from the event; runs with the permissions of the person who saves",
          ])}
        </span>
      ) : (
        <span className="pg-error">{say(["条件须为 JSON 对象", "The filter must be a JSON object"])}</span>
      )}
      {word(
        "field",
        ["人员字段", "Field with people"],
        ["指向用户、供应商或联系人的字段", "A field that names a user, supplier or contact"],
      )}
      <Select
        className="pg-fill"
        allowClear
        value={(value["role"] as string | undefined) ?? null}
        disabled={disabled}
        placeholder={say(["供应商联系人岗位（可不填）", "Role at the supplier (optional)"])}
        aria-label={say(["供应商联系人岗位", "Role at the supplier"])}
        options={contactRoles.map(([code, name]) => ({ value: code, label: say(name) }))}
        onChange={(role?: string) => put({ role: role ?? null })}
      />
      <Button size="small" loading={busy} disabled={!isFilter || !value.entity || !value["field"]} onClick={() => void check()}>
        {say(["校验", "Check"])}
      </Button>
      {error ? <span className="pg-error">{error}</span> : null}
      {answer ? <span className="pc-ok">{say([`可用，现有 ${answer.count} 人`, `Valid; ${answer.count} people now`])}</span> : null}
    </>
  );
}
