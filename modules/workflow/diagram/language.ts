import type { Business } from "bpmn-js/lib/NavigatedViewer";
import type { Language } from "#kernel/text.ts";

/** Our attributes inside a diagram, under the names the engine reads. */
export const srmExtension = {
  name: "BASE SRM workflow",
  prefix: "srm",
  uri: "urn:base-srm:workflow",
  xml: { tagAlias: "lowerCase" },
  types: [
    {
      name: "Named",
      isAbstract: true,
      extends: ["bpmn:FlowElement", "bpmn:Process"],
      properties: ["nameEn", "settings", "code", "supplierVisible"].map((name) => ({ name, type: "String", isAttr: true })),
    },
  ],
};

const list = (value: unknown): readonly Business[] => (Array.isArray(value) ? (value as Business[]) : []);

/** Every process, node and flow of a diagram, subprocesses included. */
export function partsOf(definitions: Business): readonly Business[] {
  const inside = (scope: Business): readonly Business[] =>
    list(scope.get("flowElements")).flatMap((business) => [business, ...(business.$type === "bpmn:SubProcess" ? inside(business) : [])]);
  return list(definitions.get("rootElements"))
    .filter((root) => root.$type === "bpmn:Process")
    .flatMap((root) => [root, ...inside(root)]);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A drawing shows one name; an English reader sees and edits the English one, the Chinese one waits in its place meanwhile. */
export function showNames(definitions: Business, language: Language): void {
  if (language === "CN") return;
  for (const part of partsOf(definitions)) {
    const [cn, en] = [textOf(part.get("name")), textOf(part.get("srm:nameEn"))];
    part.set("name", en || cn || undefined);
    part.set("srm:nameEn", cn || undefined);
  }
}

/** The way back before a diagram is written. */
export function storeNames(definitions: Business, language: Language): void {
  if (language === "CN") return;
  for (const part of partsOf(definitions)) {
    const [en, cn] = [textOf(part.get("name")), textOf(part.get("srm:nameEn"))];
    part.set("name", cn || en || undefined);
    part.set("srm:nameEn", en === (cn || en) ? undefined : en);
  }
}

/** The two names of a part while it is shown in this language. */
export function namesOf(part: Business, language: Language): { readonly cn: string; readonly en: string } {
  const [shown, other] = [textOf(part.get("name")), textOf(part.get("srm:nameEn"))];
  return language === "CN" ? { cn: shown, en: other } : { cn: other, en: shown };
}

/** What to set so that a part has these names while it is shown in this language. */
export const namePatch = (names: { readonly cn: string; readonly en: string }, language: Language): Readonly<Record<string, unknown>> =>
  language === "CN"
    ? { name: names.cn || undefined, "srm:nameEn": names.en || undefined }
    : { name: names.en || undefined, "srm:nameEn": names.cn || undefined };
