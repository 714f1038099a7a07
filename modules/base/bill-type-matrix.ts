import type { Row } from "#kernel/page-document.ts";
import { families, goesForward } from "./bill-type-families.ts";

/** The types of one family, in the order of their codes. */
export interface FamilyTypes {
  readonly family: string;
  readonly types: readonly Row[];
}

/** What becomes of squares once they are saved. */
export interface MatrixWork {
  readonly make: readonly { readonly sourceTypeId: string; readonly targetTypeId: string }[];
  readonly enable: readonly string[];
  readonly invalidate: readonly string[];
}

export const squareOf = (sourceTypeId: unknown, targetTypeId: unknown): string => `${String(sourceTypeId)}>${String(targetTypeId)}`;

/** Types family by family as documents follow each other; those out of effect only where a relation still names them. */
export function byFamily(types: readonly Row[], relations: readonly Row[]): readonly FamilyTypes[] {
  const named = new Set(relations.flatMap((one) => [String(one["sourceTypeId"]), String(one["targetTypeId"])]));
  const shown = types.filter((one) => one["status"] === "EFFECTIVE" || named.has(String(one["id"])));
  return families
    .map((family) => ({ family, types: shown.filter((one) => one["billCategory"] === family) }))
    .filter((one) => one.types.length > 0);
}

/** May this pair be pressed at all: forwards, and both in effect. */
export const isOpenSquare = (source: Row, target: Row): boolean =>
  goesForward(String(source["billCategory"]), String(target["billCategory"])) &&
  source["status"] === "EFFECTIVE" &&
  target["status"] === "EFFECTIVE";

/** The pressed squares as what is to be done: new relations, those switched on again, those switched off. */
export function workOf(relations: readonly Row[], wished: ReadonlyMap<string, boolean>): MatrixWork {
  const known = new Map(relations.map((one) => [squareOf(one["sourceTypeId"], one["targetTypeId"]), one]));
  const make: MatrixWork["make"][number][] = [];
  const enable: string[] = [];
  const invalidate: string[] = [];
  for (const [square, on] of wished) {
    const one = known.get(square);
    const isOn = one?.["status"] === "EFFECTIVE";
    if (on === isOn) continue;
    const [sourceTypeId = "", targetTypeId = ""] = square.split(">");
    if (!one) make.push({ sourceTypeId, targetTypeId });
    else (on ? enable : invalidate).push(String(one["id"]));
  }
  return { make, enable, invalidate };
}

export const sizeOf = ({ make, enable, invalidate }: MatrixWork): number => make.length + enable.length + invalidate.length;
