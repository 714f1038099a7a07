import type { Entity } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { set, type Effect } from "#kernel/rule.ts";
import type { Seal } from "#kernel/seal.ts";
import { supplierAccount } from "./account.entity.ts";
import { supplierContact } from "./contact.entity.ts";
import { fault, guarded } from "./file.ts";
import { supplierCustomer, supplierFinance } from "./finance.entity.ts";
import { isIban } from "./iban.ts";
import { supplierLocation, supplierSite } from "./place.entity.ts";
import { closing } from "./sensitive.ts";
import { supplierBrand, supplierDevice, supplierIndirect } from "./source.entity.ts";
import type { Supplier } from "./standing.ts";

type Row = Readonly<Record<string, unknown>>;
type Known = { readonly id: string } & Row;

/** The tables of a supplier's file that live beside it, in the order rows of one may name rows of another. */
export const sections = {
  locations: supplierLocation,
  accounts: supplierAccount,
  sites: supplierSite,
  contacts: supplierContact,
  brands: supplierBrand,
  devices: supplierDevice,
  indirects: supplierIndirect,
  finances: supplierFinance,
  customers: supplierCustomer,
} as const satisfies Readonly<Record<string, Entity>>;

export const sectionNamed = (name: string): Entity | undefined => Object.values(sections).find((section) => section.name === name);

export const bindings = { account: "SrmSupAccount.accountNo", mobile: "SrmSupContact.mobile" } as const;

/** What is stored in place of the sensitive numbers of a row. */
export function closedNumbers(seal: Seal, e: Entity, row: Row): Record<string, unknown> {
  if (e.name === supplierAccount.name) {
    const number = closing(seal, row["accountNo"] as string | null, bindings.account);
    return number ? { accountNo: number.stored, accountKey: number.key } : {};
  }
  if (e.name === supplierContact.name) {
    if (row["mobile"] === null || row["mobile"] === "") return { mobileKey: null };
    const number = closing(seal, row["mobile"] as string | null, bindings.mobile);
    return number ? { mobile: number.stored, mobileKey: number.key } : {};
  }
  return {};
}

const isOn = (row: Row): boolean => row["primaryFlag"] === "Y" && row["enabledFlag"] !== "N";
const typesOf = (row: Row): readonly string[] => (row["locationType"] as readonly string[] | null) ?? [];

/** Do two rows ask for the same place of honour? One primary contact, one account per currency, one address per type. */
function rival(e: Entity, a: Row, b: Row): boolean {
  if (e.name === supplierContact.name) return true;
  if (e.name === supplierAccount.name) return a["currency"] === b["currency"];
  return e.name === supplierLocation.name && typesOf(a).some((type) => typesOf(b).includes(type));
}

/** Whoever becomes primary takes the place of who was. */
export const stepAside = (e: Entity, row: Known, others: readonly Known[]): Effect[] =>
  !("primaryFlag" in e.fields) || !isOn(row)
    ? []
    : others
        .filter((known) => known.id !== row.id && isOn(known) && rival(e, row, known))
        .map((known) => set(known as { id: string; primaryFlag: string }, { primaryFlag: "N" }));

/** Where nobody is primary yet, the first one is. */
export const isFirst = (e: Entity, row: Known, others: readonly Known[]): boolean =>
  "primaryFlag" in e.fields &&
  row["enabledFlag"] !== "N" &&
  !isOn(row) &&
  !others.some((known) => known.id !== row.id && isOn(known) && rival(e, row, known));

/** What a bank account must fulfil whoever writes it. */
export function accountFaults(
  row: Row,
  supplier: Pick<Supplier, "supplierName" | "supplierNameEn" | "supplierNature">,
): (Refusal | false)[] {
  const number = String(row["accountNo"] ?? "");
  const isTyped = !number.startsWith("m1.");
  const names = [supplier.supplierName, supplier.supplierNameEn].map((value) => (value ?? "").trim().toLowerCase());
  return [
    isTyped &&
      !/^[0-9A-Za-z][0-9A-Za-z -]{6,38}[0-9A-Za-z]$/.test(number) &&
      fault("accountNo", "SUP_ACC_006", "账号须为8至34位数字或字母", "An account number has 8 to 34 digits or letters"),
    Boolean(row["iban"]) && !isIban(String(row["iban"])) && fault("iban", "SUP_ACC_005", "IBAN校验失败", "IBAN check failed"),
    !names.includes(
      String(row["accountName"] ?? "")
        .trim()
        .toLowerCase(),
    ) &&
      !row["nameReason"] &&
      fault("nameReason", "SUP_ACC_001", "户名与企业名称不一致，请填写原因", "Account name differs from company; give a reason"),
  ];
}

/** May a person write this row directly? Guarded parts of a file in force change by request. */
export function rowGuard(e: Entity, row: Row, before: Row | null, supplier: Supplier, isPerson: boolean): Refusal | false {
  if (supplier.mergedIntoId !== null)
    return refuse("SUP_INF_004", "已合并的供应商不能修改", "A merged supplier cannot be changed", {
      data: { supplierId: supplier.mergedIntoId },
    });
  if (isPerson && supplier.infoStatus === "APPROVING")
    return refuse("SUP_INF_006", "供应商审批中，不能修改", "The supplier is in approval and cannot be changed");
  return isPerson && supplier.infoStatus === "EFFECTIVE" && guarded(e, row, before, supplier);
}
