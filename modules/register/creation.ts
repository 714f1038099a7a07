import { commonKeys, type CommonKey, type Doc } from "#kernel/entity.ts";
import { make, run, type Effect } from "#kernel/rule.ts";
import type { Seal } from "#kernel/seal.ts";
import { supplierInfo, whole, type EstablishedFile } from "#modules/supplier/index.ts";
import { numberBinding } from "./checks.ts";
import { companyKeys, register } from "./register.entity.ts";

type Register = Doc<typeof register>;
type Row = Readonly<Record<string, unknown>>;

/** A row of the draft without what belongs to the draft alone. */
const bare = (row: object): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== "parentId" && !commonKeys.includes(key as CommonKey)));

/** Exactly one row of a kind is the primary one: the first that says so, else the first. */
const onePrimary = (rows: readonly Row[], key: (row: Row) => string = () => ""): Row[] => {
  const chosen = new Map<string, Row>();
  for (const row of rows) if (row["primaryFlag"] === "Y" && !chosen.has(key(row))) chosen.set(key(row), row);
  for (const row of rows) if (!chosen.has(key(row))) chosen.set(key(row), row);
  return rows.map((row) => ({ ...row, primaryFlag: chosen.get(key(row)) === row ? "Y" : "N" }));
};

/** The tables of the supplier's file, from the tables of the draft. */
export function fileOf(seal: Seal, doc: Register, reviewerId: string): EstablishedFile {
  const orgs = doc.wantedOrgIds?.length ? doc.wantedOrgIds : [null];
  const wanted = [...new Set(doc.categories.flatMap((category) => category.categoryId ?? []))];
  return {
    contacts: onePrimary(doc.contacts.map(bare)).map((row) => ({ ...row, ...(row["email"] === doc.email ? { userId: doc.userId } : {}) })),
    locations: onePrimary(doc.locations.map(bare)).map((row, i) => ({ locationCode: `L${String(i + 1).padStart(2, "0")}`, ...row })),
    accounts: onePrimary(doc.accounts.map(bare), (row) => String(row["currency"])).map((row) => ({
      ...row,
      accountNo: whole(seal, (row["accountNo"] ?? null) as string | null, numberBinding),
    })),
    brands: doc.brands.map(bare),
    devices: doc.devices.map(bare),
    indirects: doc.indirects.map(bare),
    finances: doc.finances.map(bare),
    customers: doc.customers.map(bare),
    categories: wanted.flatMap((categoryId) => orgs.map((orgId) => ({ orgId, categoryId, categoryStatus: "CANDIDATE" as const }))),
    certificates: doc.certificates
      .filter((certificate) => certificate.certType && certificate.fileIds)
      .map((certificate) => ({
        certType: certificate.certType!,
        certName: certificate.certName ?? certificate.certType!,
        certNo: certificate.certNo,
        issuer: certificate.issuer,
        validFrom: certificate.validFrom,
        validTo: certificate.validTo,
        longTermFlag: certificate.longTermFlag,
        categoryIds: certificate.categoryIds,
        fileIds: certificate.fileIds,
        verifiedBy: reviewerId,
        certStatus: "VALID" as const,
      })),
  };
}

/** Makes the supplier from an accepted registration. */
export function createsSupplier(seal: Seal, doc: Register, id: string, ownerId: string, reviewerId: string): Effect[] {
  const company = Object.fromEntries(
    companyKeys.map((key) => [key, doc[key]]).filter(([, value]) => value !== null && value !== undefined),
  );
  return [
    make(supplierInfo, id, {
      ...company,
      legalPersonId: whole(seal, doc.legalPersonId, numberBinding),
      supplierName: doc.companyName,
      supplierNameEn: doc.companyNameEn,
      supplierNature: doc.supplierNature,
      uscc: doc.uscc,
      taxNo: doc.taxNo,
      dunsNo: doc.dunsNo,
      countryId: doc.countryId,
      email: doc.companyEmail,
      fileIds: doc.fileIds,
      ownerId,
      portalFlag: "Y",
      supLanguage: doc.regLanguage,
    }),
    run(supplierInfo, id, "doEstablish", {
      docType: "SrmSupRegister",
      docId: doc.id,
      file: fileOf(seal, doc, reviewerId),
      reason: doc.registerNo,
    }),
  ];
}
