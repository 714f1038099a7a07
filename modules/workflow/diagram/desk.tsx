import type Modeler from "bpmn-js/lib/Modeler";
import type { Business, Canvas, Shape } from "bpmn-js/lib/NavigatedViewer";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Language } from "#kernel/text.ts";
import { currentLanguage } from "#kernel/web/language.ts";
import { checkDefinition, type CheckWith } from "../engine/check.ts";
import { readBpmn } from "../engine/bpmn.ts";
import type { Definition } from "../engine/definition.ts";
import type { Problem } from "../engine/refusals.ts";
import { Refusal } from "#kernel/refusal.ts";
import { lettering } from "./paint.tsx";
import { showNames, srmExtension, storeNames } from "./language.ts";

export interface DeskState {
  /** Rises with every change of the drawing. */
  readonly turn: number;
  readonly chosen: Shape | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly zoom: number;
  readonly problems: readonly Problem[];
  /** The process as it would be run; null while it cannot be read. */
  readonly definition: Definition | null;
  readonly xml: string;
}

/** A drawing under way: it lives outside of any component, so that a hidden tab keeps it, undo included. */
export interface Desk {
  readonly modeler: Modeler;
  readonly language: Language;
  readonly state: StoreApi<DeskState>;
  open(xml: string): Promise<void>;
  xml(): Promise<string>;
  set(properties: Readonly<Record<string, unknown>>, shape?: Shape): void;
  replace(target: Readonly<Record<string, unknown>>): void;
  goTo(id: string): void;
  zoom(by: number | "fit"): void;
  marks(ids: readonly string[]): void;
  check(given: CheckWith): void;
}

/** What the palette takes of the paper. */
export const paletteWidth = 172;

const empty: DeskState = {
  turn: 0,
  chosen: null,
  canUndo: false,
  canRedo: false,
  zoom: 1,
  problems: [],
  definition: null,
  xml: "",
};

/** What is wrong with a diagram, whether it cannot be read or makes no sense. */
export async function judge(xml: string, key: string, given: CheckWith): Promise<Pick<DeskState, "problems" | "definition">> {
  try {
    const definition = await readBpmn(xml, { key, version: 0 });
    return { definition, problems: checkDefinition(definition, given) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { definition: null, problems: (error.data as { problems?: readonly Problem[] } | undefined)?.problems ?? [] };
  }
}

/** Loads the drawing library, which is heavy, and lays out an empty desk. */
export async function makeDesk(key: string): Promise<Desk> {
  const [{ default: Modeler }, { ourTools }] = await Promise.all([
    import("bpmn-js/lib/Modeler"),
    import("./tools.tsx"),
    import("#kernel/web/diagram/library.css"),
  ]);
  const modeler = new Modeler({
    moddleExtensions: { srm: srmExtension },
    additionalModules: [ourTools],
    textRenderer: lettering(),
  });
  const state = createStore<DeskState>(() => empty);
  const language = currentLanguage();
  let given: CheckWith = {};
  let marked: readonly string[] = [];
  let late: ReturnType<typeof setTimeout> | undefined;

  const write = async (): Promise<string> => {
    const definitions = modeler.getDefinitions();
    storeNames(definitions, language);
    try {
      return (await modeler.saveXML({ format: true })).xml;
    } finally {
      showNames(definitions, language);
    }
  };
  const look = async (): Promise<void> => {
    const xml = await write();
    state.setState({ xml, ...(await judge(xml, key, given)) });
    mark();
  };
  const mark = (): void => {
    const canvas = modeler.get("canvas");
    const registry = modeler.get("elementRegistry");
    for (const id of marked) if (registry.get(id)) canvas.removeMarker(id, "bk-diagram-wrong");
    marked = state.getState().problems.map((problem) => problem.nodeId);
    for (const id of marked) if (registry.get(id)) canvas.addMarker(id, "bk-diagram-wrong");
  };
  const soon = (): void => {
    clearTimeout(late);
    late = setTimeout(() => void look(), 200);
  };
  const chosenNow = (): Shape | null => {
    const picked = modeler.get("selection").get();
    const [shape] = picked;
    return picked.length === 1 && shape ? (shape.labelTarget ?? shape) : null;
  };
  const bus = modeler.get("eventBus");
  bus.on("selection.changed", () => state.setState({ chosen: chosenNow() }));
  bus.on(["commandStack.changed"], () => {
    const stack = modeler.get("commandStack");
    state.setState((now) => ({ turn: now.turn + 1, chosen: chosenNow(), canUndo: stack.canUndo(), canRedo: stack.canRedo() }));
    soon();
  });
  bus.on("canvas.viewbox.changed", () => state.setState({ zoom: modeler.get("canvas").zoom() }));

  return {
    modeler,
    language,
    state,
    async open(xml) {
      await modeler.importXML(xml);
      const definitions = modeler.getDefinitions();
      if (language !== "CN") {
        showNames(definitions, language);
        await modeler.importDefinitions(definitions);
      }
      state.setState((now) => ({ ...empty, turn: now.turn }));
      await look();
    },
    xml: write,
    set(properties, shape = state.getState().chosen ?? undefined) {
      if (shape) modeler.get("modeling").updateProperties(shape, properties);
    },
    replace(target) {
      const { chosen } = state.getState();
      if (chosen) modeler.get("selection").select(modeler.get("bpmnReplace").replaceElement(chosen, target));
    },
    goTo(id) {
      const shape = modeler.get("elementRegistry").get(id);
      if (!shape) return;
      modeler.get("canvas").scrollToElement(id);
      modeler.get("selection").select(shape);
    },
    zoom(by) {
      const canvas = modeler.get("canvas");
      if (by === "fit") fit(canvas, paletteWidth);
      else canvas.zoom(Math.min(2.5, Math.max(0.3, canvas.zoom() * by)), "auto");
    },
    marks: () => mark(),
    check(next) {
      given = next;
      void look();
    },
  };
}

/** All of the drawing, but never larger than life; to the right of what stands over the left edge. */
export function fit(canvas: Canvas, left = 0): void {
  if (canvas.zoom("fit-viewport", "auto") > 1) canvas.zoom(1, "auto");
  const { inner, outer } = canvas.viewbox();
  const scale = Math.min(1, (outer.width - left - 48) / Math.max(1, inner.width), (outer.height - 48) / Math.max(1, inner.height));
  const [width, height] = [outer.width / scale, outer.height / scale];
  const free = width - left / scale;
  canvas.viewbox({
    x: inner.x - left / scale - Math.max(0, (free - inner.width) / 2),
    y: inner.y - (height - inner.height) / 2,
    width,
    height,
  });
}

/** The settings a step carries in the drawing. */
export function carriedBy(business: Business): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(String(business.get("srm:settings") ?? "{}")) as Record<string, unknown>;
  } catch {
    return {};
  }
}
