import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import type { Field } from "#kernel/field.ts";
import { ref } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Steps } from "#kernel/web/part/Steps.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Button, Drawer, Segmented, Select } from "antd";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { entities } from "virtual:declared-entities";

interface Step {
  readonly kind: string;
  readonly ok: boolean;
  readonly label: string;
  readonly why: string;
  readonly route: string;
}

interface Answer {
  readonly allowed: boolean;
  readonly steps: readonly Step[];
}

interface Props {
  readonly row: Row;
  close(): void;
}

const menuField: Field = ref("BaseMenu", "页面", "Page");
const buttonField: Field = ref("BaseButton", "按钮", "Button", { optional: true });
const recordField = (target: string): Field => ({ ...menuField, target, label: ["记录", "Record"] as Text });

/** What is asked: a page or a record, perhaps a button on it, perhaps under one responsibility. */
interface Asked {
  readonly about: "page" | "record";
  readonly entity: string | null;
  readonly respId: string | null;
  /** The references chosen, with their codes. */
  readonly row: Row;
}

const isWhole = ({ about, row, entity }: Asked): boolean => (about === "page" ? Boolean(row["menuCode"]) : entity !== null);

const bodyOf = ({ about, row, entity, respId }: Asked): Row => ({
  ...(about === "page" ? { menuCode: row["menuCode"] } : { entity, ...(row["recordId"] ? { id: row["recordId"] } : {}) }),
  ...(row["buttonCode"] ? { button: row["buttonCode"] } : {}),
  ...(respId ? { respId } : {}),
});

/** "Can this person open that page, see that record, press that button?" answered as the chain that decides it. */
export function Explain({ row, close }: Props) {
  const say = useText();
  const responsibilities = useRows(userResp, { userId: [String(row["id"])], status: ["ACTIVE"] });
  const [asked, setAsked] = useState<Asked>({ about: "page", entity: null, respId: null, row: {} });
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { busy, error, run } = useWork();
  const name = String(row["displayName"] ?? row["userName"]);
  const change = (patch: Partial<Asked>): void => (setAsked((now) => ({ ...now, ...patch })), setAnswer(null));
  const ask = (): Promise<void> =>
    run(async () =>
      setAnswer((await call<Answer>("baseServer/baseUsersService/explainAccess", { userId: row["id"], ...bodyOf(asked) })).data),
    );
  return (
    <Drawer
      open
      size={560}
      styles={{ mask: { background: "transparent" } }}
      title={say([`权限解释：${name}`, `Explain access: ${name}`])}
      onClose={close}
    >
      <Stack>
        <Question asked={asked} responsibilities={responsibilities.data ?? []} change={change} />
        <Inline>
          <Button type="primary" loading={busy} disabled={!isWhole(asked)} onClick={() => void ask()}>
            {say(["问一下", "Ask"])}
          </Button>
        </Inline>
      </Stack>
      {error ? (
        <p className="pg-sentence pg-sentence-bad" role="alert">
          {error}
        </p>
      ) : null}
      {answer ? <Result answer={answer} name={name} /> : null}
    </Drawer>
  );
}

interface QuestionProps {
  readonly asked: Asked;
  change(patch: Partial<Asked>): void;
}

function Question({ asked, responsibilities, change }: QuestionProps & { readonly responsibilities: readonly Row[] }) {
  const say = useText();
  const put = (patch: Row): void => change({ row: { ...asked.row, ...patch } });
  return (
    <>
      <Segmented
        value={asked.about}
        onChange={(next) => change({ about: next as Asked["about"] })}
        options={[
          { value: "page", label: say(["能否打开页面", "Open a page"]) },
          { value: "record", label: say(["能否看到记录", "See a record"]) },
        ]}
      />
      {asked.about === "page" ? (
        <Labelled label={say(["页面", "Page"])}>
          <RefInput
            id="ex-menu"
            field={menuField}
            fieldKey="menuId"
            row={asked.row}
            patch={(patch, record) => put({ ...patch, menuCode: record?.code ?? null })}
          />
        </Labelled>
      ) : (
        <RecordQuestion asked={asked} change={change} />
      )}
      <Labelled label={say(["按钮（可不选）", "Button (optional)"])}>
        <RefInput
          id="ex-button"
          field={buttonField}
          fieldKey="buttonId"
          row={asked.row}
          patch={(patch, record) => put({ ...patch, buttonCode: record?.code ?? null })}
        />
      </Labelled>
      <Labelled label={say(["以哪个职责", "Acting as"])}>
        <Select
          id="ex-resp"
          className="pg-fill"
          allowClear
          value={asked.respId}
          placeholder={say(["任意一个", "Any of them"])}
          options={responsibilities.map((responsibility) => ({
            value: String(responsibility["responsibilityId"]),
            label: String(responsibility["responsibilityName"] ?? responsibility["responsibilityCode"]),
          }))}
          onChange={(next: string | undefined) => change({ respId: next ?? null })}
        />
      </Labelled>
    </>
  );
}

/** Which kind of record, and which one of it. */
function RecordQuestion({ asked, change }: QuestionProps) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const kinds = Object.entries(entities)
    .filter(([, declaredEntity]) => declaredEntity.pages.list)
    .map(([value, declaredEntity]) => ({ value, label: language === "EN" ? declaredEntity.label[1] : declaredEntity.label[0] }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const none = { recordId: null, recordCode: null, recordName: null };
  return (
    <>
      <Labelled label={say(["单据类型", "Record type"])}>
        <Select
          id="ex-kind"
          className="pg-fill"
          showSearch={{ optionFilterProp: "label" }}
          value={asked.entity}
          options={kinds}
          placeholder={say(["选择单据类型", "Choose a kind"])}
          onChange={(entity: string) => change({ entity, row: { ...asked.row, ...none } })}
        />
      </Labelled>
      {asked.entity ? (
        <Labelled label={say(["记录（不选则问整类）", "Record (empty: any of this type)"])}>
          <RefInput
            key={asked.entity}
            id="ex-record"
            field={recordField(asked.entity)}
            fieldKey="recordId"
            row={asked.row}
            patch={(patch) => change({ row: { ...asked.row, ...patch } })}
          />
        </Labelled>
      ) : null}
    </>
  );
}

function Result({ answer, name }: { readonly answer: Answer; readonly name: string }) {
  const say = useText();
  return (
    <section aria-label={say(["结论", "Answer"])} aria-live="polite">
      <p className="pc-verdict" data-state={answer.allowed ? "yes" : "no"}>
        {answer.allowed ? <CircleCheck size={18} aria-hidden /> : <CircleX size={18} aria-hidden />}
        <b>
          {answer.allowed
            ? say([`可以，${name}有这个权限`, `Yes, ${name} is allowed`])
            : say([`不可以，${name}没有这个权限`, `No, ${name} is not allowed`])}
        </b>
      </p>
      <Steps
        label={["授权链", "Chain of grants"]}
        steps={answer.steps.map((step, at) => ({
          key: `${step.kind}${at}`,
          ok: step.ok,
          title: step.label,
          note: step.why,
          link: step.route ? <PageLink href={`/main/${step.route}`}>{say(["去处理", "Open"])}</PageLink> : null,
        }))}
      />
    </section>
  );
}
