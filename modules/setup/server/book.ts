import type { Entity, Me } from "#kernel/entity.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { doerOf, type Context } from "#kernel/server/http/call.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { Imports, type Checked } from "#kernel/server/sheet/import.ts";
import { sheetsOf, versionOf } from "#kernel/server/sheet/shape.ts";
import { mostRows, type Template } from "#kernel/server/sheet/template.ts";
import { toldOf } from "#kernel/server/sheet/told.ts";
import { say } from "#kernel/text.ts";
import { item } from "#modules/base/index.ts";
import { importSheets, supplierSheets, type ImportRow, type ImportSheet } from "#modules/supplier/index.ts";
import {
  countsOf,
  sheetsAfter,
  sheetsBefore,
  type BookColumns,
  type BookRow,
  type BookSheet,
  type BookTold,
  type RowResult,
} from "../book.ts";
import { ComingRows, isSheetOf, rowsOfSheet, sheetsOfFile } from "./book-file.ts";
import type { Row } from "./work.ts";

const allSheets = [...sheetsBefore, ...sheetsAfter];

/** Which sheet of a supplier names rows of which entity. */
const namedBy: Readonly<Record<string, string>> = {
  categories: "SrmBasePurchaseCategory",
  qualified: "SrmBasePurchaseCategory",
  org: "BaseOrganization",
  ownerAccount: "BaseUsers",
};

const keyOf = (values: Readonly<Record<string, string>>): string =>
  (values["supplierCode"] ?? values["supplierName"] ?? "").trim().toUpperCase();

/** Responsibilities named in a sheet are grants, not a field: whoever holds them all has nothing to change. */
async function sameRoles(find: Find, checked: Checked): Promise<void> {
  const nodes = checked.documents.roots.filter((node) => node.stored && node.changed.length === 1 && node.changed[0] === "respCodes");
  if (nodes.length === 0) return;
  const grants = await find.where(userResp, { userId: nodes.map(({ id }) => id), status: "ACTIVE" }, 100_000);
  const roles = grants.length ? await find.where(responsibility, { id: [...new Set(grants.map((grant) => grant.responsibilityId))] }) : [];
  const codes = new Map(roles.map((role) => [role.id, role.respCode]));
  for (const node of nodes) {
    const held = new Set(grants.filter(({ userId }) => userId === node.id).map((grant) => codes.get(grant.responsibilityId)));
    const named = String(node.values["respCodes"] ?? "").split(/[,，;；\s]+/);
    if (node.result !== "changed" || !named.every((code) => code === "" || held.has(code))) continue;
    node.changed = [];
    node.result = "same";
  }
}

type FileSheets = Awaited<ReturnType<typeof sheetsOfFile>>;

/** All master data in one workbook: checked as a whole, written sheet by sheet in their order. Sent again, what is there already stays as it is. */
export class MasterBook {
  readonly #kernel: Kernel;
  readonly #imports: Imports;
  readonly #ctx: Context;
  /** While a company sets up its administrator brings in everything; afterwards everybody what the own rights allow. */
  readonly #isSettingUp: boolean;
  /** Codes of questions that whoever imports has answered for the whole workbook. */
  readonly #confirmed: readonly string[];

  constructor(kernel: Kernel, ctx: Context, isSettingUp: boolean, confirmed: readonly string[] = []) {
    this.#kernel = kernel;
    this.#imports = new Imports(kernel);
    this.#ctx = ctx;
    this.#isSettingUp = isSettingUp;
    this.#confirmed = confirmed;
  }

  get #me(): Me {
    return { ...(this.#isSettingUp ? inOwnName(this.#ctx.me) : this.#ctx.me), imports: true as const };
  }

  get #doer() {
    return { ...doerOf(this.#ctx), me: this.#me };
  }

  entity = (sheet: BookSheet): Entity => this.#kernel.declared.entity(sheet.entity);

  mayImport = (sheet: BookSheet): boolean => this.#isSettingUp || this.#ctx.me.may(sheet.entity, "btnImport");

  template(sheet: BookSheet): Template {
    const entity = this.entity(sheet);
    const [root] = sheetsOf(this.#kernel, entity, this.#me);
    const fields = sheet.fields.filter((key) => root!.fields.includes(key));
    const shapes = [{ ...root!, fields, keys: sheet.keys }];
    return { code: entity.name, entity, shapes, version: versionOf(shapes), maxRows: mostRows, removesMissing: false };
  }

  async check(file: Buffer): Promise<readonly BookTold[]> {
    const sheets = await sheetsOfFile(file);
    const suppliers = await supplierSheets(this.#kernel).read(file);
    const coming = ComingRows.of(
      this.#kernel,
      sheets,
      allSheets.map((sheet) => this.template(sheet)),
      suppliers,
    );
    const entries: BookTold[] = [];
    for (const sheet of sheetsBefore) entries.push(...(await this.#checkSheet(sheet, file, sheets, coming)));
    entries.push(...(await this.#checkSuppliers(suppliers, coming)));
    for (const sheet of sheetsAfter) entries.push(...(await this.#checkSheet(sheet, file, sheets, coming)));
    return entries;
  }

  /** Written in the order of the sheets, each as a whole; the first that is refused ends it, and the same file goes on from there. */
  async commit(file: Buffer, importId: string): Promise<readonly BookTold[]> {
    const sheets = await sheetsOfFile(file);
    const suppliers = await supplierSheets(this.#kernel).read(file);
    const entries: BookTold[] = [];
    for (const sheet of sheetsBefore) entries.push(...(await this.#writeSheet(sheet, file, sheets, importId)));
    if (entries.every(({ counts }) => counts.wrong === 0) && suppliers.length > 0) entries.push(...(await this.#writeSuppliers(suppliers)));
    if (entries.every(({ counts }) => counts.wrong === 0))
      for (const sheet of sheetsAfter) entries.push(...(await this.#writeSheet(sheet, file, sheets, importId)));
    return entries;
  }

  #isBrought(sheet: BookSheet, sheets: FileSheets): boolean {
    return this.mayImport(sheet) && rowsOfSheet(this.#kernel, sheets, this.template(sheet)).length > 0;
  }

  async #checkSheet(sheet: BookSheet, file: Buffer, sheets: FileSheets, coming: ComingRows): Promise<readonly BookTold[]> {
    if (!this.#isBrought(sheet, sheets)) return [];
    const own = this.entity(sheet);
    const share = {
      isOwn: (name: string) => isSheetOf(own, name),
      isComing: (target: Entity, text: string) => coming.has(target.name, text),
    };
    const checked = await this.#imports.check(this.template(sheet), file, this.#doer, true, undefined, share);
    if (own === user) await sameRoles(factsFor(this.#kernel, this.#me), checked);
    return [this.#told(checked)];
  }

  async #writeSheet(sheet: BookSheet, file: Buffer, sheets: FileSheets, importId: string): Promise<readonly BookTold[]> {
    if (!this.#isBrought(sheet, sheets)) return [];
    const own = this.entity(sheet);
    const checked = await this.#imports.check(this.template(sheet), file, this.#doer, false, undefined, {
      isOwn: (name) => isSheetOf(own, name),
    });
    if (own === user) await sameRoles(factsFor(this.#kernel, this.#me), checked);
    try {
      await this.#imports.commit(checked, "ALL_OR_NOTHING", `${importId}-${own.name}`, this.#confirmed, this.#doer);
    } catch (error) {
      if (!(error instanceof Refusal) || checked.findings.length === 0) throw error;
    }
    if (own === item) await this.#release(checked);
    return [this.#told(checked)];
  }

  /** New materials are in use at once, as they would be by hand. */
  async #release(checked: Checked): Promise<void> {
    const made = checked.documents.roots.filter((node) => node.written && node.result === "new").map(({ id }) => id);
    for (const id of made) {
      const row = await this.#kernel.finder.byId(item, id, this.#me);
      if (row["itemStatus"] !== "DRAFT") continue;
      await this.#kernel.actor.act({ entity: item, action: "doSubmit", targets: [{ id, input: {} }], reason: "import" }, this.#doer);
    }
  }

  #told(checked: Checked): BookTold {
    const { language } = this.#ctx;
    const result = toldOf(this.#kernel, checked, { ...this.#me, language }, "", "CHECKED", null) as {
      readonly columns: BookColumns;
      readonly rows: readonly { readonly row: number; readonly result: string; readonly values: Row; readonly old?: Row }[];
      readonly errors: readonly { readonly row: number; readonly column: string; readonly value: unknown; readonly msg: string }[];
    };
    const rows = result.rows.map((entry): BookRow => {
      const old = Object.fromEntries(
        Object.entries(entry.old ?? {}).filter(
          ([key, value]) => entry.result === "changed" && String(value ?? "") !== String(entry.values[key] ?? value ?? ""),
        ),
      );
      const wrong = result.errors.filter(({ row }) => row === entry.row);
      const asks = checked.asks.flatMap(({ code, rows: asked }) =>
        asked.flatMap((place) => (place.row === entry.row ? [{ key: "", text: say(place.text, language), code }] : [])),
      );
      const notes = [...wrong.map(({ column, msg }) => ({ key: column, text: msg })), ...asks];
      // A wrong cell shows what the file says, not what is stored.
      const typed = Object.fromEntries(wrong.flatMap(({ column, value }) => (column && value !== null ? [[column, value]] : [])));
      return { row: entry.row, result: entry.result as RowResult, values: { ...entry.values, ...typed }, old, notes };
    });
    const { entity } = checked.template;
    return { code: entity.name, label: say(entity.label, language), columns: result.columns, rows, counts: countsOf(rows) };
  }

  async #checkSuppliers(rows: readonly ImportRow[], coming: ComingRows): Promise<readonly BookTold[]> {
    if (rows.length === 0) return [];
    const { me, now } = this.#ctx;
    const { findings, changes, fresh } = await supplierSheets(this.#kernel).check(rows, me, now, {
      qualifies: this.#isSettingUp,
      isComing: (column, text) => coming.has(namedBy[column] ?? "", text),
    });
    return this.#supplierSheets(rows, (row) => {
      const of = (current: { readonly sheet: ImportSheet; readonly rowNo: number }): boolean =>
        current.sheet === row.sheet && current.rowNo === row.rowNo;
      const [wrong, changed] = [findings.filter(of), changes.filter(of)];
      const isNew =
        fresh.includes((row.values["supplierCode"] ?? "").trim().toUpperCase()) || fresh.includes(row.values["supplierName"] ?? "-");
      const result: RowResult = wrong.some((importFinding) => !importFinding.isQuestion)
        ? "wrong"
        : isNew
          ? "new"
          : changed.length
            ? "changed"
            : "same";
      const entries = wrong.map(({ key, msg, code, isQuestion }) => ({ key, text: msg, ...(isQuestion ? { code } : {}) }));
      return { result, notes: [...entries, ...changed.map(({ key, msg }) => ({ key, text: msg }))] };
    });
  }

  async #writeSuppliers(rows: readonly ImportRow[]): Promise<readonly BookTold[]> {
    const { me, now } = this.#ctx;
    const { findings, done } = await supplierSheets(this.#kernel).commit(rows, me, now, {
      qualifies: this.#isSettingUp,
      confirmed: this.#confirmed,
    });
    const names = new Map(rows.flatMap(({ sheet, values }) => (sheet === "suppliers" ? [[keyOf(values), values["supplierName"]]] : [])));
    const outcomes = new Map(done.map((importedCompany) => [importedCompany.name, importedCompany.outcome]));
    const held = say(["同一供应商的其他行有误，本行未写入", "Held back: another row of the same supplier is wrong"], this.#ctx.language);
    return this.#supplierSheets(rows, (row) => {
      const wrong = findings
        .filter((finding) => finding.sheet === row.sheet && finding.rowNo === row.rowNo)
        .map(({ key, msg }) => ({ key, text: msg }));
      const outcome = outcomes.get(names.get(keyOf(row.values)) ?? row.values["supplierName"] ?? "");
      if (!outcome || wrong.length > 0) return { result: "wrong", notes: wrong.length ? wrong : [{ key: "", text: held }] };
      return { result: outcome === "NEW" ? "new" : outcome === "CHANGED" ? "changed" : "same", notes: [] };
    });
  }

  #supplierSheets(rows: readonly ImportRow[], judge: (row: ImportRow) => Pick<BookRow, "result" | "notes">): readonly BookTold[] {
    const { language } = this.#ctx;
    return (Object.keys(importSheets) as ImportSheet[]).flatMap((sheet): BookTold[] => {
      const mine = rows.filter((row) => row.sheet === sheet);
      if (mine.length === 0) return [];
      const shown = mine.map((row): BookRow => ({ row: row.rowNo, values: row.values, old: {}, ...judge(row) }));
      const columns = importSheets[sheet].columns.map(({ key, label }) => ({ key, label: say(label, language) }));
      return [{ code: sheet, label: say(importSheets[sheet].label, language), columns, rows: shown, counts: countsOf(shown) }];
    });
  }
}
