import { Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { Text } from "#kernel/text.ts";
import { Input } from "antd";
import { useState } from "react";
import { useStore } from "zustand";
import type { api } from "../api.entity.ts";

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const most = 60;

/** What is sent and what comes back, field by field. */
export function ApiSchema({ model }: { readonly model: EditModel<typeof api> }) {
  const doc = useStore(model.state, (state) => state.doc);
  const change = doc.source !== "SCAN" && model.editable() ? (patch: Json) => model.patch(patch) : null;
  return (
    <>
      <Schema title={["请求", "Request"]} name="requestSchema" schema={doc.requestSchema} change={change} />
      <Schema title={["响应", "Reply"]} name="responseSchema" schema={doc.responseSchema} change={change} />
    </>
  );
}

/** The fields of an object, those of joined objects together. */
function propertiesOf(schema: unknown): readonly (readonly [string, Json, boolean])[] {
  if (!isObject(schema)) return [];
  if (Array.isArray(schema["allOf"])) return schema["allOf"].flatMap(propertiesOf);
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(isObject(schema["properties"]) ? schema["properties"] : {}).map(
    ([key, value]) => [key, isObject(value) ? value : {}, required.includes(key)] as const,
  );
}

function typeOf(value: Json): string {
  if (typeof value["$ref"] === "string") return value["$ref"].split("/").at(-1)!;
  const type = Array.isArray(value["type"]) ? value["type"].join(" | ") : String(value["type"] ?? "");
  if (type === "array") return `${isObject(value["items"]) ? typeOf(value["items"]) : ""}[]`;
  return [type, value.format, value["maxLength"] ? `≤${String(value["maxLength"])}` : ""].filter(Boolean).join(" ");
}

interface SchemaProps {
  readonly title: Text;
  readonly name: string;
  readonly schema: unknown;
  /** Null where the product speaks for itself. */
  readonly change: ((patch: Json) => void) | null;
}

function Schema({ title, name, schema, change }: SchemaProps) {
  const say = useText();
  const [raw, setRaw] = useState(false);
  const rows = propertiesOf(schema);
  return (
    <section className="pg-section" aria-label={say(title)}>
      <h3 className="pg-h3">
        {say(title)} {rows.length > 0 ? <span className="pg-count">{rows.length}</span> : null}
        {schema || change ? (
          <button type="button" className="pg-link pg-h3-end" onClick={() => setRaw((now) => !now)}>
            {raw ? say(["看字段", "Show fields"]) : change ? say(["编辑原文", "Edit as JSON"]) : say(["看原文", "Show as JSON"])}
          </button>
        ) : null}
      </h3>
      {raw && change ? (
        <Editor label={say(title)} schema={schema} take={(value) => change({ [name]: value })} />
      ) : raw ? (
        <pre className="bk-code" tabIndex={0}>
          {JSON.stringify(schema, null, 2)}
        </pre>
      ) : rows.length === 0 ? (
        <p className="pg-faint">
          {isObject(schema) && typeof schema["$ref"] === "string"
            ? say([`统一的应答：${typeOf(schema)}`, `The common reply: ${typeOf(schema)}`])
            : say(["没有描述字段。", "No fields are described."])}
        </p>
      ) : (
        <PlainTable
          label={say(title)}
          dense
          rows={rows.slice(0, most)}
          rowKey={([key]) => key}
          columns={[
            { key: "field", title: say(["字段", "Field"]), cell: ([key]) => <Words code>{key}</Words> },
            { key: "type", title: say(["类型", "Type"]), cell: ([, value]) => typeOf(value) || "–" },
            { key: "required", title: say(["必填", "Required"]), cell: ([, , required]) => (required ? say(["是", "Yes"]) : "–") },
            {
              key: "meaning",
              title: say(["含义", "Meaning"]),
              cell: ([, value]) => say([String(value.description ?? value.title ?? "–"), String(value.title ?? value.description ?? "–")]),
            },
          ]}
        />
      )}
      {rows.length > most && !raw ? (
        <p className="pg-faint">{say([`还有 ${rows.length - most} 个字段。`, `${rows.length - most} more fields.`])}</p>
      ) : null}
    </section>
  );
}

/** A schema as its text; what cannot be read is said and not taken. */
function Editor({ label, schema, take }: { readonly label: string; readonly schema: unknown; take(value: unknown): void }) {
  const say = useText();
  const [text, setText] = useState(() => (schema ? JSON.stringify(schema, null, 2) : ""));
  const [wrong, setWrong] = useState(false);
  const read = (): void => {
    try {
      take(text.trim() === "" ? null : (JSON.parse(text) as unknown));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <>
      <Input.TextArea
        aria-label={label}
        value={text}
        spellCheck={false}
        className="bk-typed-code"
        autoSize={{ minRows: 6, maxRows: 24 }}
        status={wrong ? "error" : ""}
        onChange={(event) => setText(event.target.value)}
        onBlur={read}
      />
      {wrong ? (
        <p className="pg-error" role="alert">
          {say(["不是有效的 JSON，没有采用", "Not valid JSON; not applied"])}
        </p>
      ) : null}
    </>
  );
}
