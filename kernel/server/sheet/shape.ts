import { createHash } from "node:crypto";
import { commonFields, type Entity, type Me } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import { say, type Language, type Text } from "#kernel/text.ts";
import type { Kernel } from "../kernel.ts";

/** One sheet of a document's workbook: the document's own rows, or those of one of its collections at any depth. */
export interface SheetShape {
  /** "" for the document, "lines" or "lines/rows" for what is below it. */
  readonly path: string;
  readonly entity: Entity;
  readonly collection: string | null;
  readonly parent: SheetShape | null;
  /** Fields people may fill in. */
  readonly fields: readonly string[];
  /** What people tell its rows apart by among their siblings; the id where nothing else does. */
  readonly keys: readonly string[];
}

const unfit = new Set(["rows", "snapshot", "payload", "secret", "files", "richtext", "refs"]);
const keyKinds = new Set(["text", "code", "int", "date", "month", "year", "pick", "ref"]);

function keysOf(e: Entity, visible: ReadonlySet<string>, isLine: boolean): readonly string[] {
  const isFit = (key: string): boolean => visible.has(key) && keyKinds.has(e.fields[key]?.kind ?? "") && !e.fields[key]!.hidden;
  const ways: readonly (readonly string[])[] = [
    ...(e.importKey && !isLine ? [e.importKey] : []),
    // A number that comes with the submission tells no drafts apart.
    ...(e.number && e.number[2]?.at !== "submission" ? [[e.number[0]]] : []),
    ...(e.unique ?? [])
      .filter((candidate) => !candidate.while)
      .map(({ fields }) => fields.filter((key) => key !== "parentId" && !(isLine && e.fields[key]?.computed))),
    ["lineNum"],
  ];
  return ways.find((keys) => keys.length > 0 && keys.every(isFit)) ?? ["id"];
}

/** The sheets a caller's workbook of this entity has: only what this caller may see, and of that what a person could type into the form. */
export function sheetsOf({ declared, finder }: Kernel, e: Entity, me: Me): SheetShape[] {
  const shapes: SheetShape[] = [];
  const enter = (entity: Entity, collection: string | null, parent: SheetShape | null): void => {
    const visible = finder.visible(entity, me);
    const typed = Object.keys(entity.fields).filter((key) => {
      const field = entity.fields[key]!;
      return visible.has(key) && !field.computed && !field.hidden && !field.stays && !unfit.has(field.kind);
    });
    const shape: SheetShape = {
      path: parent && collection ? qualified(parent.path, collection) : "",
      entity,
      collection,
      parent,
      fields: parent === null && declared.parent(entity) ? ["parentId", ...typed] : typed,
      keys: keysOf(entity, visible, parent !== null),
    };
    shapes.push(shape);
    for (const [key, line] of Object.entries(entity.lines as Record<string, Entity>))
      if (me.audience === "internal" || me.audience === "system" || entity.shows?.supplier?.includes(key as never)) enter(line, key, shape);
  };
  enter(e, null, null);
  return shapes;
}

/** A key of one sheet as it is known in the whole workbook. */
export const qualified = (path: string, key: string): string => (path === "" ? key : `${path}/${key}`);

/** From the document down to the sheet's own parent. */
export function ancestorsOf(shape: SheetShape): SheetShape[] {
  return shape.parent ? [...ancestorsOf(shape.parent), shape.parent] : [];
}

/** The field behind a column; a line that has a list of its own names its document like any other reference. */
export function fieldAt({ declared }: Pick<Kernel, "declared">, shape: SheetShape, key: string): Field | undefined {
  if (key === "id") return commonFields.id;
  if (key !== "parentId" || key in shape.entity.fields) return shape.entity.fields[key];
  const above = shape.parent ? undefined : declared.parent(shape.entity)?.entity;
  return above
    ? ({ kind: "ref", label: above.label, target: above.name, optional: false, computed: false } as unknown as Field)
    : undefined;
}

const idText: Text = ["系统编号", "System id"];

/** What stands above a column; a key of the document that a line calls its own key alike is told apart by the document's name. */
export function titleAt(kernel: Pick<Kernel, "declared">, shape: SheetShape, of: SheetShape, key: string): Text {
  const label = key === "id" ? idText : (fieldAt(kernel, of, key)?.label ?? [key, key]);
  if (of === shape) return label;
  const own = [...shape.fields, ...shape.keys].some((field) => field === key || fieldAt(kernel, shape, field)?.label[0] === label[0]);
  return own || key === "id" ? [`${of.entity.label[0]}${label[0]}`, `${of.entity.label[1]} ${label[1].toLowerCase()}`] : label;
}

/** Changes with the columns, so that an outdated template is told apart. */
export const versionOf = (shapes: readonly SheetShape[]): string =>
  createHash("sha256")
    .update(shapes.map((shape) => `${shape.path}:${shape.keys.join()};${shape.fields.join()}`).join("\n"))
    .digest("hex")
    .slice(0, 8);

export const nameOf = (shape: SheetShape, language: Language): string => say(shape.entity.label, language);
