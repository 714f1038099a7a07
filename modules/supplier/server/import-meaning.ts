import { organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { columns, every, sql, type Sql } from "#kernel/query.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Text } from "#kernel/text.ts";
import { bank, category, district, paymentTerm } from "#modules/base/index.ts";
import type { ImportRow } from "../import-columns.ts";
import { accountFaults } from "../section.ts";
import { wordOf } from "./import-read.ts";

const [u, b, o, t] = [every(user), every(bank), every(organization), every(paymentTerm)];

/** Reads the cells of rows as values of a file: codes by their names, references by what people call them; what cannot be read is a fault of its cell. */
export class Meaning {
  readonly #kernel: Kernel;
  readonly #fault: (row: ImportRow, key: string, code: string, text: Text) => void;

  readonly #isComing: (column: string, text: string) => boolean;

  constructor(
    kernel: Kernel,
    fault: (row: ImportRow, key: string, code: string, text: Text) => void,
    isComing: (column: string, text: string) => boolean = () => false,
  ) {
    this.#kernel = kernel;
    this.#fault = fault;
    this.#isComing = isComing;
  }

  async company(head: ImportRow): Promise<Record<string, unknown>> {
    const { values } = head;
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
        (name) =>
          sql`select ${u.id} from ${u} where lower(${u.userName}) = lower(${name}) and ${u.userType} = 'INTERNAL' and ${u.userStatus} = 'ACTIVE'`,
      ),
      erpCode: values["erpCode"] ?? null,
      wantedCategoryIds: await this.#categories(head, "categories"),
      ...(values["qualified"] ? { qualified: await this.#categories(head, "qualified") } : {}),
    };
    if (nature === "MAINLAND" && !values["uscc"])
      this.#fault(head, "uscc", "TABLE_REQUIRED", ["境内企业须填写统一社会信用代码", "A company in mainland China needs a credit code"]);
    if ((nature === "OVERSEAS" || nature === "HKMT") && !values["taxNo"])
      this.#fault(head, "taxNo", "TABLE_REQUIRED", ["境外企业须填写税号", "A company abroad needs a tax number"]);
    if (nature === "OVERSEAS" && !values["supplierNameEn"])
      this.#fault(head, "supplierNameEn", "TABLE_REQUIRED", ["境外企业须填写英文名称", "A company abroad needs an English name"]);
    return made;
  }

  /** Every code of a lookup with its names. */
  names(lookup: string): readonly (readonly [string, Text])[] {
    const declared = this.#kernel.declared.modules.flatMap((module) => Object.entries(module.lookups?.[lookup]?.values ?? {}));
    const stored = this.#kernel.lookups
      .values(lookup)
      .map((lookupRow): [string, Text] => [lookupRow.lookupCode, [lookupRow.meaning, lookupRow.meaning]]);
    return [...declared, ...stored];
  }

  /** A code of a lookup, by itself or by its name in either language. */
  #code(row: ImportRow, key: string, lookup: string): string | null {
    const given = row.values[key] ?? "";
    if (given === "") return null;
    const found = this.#wordsOf(lookup).get(wordOf(given)) ?? null;
    if (found === null) this.#fault(row, key, "LOOKUP_VALUE", [`${given}不在可选范围内`, `${given} is not an available option`]);
    return found;
  }

  readonly #words = new Map<string, ReadonlyMap<string, string>>();

  /** Every word of a lookup with the code it means; the first to have a word keeps it. */
  #wordsOf(lookup: string): ReadonlyMap<string, string> {
    const known = this.#words.get(lookup);
    if (known) return known;
    const words = new Map<string, string>();
    for (const [code, names] of this.names(lookup))
      for (const name of [code, ...names]) if (!words.has(wordOf(name))) words.set(wordOf(name), code);
    this.#words.set(lookup, words);
    return words;
  }

  readonly #codes = (row: ImportRow, key: string, lookup: string): string[] =>
    (row.values[key] ?? "")
      .split(/[,，、;；]/)
      .map((part) => part.trim())
      .filter(Boolean)
      .flatMap((value) => this.#code({ ...row, values: { [key]: value } }, key, lookup) ?? []);

  /** The same name in thousands of rows is looked up once. */
  readonly #ids = new Map<string, Promise<string | null>>();

  async #id(row: ImportRow, key: string, ask: (given: string) => Sql, given = row.values[key] ?? ""): Promise<string | null> {
    if (given === "") return null;
    const statement = sql`${ask(given)} limit 1`;
    const name = JSON.stringify(statement.write());
    const asked = this.#ids.get(name) ?? this.#kernel.db.one<{ id: string }>(statement).then((found) => found?.id ?? null);
    this.#ids.set(name, asked);
    const id = await asked;
    if (id === null && !this.#isComing(key, given)) this.#fault(row, key, "DATA_NOT_FOUND", [`没有找到${given}`, `${given} was not found`]);
    return id;
  }

  async #region(row: ImportRow) {
    const d = every(district);
    const at = (level: string) => (given: string) =>
      sql`select ${d.id} from ${d} where ${d.districtLevel} = ${level} and ${d.enabledFlag} = 'Y'
        and (${given} in (${d.districtCode}, ${d.districtName}) or lower(${d.districtNameEn}) = lower(${given}))`;
    return {
      countryId: await this.#id(row, "country", at("COUNTRY")),
      provinceId: await this.#id(row, "province", at("PROVINCE")),
      cityId: await this.#id(row, "city", at("CITY")),
    };
  }

  async #categories(row: ImportRow, key: "categories" | "qualified"): Promise<string[]> {
    const codes = (row.values[key] ?? "")
      .split(/[,，、;；]/)
      .map((part) => part.trim())
      .filter(Boolean);
    const c = every(category);
    const ask = (given: string) =>
      sql`select ${c.id} from ${c} where ${c.enabledFlag} = 'Y' and ${given} in (${c.categoryCode}, ${c.categoryName})`;
    return (await Promise.all(codes.map((code) => this.#id(row, key, ask, code)))).flatMap((value) => value ?? []);
  }

  async contact(row: ImportRow) {
    const { values } = row;
    if (!values["mobile"] && !values["email"])
      this.#fault(row, "mobile", "TABLE_REQUIRED", ["手机或邮箱至少填写一项", "Enter a mobile number or an e-mail"]);
    if (values["mobile"] && !/^[0-9+() -]{5,30}$/.test(values["mobile"]))
      this.#fault(row, "mobile", "FIELD_FORMAT", ["手机格式不正确", "The mobile is not valid"]);
    if (values["email"] && !/^[^@\s]{1,64}@[^@\s.]+(?:\.[^@\s.]+)+$/.test(values["email"]))
      this.#fault(row, "email", "FIELD_FORMAT", ["邮箱格式不正确", "The e-mail is not valid"]);
    return {
      contactName: values["contactName"],
      contactNameEn: values["contactNameEn"] ?? null,
      contactRole: this.#codes(row, "contactRole", "CONTACT_ROLE"),
      mobile: values["mobile"] ?? null,
      email: values["email"] ?? null,
      primaryFlag: values["primaryFlag"]?.toUpperCase() === "Y" || values["primaryFlag"] === "是" ? "Y" : "N",
    };
  }

  async account(row: ImportRow, made: Record<string, unknown>) {
    const { values } = row;
    const account = {
      accountName: values["accountName"],
      accountNo: values["accountNo"],
      bankId: await this.#id(
        row,
        "bank",
        (given) =>
          sql`select ${b.id} from ${b} where ${b.enabledFlag} = 'Y' and ${given} in (${columns(b, "bankCode", "bankName", "swiftCode", "cnapsCode")})`,
      ),
      cnapsCode: values["cnapsCode"] ?? null,
      swiftCode: values["swiftCode"] ?? null,
      currency: this.#code(row, "currency", "CURRENCY"),
      primaryFlag: "Y",
    };
    for (const fault of accountFaults(account, made as never))
      if (fault) this.#fault(row, fault.fieldErrors[0]?.path === "nameReason" ? "accountName" : "accountNo", fault.code, fault.text);
    return account;
  }

  async location(row: ImportRow) {
    return {
      locationType: this.#codes(row, "locationType", "LOCATION_TYPE"),
      ...(await this.#region(row)),
      address: row.values["address"],
      addressEn: row.values["addressEn"] ?? null,
      primaryFlag: "Y",
    };
  }

  /** What one business unit agrees with the supplier; its address is the first of the supplier's own. */
  async site(row: ImportRow) {
    return {
      siteName: row.values["siteName"],
      siteNameEn: row.values["siteNameEn"] ?? null,
      orgId: await this.#id(
        row,
        "org",
        (given) =>
          sql`select ${o.id} from ${o} where ${o.enabledFlag} = 'Y' and (${o.orgCode} = upper(${given}) or ${o.orgName} = ${given})`,
      ),
      siteUse: ["SOURCING", "PURCHASE"],
      currency: this.#code(row, "currency", "CURRENCY"),
      taxRate: this.#code(row, "taxRate", "TAX_RATE"),
      termId: await this.#id(
        row,
        "term",
        (given) =>
          sql`select ${t.id} from ${t} where ${t.status} = 'EFFECTIVE' and (${t.termCode} = upper(${given}) or ${t.termName} = ${given})`,
      ),
    };
  }
}
