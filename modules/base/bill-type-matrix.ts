import type { Seen } from "#kernel/seen.ts";
import type { billType, billTypeRel } from "./bill-type.entity.ts";
import { families, goesForward } from "./bill-type-families.ts";

export type BillType = Seen<typeof billType>;
export type Relation = Seen<typeof billTypeRel>;

/** The types of one family, in the order of their codes. */
export interface FamilyTypes {
  readonly family: string;
  readonly types: readonly BillType[];
}

/** What becomes of squares once they are saved. */
export interface MatrixWork {
  readonly make: readonly { readonly sourceTypeId: string; readonly targetTypeId: string }[];
  readonly enable: readonly string[];
  readonly invalidate: readonly string[];
}

export const squareOf = (sourceTypeId: unknown, targetTypeId: unknown): string => `${String(sourceTypeId)}>${String(targetTypeId)}`;

/** Types family by family as documents follow each other; those out of effect only where a relation still names them. */
export function byFamily(types: readonly BillType[], relations: readonly Relation[]): readonly FamilyTypes[] {
  const named = new Set(relations.flatMap((relation) => [String(relation.sourceTypeId), String(relation.targetTypeId)]));
  const shown = types.filter((row) => row.status === "EFFECTIVE" || named.has(String(row.id)));
  return families
    .map((family) => ({ family, types: shown.filter((row) => row.billCategory === family) }))
    .filter((candidate) => candidate.types.length > 0);
}

/** May this pair be pressed at all: forwards, and both in effect. */
export const isOpenSquare = (source: BillType, target: BillType): boolean =>
  goesForward(String(source.billCategory), String(target.billCategory)) && source.status === "EFFECTIVE" && target.status === "EFFECTIVE";

/** The pressed squares as what is to be done: new relations, those switched on again, those switched off. */
export function workOf(relations: readonly Relation[], wished: ReadonlyMap<string, boolean>): MatrixWork {
  const known = new Map(relations.map((relation) => [squareOf(relation.sourceTypeId, relation.targetTypeId), relation]));
  const make: MatrixWork["make"][number][] = [];
  const enable: string[] = [];
  const invalidate: string[] = [];
  for (const [square, on] of wished) {
    const entry = known.get(square);
    const isOn = entry?.status === "EFFECTIVE";
    if (on === isOn) continue;
    const [sourceTypeId = "", targetTypeId = ""] = square.split(">");
    if (!entry) make.push({ sourceTypeId, targetTypeId });
    else (on ? enable : invalidate).push(String(entry.id));
  }
  return { make, enable, invalidate };
}

export const sizeOf = ({ make, enable, invalidate }: MatrixWork): number => make.length + enable.length + invalidate.length;
