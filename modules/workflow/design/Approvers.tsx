import { Input, InputNumber, Select } from "antd";
import { payload } from "#kernel/field.ts";
import type { Field } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { RefsInput } from "#kernel/web/page/field/RefsInput.tsx";
import type { ApproverRule } from "../engine/definition.ts";
import type { BillContext } from "./bill.tsx";
import { Choice, Line } from "./Line.tsx";
import { ruleHints, ruleWords } from "./words.ts";

type Value = Readonly<Record<string, unknown>>;

interface Props {
  readonly rule: ApproverRule | null;
  readonly value: Value;
  readonly bill: BillContext;
  readonly disabled?: boolean | undefined;
  change(rule: ApproverRule, value: Value): void;
}

/** Records of which table a rule names, and under which key they are kept. */
const picks: Readonly<Partial<Record<ApproverRule, readonly [key: string, target: string, label: Text]>>> = {
  USER: ["userIds", "BaseUsers", ["用户", "Users"]],
  RESP: ["respIds", "BaseResponsibility", ["职责", "Responsibilities"]],
  POSITION: ["positionIds", "BasePosition", ["岗位", "Positions"]],
  BPM_ROLE: ["roleIds", "BpmRole", ["流程角色", "Workflow roles"]],
};

const refsTo = (target: string, label: Text): Field => ({ ...payload(...label), kind: "refs", target }) as unknown as Field;

/** How a step finds its people: the rule, and what the rule must know. */
export function Approvers({ rule, value, bill, disabled, change }: Props) {
  const pick = rule === null ? undefined : picks[rule];
  return (
    <>
      <Choice
        label={["处理人规则", "Approver rule"]}
        required
        words={ruleWords}
        value={rule}
        disabled={disabled}
        hint={rule === null ? undefined : ruleHints[rule]}
        change={(next) => change(next, {})}
      />
      {pick ? (
        <Line label={pick[2]} required>
          {(id) => (
            <RefsInput
              id={id}
              field={refsTo(pick[1], pick[2])}
              value={value[pick[0]]}
              disabled={disabled}
              change={(ids) => change(rule!, { ...value, [pick[0]]: ids })}
            />
          )}
        </Line>
      ) : null}
      {rule === null || pick ? null : (
        <RuleValue rule={rule} value={value} bill={bill} disabled={disabled} change={(next) => change(rule, next)} />
      )}
    </>
  );
}

function RuleValue({
  rule,
  value,
  bill,
  disabled,
  change,
}: {
  readonly rule: ApproverRule;
  readonly value: Value;
  readonly bill: BillContext;
  readonly disabled?: boolean | undefined;
  change(value: Value): void;
}) {
  const say = useText();
  const off = disabled ?? false;
  if (rule === "FORMULA")
    return (
      <Line label={["规则编码", "Rule code"]} required hint={["ASSIGN_ 规则集，答出用户、角色或岗位。", "A rule set of family ASSIGN_."]}>
        {(id) => (
          <Input
            id={id}
            disabled={off}
            value={String(value["ruleCode"] ?? "")}
            onChange={(e) => change({ ...value, ruleCode: e.target.value })}
          />
        )}
      </Line>
    );
  if (rule === "LEVEL_CHAIN")
    return (
      <Line label={["最多级数", "At most levels"]} hint={["空着就升到限额足够为止。", "Empty: up to the sufficient limit."]}>
        {(id) => (
          <InputNumber
            id={id}
            className="pg-fill"
            disabled={off}
            min={1}
            max={10}
            value={(value["levels"] as number | undefined) ?? null}
            onChange={(levels) => change(levels === null ? {} : { levels: Number(levels) })}
          />
        )}
      </Line>
    );
  if (rule === "DOC_FIELD" || rule === "ORG_MANAGER")
    return (
      <Line
        label={rule === "DOC_FIELD" ? ["存有处理人的字段", "Field that holds the person"] : ["组织字段", "Organisation field"]}
        required={rule === "DOC_FIELD"}
        {...(rule === "ORG_MANAGER" ? { hint: ["空着取单据类型的组织字段。", "Empty: the bill type's own field."] as Text } : {})}
      >
        {(id) => (
          <Select
            id={id}
            className="pg-fill"
            disabled={off}
            allowClear
            showSearch={{ optionFilterProp: "label" }}
            value={(value["field"] as string | undefined) ?? null}
            options={bill.fields
              .filter((one) => one.kind === "ref")
              .map((one) => ({ value: one.key, label: `${say(one.label)} ${one.key}` }))}
            notFoundContent={say(["先在上方选择单据类型", "Choose a bill type above first"])}
            onChange={(field?: string) => change(field ? { field } : {})}
          />
        )}
      </Line>
    );
  return null;
}
