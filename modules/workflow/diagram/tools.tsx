import type { AutoPlace, Business, Connect, Create, ElementFactory, Modeling, Shape, Tool } from "bpmn-js/lib/NavigatedViewer";
import { sayNow } from "#kernel/web/language.ts";
import type { Text } from "#kernel/text.ts";

/** One thing the palette offers: what our engine runs, and nothing else. */
interface Offer {
  readonly key: string;
  readonly group: string;
  readonly icon: string;
  readonly title: Text;
  readonly type: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

const timer = { eventDefinitionType: "bpmn:TimerEventDefinition" };

/** The supported subset, in the order people draw. */
export const offers: readonly Offer[] = [
  { key: "start", group: "event", icon: "bpmn-icon-start-event-none", title: ["开始", "Start"], type: "bpmn:StartEvent" },
  { key: "user", group: "activity", icon: "bpmn-icon-user-task", title: ["审批节点", "Approval step"], type: "bpmn:UserTask" },
  { key: "service", group: "activity", icon: "bpmn-icon-service-task", title: ["系统处理", "Service step"], type: "bpmn:ServiceTask" },
  { key: "send", group: "activity", icon: "bpmn-icon-send-task", title: ["发送消息", "Send a message"], type: "bpmn:SendTask" },
  { key: "call", group: "activity", icon: "bpmn-icon-call-activity", title: ["调用流程", "Call a process"], type: "bpmn:CallActivity" },
  {
    key: "sub",
    group: "activity",
    icon: "bpmn-icon-subprocess-expanded",
    title: ["子流程", "Subprocess"],
    type: "bpmn:SubProcess",
    more: { isExpanded: true },
  },
  {
    key: "exclusive",
    group: "gateway",
    icon: "bpmn-icon-gateway-xor",
    title: ["条件分支", "Exclusive choice"],
    type: "bpmn:ExclusiveGateway",
  },
  {
    key: "parallel",
    group: "gateway",
    icon: "bpmn-icon-gateway-parallel",
    title: ["并行分支", "Parallel branches"],
    type: "bpmn:ParallelGateway",
  },
  {
    key: "inclusive",
    group: "gateway",
    icon: "bpmn-icon-gateway-or",
    title: ["包容分支", "Inclusive branches"],
    type: "bpmn:InclusiveGateway",
  },
  {
    key: "timer",
    group: "event",
    icon: "bpmn-icon-intermediate-event-catch-timer",
    title: ["定时器", "Timer"],
    type: "bpmn:IntermediateCatchEvent",
    more: timer,
  },
  { key: "end", group: "event", icon: "bpmn-icon-end-event-none", title: ["结束", "End"], type: "bpmn:EndEvent" },
  {
    key: "terminate",
    group: "event",
    icon: "bpmn-icon-end-event-terminate",
    title: ["立即结束全部", "End everything"],
    type: "bpmn:EndEvent",
    more: { eventDefinitionType: "bpmn:TerminateEventDefinition" },
  },
];

const appended = ["user", "exclusive", "parallel", "end"];

/** A new shape as our engine wants it: a timer has a time, an approval step a name. */
export function shapeOf(factory: ElementFactory, offer: Offer): Shape {
  const shape = factory.createShape({ type: offer.type, ...offer.more });
  const business = shape.businessObject;
  if (offer.key === "timer") {
    const [event] = (business.get("eventDefinitions") ?? []) as Business[];
    const duration = (business as unknown as { $model: { create(type: string, more: object): Business } }).$model.create(
      "bpmn:FormalExpression",
      { body: "PT24H" },
    );
    event?.set("timeDuration", duration);
  }
  return shape;
}

type Entry = Readonly<Record<string, unknown>>;

/** The palette: only what can be run. */
class Palette {
  static readonly $inject = ["palette", "create", "elementFactory", "handTool", "lassoTool", "globalConnect"];
  readonly #create: Create;
  readonly #factory: ElementFactory;
  readonly #tools: readonly [Tool, Tool, Tool];

  constructor(
    palette: { registerProvider(current: unknown): void },
    create: Create,
    factory: ElementFactory,
    hand: Tool,
    lasso: Tool,
    connect: Tool,
  ) {
    this.#create = create;
    this.#factory = factory;
    this.#tools = [hand, lasso, connect];
    palette.registerProvider(this);
  }

  getPaletteEntries(): Readonly<Record<string, Entry>> {
    const [hand, lasso, connect] = this.#tools;
    const tool = (icon: string, title: Text, click: (event: Event) => void): Entry => ({
      group: "tools",
      className: icon,
      title: sayNow(title),
      action: { click },
    });
    const drop = (offer: Offer) => (event: Event) => this.#drop(event, offer);
    return {
      hand: tool("bpmn-icon-hand-tool", ["移动画布", "Move the canvas"], (event) => hand.activateHand(event)),
      lasso: tool("bpmn-icon-lasso-tool", ["框选", "Select an area"], (event) => lasso.activateSelection(event)),
      connect: tool("bpmn-icon-connection-multi", ["连线", "Connect"], (event) => connect.start(event)),
      line: { group: "tools", separator: true },
      ...Object.fromEntries(
        offers.map((offer) => [
          `create.${offer.key}`,
          { group: "create", className: offer.icon, title: sayNow(offer.title), action: { click: drop(offer), dragstart: drop(offer) } },
        ]),
      ),
    };
  }

  #drop(event: Event, offer: Offer): void {
    const shape = shapeOf(this.#factory, offer);
    if (offer.key !== "sub") return this.#create.start(event, shape);
    // A subprocess begins with its own start.
    const start = this.#factory.createShape({ type: "bpmn:StartEvent", x: 40, y: 82, parent: shape });
    this.#create.start(event, [shape, start], { hints: { autoSelect: [shape] } });
  }
}

/** What hangs beside a chosen element: the common next steps, a line to somewhere, and away with it. */
class Pad {
  static readonly $inject = ["contextPad", "modeling", "elementFactory", "connect", "create", "autoPlace"];
  readonly #modeling: Modeling;
  readonly #factory: ElementFactory;
  readonly #connect: Connect;
  readonly #create: Create;
  readonly #autoPlace: AutoPlace;

  constructor(
    pad: { registerProvider(current: unknown): void },
    modeling: Modeling,
    factory: ElementFactory,
    connect: Connect,
    create: Create,
    autoPlace: AutoPlace,
  ) {
    this.#modeling = modeling;
    this.#factory = factory;
    this.#connect = connect;
    this.#create = create;
    this.#autoPlace = autoPlace;
    pad.registerProvider(this);
  }

  getMultiElementContextPadEntries(): Readonly<Record<string, Entry>> {
    return { delete: this.#remove((shapes) => shapes as readonly Shape[]) };
  }

  getContextPadEntries(shape: Shape): Readonly<Record<string, Entry>> {
    const entries: Record<string, Entry> = {};
    const isFlow = shape.waypoints !== undefined;
    if (!isFlow && shape.type !== "label" && shape.type !== "bpmn:EndEvent") {
      for (const offer of offers.filter((candidate) => appended.includes(candidate.key))) {
        entries[`append.${offer.key}`] = {
          group: "model",
          className: offer.icon,
          title: sayNow([`接着：${offer.title[0]}`, `Then: ${offer.title[1].toLowerCase()}`]),
          action: {
            click: (_event: Event, from: Shape) => this.#autoPlace.append(from, shapeOf(this.#factory, offer)),
            dragstart: (event: Event, from: Shape) => this.#create.start(event, shapeOf(this.#factory, offer), { source: from }),
          },
        };
      }
      const join = (event: Event, from: Shape): void => this.#connect.start(event, from);
      entries["connect"] = {
        group: "connect",
        className: "bpmn-icon-connection-multi",
        title: sayNow(["连到…", "Connect to…"]),
        action: { click: join, dragstart: join },
      };
    }
    entries["delete"] = this.#remove((entry) => [entry as Shape]);
    return entries;
  }

  #remove(of: (target: unknown) => readonly Shape[]): Entry {
    return {
      group: "edit",
      className: "bpmn-icon-trash",
      title: sayNow(["删除", "Delete"]),
      action: { click: (_event: Event, target: unknown) => this.#modeling.removeElements([...of(target)]) },
    };
  }
}

const chinese: Readonly<Record<string, string>> = {
  "Search in diagram": "在图中查找",
  "Toggle hand tool": "移动画布",
  "flow elements must be children of pools/participants": "只能有一个流程",
};

const translate = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  sayNow([chinese[text] ?? text, text]).replace(/{([^}]+)}/g, (whole, key: string) => values[key] ?? whole);

/** Put in place of the library's own palette, pad and menus. */
export const ourTools = {
  paletteProvider: ["type", Palette],
  contextPadProvider: ["type", Pad],
  // Nothing is replaced by a menu: the property pane changes kinds within the subset.
  replaceMenuProvider: ["value", {}],
  translate: ["value", translate],
};
