import type NavigatedViewer from "bpmn-js/lib/NavigatedViewer";
import type { Business } from "bpmn-js/lib/NavigatedViewer";
import type { Language } from "#kernel/text.ts";
import { showNames, srmExtension } from "./language.ts";

/** What a part of a diagram means to the reader; the colours follow from it. */
export type Meaning = "done" | "now" | "ahead" | "returned" | "unused" | "added" | "changed" | "removed";
export type Painting = Readonly<Record<string, Meaning>>;

const colours: Readonly<Record<Meaning, readonly [stroke: string, fill: string]>> = {
  done: ["--c-success", "--c-success-soft"],
  now: ["--c-primary", "--c-primary-soft"],
  ahead: ["--c-text-2", "--c-white"],
  returned: ["--c-warning", "--c-warning-soft"],
  unused: ["--c-icon-off", "--c-white"],
  added: ["--c-success", "--c-success-soft"],
  changed: ["--c-warning", "--c-warning-soft"],
  removed: ["--c-error", "--c-error-soft"],
};

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The product's own letters: they are measured before they are drawn. */
export const lettering = (): Readonly<Record<string, unknown>> => {
  const fontFamily = token("--font");
  return { defaultStyle: { fontFamily, fontSize: 12 }, externalStyle: { fontFamily, fontSize: 12 } };
};

const list = (value: unknown): readonly Business[] => (Array.isArray(value) ? (value as Business[]) : []);

/** Puts colours on the drawn parts, so that arrowheads follow their lines. */
function paint(definitions: Business, painting: Painting): void {
  for (const diagram of list(definitions.get("diagrams"))) {
    const plane = diagram.get("plane") as Business | undefined;
    for (const drawn of list(plane?.get("planeElement"))) {
      const meaning = painting[String((drawn.get("bpmnElement") as Business | undefined)?.id ?? "")] ?? "ahead";
      const [stroke, fill] = colours[meaning];
      drawn.set("bioc:stroke", token(stroke));
      if (drawn.$type === "bpmndi:BPMNShape") drawn.set("bioc:fill", token(fill));
    }
  }
}

/** Draws a diagram to be read: moved by the wheel and the pointer, never changed. */
export async function drawDiagram(place: HTMLElement, xml: string, painting: Painting, language: Language): Promise<NavigatedViewer> {
  const [{ default: Viewer }] = await Promise.all([import("bpmn-js/lib/NavigatedViewer"), import("#kernel/web/diagram/library.css")]);
  const viewer = new Viewer({
    moddleExtensions: { srm: srmExtension },
    textRenderer: lettering(),
  });
  viewer.attachTo(place);
  await viewer.importXML(xml);
  const definitions = viewer.getDefinitions();
  showNames(definitions, language);
  paint(definitions, painting);
  await viewer.importDefinitions(definitions);
  return viewer;
}
