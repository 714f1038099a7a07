import { Columns, Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Box } from "#kernel/web/block/Box.tsx";
import { Button, Checkbox, Input, Select } from "antd";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { refs } from "#kernel/field.ts";
import { useText } from "#kernel/web/language.ts";
import { RefsInput } from "#kernel/web/page/field/RefsInput.tsx";
import { formKinds, formLines, formProblems, isChosen, scopeOfStart, type FormKind, type FormLine } from "../form.ts";
import { CodePick } from "./CodePick.tsx";
import { Line } from "./Line.tsx";

interface Props {
  readonly form: unknown;
  readonly scope: unknown;
  readonly readOnly: boolean;
  change(patch: { readonly formConfig?: unknown; readonly startScope?: unknown }): void;
}

const organisations = refs("BaseOrganization", "组织", "Organisations", { optional: true });

/** The form a free process asks for, field by field, and who may start it. */
export function FormPane({ form, scope, readOnly, change }: Props) {
  const say = useText();
  const lines = formLines(form);
  const problems = formProblems(form);
  const { respCodes = [], orgIds = [] } = scopeOfStart(scope);
  const keep = (next: readonly FormLine[]): void => change({ formConfig: { fields: next } });
  const set = (at: number, patch: Partial<FormLine>): void => keep(lines.map((line, i) => (i === at ? { ...line, ...patch } : line)));
  const move = (at: number, by: number): void => keep(lines.toSpliced(at, 1).toSpliced(at + by, 0, lines[at]!));
  const newKey = (): string => {
    for (let n = lines.length + 1; ; n++) if (!lines.some((line) => line.key === `field${n}`)) return `field${n}`;
  };
  return (
    <Stack>
      <h3 className="pg-h3">
        {say(["表单字段", "Fields of the form"])} <span className="pg-count">{lines.length}</span>
      </h3>
      {lines.length === 0 ? (
        <p className="pg-faint">
          {say(["还没有字段。申请人只填写主题、金额和说明。", "No fields yet: requests have a subject, an amount and a remark."])}
        </p>
      ) : null}
      <Stack gap="s">
        {lines.map((line, at) => (
          <FormLineEditor
            key={at}
            line={line}
            readOnly={readOnly}
            first={at === 0}
            last={at === lines.length - 1}
            set={(patch) => set(at, patch)}
            move={(by) => move(at, by)}
            remove={() => keep(lines.toSpliced(at, 1))}
          />
        ))}
      </Stack>
      {problems.map((problem) => (
        <p key={problem[1]} className="pg-error" role="alert">
          {say(problem)}
        </p>
      ))}
      {readOnly ? null : (
        <Button block icon={<Plus size={14} />} onClick={() => keep([...lines, { key: newKey(), labelCn: "", labelEn: "", kind: "text" }])}>
          {say(["添加字段", "Add a field"])}
        </Button>
      )}
      <h3 className="pg-h3">{say(["谁可以发起", "Who can start it"])}</h3>
      <Line label={["职责", "Responsibilities"]} hint={["都空着表示所有内部人员。", "Both empty: all internal users."]}>
        {(id) => (
          <CodePick
            id={id}
            many
            target="BaseResponsibility"
            where={{ audience: "INTERNAL" }}
            value={respCodes}
            disabled={readOnly}
            change={(codes) => change({ startScope: { orgIds, respCodes: codes } })}
          />
        )}
      </Line>
      <Line label={["组织及其下级", "Organisations and their children"]}>
        {() => (
          <RefsInput
            field={organisations}
            value={orgIds}
            label={say(organisations.label)}
            disabled={readOnly}
            change={(ids) => change({ startScope: { respCodes, orgIds: ids } })}
          />
        )}
      </Line>
    </Stack>
  );
}

interface EditorProps {
  readonly line: FormLine;
  readonly readOnly: boolean;
  readonly first: boolean;
  readonly last: boolean;
  set(patch: Partial<FormLine>): void;
  move(by: number): void;
  remove(): void;
}

function FormLineEditor({ line, readOnly, first, last, set, move, remove }: EditorProps) {
  const say = useText();
  const input = (key: "key" | "labelCn" | "labelEn", cn: string, en: string) => (
    <Input
      size="small"
      value={line[key] ?? ""}
      maxLength={key === "key" ? 40 : 60}
      disabled={readOnly}
      placeholder={say([cn, en])}
      aria-label={say([cn, en])}
      onChange={(event) => set({ [key]: event.target.value })}
    />
  );
  const tool = (cn: string, en: string, Icon: typeof Plus, press: () => void, off = false) => (
    <button type="button" className="s-icon-btn" aria-label={say([cn, en])} title={say([cn, en])} disabled={off} onClick={press}>
      <Icon size={14} />
    </button>
  );
  return (
    <Box soft>
      <Stack gap="xs">
        <Columns of={2} gap="s">
          {input("labelCn", "中文名称", "Chinese name")}
          {input("labelEn", "英文名称", "English name")}
        </Columns>
        <Columns of={2} gap="s">
          <Select<FormKind>
            size="small"
            value={line.kind ?? "text"}
            disabled={readOnly}
            aria-label={say(["类型", "Kind"])}
            options={(Object.keys(formKinds) as FormKind[]).map((kind) => ({ value: kind, label: say(formKinds[kind]) }))}
            onChange={(kind) => set({ kind })}
          />
          {input("key", "编码", "Code")}
        </Columns>
        {isChosen(line) ? (
          <Input
            size="small"
            defaultValue={(line.options ?? []).join(say(["、", ", "]))}
            disabled={readOnly}
            placeholder={say(["选项，用顿号或逗号分开", "Options, separated by commas"])}
            aria-label={say(["选项", "Choices"])}
            onBlur={(event) =>
              set({
                options: event.target.value
                  .split(/[,，、;；\n]/)
                  .map((part) => part.trim())
                  .filter(Boolean),
              })
            }
          />
        ) : null}
        <Inline>
          <Checkbox checked={line.required === true} disabled={readOnly} onChange={(event) => set({ required: event.target.checked })}>
            {say(["必填", "Required"])}
          </Checkbox>
          <span className="pg-grow" />
          {readOnly ? null : tool("上移", "Up", ArrowUp, () => move(-1), first)}
          {readOnly ? null : tool("下移", "Down", ArrowDown, () => move(1), last)}
          {readOnly ? null : tool("删除", "Remove", Trash2, remove)}
        </Inline>
      </Stack>
    </Box>
  );
}
