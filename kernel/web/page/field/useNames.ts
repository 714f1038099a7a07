import { useEffect, useState } from "react";
import { useLanguage } from "../../language.ts";
import { findRecords } from "../records.ts";
import type { PickedRecord } from "../records.ts";

export const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === "string" && value !== "" ? value.split(",") : [];

/** The names behind a list of ids, asked once in each language for those not yet known. */
export function useNames(target: string, value: unknown): ReadonlyMap<string, PickedRecord> {
  const language = useLanguage((state) => state.language);
  const [known, setKnown] = useState<ReadonlyMap<string, PickedRecord>>(new Map());
  const [said, setSaid] = useState<ReadonlySet<string>>(new Set());
  const ids = idsOf(value);
  const missing = ids.filter((id) => !said.has(`${language} ${id}`)).join(",");
  useEffect(() => {
    if (missing === "") return;
    let gone = false;
    const wanted = missing.split(",");
    findRecords(target, { ids: wanted, pageRows: wanted.length }).then(
      ({ rows }) => {
        if (gone) return;
        setKnown((now) => new Map([...now, ...wanted.map((id) => [id, { id }] as const), ...rows.map((row) => [row.id, row] as const)]));
        setSaid(
          (now) => new Set([...[...now].filter((one) => one.startsWith(`${language} `)), ...wanted.map((id) => `${language} ${id}`)]),
        );
      },
      () => undefined,
    );
    return () => void (gone = true);
  }, [target, missing, language]);
  return known;
}
