import { useEffect, useState } from "react";
import type { Row } from "../../../page-document.ts";
import { nothing } from "../../../page-format.ts";
import { useLanguage } from "../../language.ts";
import { findRecords, referredBy, targetOf } from "../records.ts";
import type { PickedRecord } from "../records.ts";

/** What stands for a record while its name is being asked for. */
export const waiting = "…";

/** A record by the names that were asked for; of what this installation does not have there is only the id. */
export const namedAs = (target: string, id: string, known: ReadonlyMap<string, PickedRecord>): string => {
  const record = known.get(id);
  if (record === undefined) return waiting;
  return record.name || record.code || (targetOf(target) === undefined ? id : nothing);
};

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
          (now) => new Set([...[...now].filter((text) => text.startsWith(`${language} `)), ...wanted.map((id) => `${language} ${id}`)]),
        );
      },
      () => undefined,
    );
    return () => void (gone = true);
  }, [target, missing, language]);
  return known;
}

/** What a reference is known by. A form that was begun with an id alone asks for its names: nobody reads an id. */
export function useReferred(target: string, key: string, row: Row): ReturnType<typeof referredBy> & { readonly waits: boolean } {
  const given = referredBy(key, row);
  const isBare = given.id !== "" && given.code === "" && given.name === "";
  const record = useNames(target, isBare ? given.id : "").get(given.id);
  return isBare ? { id: given.id, code: record?.code ?? "", name: record?.name ?? "", waits: !record } : { ...given, waits: false };
}
