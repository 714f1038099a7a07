import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";

const dimensions: readonly (readonly [field: string, lines: string, name: string, label: Text])[] = [
  ["orgScope", "orgs", "orgName", ["组织", "Organisations"]],
  ["categoryScope", "categories", "categoryName", ["品类", "Categories"]],
  ["materialScope", "materials", "itemName", ["物料", "Items"]],
];

/** Which rows a responsibility sees, one line for each of the three dimensions. */
export function useScopes(): (row: Row) => readonly { readonly label: string; readonly text: string }[] {
  const say = useText();
  const scopes = useLookup("DATA_SCOPE");
  return (row) =>
    dimensions.map(([field, lines, name, label]) => {
      const listed = Array.isArray(row[lines]) ? (row[lines] as readonly Row[]) : null;
      const names = (listed ?? [])
        .map(
          (entry) =>
            `${String(entry[name] ?? entry["itemCodeFrom"] ?? "")}${entry["includeChildren"] === "Y" ? say(["及下级", " and below"]) : ""}`,
        )
        .join(say(["、", ", "]));
      return {
        label: say(label),
        text: `${scopes.meaning(row[field])}${row[field] === "LIST" && names !== "" ? say([`：${names}`, `: ${names}`]) : ""}`,
      };
    });
}
