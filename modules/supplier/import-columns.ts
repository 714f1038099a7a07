import type { Text } from "#kernel/text.ts";
import type { Guard } from "./guards.ts";

export type ImportSheet = "suppliers" | "contacts" | "accounts" | "locations" | "sites";

/** One column of the import workbook. */
export interface ImportColumn {
  readonly key: string;
  readonly label: Text;
  readonly must?: true;
}

const col = (key: string, cn: string, en: string, must?: true): ImportColumn => ({ key, label: [cn, en], ...(must ? { must } : {}) });
const supplier = col("supplierCode", "供应商编码或临时键", "Supplier code or key", true);

/** The sheets of the workbook; rows of one company name each other by its code or by a key such as T1. */
export const importSheets: Readonly<Record<ImportSheet, { readonly label: Text; readonly columns: readonly ImportColumn[] }>> = {
  suppliers: {
    label: ["供应商", "Suppliers"],
    columns: [
      col("supplierCode", "供应商编码或临时键", "Supplier code or key"),
      col("supplierName", "供应商名称", "Supplier name", true),
      col("supplierNameEn", "英文名称", "English name"),
      col("supplierNature", "性质", "Nature", true),
      col("uscc", "统一社会信用代码", "Credit code"),
      col("taxNo", "税号", "Tax no."),
      col("supplierType", "供应商类型", "Type", true),
      col("country", "国家", "Country", true),
      col("province", "省", "Province"),
      col("city", "市", "City"),
      col("registeredAddress", "注册地址", "Registered address", true),
      col("mainProducts", "主营产品", "Main products", true),
      col("legalPerson", "法定代表人", "Legal person"),
      col("ownerAccount", "负责人账号", "Owner's account", true),
      col("erpCode", "ERP编码", "ERP code"),
      col("categories", "意向品类编码", "Category codes"),
      col("qualified", "合格品类编码", "Qualified category codes"),
    ],
  },
  contacts: {
    label: ["联系人", "Contacts"],
    columns: [
      supplier,
      col("contactName", "姓名", "Name", true),
      col("contactNameEn", "姓名（英文）", "Name (English)"),
      col("contactRole", "岗位", "Roles", true),
      col("mobile", "手机", "Mobile"),
      col("email", "邮箱", "E-mail"),
      col("primaryFlag", "主联系人", "Primary Y/N"),
    ],
  },
  accounts: {
    label: ["银行账户", "Accounts"],
    columns: [
      supplier,
      col("accountName", "户名", "Account name", true),
      col("accountNo", "账号", "Account no.", true),
      col("bank", "银行编码", "Bank code", true),
      col("cnapsCode", "联行号", "CNAPS"),
      col("swiftCode", "SWIFT", "SWIFT"),
      col("currency", "币种", "Currency", true),
    ],
  },
  locations: {
    label: ["地址", "Locations"],
    columns: [
      supplier,
      col("locationType", "地址类型", "Types", true),
      col("country", "国家", "Country", true),
      col("province", "省", "Province"),
      col("city", "市", "City"),
      col("address", "详细地址", "Address", true),
      col("addressEn", "详细地址（英文）", "Address (English)"),
    ],
  },
  sites: {
    label: ["地点", "Sites"],
    columns: [
      supplier,
      col("siteName", "地点名称", "Site name", true),
      col("siteNameEn", "地点名称（英文）", "Site name (English)"),
      col("org", "业务组织编码", "Business unit code", true),
      col("currency", "币种", "Currency", true),
      col("taxRate", "税率", "Tax rate", true),
      col("term", "付款条件编码", "Payment term code", true),
    ],
  },
};

/** A row as it was read or corrected, with what is wrong about it. */
export interface ImportRow {
  readonly sheet: ImportSheet;
  readonly rowNo: number;
  /** By column; the two that name a company stand on their own. */
  readonly values: Readonly<Record<string, string>> & { readonly supplierCode?: string; readonly supplierName?: string };
}
export interface ImportFinding {
  readonly sheet: ImportSheet;
  readonly rowNo: number;
  readonly key: string;
  readonly code: string;
  readonly msg: string;
  /** Asked, not wrong: the row comes in once whoever imports confirms it. */
  readonly isQuestion?: true;
}

/** What confirms a question: its code for every row that asks it, or for one row. */
export const answerOf = (code: string, rowNo?: number): string => (rowNo === undefined ? code : `${code}:${rowNo}`);

/** The codes confirmed for a row. */
export const confirmedFor = (answers: readonly string[], rowNo: number): readonly string[] =>
  answers.flatMap((answer) => {
    const [code = "", row] = answer.split(":");
    return row === undefined || Number(row) === rowNo ? [code] : [];
  });

/** A cell that changes a supplier that is known already: what is free at once, the rest by a change request. */
export interface ImportChange {
  readonly sheet: ImportSheet;
  readonly rowNo: number;
  readonly key: string;
  readonly guard: Guard;
  readonly msg: string;
}

/** What became of one company: new, changed (with the request for what is guarded), or just as it was. */
export interface ImportedCompany {
  readonly name: string;
  readonly outcome: "NEW" | "CHANGED" | "SAME";
  readonly changeNo: string | null;
}
