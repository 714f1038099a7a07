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

function put({ entity, declared }: Known): void {
  const refinement = inForce.get(entity.name);
  const changed = (refinement?.fields ?? []).filter(({ key }) => Object.hasOwn(declared.fields, key));
  entity.label = refinement?.label ?? declared.label;
  entity.fields = changed.length
    ? { ...declared.fields, ...Object.fromEntries(changed.map((one) => [one.key, refinedField(declared.fields[one.key]!, one)])) }
    : declared.fields;
}

/** Every declaration enters here as it is made, so that what an installation changed reaches it wherever it is used. */
export function enter(entity: object): void {
  const { name, label, fields } = entity as Refinable;
  const one: Known = { entity: entity as Refinable, declared: { label, fields } };
  known.set(name, [...(known.get(name) ?? []), one]);
  if (inForce.has(name)) put(one);
}

/** The declaration as it was written, whatever was changed about it since. */
export const asDeclared = (name: string): Known["declared"] | undefined => known.get(name)?.at(-1)?.declared;

/** Puts what an installation changed about the model into force; what it no longer changes is again as declared. */
export function refine(refinements: readonly Refinement[]): void {
  const before = inForce;
  inForce = new Map(refinements.map((one) => [one.entity, one]));
  for (const name of new Set([...before.keys(), ...inForce.keys()])) for (const one of known.get(name) ?? []) put(one);
}
