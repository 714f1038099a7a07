import type { Field, Fields } from "./field.ts";
import type { Text } from "./text.ts";

/** What an installation says of one field in place of its declaration. */
export interface FieldRefinement {
  readonly key: string;
  readonly label?: Text;
  readonly searchable?: boolean;
  readonly exportable?: boolean;
  /** 0 open, 1 for those who hold the button alone, 2 never exported. */
  readonly sensitive?: 0 | 1 | 2;
}

export interface Refinement {
  readonly entity: string;
  readonly label?: Text;
  readonly fields: readonly FieldRefinement[];
}

/** What of a declaration can be refined. */
interface Refinable {
  readonly name: string;
  label: Text;
  fields: Fields;
}

interface Known {
  readonly entity: Refinable;
  readonly declared: { readonly label: Text; readonly fields: Fields };
}

/** Whoever holds this button sees fields of level 1. */
export const sensitiveButton = "btnSensitive";

const known = new Map<string, Known[]>();
let inForce: ReadonlyMap<string, Refinement> = new Map();

function refinedField(field: Field, { label, searchable, exportable, sensitive }: FieldRefinement): Field {
  const { stays: _, sensitive: __, ...rest } = field;
  const stays = exportable === false || sensitive === 2 || (exportable === undefined && field.stays);
  const level = sensitive === undefined ? field.sensitive : sensitive === 1 ? 1 : undefined;
  return {
    ...rest,
    ...(label ? { label } : {}),
    ...(searchable === undefined ? {} : { searchable }),
    ...(stays ? { stays: true } : {}),
    ...(level ? { sensitive: level } : {}),
  } as Field;
}

/** Label and fields of a declaration as an installation refines them; without a refinement as they are declared. */
export function refined(declared: Known["declared"], refinement: Refinement | undefined): { label: Text; fields: Fields } {
  const changed = (refinement?.fields ?? []).filter(({ key }) => Object.hasOwn(declared.fields, key));
  const fields = Object.fromEntries(
    changed.map((fieldRefinement) => [fieldRefinement.key, refinedField(declared.fields[fieldRefinement.key]!, fieldRefinement)]),
  );
  return {
    label: refinement?.label ?? declared.label,
    fields: changed.length ? { ...declared.fields, ...fields } : declared.fields,
  };
}

function put({ entity, declared }: Known): void {
  Object.assign(entity, refined(declared, inForce.get(entity.name)));
}

/** Every declaration enters here as it is made, so that what an installation changed reaches it wherever it is used. */
export function enter<T extends object>(entity: T): T {
  const refinable = entity as unknown as Refinable;
  const { name, label, fields } = refinable;
  const entry: Known = { entity: refinable, declared: { label, fields } };
  known.set(name, [...(known.get(name) ?? []), entry]);
  if (inForce.has(name)) put(entry);
  return entity;
}

/** The declaration as it was written, whatever was changed about it since. */
export const asDeclared = (name: string): Known["declared"] | undefined => known.get(name)?.at(-1)?.declared;

/** Refines the declarations themselves, in a browser page, which shows one product; a server refines the copies of its product (`declared.refine`). What is no longer changed is again as declared. */
export function refine(refinements: readonly Refinement[]): void {
  const before = inForce;
  inForce = new Map(refinements.map((refinement) => [refinement.entity, refinement]));
  for (const name of new Set([...before.keys(), ...inForce.keys()])) for (const entry of known.get(name) ?? []) put(entry);
}
