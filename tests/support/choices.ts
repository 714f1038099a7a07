import type { Declared } from "#kernel/declared.ts";
import type { Entity } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";

/** A reference limits its choice by the state of what it leads to: generated for every reference and every value that it does not offer. */
export interface Choice {
  readonly name: string;
  readonly root: Entity;
  /** The collections that lead from the document to the row with the reference. */
  readonly way: readonly string[];
  readonly key: string;
  readonly field: Field;
  readonly target: Entity;
}

const isReference = ({ kind, computed }: Field): boolean => (kind === "ref" || kind === "refs") && !computed;

export function choicesOf(declared: Pick<Declared, "entities">, root: Entity, e: Entity = root, way: readonly string[] = []): Choice[] {
  const own = Object.entries(e.fields).flatMap(([key, field]) => {
    const target = declared.entities.get(field.target ?? "");
    return isReference(field) && target ? [{ name: `${e.name}.${key}`, root, way, key, field, target }] : [];
  });
  const lines = Object.entries(e.lines as Record<string, Entity>);
  return [...own, ...lines.flatMap(([key, line]) => choicesOf(declared, root, line, [...way, key]))];
}

/** The values of the target's state, or of its switch, that the reference does not offer. */
export function refused({ field, target }: Choice): (readonly [key: string, value: string])[] {
  const keys = Object.keys(field.pick ?? {}).filter((key) => key === target.stateField || key === "enabledFlag");
  return keys.flatMap((key) => {
    const offered = [field.pick![key]].flat().flatMap((part) => String(part).split(","));
    const values = key === "enabledFlag" ? ["Y", "N"] : Object.keys(target.states ?? {});
    return values.filter((value) => !offered.includes(value)).map((value) => [key, value] as const);
  });
}
