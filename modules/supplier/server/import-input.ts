import { newId } from "#kernel/server/act/id.ts";
import type { ImportSheet } from "../import-columns.ts";
import type { EstablishedFile } from "../standing.types.ts";
import type { Built } from "./import-types.ts";

/** A new company with its rows, as the action that brings it in takes them. */
export function inputOf({ values, brought }: Built) {
  const of = (sheet: ImportSheet) => brought.filter(({ row }) => row.sheet === sheet).map((entry) => entry.values);
  const locations = of("locations").map((entry, i): Record<string, unknown> & { id: string } => ({
    id: newId(),
    locationCode: `L${String(i + 1).padStart(2, "0")}`,
    ...entry,
  }));
  const sites = of("sites").map((entry, i) => ({ ...entry, siteCode: `S${String(i + 1).padStart(2, "0")}`, locationId: locations[0]?.id }));
  const { qualified = [], ...company } = values as { readonly qualified?: readonly string[] };
  const categories = qualified.map((categoryId) => ({
    orgId: null,
    categoryId,
    categoryStatus: "QUALIFIED" as const,
    statusReason: "import",
  }));
  const file: EstablishedFile = { contacts: of("contacts"), locations, sites, ...(categories.length ? { categories } : {}) };
  return { values: company, file };
}
