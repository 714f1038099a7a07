import { Input, Select } from "antd";
import { ref, refs } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { RefsInput } from "#kernel/web/page/field/RefsInput.tsx";
import type { ApproverRule } from "../engine/definition.ts";
import type { BillContext } from "./bill.tsx";
import { CodePick } from "./CodePick.tsx";
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

/** How a step finds its people: the rule, and what the rule must know. */
export function Approvers({ rule, value, bill, disabled, change }: Props) {
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
      {rule === null ? null : <RuleValue rule={rule} value={value} bill={bill} disabled={disabled} change={(next) => change(rule, next)} />}
    </>
  );
}

interface ValueProps {
  readonly rule: ApproverRule;
  readonly value: Value;
  readonly bill: BillContext;
  readonly disabled?: boolean | undefined;
  change(value: Value): void;
}

const people = refs("BaseUsers", "用户", "Users", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } });
const seats = refs("BasePosition", "岗位", "Positions", { pick: { enabledFlag: "Y" } });
const organisation = ref("BaseOrganization", "组织", "Organisation", { optional: true });
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : value ? [String(value)] : []);

function RuleValue({ rule, value, bill, disabled, change }: ValueProps) {
  const off = disabled ?? false;
  switch (rule) {
    case "USER":
    case "POSITION": {
      const [key, field] = rule === "USER" ? (["userIds", people] as const) : (["positionIds", seats] as const);
      return (
        <Line label={field.label} required>
          {(id) => <RefsInput id={id} field={field} value={value[key]} disabled={off} change={(ids) => change({ [key]: ids })} />}
        </Line>
      );
    }
    case "RESP":
      return (
        <Line label={["职责", "Responsibilities"]} required>
          {(id) => (
            <CodePick
              id={id}
              target="BaseResponsibility"
              where={{ audience: "INTERNAL" }}
              many
              disabled={off}
              value={list(value.respCodes ?? value.respCode)}
              change={(respCodes) => change({ respCodes })}
            />
          )}
        </Line>
      );
    case "BPM_ROLE":
      return (
        <Line label={["流程角色", "Workflow role"]} required>
          {(id) => (
            <CodePick
              id={id}
              target="BpmRole"
              disabled={off}
              value={list(value.roleCode)}
              change={([roleCode]) => change(roleCode ? { roleCode } : {})}
            />
          )}
        </Line>
      );
    case "ORG_MANAGER":
      return (
        <Line
          label={["组织", "Organisation"]}
          hint={["空着取单据的组织，没有负责人就往上找。", "Empty: the document's own, or its parent."]}
        >
          {(id) => (
            <RefInput
              id={id}
              field={organisation}
              fieldKey="orgId"
              row={value}
              disabled={off}
              patch={(patch) => change(withNames(value, patch))}
            />
          )}
        </Line>
      );
    case "DOC_FIELD":
      return <DocField value={value} bill={bill} disabled={off} change={change} />;
    case "FORMULA":
      return (
        <Line label={["规则编码", "Rule code"]} required hint={["ASSIGN_ 规则集，答出用户、角色或岗位。", "A rule set of family ASSIGN_."]}>
          {(id) => (
            <Input id={id} disabled={off} value={String(value.ruleCode ?? "")} onChange={(e) => change({ ruleCode: e.target.value })} />
          )}
        </Line>
      );
    case "SUPPLIER_CONTACT":
      return <ContactRole value={value} disabled={off} change={change} />;
    default:
      return null;
  }
}

/** The id counts; the names travel along so that the pane can show them. */
const withNames = (value: Value, patch: Value): Value =>
  Object.fromEntries(Object.entries({ ...value, ...patch }).filter(([, entry]) => entry !== null && entry !== undefined));

function DocField({ value, bill, disabled, change }: Omit<ValueProps, "rule">) {
  const say = useText();
  return (
    <Line label={["存有处理人的字段", "Field with the person"]} required>
      {(id) => (
        <Select
          id={id}
          className="pg-fill"
          disabled={disabled ?? false}
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          value={(value["field"] as string | undefined) ?? null}
          options={bill.fields
            .filter((field) => field.kind === "ref" || field.kind === "refs")
            .map((field) => ({ value: field.key, label: `${say(field.label)} ${field.key}` }))}
          notFoundContent={say(["先在上方选择单据类型", "Choose a document type above first"])}
          onChange={(field?: string) => change(field ? { field } : {})}
        />
      )}
    </Line>
  );
}

function ContactRole({ value, disabled, change }: Omit<ValueProps, "rule" | "bill">) {
  const say = useText();
  const roles = useLookup("CONTACT_ROLE");
  const hint: Text = ["空着由供应商的管理员确认。", "Empty: the supplier's administrators confirm."];
  return (
    <Line label={["供应商岗位", "Supplier role"]} hint={hint}>
      {(id) => (
        <Select
          id={id}
          className="pg-fill"
          allowClear
          disabled={disabled ?? false}
          value={(value["role"] as string | undefined) ?? null}
          placeholder={say(["请选择", "Choose"])}
          options={roles.values.map((lookupValue) => ({ value: lookupValue.lookupCode, label: lookupValue.meaning }))}
          onChange={(role?: string) => change(role ? { role } : {})}
        />
      )}
    </Line>
  );
}
