import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Fold } from "#kernel/web/block/Fold.tsx";
import { Checkbox, InputNumber, Switch } from "antd";
import type { Shape } from "bpmn-js/lib/NavigatedViewer";
import { payload } from "#kernel/field.ts";
import type { Field } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { RefsInput } from "#kernel/web/page/field/RefsInput.tsx";
import type { AllowedAction, CopyMoment, NodeSettings } from "../engine/definition.ts";
import type { Desk } from "../diagram/desk.tsx";
import { Approvers } from "./Approvers.tsx";
import type { BillContext } from "./bill.tsx";
import { FieldRights } from "./FieldRights.tsx";
import { Choice, Line } from "./Line.tsx";
import { changeSettings, settingsOf } from "./settings.ts";
import * as words from "./words.ts";

interface Props {
  readonly desk: Desk;
  readonly shape: Shape;
  readonly bill: BillContext;
  readonly readOnly: boolean;
}

const users = { ...payload("用户", "Users"), kind: "refs", target: "BaseUsers" } as unknown as Field;

/** Everything an approval step is set to, in business words. */
export function StepPane({ desk, shape, bill, readOnly }: Props) {
  const say = useText();
  const set = settingsOf(shape.businessObject);
  const change = (patch: Partial<NodeSettings>): void => changeSettings(desk, shape, patch);
  const supplierVisible = shape.businessObject.get("srm:supplierVisible") === "Y";
  return (
    <Stack>
      <Approvers
        rule={set.approverRule}
        value={set.ruleValue}
        bill={bill}
        disabled={readOnly}
        change={(approverRule, ruleValue) => change({ approverRule, ruleValue })}
      />
      <Signing set={set} readOnly={readOnly} change={change} />
      <Fold title={say(["例外情形", "Exceptions"])} note={say(words.emptyWords[set.emptyPolicy])}>
        <Choice
          label={["无人处理", "If no approver"]}
          words={words.emptyWords}
          value={set.emptyPolicy}
          disabled={readOnly}
          change={(emptyPolicy) => change({ emptyPolicy })}
        />
        <Choice
          label={["同一处理人", "Same person"]}
          words={words.sameWords}
          value={set.samePolicy}
          disabled={readOnly}
          change={(samePolicy) => change({ samePolicy })}
        />
        <Choice
          label={["发起人是处理人", "Submitter is approver"]}
          words={words.starterWords}
          value={set.starterPolicy === "EXCLUDE" ? "SKIP" : set.starterPolicy}
          disabled={readOnly}
          change={(starterPolicy) => change({ starterPolicy })}
        />
        <Choice
          label={["驳回再提交后", "After reject and resubmit"]}
          words={words.returnWords}
          value={set.rejectReturn}
          disabled={readOnly}
          change={(rejectReturn) => change({ rejectReturn })}
        />
      </Fold>
      <Fold title={say(["允许的操作", "Allowed actions"])} note={say([`${set.allowActions.length} 项`, `${set.allowActions.length}`])}>
        <Checkbox.Group
          style={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 8 }}
          disabled={readOnly}
          value={[...set.allowActions]}
          options={(Object.entries(words.actionWords) as [AllowedAction, Text][]).map(([value, text]) => ({ value, label: say(text) }))}
          onChange={(allowActions) => change({ allowActions })}
        />
        <Choice
          label={["审批意见", "Comment"]}
          words={words.commentWords}
          value={set.commentRequired}
          disabled={readOnly}
          change={(commentRequired) => change({ commentRequired })}
        />
      </Fold>
      <TimeLimit set={set} bill={bill} readOnly={readOnly} change={change} />
      <Fold
        title={say(["字段权限", "Field rights"])}
        note={say([
          `${set.editableFields.length} 可改，${set.hiddenFields.length} 隐藏`,
          `${set.editableFields.length} editable, ${set.hiddenFields.length} hidden`,
        ])}
      >
        <FieldRights rights={set} bill={bill} disabled={readOnly} change={change} />
      </Fold>
      <Fold title={say(["抄送与可见", "Copies and visibility"])}>
        <Copies set={set} readOnly={readOnly} change={change} />
        <Inline as="label">
          <Switch
            size="small"
            checked={supplierVisible}
            disabled={readOnly}
            onChange={(on) => desk.set({ "srm:supplierVisible": on ? "Y" : undefined }, shape)}
          />
          {say(["供应商可见此节点名称", "Suppliers see this step's name"])}
        </Inline>
      </Fold>
    </Stack>
  );
}

interface PartProps {
  readonly set: NodeSettings;
  readonly readOnly: boolean;
  change(patch: Partial<NodeSettings>): void;
}

function Signing({ set, readOnly, change }: PartProps) {
  const say = useText();
  return (
    <>
      <Choice
        label={["签核方式", "Sign-off mode"]}
        words={words.modeWords}
        value={set.multiMode}
        hint={words.modeHints[set.multiMode]}
        disabled={readOnly}
        change={(multiMode) => change({ multiMode, ...(multiMode === "VOTE" && set.votePercent === 100 ? { votePercent: 60 } : {}) })}
      />
      {set.multiMode === "VOTE" ? (
        <Line label={["通过比例（%）", "Percent to pass"]} required>
          {(id) => (
            <InputNumber
              id={id}
              className="pg-fill"
              min={1}
              max={100}
              disabled={readOnly}
              value={set.votePercent}
              onChange={(votePercent) => change({ votePercent: Number(votePercent ?? 0) })}
            />
          )}
        </Line>
      ) : null}
      {set.multiMode === "ALL" ? (
        <Inline as="label">
          <Switch size="small" checked={set.vetoFlag} disabled={readOnly} onChange={(vetoFlag) => change({ vetoFlag })} />
          {say(["一票否决", "One rejection decides at once"])}
        </Inline>
      ) : null}
    </>
  );
}

function TimeLimit({ set, bill, readOnly, change }: PartProps & { readonly bill: BillContext }) {
  const say = useText();
  const allowed = bill.money
    ? Object.fromEntries(Object.entries(words.timeoutWords).filter(([code]) => code !== "PASS"))
    : words.timeoutWords;
  const hours = set.timeLimitHours;
  return (
    <Fold title={say(["时限", "Time limit"])} note={hours === null ? say(["不限", "None"]) : say([`${hours} 小时`, `${hours} h`])}>
      <Line label={["小时", "Hours"]} hint={["空着不限时。", "Empty: no limit."]}>
        {(id) => (
          <InputNumber
            id={id}
            className="pg-fill"
            min={1}
            max={2000}
            precision={0}
            disabled={readOnly}
            value={hours}
            onChange={(next) => change({ timeLimitHours: next === null ? null : Number(next) })}
          />
        )}
      </Line>
      <Inline as="label">
        <Switch size="small" checked={set.useCalendar} disabled={readOnly} onChange={(useCalendar) => change({ useCalendar })} />
        {say(["只算组织日历的工作时间", "Count working hours only"])}
      </Inline>
      <Choice
        label={["超时处理", "On timeout"]}
        words={allowed as typeof words.timeoutWords}
        value={set.timeoutAction}
        disabled={readOnly}
        hint={bill.money ? ["有金额的单据不能超时自动通过。", "A document with an amount is never approved automatically."] : undefined}
        change={(timeoutAction) => change({ timeoutAction })}
      />
    </Fold>
  );
}

function Copies({ set, readOnly, change }: PartProps) {
  return (Object.entries(words.momentWords) as [CopyMoment, Text][]).map(([moment, label]) => (
    <Line key={moment} label={label}>
      {(id) => (
        <RefsInput
          id={id}
          field={users}
          disabled={readOnly}
          value={(set.copyRule[moment] as { userIds?: readonly string[] } | undefined)?.userIds ?? []}
          change={(userIds) => {
            const { [moment]: _, ...rest } = set.copyRule;
            change({ copyRule: userIds.length === 0 ? rest : { ...rest, [moment]: { userIds } } });
          }}
        />
      )}
    </Line>
  ));
}
