import { BpmnModdle, type Element } from "bpmn-moddle";
import { durationOf } from "./bpmn.ts";
import { flowsFrom, flowsTo, type Definition, type NodeKind, type ProcessNode } from "./definition.ts";

const types: Readonly<Record<NodeKind, string>> = {
  start: "StartEvent",
  end: "EndEvent",
  terminate: "EndEvent",
  user: "UserTask",
  work: "ServiceTask",
  send: "SendTask",
  call: "CallActivity",
  exclusive: "ExclusiveGateway",
  parallel: "ParallelGateway",
  inclusive: "InclusiveGateway",
  timer: "IntermediateCatchEvent",
  boundary: "BoundaryEvent",
  // A passage chooses nothing: an exclusive gateway with one way out.
  pass: "ExclusiveGateway",
};

const gap = 160;
const sizes: Readonly<Partial<Record<NodeKind, readonly [width: number, height: number]>>> = {
  user: [100, 80],
  work: [100, 80],
  send: [100, 80],
  call: [100, 80],
};
const sizeOf = (node: ProcessNode): readonly [number, number] => sizes[node.kind] ?? [40, 40];

/** How far from the start and how far down each node is drawn: after everything that leads to it, ways back left aside. */
function places(definition: Definition): ReadonlyMap<string, readonly [column: number, row: number]> {
  const next = (id: string): readonly string[] => [
    ...flowsFrom(definition, id).map((f) => f.to),
    ...definition.nodes.filter((n) => n.attachedTo === id).map((n) => n.id),
  ];
  const columns = new Map<string, number>();
  const walk = (id: string, column: number, way: ReadonlySet<string>): void => {
    if (way.has(id) || (columns.get(id) ?? -1) >= column) return;
    columns.set(id, column);
    for (const to of next(id)) walk(to, column + 1, new Set([...way, id]));
  };
  for (const node of definition.nodes) if (node.kind === "start") walk(node.id, 0, new Set());
  const filled = new Map<number, number>();
  return new Map(
    definition.nodes.map((n) => {
      const column = columns.get(n.id) ?? 0;
      const row = filled.get(column) ?? 0;
      filled.set(column, row + 1);
      return [n.id, [column, row]];
    }),
  );
}

/** A process as a BPMN 2.0 diagram, drawn in columns, settings carried along; reading it again gives the same process. */
export async function writeBpmn(definition: Definition): Promise<string> {
  const moddle = new BpmnModdle();
  const make = (type: string, attributes: Readonly<Record<string, unknown>> = {}): Element => moddle.create(type, attributes);
  const nodes = new Map(definition.nodes.map((node) => [node.id, elementOf(make, node)]));
  const flows = new Map(
    definition.flows.map((flow) => {
      const condition =
        flow.condition === undefined ? {} : { conditionExpression: make("bpmn:FormalExpression", { body: flow.condition }) };
      return [
        flow.id,
        make("bpmn:SequenceFlow", { id: flow.id, sourceRef: nodes.get(flow.from), targetRef: nodes.get(flow.to), ...condition }),
      ];
    }),
  );
  for (const node of definition.nodes) {
    const element = nodes.get(node.id) as Record<string, unknown> & Element;
    const set = element["set"] as (key: string, value: unknown) => void;
    set.call(
      element,
      "incoming",
      flowsTo(definition, node.id).map((f) => flows.get(f.id)),
    );
    set.call(
      element,
      "outgoing",
      flowsFrom(definition, node.id).map((f) => flows.get(f.id)),
    );
    if (node.defaultFlow !== undefined) set.call(element, "default", flows.get(node.defaultFlow));
    if (node.attachedTo !== undefined) set.call(element, "attachedToRef", nodes.get(node.attachedTo));
  }
  const process = make("bpmn:Process", {
    id: definition.key,
    name: definition.name[0],
    isExecutable: true,
    "srm:nameEn": definition.name[1],
    flowElements: [...nodes.values(), ...flows.values()],
  });
  const root = make("bpmn:Definitions", {
    id: `${definition.key}.definitions`,
    targetNamespace: "urn:base-srm:workflow",
    "xmlns:srm": "urn:base-srm:workflow",
    rootElements: [process],
    diagrams: [diagramOf(make, definition, process, nodes, flows)],
  });
  return (await moddle.toXML(root, { format: true })).xml;
}

function elementOf(make: (type: string, attributes?: Readonly<Record<string, unknown>>) => Element, node: ProcessNode): Element {
  const timer = (): Element =>
    make("bpmn:TimerEventDefinition", { timeDuration: make("bpmn:FormalExpression", { body: durationOf(node.minutes ?? 0) }) });
  return make(`bpmn:${types[node.kind]}`, {
    id: node.id,
    name: node.name[0],
    ...(node.name[1] === node.name[0] ? {} : { "srm:nameEn": node.name[1] }),
    ...(node.settings ? { "srm:settings": JSON.stringify(node.settings) } : {}),
    ...(node.supplierVisible ? { "srm:supplierVisible": "Y" } : {}),
    ...(node.kind === "call" ? { calledElement: node.code ?? "" } : node.code === undefined ? {} : { "srm:code": node.code }),
    ...(node.kind === "terminate" ? { eventDefinitions: [make("bpmn:TerminateEventDefinition")] } : {}),
    ...(node.kind === "timer" || node.kind === "boundary" ? { eventDefinitions: [timer()] } : {}),
  });
}

type Pair = readonly [number, number];

/** From edge to edge in right angles: forward out of the side, around below where something stands between or the way goes back. */
function lineOf([x1, y1]: Pair, [w1, h1]: Pair, [x2, y2]: Pair, [w2, h2]: Pair, isBlocked: boolean): readonly Pair[] {
  const [left, right] = [x1 + w1 / 2, x2 - w2 / 2];
  const bend = right - 20;
  if (x2 > x1 && !isBlocked && y1 === y2)
    return [
      [left, y1],
      [right, y2],
    ];
  if (x2 > x1 && !isBlocked)
    return [
      [left, y1],
      [bend, y1],
      [bend, y2],
      [right, y2],
    ];
  const below = Math.max(y1 + h1 / 2, y2 + h2 / 2) + 30;
  return [
    [x1, y1 + h1 / 2],
    [x1, below],
    [x2, below],
    [x2, y2 + h2 / 2],
  ];
}

function diagramOf(
  make: (type: string, attributes?: Readonly<Record<string, unknown>>) => Element,
  definition: Definition,
  process: Element,
  nodes: ReadonlyMap<string, Element>,
  flows: ReadonlyMap<string, Element>,
): Element {
  const at = places(definition);
  const middle = (node: ProcessNode): readonly [number, number] => {
    const [column, row] = at.get(node.id)!;
    return [120 + column * gap, 120 + row * (gap - 40)];
  };
  const shapes = definition.nodes.map((node) => {
    const [x, y] = middle(node);
    const [width, height] = sizeOf(node);
    const bounds = make("dc:Bounds", { x: x - width / 2, y: y - height / 2, width, height });
    const marked = types[node.kind] === "ExclusiveGateway" ? { isMarkerVisible: true } : {};
    return make("bpmndi:BPMNShape", { id: `${node.id}.shape`, bpmnElement: nodes.get(node.id), bounds, ...marked });
  });
  const edges = definition.flows.map((flow) => {
    const [from, to] = [flow.from, flow.to].map((id) => definition.nodes.find((n) => n.id === id)!) as [ProcessNode, ProcessNode];
    const [[start, row], [end]] = [at.get(from.id)!, at.get(to.id)!];
    const isBlocked = [...at.values()].some(([column, other]) => other === row && column > start && column < end);
    const waypoint = lineOf(middle(from), sizeOf(from), middle(to), sizeOf(to), isBlocked).map(([x, y]) => make("dc:Point", { x, y }));
    return make("bpmndi:BPMNEdge", { id: `${flow.id}.edge`, bpmnElement: flows.get(flow.id), waypoint });
  });
  const plane = make("bpmndi:BPMNPlane", { id: "plane", bpmnElement: process, planeElement: [...shapes, ...edges] });
  return make("bpmndi:BPMNDiagram", { id: "diagram", plane });
}
