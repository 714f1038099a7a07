import { isCreditCode } from "#kernel/credit-code.ts";
import { cmp } from "#kernel/decimal.ts";
import type { Entity } from "#kernel/entity.ts";
import type { Profiles } from "#kernel/module.ts";
import { refuse, type FieldError, type Refusal } from "#kernel/refusal.ts";
import { ask, type Effect, type Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { getProfile } from "#modules/base/index.ts";
import { addDays } from "#kernel/days.ts";
import { isSensitive, partOf } from "./change.ts";
import { suppliersLike, type AlikeSupplier } from "./duplicate.ts";
import { guardOf } from "./guards.ts";
import { isBlacklisted } from "./listed.ts";
import type { Supplier } from "./standing.ts";
import { certain, sureness } from "./sureness.ts";

export const fileProfiles: Profiles = {
  SUP_TEMP_MAX_DAYS: {
    module: "SUP",
    label: ["临时供应商最长天数", "Temporary supplier validity (days)"],
    type: "INT",
    initial: "180",
    least: "1",
    most: "180",
  },
  SUP_TEMP_MAX_AMOUNT: {
    module: "SUP",
    label: ["临时供应商最高限额", "Maximum amount for a temporary supplier"],
    type: "DECIMAL",
    initial: "50000",
    least: "0",
  },
  SUP_INFO_CONFIRM_MONTHS: {
    module: "SUP",
    label: ["信息确认周期（月）", "Months between confirmations"],
    type: "INT",
    initial: "12",
    least: "1",
    most: "60",
  },
};

export const fault = (path: string, code: string, cn: string, en: string, more: Partial<{ data: unknown }> = {}): Refusal =>
  refuse(code, cn, en, { ...more, fieldErrors: [{ path, code, text: [cn, en] }] });

type Row = Readonly<Record<string, unknown>>;
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
const same = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/** The change request that says what was tried: the guarded fields, of a new row all that was filled in; files and account numbers are given again there. */
function changeFor(e: Entity, row: Row, before: Row | null, touched: readonly string[], { id, supplierCode, supplierName }: Supplier) {
  const part = partOf(e.name);
  const values = before
    ? touched
    : Object.keys(e.fields).filter((key) => !isEmpty(row[key]) && key !== "supplierId" && !e.fields[key]!.computed);
  const keys = values.filter((key) => e.fields[key]!.kind !== "files" && !isSensitive(e.fields[key]!));
  const line = { entityName: e.name, rowId: row["id"], rowAction: before ? "UPDATE" : "ADD", section: part?.section };
  return {
    supplierId: id,
    supplierCode,
    supplierName,
    lines: part ? keys.map((fieldKey) => ({ ...line, fieldKey, newValue: row[fieldKey] ?? null })) : [],
  };
}

/** The guarded fields a person touched directly on a file that is in force; a new row counts by what was filled in. */
export function guarded(e: Entity, row: Row, before: Row | null, supplier: Supplier): Refusal | false {
  const touched = Object.entries(e.fields).filter(
    ([key, field]) =>
      !field.computed &&
      key !== "supplierId" &&
      guardOf(e.name, key) !== "FREE" &&
      !same(row[key], before ? before[key] : (field.initial ?? null)),
  );
  if (touched.length === 0) return false;
  const errors = touched.map(([key, field]): FieldError => ({
    path: key,
    code: "SUP_INF_001",
    text: [`${field.label[0]}：该字段须通过信息变更单修改`, `${field.label[1]}: change this field through a change request`],
  }));
  return refuse("SUP_INF_001", "该字段须通过信息变更单修改", "Change this field through a change request", {
    fieldErrors: errors,
    data: {
      change: changeFor(
        e,
        row,
        before,
        touched.map(([key]) => key),
        supplier,
      ),
    },
  });
}

/** Facts about who a company is: listed, already known, how long and how much for a temporary one. */
export async function identityFacts(find: Find, doc: Supplier, today: string) {
  const [listed, alike, days, amount] = await Promise.all([
    isBlacklisted(find, { uscc: doc.uscc, taxNo: doc.taxNo, companyName: doc.supplierName, on: today }),
    suppliersLike(find, { id: doc.id, companyName: doc.supplierName, uscc: doc.uscc, taxNo: doc.taxNo, email: doc.email }),
    getProfile(find, "SUP_TEMP_MAX_DAYS"),
    getProfile(find, "SUP_TEMP_MAX_AMOUNT"),
  ]);
  return { listed: listed?.blacklistNo ?? null, alike, mostDays: Number(days.value), mostAmount: amount.value };
}
export type IdentityFacts = Awaited<ReturnType<typeof identityFacts>>;

/** A branch shares its parent's number. */
const isBranchOf = (doc: Supplier, alikeSupplier: AlikeSupplier): boolean =>
  doc.branchFlag === "Y" && doc.parentSupplierId === alikeSupplier.id;

/** What forbids a company to be a supplier at all. */
export function identityFaults(doc: Supplier, { listed, alike }: IdentityFacts): (Refusal | false)[] {
  const known = alike.find((alikeSupplier) => alikeSupplier.score >= certain && !isBranchOf(doc, alikeSupplier));
  return [
    doc.supplierNature === "MAINLAND" &&
      Boolean(doc.uscc) &&
      !isCreditCode(doc.uscc!) &&
      fault("uscc", "SUP_REG_001", "统一社会信用代码校验位错误", "Credit code check digit is wrong"),
    listed !== null &&
      refuse(
        "SUP_REG_003",
        `该企业在黑名单中（${listed}），不能建立供应商档案`,
        `This company is blacklisted (${listed}); no profile can be created`,
        { data: { blacklistNo: listed } },
      ),
    known !== undefined &&
      refuse("SUP_REG_002", `该企业已在系统中：${known.code} ${known.name}`, `This company already exists: ${known.code} ${known.name}`, {
        data: { candidates: alike, supplierId: known.id },
      }),
  ];
}

/** How likely duplicates are told to whoever must decide. */
export const spokenAlike = (alike: readonly AlikeSupplier[]): Text => [
  `疑似重复供应商：${alike.map((alikeSupplier) => `${alikeSupplier.code} ${alikeSupplier.name}（${alikeSupplier.why[0]}，${alikeSupplier.score}分）`).join("；")}`,
  `Possible duplicates: ${alike.map((alikeSupplier) => `${alikeSupplier.code} ${alikeSupplier.name} (${alikeSupplier.why[1]}, ${alikeSupplier.score})`).join("; ")}`,
];

/** Whoever enters a company, on a page or by a workbook, has to say that it is none of those it resembles. */
export function duplicateQuestion({ alike }: Pick<IdentityFacts, "alike">): Effect | false {
  const likely = alike.filter((alikeSupplier) => sureness(alikeSupplier.score) === "LIKELY");
  return likely.length > 0 && ask("SUP_DUP", ...spokenAlike(likely));
}

/** A temporary file has an end and a cap within what the company allows. */
export function temporaryFaults(doc: Supplier, { mostDays, mostAmount }: IdentityFacts, today: string): (Refusal | false)[] {
  if (doc.tempFlag !== "Y" || !doc.tempValidTo || !doc.tempAmountLimit) return [];
  return [
    (doc.tempValidTo < today || doc.tempValidTo > addDays(today, mostDays)) &&
      fault(
        "tempValidTo",
        "SUP_TMP_003",
        `临时有效期须在今天起${mostDays}天内`,
        `A temporary status lasts at most ${mostDays} days from today`,
      ),
    cmp(doc.tempAmountLimit, mostAmount) > 0 &&
      fault("tempAmountLimit", "SUP_TMP_004", `临时限额不能超过${mostAmount}`, `The cap cannot exceed ${mostAmount}`),
  ];
}
