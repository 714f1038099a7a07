import { companions, type Entity, type Me } from "#kernel/entity.ts";
import type { Context } from "#kernel/server/http/call.ts";
import type { ExportSheet } from "#kernel/server/excel/pool.ts";
import { titled } from "#kernel/server/find/titled.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { sendBook } from "#kernel/server/sheet/book.ts";
import { sheetColumn, type SheetPart } from "#kernel/server/sheet/columns.ts";
import { fieldAt } from "#kernel/server/sheet/shape.ts";
import { optionsOf } from "#kernel/server/sheet/template.ts";
import { say } from "#kernel/text.ts";
import { importSheets, supplierContact, supplierInfo, supplierLocation, supplierSite, type ImportSheet } from "#modules/supplier/index.ts";
import { sheetsAfter, sheetsBefore, type BookSheet } from "../book.ts";
import { MasterBook } from "./book.ts";
import type { Row } from "./work.ts";

async function* once(rows: unknown[][]): AsyncGenerator<unknown[][]> {
  if (rows.length > 0) yield rows;
}

/** The workbook of master data: empty to be filled in, or with everything the reader sees, to be edited and sent back. */
export class BookExport {
  readonly #kernel: Kernel;
  readonly #ctx: Context;
  readonly #book: MasterBook;
  readonly #me: Me;

  constructor(kernel: Kernel, ctx: Context, isSettingUp: boolean) {
    this.#kernel = kernel;
    this.#ctx = ctx;
    this.#book = new MasterBook(kernel, ctx, isSettingUp);
    this.#me = isSettingUp ? { ...inOwnName(ctx.me), language: ctx.language } : ctx.me;
  }

  async send(isFilled: boolean): Promise<unknown> {
    await this.#kernel.lookups.ready();
    const own = async (list: readonly BookSheet[]): Promise<ExportSheet[]> =>
      Promise.all(list.filter(this.#book.mayImport).map((sheet) => this.#sheet(sheet, isFilled)));
    const [before, suppliers, after] = await Promise.all([own(sheetsBefore), this.#suppliers(isFilled), own(sheetsAfter)]);
    const [first, ...more] = [...before, ...suppliers, ...after];
    return sendBook(this.#ctx, say(["主数据", "Master data"], this.#ctx.language), { ...first!, more });
  }

  async #rows(e: Entity, filter: Row = {}): Promise<readonly Row[]> {
    const asked = { ...filter, pageRows: 0, count: "none" };
    return (await this.#kernel.finder.list(e, asked, this.#me)).rows;
  }

  /** With code and name beside every reference: a list brings them for its own columns alone. */
  async #named(e: Entity, fields: readonly string[], rows: readonly Row[]): Promise<readonly Row[]> {
    const refs = fields.filter((key) => e.fields[key]?.kind === "ref" && rows.some((row) => row[key] && !row[companions(key).code]));
    const found = new Map<string, Row>();
    for (const key of refs) {
      const target = this.#kernel.declared.entity(e.fields[key]!.target!);
      const ids = [...new Set(rows.flatMap((row) => (row[key] ? [String(row[key])] : [])))];
      for (const row of await factsFor(this.#kernel, this.#me).where(target, { id: ids }, 100_000)) {
        const { code, name } = titled(target, row, this.#me);
        found.set(`${key} ${row.id}`, { [companions(key).code]: code, [companions(key).name]: name });
      }
    }
    return rows.map((row) => Object.assign({}, row, ...refs.map((key) => found.get(`${key} ${String(row[key])}`) ?? {})) as Row);
  }

  async #sheet(sheet: BookSheet, isFilled: boolean): Promise<ExportSheet> {
    const template = this.#book.template(sheet);
    const [shape] = template.shapes;
    const e = template.entity;
    const wish = { lookups: this.#kernel.lookups, language: this.#ctx.language, wording: "BACK" as const };
    const parts = ["id", ...shape!.fields].map((key): SheetPart => {
      const field = key === "id" ? undefined : fieldAt(this.#kernel, shape!, key)!;
      const options = field ? optionsOf(field, this.#kernel.lookups, this.#me) : [];
      const title = field ? say(field.label, this.#ctx.language) : "id";
      const { column, value } = sheetColumn(field, { key, title, width: 130 }, wish);
      return { column: { ...column, ...(options.length ? { options } : {}), ...(key === "id" ? { hidden: true } : {}) }, value };
    });
    const rows = isFilled ? await this.#named(e, shape!.fields, await this.#rows(e)) : [];
    return {
      name: say(e.label, this.#ctx.language),
      columns: parts.map(({ column }) => column),
      keys: { of: ["id", ...shape!.fields], version: template.version },
      batches: once(rows.map((row) => parts.map(({ value }) => value(row)))),
    };
  }

  async #suppliers(isFilled: boolean): Promise<ExportSheet[]> {
    const cells = isFilled ? await this.#supplierCells() : null;
    return (Object.keys(importSheets) as ImportSheet[]).map((sheet) => {
      const { label, columns } = importSheets[sheet];
      return {
        name: say(label, this.#ctx.language),
        columns: columns.map(({ key, label: title }) => ({
          key,
          title: say(title, this.#ctx.language),
          width: 130,
          kind: "text" as const,
        })),
        keys: { of: columns.map(({ key }) => key), version: "1" },
        batches: once((cells?.[sheet] ?? []).map((row) => columns.map(({ key }) => row[key] ?? null))),
      };
    });
  }

  /** Bank accounts stay where they are: their numbers are sealed, and an import only asks for new ones. */
  async #supplierCells(): Promise<Readonly<Record<ImportSheet, readonly Row[]>>> {
    const refs = ["countryId", "provinceId", "cityId", "ownerId", "orgId", "termId"];
    const [suppliers, contacts, locations, sites] = await Promise.all([
      this.#rows(supplierInfo, { infoStatus: ["EFFECTIVE"] }).then((rows) => this.#named(supplierInfo, refs, rows)),
      ...[supplierContact, supplierLocation, supplierSite].map(async (e) => this.#named(e, refs, await this.#rows(e))),
    ]);
    const code = (key: string, row: Row): unknown => row[companions(key).code] ?? row[companions(key).name];
    const codes = new Map(suppliers!.map((row) => [row["id"], row["supplierCode"]]));
    const named = (rows: readonly Row[], cells: (row: Row) => Row): readonly Row[] =>
      rows.flatMap((row) => (codes.has(row["supplierId"]) ? [{ supplierCode: codes.get(row["supplierId"]), ...cells(row) }] : []));
    const list = (value: unknown): string => (Array.isArray(value) ? value.join(",") : "");
    return {
      suppliers: suppliers!.map((row) => ({
        ...row,
        country: code("countryId", row),
        province: code("provinceId", row),
        city: code("cityId", row),
        ownerAccount: code("ownerId", row),
        categories: null,
        qualified: null,
      })),
      contacts: named(contacts!, (row) => ({ ...row, contactRole: list(row["contactRole"]), mobile: null })),
      accounts: [],
      locations: named(locations!, (row) => ({
        locationType: list(row["locationType"]),
        country: code("countryId", row),
        province: code("provinceId", row),
        city: code("cityId", row),
        address: row["address"],
      })),
      sites: named(sites!, (row) => ({ ...row, org: code("orgId", row), term: code("termId", row) })),
    };
  }
}
