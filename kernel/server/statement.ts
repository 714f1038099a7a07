import type { Me, Scope } from "../entity.ts";
import { Params } from "./sql.ts";

/** A name as this reader knows it: the English half where the reader is English and there is one. */
export const named = ({ language }: Pick<Me, "language">, alias: string, key: string): string =>
  language === "EN" ? `coalesce(nullif(${alias}."${key}En", ''), ${alias}."${key}")` : `${alias}."${key}"`;

/** A statement being written: its values and where they stand. */
export class Statement extends Params {
  /** The place of a value. */
  at(value: unknown): string {
    return this.add(value);
  }

  /** Is the column inside what somebody may see? */
  within(column: string, scope: Scope): string {
    if (scope === "all") return "true";
    return "not" in scope ? `not (${column} = any(${this.at(scope.not)}::text[]))` : `${column} = any(${this.at(scope)}::text[])`;
  }
}
