import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import type { Action, Entity, Who } from "#kernel/entity.ts";
import type { EventShape, Informed, TodoShape } from "#kernel/module.ts";
import { modules } from "#modules/index.ts";

type Side = "internal" | "supplier";

declare(modules);
const events = Object.assign({}, ...modules.map((m) => m.events ?? {})) as Record<string, EventShape>;
const todos = Object.assign({}, ...modules.map((m) => m.todos ?? {})) as Record<string, TodoShape>;
const informs = Object.assign({}, ...modules.map((m) => m.informs ?? {})) as Record<string, Record<string, Informed>>;

/** Documents that carry a number and a supplier and that the supplier sees. */
const shared = modules
  .flatMap((m) => m.entities)
  .filter((e): e is Entity => Boolean(e.number && e.fields["supplierId"] && e.sees.supplier) && !e.view);

const sidesOf = (who: Action["who"]): readonly Side[] => {
  const all = (Array.isArray(who) ? who : [who]) as readonly Who[];
  return [
    ...new Set(
      all.flatMap((entry): Side[] => {
        const side = typeof entry === "string" ? entry : "of" in entry ? entry.of : "internal";
        return side === "both" ? ["internal", "supplier"] : side === "internal" || side === "supplier" ? [side] : [];
      }),
    ),
  ];
};

/** What people press, and what an approval ends with, which is the act of whoever approves. */
function acts(e: Entity): readonly { readonly name: string; readonly sides: readonly Side[] }[] {
  const actions = Object.entries(e.actions as Record<string, Action>);
  const approving = new Set(actions.flatMap(([, action]) => action.approval?.approve ?? []));
  return actions.flatMap(([name, action]) => {
    const sides = approving.has(name) ? (["internal"] as const) : sidesOf(action.who);
    return sides.length ? [{ name, sides }] : [];
  });
}

const reaches = (code: string, side: Side): boolean => {
  const todo = todos[code];
  if (todo) return todo.side === "BOTH" || todo.side === (side === "supplier" ? "SUPPLIER" : "INTERNAL");
  const to = events[code]?.tells?.to ?? [];
  return to.some((hearer) => (typeof hearer === "object" && "supplier" in hearer) === (side === "supplier"));
};

const sources = (dir: string): string =>
  readdirSync(dir, { withFileTypes: true })
    .map((dirent) => {
      const path = join(dir, dirent.name);
      if (dirent.isDirectory()) return sources(path);
      return dirent.name.endsWith(".ts") && !/test\.ts$|events\.ts$|informs\.ts$/.test(dirent.name) ? readFileSync(path, "utf8") : "";
    })
    .join("\n");
const written = sources(join(import.meta.dirname, "../../modules"));

describe("whoever shares a document hears what the other side does with it", () => {
  test("every action on a document that a supplier sees says how the other side hears of it, or why it need not", () => {
    const silent = shared.flatMap((e) =>
      acts(e).flatMap(({ name, sides }) => {
        const how = informs[e.name]?.[name];
        if (!how) return [`${e.name}.${name} says nothing`];
        if ("nobody" in how) return how.nobody.length > 10 ? [] : [`${e.name}.${name} gives no reason`];
        return sides
          .map((side): Side => (side === "internal" ? "supplier" : "internal"))
          .filter((other) => !how.some((code) => reaches(code, other)))
          .map((other) => `${e.name}.${name} does not reach the ${other} side by ${how.join(", ")}`);
      }),
    );
    expect(silent).toEqual([]);
  });

  test("what is declared exists: the document, the action, the event or to-do, and a rule that tells it", () => {
    const wrong = Object.entries(informs).flatMap(([entity, of]) =>
      Object.entries(of).flatMap(([name, how]) => {
        const known = shared.find((e) => e.name === entity);
        if (!known || !(name in known.actions)) return [`${entity}.${name} is no action on a shared document`];
        if ("nobody" in how) return [];
        return how.flatMap((code) =>
          !events[code] && !todos[code] ? [`${code} is not declared`] : written.includes(`"${code}"`) ? [] : [`${code} is never told`],
        );
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("the list is not empty and knows orders", () => {
    expect(shared.length).toBeGreaterThan(10);
    expect(informs["SrmPurOrderHeader"]!["doCancel"]).toEqual(["PUR_ORDER_ENDED"]);
  });
});
