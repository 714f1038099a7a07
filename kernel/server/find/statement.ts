import type { Me } from "../../entity.ts";

/** A name as this reader knows it: the English half where the reader is English and there is one. */
export const named = ({ language }: Pick<Me, "language">, alias: string, key: string): string =>
  language === "EN" ? `coalesce(nullif(${alias}."${key}En", ''), ${alias}."${key}")` : `${alias}."${key}"`;
