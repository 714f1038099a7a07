import type { Entity } from "#kernel/entity.ts";
import type { SheetRow } from "#kernel/server/excel/cell.ts";
import { readWorkbook } from "#kernel/server/excel/pool.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { understand, type RawSheet } from "#kernel/server/sheet/rows.ts";
import type { Template } from "#kernel/server/sheet/template.ts";
import { refuse } from "#kernel/refusal.ts";
import type { ImportRow } from "#modules/supplier/index.ts";

const plain = (name: string): string => name.replace(/ \(\d+\)$/, "");

/** Is the sheet of this name the entity's? By its name in either language. */
export const isSheetOf = (e: Entity, name: string): boolean => e.label.includes(plain(name));

/** The sheets of a file, read once to know which rows it brings. */
export async function sheetsOfFile(file: Buffer): Promise<readonly RawSheet[]> {
  const reading = readWorkbook(file, { every: true });
  const found = new Map<number, SheetRow[]>();
  for await (const batch of reading) for (const row of batch) found.set(row.sheet ?? 0, [...(found.get(row.sheet ?? 0) ?? []), row]);
  if (found.size === 0)
    throw refuse("IMPORT_EMPTY", "文件中没有可导入的行，请使用模板", "The file has no rows to import; use the template");
  return [...found].map(([sheet, rows]) => ({ sheet, name: reading.info.sheets[sheet] ?? reading.info.sheet, rows }));
}

/** The rows of data of an entity's sheet, as texts by key; none where the file has no such sheet. Headers are recognised as in the entity's own import. */
export function rowsOfSheet(
  kernel: Pick<Kernel, "declared">,
  sheets: readonly RawSheet[],
  { entity, shapes }: Template,
): readonly Readonly<Record<string, string>>[] {
  const own = sheets.filter(({ name }) => isSheetOf(entity, name));
  if (own.length === 0) return [];
  return understand(kernel, shapes, own).sheets.flatMap(({ columns, rows }) =>
    rows.map(({ cells }) =>
      Object.fromEntries(
        columns.flatMap(({ index, key }) => {
          const text = cells[index]?.trim();
          return text ? [[key, text]] : [];
        }),
      ),
    ),
  );
}

/** What other sheets of the file bring, by the entity and by what people call its rows. */
export class ComingRows {
  readonly #names = new Map<string, Set<string>>();

  add(entity: string, ...names: readonly (string | undefined)[]): void {
    const known = this.#names.get(entity) ?? new Set<string>();
    for (const name of names) if (name) known.add(name.toUpperCase());
    this.#names.set(entity, known);
  }

  static of(kernel: Kernel, sheets: readonly RawSheet[], templates: readonly Template[], suppliers: readonly ImportRow[]): ComingRows {
    const coming = new ComingRows();
    for (const template of templates) {
      const e = template.entity;
      const keys = [...new Set(e.title.flatMap((key) => [key, e.fields[key]?.english ?? key]))];
      for (const row of rowsOfSheet(kernel, sheets, template)) coming.add(e.name, ...keys.map((key) => row[key]));
    }
    for (const { sheet, values } of suppliers)
      if (sheet === "suppliers") coming.add("SrmSupInfo", values["supplierName"], values["supplierNameEn"], values["supplierCode"]);
    return coming;
  }

  has = (entity: string, text: string): boolean => {
    const known = this.#names.get(entity);
    return known !== undefined && (known.has(text.toUpperCase()) || known.has(text.split(" ")[0]!.toUpperCase()));
  };
}
