import type { Me } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import { readWorkbook } from "#kernel/server/excel/pool.ts";
import { newId } from "#kernel/server/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/permit.ts";
import { say, type Text } from "#kernel/text.ts";
import { dayIn } from "#kernel/time.ts";
import { plainTaxId } from "../company.ts";
import { identityFacts, identityFaults } from "../file.ts";
import { importSheets, type ImportFinding, type ImportRow, type ImportSheet } from "../import-columns.ts";
import { accountFaults } from "../section.ts";
import type { EstablishedFile } from "../standing.types.ts";
import type { Supplier } from "../standing.ts";
import { supplierInfo } from "../supplier.entity.ts";
import { findFor } from "./find-for.ts";

const sheetKeys = Object.keys(importSheets) as ImportSheet[];
const wordOf = (text: string): string => text.replace(/[*\s]/g, "").toLowerCase();

/** The four sheets of a workbook as rows; a sheet is known by its name, a column by its heading in either language or its key. */
export async function readSuppliers(file: Buffer): Promise<readonly ImportRow[]> {
  const reading = readWorkbook(file, { every: true });
  const heads = new Map<number, { readonly sheet: ImportSheet; readonly columns: readonly (string | null)[] }>();
  const rows: ImportRow[] = [];
  for await (const batch of reading)
    for (const one of batch) {
      const at = one.sheet ?? 0;
      const known = heads.get(at);
      if (known) {
        // Labels and hints of our own template stand above its row of keys; what is filled in stands below.
        if (
          one.cells.some(
            (cell) => cell?.startsWith("#") && importSheets[known.sheet].columns.some((column) => cell.startsWith(`#${column.key}`)),
          )
        ) {
          const begun = rows.findIndex((row) => row.sheet === known.sheet);
          if (begun >= 0) rows.splice(begun);
          continue;
        }
        const values = Object.fromEntries(
          known.columns.flatMap((key, i) => (key && one.cells[i] ? [[key, String(one.cells[i]).trim()]] : [])),
        );
        if (Object.keys(values).length) rows.push({ sheet: known.sheet, rowNo: one.row, values });
        continue;
      }
      const found = headOf(one.cells, at);
      if (found) heads.set(at, found);
    }
  return rows;
}

function headOf(cells: readonly (string | null)[], at: number) {
  for (const sheet of [sheetKeys[at], ...sheetKeys].flatMap((one) => one ?? [])) {
    const { columns } = importSheets[sheet];
    const names = cells.map(
      (cell) => columns.find((one) => cell && [one.key, ...one.label].some((name) => wordOf(name) === wordOf(cell)))?.key ?? null,
    );
    const must = columns.filter((one) => one.must).map((one) => one.key);
    if (must.every((key) => names.includes(key))) return { sheet, columns: names };
  }
  return null;
}

interface Group {
  readonly head: ImportRow;
  readonly rows: readonly ImportRow[];
}

interface Built {
  readonly values: Record<string, unknown>;
  readonly file: EstablishedFile;
}

/** Checks rows against everything the product knows, and brings whole suppliers into force one by one. */
export class SupplierImport {
  readonly #kernel: Kernel;
  readonly #me: Me;
  readonly #now: Date;
  #findings: ImportFinding[] = [];

  constructor(kernel: Kernel, me: Me, now: Date) {
    this.#kernel = kernel;
    this.#me = me;
    this.#now = now;
  }

  #find(row: ImportRow, key: string, code: string, text: Text): void {
    this.#findings.push({ sheet: row.sheet, rowNo: row.rowNo, key, code, msg: say(text, this.#me.language) });
  }

  /** All that is wrong, row by row; nothing is written. */
  async check(rows: readonly ImportRow[]): Promise<readonly ImportFinding[]> {
    this.#findings = [];
    for (const group of this.#groups(rows)) await this.#build(group);
    return this.#findings;
  }

  /** Suppliers without a fault come into force, each in a transaction of its own; one with a bad row is held back whole. */
  async commit(
    rows: readonly ImportRow[],
  ): Promise<{ readonly done: readonly string[]; readonly held: readonly string[]; readonly findings: readonly ImportFinding[] }> {
    const all: ImportFinding[] = [];
    const done: string[] = [];
    const held: string[] = [];
    this.#findings = [];
    for (const group of this.#groups(rows)) {
      const before = this.#findings.length;
      const built = await this.#build(group);
      const name = group.head.values["supplierName"] ?? "";
      if (!built || this.#findings.length > before) held.push(name);
      else if (await this.#establish(group, built)) done.push(name);
      else held.push(name);
    }
    all.push(...this.#findings);
    return { done, held, findings: all };
  }

  async #establish(group: Group, { values, file }: Built): Promise<boolean> {
    try {
      await this.#kernel.actor.act(
        { entity: supplierInfo, action: "doImport", targets: [{ id: undefined, input: { values, file } }], reason: "import" },
        // The person who imports stands in the history; what a person may not write directly comes in with the whole file.
        { me: inOwnName(this.#me), now: this.#now, requestId: newId(), ip: null },
      );
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#find(group.head, "supplierName", error.code, error.text);
      return false;
    }
  }

  #groups(rows: readonly ImportRow[]): readonly Group[] {
    const heads = rows.filter((row) => row.sheet === "suppliers");
    const keyOf = (row: ImportRow): string => (row.values["supplierCode"] ?? "").trim().toUpperCase();
    const seen = new Map<string, ImportRow>();
    for (const row of heads) {
      const tax = plainTaxId(row.values["uscc"]) || plainTaxId(row.values["taxNo"]);
      const twin = tax ? seen.get(tax) : undefined;
      if (twin) this.#find(row, "uscc", "IMPORT_TWICE", [`与第${twin.rowNo}行重复`, `Same company as row ${twin.rowNo}`]);
      if (tax) seen.set(tax, row);
    }
    for (const row of rows)
      if (row.sheet !== "suppliers" && !heads.some((head) => keyOf(head) !== "" && keyOf(head) === keyOf(row)))
        this.#find(row, "supplierCode", "IMPORT_NO_SUPPLIER", [
          "供应商页中没有该编码或临时键",
          "No row of the supplier sheet has this code or key",
        ]);
    return heads.map((head) => ({
      head,
      rows: rows.filter((row) => row.sheet !== "suppliers" && keyOf(row) !== "" && keyOf(row) === keyOf(head)),
    }));
  }

  /** A group as the values of a file; findings say what keeps it from being one. */
  async #build({ head, rows }: Group): Promise<Built | null> {
    for (const row of [head, ...rows])
      for (const column of importSheets[row.sheet].columns)
        if (column.must && !row.values[column.key])
          this.#find(row, column.key, "TABLE_REQUIRED", [`${column.label[0]}必填`, `${column.label[1]} is required`]);
    const { values } = head;
    const known = await this.#existing(head);
    if (known) {
      this.#find(head, "supplierCode", "SUP_REG_002", [
        `供应商已存在（${known}），请通过信息变更单维护`,
        `The supplier exists (${known}); change it through a change request`,
      ]);
      return null;
    }
    const nature = this.#code(head, "supplierNature", "SUP_NATURE");
    const made: Record<string, unknown> = {
      supplierName: values["supplierName"],
      supplierNameEn: values["supplierNameEn"] ?? null,
      supplierNature: nature,
      uscc: values["uscc"]?.toUpperCase() ?? null,
      taxNo: values["taxNo"] ?? null,
      supplierType: this.#code(head, "supplierType", "SUP_TYPE"),
      ...(await this.#region(head)),
      registeredAddress: values["registeredAddress"] ?? null,
      mainProducts: values["mainProducts"] ?? null,
      legalPerson: values["legalPerson"] ?? null,
      ownerId: await this.#id(
        head,
        "ownerAccount",
        `select id from "BaseUsers" where lower("userName") = lower($1) and "userType" = 'INTERNAL' and "userStatus" = 'ACTIVE'`,
      ),
      erpCode: values["erpCode"] ?? null,
      wantedCategoryIds: await this.#categories(head),
    };
    if (nature === "MAINLAND" && !values["uscc"])
      this.#find(head, "uscc", "TABLE_REQUIRED", ["境内企业须填写统一社会信用代码", "A mainland company has a credit code"]);
    if ((nature === "OVERSEAS" || nature === "HKMT") && !values["taxNo"])
      this.#find(head, "taxNo", "TABLE_REQUIRED", ["境外企业须填写税号", "A company abroad has a tax number"]);
    if (nature === "OVERSEAS" && !values["supplierNameEn"])
      this.#find(head, "supplierNameEn", "TABLE_REQUIRED", ["境外企业须填写英文名称", "A company abroad has an English name"]);
    await this.#identity(head, made);
    const file: EstablishedFile = {
      contacts: await Promise.all(rows.filter((row) => row.sheet === "contacts").map((row) => this.#contact(row))),
      accounts: await Promise.all(rows.filter((row) => row.sheet === "accounts").map((row) => this.#account(row, made))),
      locations: await Promise.all(rows.filter((row) => row.sheet === "locations").map((row) => this.#location(row))),
    };
    return { values: made, file };
  }

  async #identity(head: ImportRow, made: Record<string, unknown>): Promise<void> {
    const find = findFor(this.#kernel, this.#me);
    const doc = { id: "-", branchFlag: "N", email: null, ...made } as unknown as Supplier;
    const facts = await identityFacts(find, doc, dayIn(this.#now.toISOString(), this.#me.zone));
    for (const fault of identityFaults(doc, facts))
      if (fault) this.#find(head, fault.fieldErrors[0]?.path ?? "supplierName", fault.code, fault.text);
  }

  async #existing(head: ImportRow): Promise<string | null> {
    const tax = plainTaxId(head.values["uscc"]) || plainTaxId(head.values["taxNo"]);
    const code = (head.values["supplierCode"] ?? "").toUpperCase();
    const row = await this.#kernel.db.one<{ code: string }>(
      `select "supplierCode" as code from "SrmSupInfo" where "mergedIntoId" is null and (("normalizedTaxId" = $1 and $1 <> '') or "supplierCode" = $2) limit 1`,
      [tax, code],
    );
    return row?.code ?? null;
  }

  /** A code of a lookup, by itself or by its name in either language. */
  #code(row: ImportRow, key: string, lookup: string): string | null {
    const given = row.values[key] ?? "";
    if (given === "") return null;
    const declared = this.#kernel.declared.modules.flatMap((one) => Object.entries(one.lookups?.[lookup]?.values ?? {}));
    const stored = this.#kernel.lookups.values(lookup).map((one): [string, Text] => [one.lookupCode, [one.meaning, one.meaning]]);
    const found = [...declared, ...stored].find(([code, names]) => [code, ...names].some((name) => wordOf(name) === wordOf(given)));
    if (!found) this.#find(row, key, "LOOKUP_VALUE", [`${given}不在可选范围内`, `${given} is no available option`]);
    return found?.[0] ?? null;
  }

  readonly #codes = (row: ImportRow, key: string, lookup: string): string[] =>
    (row.values[key] ?? "")
      .split(/[,，、;；]/)
      .map((one) => one.trim())
      .filter(Boolean)
      .flatMap((one) => this.#code({ ...row, values: { [key]: one } }, key, lookup) ?? []);

  async #id(row: ImportRow, key: string, sql: string, given = row.values[key] ?? ""): Promise<string | null> {
    if (given === "") return null;
    const found = await this.#kernel.db.one<{ id: string }>(`${sql} limit 1`, [given]);
    if (!found) this.#find(row, key, "DATA_NOT_FOUND", [`没有找到${given}`, `${given} was not found`]);
    return found?.id ?? null;
  }

  async #region(row: ImportRow) {
    const at = (level: string): string =>
      `select id from "SrmBaseDistrict" where "districtLevel" = '${level}' and "enabledFlag" = 'Y' and ("districtCode" = $1 or "districtName" = $1 or lower("districtNameEn") = lower($1))`;
    return {
      countryId: await this.#id(row, "country", at("COUNTRY")),
      provinceId: await this.#id(row, "province", at("PROVINCE")),
      cityId: await this.#id(row, "city", at("CITY")),
    };
  }

  async #categories(row: ImportRow): Promise<string[]> {
    const codes = (row.values["categories"] ?? "")
      .split(/[,，、;；]/)
      .map((one) => one.trim())
      .filter(Boolean);
    const sql = `select id from "SrmBasePurchaseCategory" where "enabledFlag" = 'Y' and ("categoryCode" = $1 or "categoryName" = $1)`;
    return (await Promise.all(codes.map((one) => this.#id(row, "categories", sql, one)))).flatMap((one) => one ?? []);
  }

  async #contact(row: ImportRow) {
    const { values } = row;
    if (!values["mobile"] && !values["email"])
      this.#find(row, "mobile", "TABLE_REQUIRED", ["手机或邮箱至少填写一项", "Give a mobile or an e-mail"]);
    if (values["mobile"] && !/^[0-9+() -]{5,30}$/.test(values["mobile"]))
      this.#find(row, "mobile", "FIELD_FORMAT", ["手机格式不正确", "The mobile is not valid"]);
    if (values["email"] && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(values["email"]))
      this.#find(row, "email", "FIELD_FORMAT", ["邮箱格式不正确", "The e-mail is not valid"]);
    return {
      contactName: values["contactName"],
      contactRole: this.#codes(row, "contactRole", "CONTACT_ROLE"),
      mobile: values["mobile"] ?? null,
      email: values["email"] ?? null,
      primaryFlag: values["primaryFlag"]?.toUpperCase() === "Y" || values["primaryFlag"] === "是" ? "Y" : "N",
    };
  }

  async #account(row: ImportRow, made: Record<string, unknown>) {
    const { values } = row;
    const account = {
      accountName: values["accountName"],
      accountNo: values["accountNo"],
      bankId: await this.#id(
        row,
        "bank",
        `select id from "SrmBaseBank" where "enabledFlag" = 'Y' and ("bankCode" = $1 or "bankName" = $1 or "swiftCode" = $1 or "cnapsCode" = $1)`,
      ),
      cnapsCode: values["cnapsCode"] ?? null,
      swiftCode: values["swiftCode"] ?? null,
      currency: this.#code(row, "currency", "CURRENCY"),
      primaryFlag: "Y",
    };
    for (const fault of accountFaults(account, made as never))
      if (fault) this.#find(row, fault.fieldErrors[0]?.path === "nameReason" ? "accountName" : "accountNo", fault.code, fault.text);
    return account;
  }

  async #location(row: ImportRow) {
    return {
      locationType: this.#codes(row, "locationType", "LOCATION_TYPE"),
      ...(await this.#region(row)),
      address: row.values["address"],
      primaryFlag: "Y",
    };
  }
}
