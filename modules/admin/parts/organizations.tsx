import type { Row } from "#kernel/page-document.ts";
import { nestRows } from "#kernel/page.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import type { Language } from "#kernel/text.ts";
import type { TreeNode } from "#kernel/tree.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { useMemo } from "react";

/** The half of a bilingual name a reader of this language sees. */
export const nameIn = (row: Row, key: string, language: Language): string =>
  String((language === "EN" && row[`${key}En`]) || row[key] || "");

export interface Organizations extends Loaded<readonly TreeNode[]> {
  readonly rows: readonly Row[];
  /** An organisation and everything below it. */
  below(id: string): readonly string[];
  /** From the root down to the organisation itself. */
  path(id: string): readonly Row[];
}

/** All organisations this person may see, as a tree. */
export function useOrganizations(): Organizations {
  const language = useLanguage((state) => state.language);
  const load = useRows(organization, { pageRows: 0 });
  return useMemo(() => {
    const rows = load.data ?? [];
    const byId = new Map(rows.map((row) => [String(row["id"]), row]));
    const kids = Map.groupBy(rows, (row) => String(row["parentOrgId"] ?? ""));
    const below = (id: string): string[] => [id, ...(kids.get(id) ?? []).flatMap((row) => below(String(row["id"])))];
    const path = (id: string): Row[] => {
      const row = byId.get(id);
      return row === undefined ? [] : [...(row["parentOrgId"] ? path(String(row["parentOrgId"])) : []), row];
    };
    const grow = (row: Row): TreeNode => {
      const children = (row["children"] as readonly Row[] | undefined)?.map(grow);
      const off = row["enabledFlag"] === "N" ? (language === "EN" ? " (off)" : "（停用）") : "";
      return {
        key: String(row["id"]),
        title: `${nameIn(row, "orgName", language)} ${String(row["orgCode"])}${off}`,
        expand: true,
        ...(children ? { children } : {}),
      };
    };
    return { ...load, data: load.data === null ? null : nestRows(rows, "parentOrgId").map(grow), rows, below, path };
  }, [load, language]);
}
