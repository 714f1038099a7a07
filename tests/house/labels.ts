import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { declare } from "#kernel/declared.ts";
import type { Field } from "#kernel/field.ts";
import { modules } from "#modules/index.ts";

export interface Label {
  readonly cn: string;
  readonly en: string;
  /** Where it stands, in words of the code. */
  readonly where: string;
  readonly kind: "menu" | "state" | "button" | "entity" | "field";
}

type Node = { readonly [key: string]: unknown } & { readonly type: string; readonly start: number; readonly end: number };
type Pair = readonly [cn: string, en: string];

interface MenuNode {
  readonly label: Pair;
  readonly code?: string;
  readonly route?: string;
  readonly children?: readonly unknown[];
}

const menuLabels = (nodes: readonly MenuNode[]): Label[] =>
  nodes.flatMap((node) => [
    { cn: node.label[0], en: node.label[1], where: `menu ${node.code ?? node.route}`, kind: "menu" as const },
    ...menuLabels((node.children ?? []).filter((child) => typeof child === "object") as MenuNode[]),
  ]);

/** What the modules declare: menus, states, buttons, and the names of entities and their fields. */
export function declaredLabels(): readonly Label[] {
  const of = (label: Pair, where: string, kind: Label["kind"]): Label => ({ cn: label[0], en: label[1], where, kind });
  const entities = [...declare(modules).entities.values()].flatMap((e) => [
    of(e.label, e.name, "entity"),
    ...Object.entries((e.states ?? {}) as Record<string, readonly [string, string, ...unknown[]]>).map(([code, [cn, en]]) =>
      of([cn, en], `state ${e.name}.${code}`, "state"),
    ),
    ...Object.entries(e.actions as Record<string, { readonly label: Pair; readonly button?: string; readonly quiet?: boolean }>).flatMap(
      ([name, action]) => (action.button && !action.quiet ? [of(action.label, `action ${e.name}.${name}`, "button")] : []),
    ),
    ...Object.entries(e.fields as Record<string, Field>).map(([name, field]) => of(field.label, `field ${e.name}.${name}`, "field")),
  ]);
  const shown = modules.flatMap((module) => [
    ...menuLabels((module.menus ?? []) as readonly MenuNode[]),
    ...Object.entries(module.buttons ?? {}).map(([code, button]) => of(button.label, `button ${code}`, "button")),
    ...Object.entries(module.remedies ?? {}).flatMap(([code, given]) =>
      ("route" in given ? [given] : given).map(({ label }) => of(label, `remedy of ${code}`, "button")),
    ),
  ]);
  return [...shown, ...entities];
}

const root = join(import.meta.dirname, "..", "..");
const chinese = /[\u3400-\u9fff]/;

/** The literals an expression may say: a condition says one of two. */
function spoken(node: Node | null | undefined, source: string): string[] {
  if (!node) return [];
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : [];
  if (node.type === "TemplateLiteral") return [source.slice(node.start + 1, node.end - 1)];
  if (node.type === "ConditionalExpression")
    return [...spoken(node["consequent"] as Node, source), ...spoken(node["alternate"] as Node, source)];
  if (node.type === "BinaryExpression") return [...spoken(node["left"] as Node, source), ...spoken(node["right"] as Node, source)];
  return [];
}

function pairsIn(file: string, source: string): { readonly cn: string; readonly en: string; readonly where: string }[] {
  const found: { cn: string; en: string; where: string }[] = [];
  const walk = (node: unknown, key = ""): void => {
    if (Array.isArray(node)) {
      if (key === "elements" || key === "arguments")
        for (const [at, entry] of node.slice(0, -1).entries()) {
          const cn = spoken(entry as Node, source).join(" ");
          if (!chinese.test(cn)) continue;
          for (const en of spoken(node[at + 1] as Node, source)) if (!chinese.test(en)) found.push({ cn, en, where: file });
        }
      for (const entry of node) walk(entry);
    } else if (typeof node === "object" && node !== null)
      for (const [name, value] of Object.entries(node)) if (name !== "loc") walk(value, name);
  };
  walk(parseSync(file, source).program);
  return found;
}

/** Every text in the source that stands beside its Chinese half: what English readers see. */
export const englishTexts = (): ReturnType<typeof pairsIn> =>
  ["kernel", "modules", "bridges", "demo"].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|test-world/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .flatMap((path) => pairsIn(relative(root, path), readFileSync(path, "utf8"))),
  );
