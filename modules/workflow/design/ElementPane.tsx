import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Button, Input, InputNumber, Select } from "antd";
import type { Business, Shape } from "bpmn-js/lib/NavigatedViewer";
import { useStore } from "zustand";
import { useText } from "#kernel/web/language.ts";
import { minutesOf } from "../engine/bpmn.ts";
import type { Desk } from "../diagram/desk.tsx";
import { namePatch, namesOf } from "../diagram/language.ts";
import type { BillContext } from "./bill.tsx";
import { Condition } from "./Condition.tsx";
import { Line } from "./Line.tsx";
import { StepPane } from "./StepPane.tsx";
import { kindWords } from "./words.ts";

interface Props {
  readonly desk: Desk;
  readonly bill: BillContext;
  readonly readOnly: boolean;
  /** Keys of other processes that can be called. */
  readonly models: readonly { readonly key: string; readonly name: string }[];
}

interface PartProps extends Props {
  readonly shape: Shape;
}

/** What can be set about the chosen part of the drawing, in business words. */
export function ElementPane({ desk, bill, readOnly, models }: Props) {
  const chosen = useStore(desk.state, (state) => state.chosen);
  // Drawn anew with every change, undo included.
  useStore(desk.state, (state) => state.turn);
  const shape = chosen ?? desk.modeler.get("canvas").getRootElement();
  const props = { desk, bill, readOnly, models, shape };
  return (
    <Stack key={shape.id}>
      <Names {...props} />
      <Kind {...props} />
      <Details {...props} />
    </Stack>
  );
}

function Details(props: PartProps) {
  const { desk, shape, bill, readOnly } = props;
  switch (shape.type) {
    case "bpmn:UserTask":
      return <StepPane desk={desk} shape={shape} bill={bill} readOnly={readOnly} />;
    case "bpmn:ServiceTask":
    case "bpmn:SendTask":
      return <Code {...props} />;
    case "bpmn:CallActivity":
      return <Called {...props} />;
    case "bpmn:IntermediateCatchEvent":
    case "bpmn:BoundaryEvent":
      return <Timer {...props} />;
    case "bpmn:SequenceFlow":
      return <FlowCondition {...props} />;
    case "bpmn:ExclusiveGateway":
    case "bpmn:InclusiveGateway":
      return <Branches {...props} />;
    default:
      return null;
  }
}

function Names({ desk, shape, readOnly }: PartProps) {
  const say = useText();
  const names = namesOf(shape.businessObject, desk.language);
  const set = (patch: Partial<typeof names>): void => desk.set(namePatch({ ...names, ...patch }, desk.language), shape);
  return (
    <>
      <h2 className="pg-h3">
        {say(kindWords[shape.type] ?? [shape.type, shape.type])} <span className="pg-code">{shape.id}</span>
      </h2>
      <Line label={["中文名称", "Chinese name"]}>
        {(id) => <Input id={id} value={names.cn} disabled={readOnly} maxLength={80} onChange={(e) => set({ cn: e.target.value })} />}
      </Line>
      <Line label={["英文名称", "English name"]}>
        {(id) => <Input id={id} value={names.en} disabled={readOnly} maxLength={80} onChange={(e) => set({ en: e.target.value })} />}
      </Line>
    </>
  );
}

const families: readonly (readonly string[])[] = [
  ["bpmn:UserTask", "bpmn:ServiceTask", "bpmn:SendTask", "bpmn:CallActivity"],
  ["bpmn:ExclusiveGateway", "bpmn:ParallelGateway", "bpmn:InclusiveGateway"],
];

/** Another kind of the same family: the lines stay where they are. */
function Kind({ desk, shape, readOnly }: PartProps) {
  const say = useText();
  const family = families.find((candidate) => candidate.includes(shape.type));
  if (!family) return null;
  return (
    <Line label={["类型", "Kind"]}>
      {(id) => (
        <Select
          id={id}
          className="pg-fill"
          value={shape.type}
          disabled={readOnly}
          options={family.map((type) => ({ value: type, label: say(kindWords[type]!) }))}
          onChange={(type) => desk.replace({ type })}
        />
      )}
    </Line>
  );
}

function Code({ desk, shape, readOnly }: PartProps) {
  const isSend = shape.type === "bpmn:SendTask";
  return (
    <Line
      label={isSend ? ["消息配置", "Message"] : ["处理程序", "Handler"]}
      required
      hint={
        isSend
          ? ["已登记的消息编码。", "The code of a configured message."]
          : ["已登记的处理程序或接口编码。", "A registered handler or interface code."]
      }
    >
      {(id) => (
        <Input
          id={id}
          disabled={readOnly}
          value={String(shape.businessObject.get("srm:code") ?? "")}
          onChange={(e) => desk.set({ "srm:code": e.target.value || undefined }, shape)}
        />
      )}
    </Line>
  );
}

function Called({ desk, shape, readOnly, models }: PartProps) {
  const say = useText();
  return (
    <Line label={["被调用的流程", "Called process"]} required hint={["它结束后才往下走。", "The process continues when it has ended."]}>
      {(id) => (
        <Select
          id={id}
          className="pg-fill"
          disabled={readOnly}
          showSearch={{ optionFilterProp: "label" }}
          value={(shape.businessObject.get("calledElement") as string | undefined) ?? null}
          placeholder={say(["选择流程", "Choose a process"])}
          options={models.map(({ key, name }) => ({ value: key, label: `${name} ${key}` }))}
          onChange={(calledElement) => desk.set({ calledElement }, shape)}
        />
      )}
    </Line>
  );
}

const hour = 60;

function Timer({ desk, shape, readOnly }: PartProps) {
  const say = useText();
  const [event] = (shape.businessObject.get("eventDefinitions") ?? []) as Business[];
  const duration = event?.get("timeDuration") as Business | undefined;
  const minutes = minutesOf(String(duration?.get("body") ?? "").trim());
  const set = (hours: number | null): void => {
    if (!event) return;
    const body = `PT${Math.round((hours ?? 0) * hour)}M`;
    const timeDuration = desk.modeler.get("moddle").create("bpmn:FormalExpression", { body });
    desk.modeler.get("modeling").updateModdleProperties(shape, event, { timeDuration });
  };
  const isBoundary = shape.type === "bpmn:BoundaryEvent";
  return (
    <Line
      label={["等待小时数", "Hours to wait"]}
      required
      hint={
        isBoundary
          ? ["时间到了，节点取消，从这里走出去。", "When the time is over, the step ends and the process continues here."]
          : ["时间到了才往下走。", "The process continues when the time is over."]
      }
    >
      {(id) => (
        <InputNumber
          id={id}
          className="pg-fill"
          min={0.1}
          max={8760}
          disabled={readOnly}
          value={minutes === null ? null : minutes / hour}
          suffix={say(["小时", "h"])}
          onChange={(value) => set(value === null ? null : Number(value))}
        />
      )}
    </Line>
  );
}

const isChoice = (business: Business | undefined): boolean =>
  business?.$type === "bpmn:ExclusiveGateway" || business?.$type === "bpmn:InclusiveGateway";

function FlowCondition({ desk, shape, bill, readOnly }: PartProps) {
  const say = useText();
  const business = shape.businessObject;
  const source = business.get("sourceRef") as Business | undefined;
  if (!isChoice(source))
    return <p className="pg-faint">{say(["只有分支出来的连线才有条件。", "Only flows out of a choice carry a condition."])}</p>;
  const isDefault = source?.get("default") === business;
  const sourceShape = source && desk.modeler.get("elementRegistry").get(source.id);
  const expression = business.get("conditionExpression") as Business | undefined;
  const write = (text: string): void => {
    const body = text.trim();
    desk.set({ conditionExpression: body ? desk.modeler.get("moddle").create("bpmn:FormalExpression", { body }) : undefined }, shape);
  };
  return (
    <>
      {isDefault ? (
        <Words as="p" size="small">
          {say(["默认分支：其他条件都不满足时走这里。", "Default: taken when no other condition applies."])}
        </Words>
      ) : (
        <Condition
          label={["走这条线的条件", "Taken if"]}
          text={String(expression?.get("body") ?? "")}
          scope={bill.scope}
          disabled={readOnly}
          change={write}
        />
      )}
      {readOnly || !sourceShape ? null : (
        <Inline>
          <Button size="small" onClick={() => desk.set({ default: isDefault ? undefined : business }, sourceShape)}>
            {isDefault ? say(["不作默认分支", "Not the default"]) : say(["设为默认分支", "Make it the default"])}
          </Button>
        </Inline>
      )}
    </>
  );
}

/** The ways out of a choice, each a press away. */
function Branches({ desk, shape }: PartProps) {
  const say = useText();
  const flows = (shape.businessObject.get("outgoing") ?? []) as Business[];
  const fallback = shape.businessObject.get("default");
  if (flows.length === 0) return <p className="pg-faint">{say(["还没有出去的连线。", "No outgoing flows yet."])}</p>;
  return (
    <section aria-label={say(["分支", "Outgoing flows"])}>
      <h3 className="pg-h3">{say(["分支", "Outgoing flows"])}</h3>
      <ItemList>
        {flows.map((flow) => {
          const target = flow.get("targetRef") as Business | undefined;
          const condition = String((flow.get("conditionExpression") as Business | undefined)?.get("body") ?? "");
          return (
            <Item
              key={flow.id}
              title={<b>{String(flow.get("name") ?? "") || `→ ${String(target?.get("name") ?? target?.id ?? "")}`}</b>}
              note={flow === fallback ? say(["默认", "Default"]) : condition || say(["没有条件", "No condition"])}
              {...(!condition && flow !== fallback ? { tone: "error" } : {})}
              press={() => desk.goTo(flow.id)}
            />
          );
        })}
      </ItemList>
    </section>
  );
}
