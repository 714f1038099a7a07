import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EventShape, Informed, Module, TodoShape } from "#kernel/module.ts";

/** Where one module asks, changes, answers or tells another: read from the sources and the declarations. */
export interface Point {
  /** "supplier.tradeGate": asked or read · "order.storageTransaction!doHold": changed · "demand.suggestions?": answered · "PUR_ORDER_ENDED": told */
  readonly name: string;
  /** The files that do it, as "module/file.ts"; the event's module for what is told. */
  readonly by: readonly string[];
}

const root = join(import.meta.dirname, "..", "..", "modules");
const files = globSync("*/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
/** The tables of the kernel belong to these; what the others change of them is a point. */
const keepers: readonly string[] = ["admin", "access", "schedule", "devtools", "setup"];

const importPattern = /import\s+\{([^}]*)\}\s+from\s+"#(modules|kernel)\/(\w+)\/[\w.-]+"/g;

/** The values, not the types, that a file imports from other modules: local name → "module.name". */
function importsOf(module: string, text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(importPattern)].flatMap(([, names, side, owner]) => {
    if (owner === module || (side === "kernel" && (owner !== "platform" || keepers.includes(module)))) return [];
    const values = names!
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith("type "));
    return values.map((value): [string, string] => {
      const [name, local] = value.split(" as ");
      return [(local ?? name)!.trim(), `${owner!}.${name!.trim()}`];
    });
  });
  return new Map(found);
}

/** What a file makes and presses of entities of others. */
function changesIn(text: string, imports: ReadonlyMap<string, string>): string[] {
  return [...text.matchAll(/\b(run|make)\(\s*(\w+),/g)].flatMap(({ 1: how, 2: local, index }) => {
    const owned = imports.get(local!);
    if (!owned) return [];
    const action = how === "make" ? "new" : (/"(\w+)"/.exec(text.slice(index, index + 200))?.[1] ?? "one of its actions");
    return [`${owned}!${action}`];
  });
}

const answersIn = (text: string, imports: ReadonlyMap<string, string>): string[] =>
  [...text.matchAll(/\b(\w+)(?:\.[A-Z_]+)?\.answeredBy\(/g)].flatMap(([, local]) =>
    imports.has(local!) ? [`${imports.get(local!)!}?`] : [],
  );

function pointsIn(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const imports = importsOf(file.split("/")[0]!, text);
  const answers = answersIn(text, imports);
  const asked = [...imports.values()].filter((name) => !name.startsWith("platform.") && !answers.includes(`${name}?`));
  return [...new Set([...asked, ...changesIn(text, imports), ...answers])];
}

/** What is told to suppliers, or opened for them, without being the declared word about an action of a shared document. */
function toldIn(module: Module): string[] {
  const declared = new Set(
    Object.values((module.informs ?? {}) as Record<string, Record<string, Informed>>).flatMap((of) =>
      Object.values(of).flatMap((how) => ("nobody" in how ? [] : how)),
    ),
  );
  const events = Object.entries((module.events ?? {}) as Record<string, EventShape>).filter(([, event]) =>
    event.tells?.to.some((hearer) => typeof hearer === "object" && "supplier" in hearer),
  );
  const todos = Object.entries((module.todos ?? {}) as Record<string, TodoShape>).filter(([, shape]) => shape.side !== "INTERNAL");
  return [...events, ...todos].map(([code]) => code).filter((code) => !declared.has(code));
}

export function derivePoints(modules: readonly Module[]): readonly Point[] {
  const called = files.flatMap((file) => pointsIn(file).map((name) => ({ name, file })));
  const entries = modules.flatMap((module) => toldIn(module).map((name) => ({ name, file: module.code })));
  return [...Map.groupBy([...called, ...entries], (entry) => entry.name)]
    .map(([name, same]) => ({ name, by: [...new Set(same.map((entry) => entry.file))].toSorted() }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
