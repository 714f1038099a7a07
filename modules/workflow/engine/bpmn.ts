import { BpmnModdle, type Element } from "bpmn-moddle";
import type { Text } from "#kernel/text.ts";
import { nodeSettings, type Definition, type Flow, type NodeKind, type NodeSettings, type ProcessNode } from "./definition.ts";
import { modelInvalid, type Problem } from "./refusals.ts";

/** What a diagram does not say: the key it is stored under, and the settings of its nodes where they are kept beside it. */
export interface ReadWith {
  readonly key: string;
  readonly version: number;
  readonly settings?: Readonly<Record<string, Partial<NodeSettings>>>;
  readonly routeKeys?: readonly string[];
}

const kinds: Readonly<Record<string, NodeKind>> = {
  "bpmn:StartEvent": "start",
  "bpmn:EndEvent": "end",
  "bpmn:UserTask": "user",
  "bpmn:ServiceTask": "work",
  "bpmn:SendTask": "send",
  "bpmn:CallActivity": "call",
  "bpmn:ExclusiveGateway": "exclusive",
  "bpmn:ParallelGateway": "parallel",
  "bpmn:InclusiveGateway": "inclusive",
  "bpmn:IntermediateCatchEvent": "timer",
  "bpmn:BoundaryEvent": "boundary",
};

/** Drawn for the reader alone. */
const silent = new Set(["bpmn:TextAnnotation", "bpmn:Association", "bpmn:Group"]);

const plainName = (type: string): string => {
  const name = type.replace(/^bpmn:/, "");
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** Refused by name, never ignored: a diagram does what it shows. */
const unsupported = (element: Element, what = plainName(element.$type)): Problem => {
  const id = String(element.id ?? "");
  return { nodeId: id, text: [`不支持的元素${what}（${id}）`, `unsupported element ${what} (${id})`] };
};

const elements = (value: unknown): readonly Element[] => (Array.isArray(value) ? (value as Element[]) : []);
const child = (element: Element, key: string): Element | undefined => element[key] as Element | undefined;
const textOf = (element: Element | undefined): string => String(element?.["body"] ?? "").trim();
const nameOf = (element: Element): Text => {
  const cn = String(element["name"] ?? "");
  return [cn, element.$attrs["srm:nameEn"] ?? cn];
};

/** PT8H, P1DT30M and the like as minutes; null for anything else. */
export function minutesOf(duration: string): number | null {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration);
  if (!found || duration === "P" || duration.endsWith("T")) return null;
  const [, days = "0", hours = "0", minutes = "0"] = found;
  return Number(days) * 1440 + Number(hours) * 60 + Number(minutes);
}

export const durationOf = (minutes: number): string => `PT${minutes}M`;

/** One pass over a diagram: nodes, flows and everything that cannot be run. */
class Reader {
  readonly nodes: ProcessNode[] = [];
  readonly flows: Flow[] = [];
  readonly problems: Problem[] = [];
  readonly #with: ReadWith;

  constructor(given: ReadWith) {
    this.#with = given;
  }

  read(scope: Element): void {
    for (const element of elements(scope["flowElements"])) {
      if (element.$type === "bpmn:SequenceFlow") this.#flow(element);
      else if (element.$type === "bpmn:SubProcess") this.#inside(element);
      else this.#node(element, scope.$type === "bpmn:SubProcess");
    }
    for (const artifact of elements(scope["artifacts"])) if (!silent.has(artifact.$type)) this.problems.push(unsupported(artifact));
    for (const lanes of elements(scope["laneSets"])) this.problems.push(unsupported(lanes));
  }

  #flow(element: Element): void {
    const condition = child(element, "conditionExpression");
    if (condition?.["language"] !== undefined) this.problems.push(unsupported(element, `script ${String(condition["language"])}`));
    const text = textOf(condition);
    const ends = { from: String(child(element, "sourceRef")?.id ?? ""), to: String(child(element, "targetRef")?.id ?? "") };
    this.flows.push({ id: String(element.id), ...ends, ...(text ? { condition: text } : {}) });
  }

  /** A subprocess is walked through: its start and ends become passages. It can hold no boundary, no repetition and no event of its own. */
  #inside(element: Element): void {
    if (element["triggeredByEvent"]) this.problems.push(unsupported(element, "eventSubProcess"));
    if (element["loopCharacteristics"]) this.problems.push(unsupported(element, "subProcess loop"));
    const id = String(element.id);
    const inner = elements(element["flowElements"]);
    const starts = inner.filter((e) => e.$type === "bpmn:StartEvent");
    const ends = inner.filter((e) => e.$type === "bpmn:EndEvent");
    if (starts.length !== 1 || ends.length === 0)
      this.problems.push({ nodeId: id, text: [`子流程${id}须有一个开始和至少一个结束`, `subProcess ${id} needs one start and an end`] });
    this.read(element);
    const out = `${id}.out`;
    this.nodes.push({ id, kind: "pass", name: nameOf(element) }, { id: out, kind: "pass", name: nameOf(element) });
    for (const start of starts) this.flows.push({ id: `${id}.in`, from: id, to: String(start.id) });
    for (const end of ends) this.flows.push({ id: `${String(end.id)}.out`, from: String(end.id), to: out });
    this.#leaving.add(id);
  }

  readonly #leaving = new Set<string>();

  #node(element: Element, isInner: boolean): void {
    const kind = kinds[element.$type];
    if (!kind) {
      this.problems.push(unsupported(element));
      return;
    }
    const base = { id: String(element.id), name: nameOf(element), ...this.#details(element, kind) };
    const events = elements(element["eventDefinitions"]);
    const isTerminate = events.some((e) => e.$type === "bpmn:TerminateEventDefinition");
    for (const event of events)
      if (
        !(event.$type === "bpmn:TimerEventDefinition" && ["timer", "boundary"].includes(kind)) &&
        !(isTerminate && kind === "end" && !isInner)
      )
        this.problems.push(unsupported(element, `${plainName(element.$type)} ${plainName(event.$type)}`));
    if (["timer", "boundary"].includes(kind) && events.length === 0) this.problems.push(unsupported(element));
    if (isInner && (kind === "start" || kind === "end")) this.nodes.push({ ...base, kind: "pass" });
    else this.nodes.push({ ...base, kind: isTerminate ? "terminate" : kind });
  }

  #details(element: Element, kind: NodeKind): Partial<ProcessNode> {
    const loop = child(element, "loopCharacteristics");
    if (loop && (kind !== "user" || loop.$type !== "bpmn:MultiInstanceLoopCharacteristics"))
      this.problems.push(unsupported(element, `${plainName(element.$type)} ${plainName(loop.$type)}`));
    switch (kind) {
      case "user":
        return {
          settings: this.#settings(element, loop),
          ...(element.$attrs["srm:supplierVisible"] === "Y" ? { supplierVisible: true } : {}),
        };
      case "work":
      case "send":
        return { code: element.$attrs["srm:code"] ?? "" };
      case "call":
        return { code: String(element["calledElement"] ?? "") };
      case "exclusive":
      case "inclusive": {
        const defaultFlow = child(element, "default")?.id;
        return defaultFlow === undefined ? {} : { defaultFlow };
      }
      case "timer":
        return this.#timer(element);
      case "boundary": {
        const host = child(element, "attachedToRef");
        if (host?.$type !== "bpmn:UserTask" || element["cancelActivity"] === false) this.problems.push(unsupported(element));
        return { ...this.#timer(element), attachedTo: String(host?.id ?? "") };
      }
      default:
        return {};
    }
  }

  #timer(element: Element): Partial<ProcessNode> {
    const [timer] = elements(element["eventDefinitions"]);
    const minutes = minutesOf(textOf(timer && child(timer, "timeDuration")));
    if (minutes === null) this.problems.push(unsupported(element, `${plainName(element.$type)} without timeDuration`));
    return { minutes: minutes ?? 0 };
  }

  /** Settings kept beside the diagram win over those carried in it; a drawn repetition says how several sign. */
  #settings(element: Element, loop: Element | undefined): NodeSettings {
    const drawn: Partial<NodeSettings> = loop ? { multiMode: loop["isSequential"] ? "SEQUENTIAL" : "ALL" } : {};
    const carried = element.$attrs["srm:settings"];
    return nodeSettings({ ...drawn, ...this.#parsed(element, carried), ...this.#with.settings?.[String(element.id)] });
  }

  #parsed(element: Element, text: string | undefined): Partial<NodeSettings> {
    if (text === undefined) return {};
    try {
      return JSON.parse(text) as Partial<NodeSettings>;
    } catch {
      const id = String(element.id);
      this.problems.push({ nodeId: id, text: [`节点${id}的设置无法读取`, `settings of node ${id} cannot be read`] });
      return {};
    }
  }

  /** Flows out of a subprocess begin where its ends meet. */
  joined(): readonly Flow[] {
    return this.flows.map((f) => (this.#leaving.has(f.from) && f.id !== `${f.from}.in` ? { ...f, from: `${f.from}.out` } : f));
  }
}

/** A BPMN 2.0 diagram as a process; everything it cannot run is refused by name and id. Whether the process makes sense, the check says. */
export async function readBpmn(xml: string, given: ReadWith): Promise<Definition> {
  const { rootElement, warnings } = await new BpmnModdle().fromXML(xml).catch((error: Error) => {
    throw modelInvalid([{ nodeId: "", text: [`图形文件无法读取：${error.message}`, `the diagram cannot be read: ${error.message}`] }]);
  });
  const roots = elements(rootElement["rootElements"]);
  const processes = roots.filter((e) => e.$type === "bpmn:Process");
  const reader = new Reader(given);
  for (const { message } of warnings)
    reader.problems.push({ nodeId: "", text: [`图形文件有误：${message}`, `the diagram is faulty: ${message}`] });
  for (const root of roots) if (root.$type !== "bpmn:Process") reader.problems.push(unsupported(root));
  for (const extra of processes.slice(1)) reader.problems.push(unsupported(extra, "second process"));
  const [process] = processes;
  if (!process) throw modelInvalid([...reader.problems, { nodeId: "", text: ["图形中没有流程", "the diagram holds no process"] }]);
  reader.read(process);
  if (reader.problems.length) throw modelInvalid(reader.problems);
  const { key, version, routeKeys = [] } = given;
  return { key, version, name: nameOf(process), nodes: reader.nodes, flows: reader.joined(), routeKeys };
}
