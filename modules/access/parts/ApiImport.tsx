import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Replaced } from "#kernel/web/block/Labelled.tsx";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import type { Text } from "#kernel/text.ts";
import { Button, Input, Select } from "antd";
import { FileJson } from "lucide-react";
import { useRef, useState } from "react";
import { importDefinition, uploadDefinition } from "./importCall.tsx";
import type { Brief, FieldDifference, ImportAnswer } from "./importCall.tsx";

type Part = "added" | "changed" | "missing";
const parts: readonly (readonly [Part, Text])[] = [
  ["added", ["新增", "Added"]],
  ["changed", ["修改", "Changed"]],
  ["missing", ["文件中没有", "Missing in the file"]],
];

const fields: Readonly<Record<string, Text>> = {
  group: ["分组", "Group"],
  summaryCn: ["说明", "Summary"],
  summaryEn: ["说明（英文）", "Summary (English)"],
  guard: ["守卫", "Guard"],
  deprecated: ["已弃用", "Deprecated"],
  requestSchema: ["请求结构", "Request schema"],
  responseSchema: ["响应结构", "Response schema"],
};

/** Definitions from a file: compared first, field by field, and applied only when somebody says so. */
export function ApiImport({ close, done }: { close(): void; done(): void }) {
  const say = useText();
  const formats = useLookup("API_FORMAT");
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const [format, setFormat] = useState("");
  const [serviceCode, setServiceCode] = useState("");
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const { busy, error, run } = useWork();
  const compare = (fileId: string, next: { format?: string; serviceCode?: string } = {}): Promise<void> =>
    run(async () => {
      setAnswer(null);
      const found = await importDefinition({ fileId, format, serviceCode, ...next, dryRun: "Y" });
      setAnswer(found);
      setServiceCode(found.serviceCode);
    });
  const take = (picked: File | undefined): Promise<void> =>
    run(async () => {
      if (!picked) return;
      setAnswer(null);
      const id = await uploadDefinition(picked);
      setFile({ id, name: picked.name });
      await compare(id);
    });
  const apply = (): Promise<void> =>
    run(async () => {
      const { counts } = await importDefinition({ fileId: file!.id, format, serviceCode, dryRun: "N" });
      toast.success([`已新增 ${counts.added}，修改 ${counts.changed}`, `${counts.added} added, ${counts.changed} changed`]);
      done();
      close();
    });
  const changes = answer ? answer.counts.added + answer.counts.changed + answer.counts.removed + answer.counts.disabled : 0;
  return (
    <AskDialog
      width={820}
      title={say(["导入接口定义", "Import API definitions"])}
      press={[`应用 ${changes} 处变化`, `Apply ${changes} changes`]}
      busy={busy && answer !== null}
      ready={changes > 0}
      errors={[error]}
      send={() => void apply()}
      close={close}
    >
      <p className="pg-dialog-text">
        {say([
          "OpenAPI 3、Swagger 2 或本系统导出的 JSON。先比较，确认后才写入；有资源或应用引用的接口只停用，不删除。",
          "OpenAPI 3, Swagger 2 or a JSON export of this product. It is compared first; linked calls are disabled, never deleted.",
        ])}
      </p>
      <Inline>
        <input
          ref={input}
          hidden
          type="file"
          accept=".json,application/json"
          aria-label={say(["定义文件", "Definition file"])}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button icon={<FileJson size={14} />} loading={busy && answer === null} onClick={() => input.current?.click()}>
          {file?.name ?? say(["选择文件", "Choose a file"])}
        </Button>
        <Select
          value={format}
          style={{ width: 150 }}
          aria-label={say(["格式", "Format"])}
          options={[
            { value: "", label: say(["自动识别格式", "Any format"]) },
            ...formats.values.map((lookupValue) => ({ value: lookupValue.lookupCode, label: lookupValue.meaning })),
          ]}
          onChange={(next: string) => (setFormat(next), file && void compare(file.id, { format: next }))}
        />
        <Input
          style={{ width: 220 }}
          prefix={<span className="pg-faint">{say(["所属系统", "System"])}</span>}
          aria-label={say(["所属系统", "System"])}
          value={serviceCode}
          onChange={(event) => setServiceCode(event.target.value)}
          onBlur={() => file && answer && serviceCode !== answer.serviceCode && void compare(file.id)}
        />
      </Inline>
      {answer ? <Difference key={answer.serviceCode} answer={answer} /> : null}
    </AskDialog>
  );
}

/** Three lists: what comes, what changes field by field, and what the file no longer has. */
function Difference({ answer }: { readonly answer: ImportAnswer }) {
  const say = useText();
  const { counts } = answer;
  const sizes: Readonly<Record<Part, number>> = { added: counts.added, changed: counts.changed, missing: counts.removed + counts.disabled };
  const [part, setPart] = useState<Part>(counts.changed > 0 ? "changed" : counts.added > 0 ? "added" : "missing");
  const rows: readonly (Brief & { readonly fields?: readonly FieldDifference[]; readonly linked?: boolean })[] = answer[part];
  return (
    <section aria-label={say(["差异", "Differences"])}>
      <Inline>
        {parts.map(([key, label]) => (
          <Button
            key={key}
            aria-pressed={part === key}
            type={part === key ? "primary" : "default"}
            ghost={part === key}
            onClick={() => setPart(key)}
          >
            {say(label)} <b>{sizes[key]}</b>
          </Button>
        ))}
        <span className="pg-faint">
          {say([`相同 ${counts.same}，共 ${answer.total}`, `${counts.same} unchanged, ${answer.total} total`])}
        </span>
      </Inline>
      {rows.length === 0 ? (
        <p className="pg-faint">{say(["没有。", "None."])}</p>
      ) : (
        <ItemList most={420} label={say(["差异", "Differences"])}>
          {rows.map((entry) => (
            <Entry key={`${entry.method} ${entry.path}`} entry={entry} />
          ))}
        </ItemList>
      )}
      {sizes[part] > rows.length ? (
        <p className="pg-faint">{say([`只显示前 ${rows.length} 条。`, `Only the first ${rows.length} are shown.`])}</p>
      ) : null}
    </section>
  );
}

function Entry({ entry }: { readonly entry: Brief & { readonly fields?: readonly FieldDifference[]; readonly linked?: boolean } }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  return (
    <Item
      lead={<Words code>{entry.method}</Words>}
      title={<Words code>{entry.path}</Words>}
      note={(language === "EN" && entry.summaryEn) || entry.summaryCn}
      end={
        entry.linked === undefined ? undefined : (
          <Badge tone={entry.linked ? "warning" : "error"}>
            {entry.linked ? say(["有引用，停用", "Linked: disabled"]) : say(["移除", "Removed"])}
          </Badge>
        )
      }
    >
      {entry.fields ? (
        <FactGrid
          lines
          facts={entry.fields.flatMap((field) =>
            (field.places ?? [{ place: "", old: field.old, new: field.new }]).map(({ place, old, new: next }) => ({
              key: `${field.field} ${place}`,
              label: `${say(fields[field.field] ?? [field.field, field.field])}${place ? ` ${place}` : ""}`,
              value: <Replaced old={shown(old)} by={shown(next)} />,
            })),
          )}
        />
      ) : null}
    </Item>
  );
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? "–" : typeof value === "string" ? value : JSON.stringify(value);
