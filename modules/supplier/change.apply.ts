import { hasBegun } from "#kernel/effective.ts";
import type { Entity } from "#kernel/entity.ts";
import { refuse, type FieldError, type Refusal } from "#kernel/refusal.ts";
import { run, set, tell, type Effect, type Moment } from "#kernel/rule.ts";
import type { Seal } from "#kernel/seal.ts";
import { byRow, certificateFields, fileParts, partOf, type Row } from "./change.ts";
import { givenValue, type Change, type ChangeLine } from "./change.lines.ts";
import type { AmendedRow, CertificateDraft } from "./standing.types.ts";
import { supplierAccount } from "./account.entity.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { supplierCertificate } from "./standing.entity.ts";

export const docType = "SrmSupChangeInfo";

type File = Readonly<Record<string, readonly Row[]>>;

const idsOf = (text: unknown): string[] => (typeof text === "string" && text ? text.split(",") : []);
const initial = (e: Entity): Row => Object.fromEntries(Object.entries(e.fields).map(([key, field]) => [key, field.initial ?? null]));

/** What a row of the file gets from the lines about it; proofs become attachments of the row. */
export function valuesOf(seal: Seal, lines: readonly ChangeLine[], stored: Row | undefined): Row {
  const part = partOf(lines[0]!.entityName)!;
  const values: Record<string, unknown> = {};
  for (const line of lines)
    if (line.rowAction !== "DISABLE" && part.entity.fields[line.fieldKey]?.kind !== "files") values[line.fieldKey] = givenValue(seal, line);
  const files = part.entity.fields["fileIds"];
  const proofs = lines.flatMap((line) => idsOf(line.fileIds));
  if (files && part.entity.name !== supplierInfo.name && proofs.length && lines[0]!.rowAction !== "DISABLE")
    values["fileIds"] = [...idsOf(stored?.["fileIds"]), ...proofs].slice(-(files.max ?? 20)).join(",");
  return values;
}

/** Everything a row would still lack once the lines are written. */
export function missingIn(seal: Seal, doc: Change, file: File): FieldError[] {
  return byRow(doc.lines).flatMap((lines) => {
    const [first] = lines;
    if (first!.rowAction === "DISABLE") return [];
    const e = partOf(first!.entityName)!.entity;
    const stored = file[e.name]?.find((candidate) => candidate["id"] === first!.rowId);
    const row = { ...(stored ?? initial(e)), ...valuesOf(seal, lines, stored) };
    return Object.entries(e.fields).flatMap(([key, field]): FieldError[] => {
      if (key === "supplierId" || (field.computed && e.name !== supplierCertificate.name)) return [];
      const must =
        e.name === supplierCertificate.name
          ? ["certType", "certName"].includes(key)
          : ((e.requires as Record<string, (row: Row) => boolean> | undefined)?.[key]?.(row) ?? !field.optional);
      const value = (row as Row)[key];
      if (!must || !(value === null || value === undefined || value === "")) return [];
      return [
        {
          path: `lines[${doc.lines.indexOf(first!)}].newValue`,
          code: "TABLE_REQUIRED",
          text: [`${e.label[0]}：${field.label[0]}必填`, `${e.label[1]}: ${field.label[1]} is required`],
        },
      ];
    });
  });
}

export const missing = (errors: readonly FieldError[]): Refusal | false =>
  errors.length > 0 &&
  refuse("FIELD_INVALID", errors.map((error) => error.text[0]).join("；"), errors.map((error) => error.text[1]).join("; "), {
    fieldErrors: errors,
  });

/** A new row is taken whole or not at all: one refused field leaves all of it out. */
export function accepted(lines: readonly ChangeLine[]): ChangeLine[] {
  return byRow(lines).flatMap((rows) => {
    const refused = rows.filter((line) => line.lineResult === "REFUSE");
    return refused.length && rows[0]!.rowAction !== "UPDATE" ? [] : rows.filter((line) => line.lineResult !== "REFUSE");
  });
}

/** What verification left on an account that a change writes. */
const verified = (doc: Change): Row => ({
  verifyStatus: doc.verifyStatus === "VERIFIED" ? "VERIFIED" : "PENDING",
  verifyMethod: doc.verifyMethod,
  verifiedBy: doc.verifiedBy,
  verifyDate: doc.verifyDate,
  verifyRecord: doc.verifyRecord,
  submittedBy: doc.initiatorId,
});

function amended(seal: Seal, doc: Change, lines: readonly ChangeLine[], file: File, ids: ReadonlyMap<string, string>): AmendedRow[] {
  return byRow(lines).map((rows) => {
    const { entityName, rowId, rowAction } = rows[0]!;
    const stored = file[entityName]?.find((candidate) => candidate["id"] === rowId);
    const values = valuesOf(seal, rows, stored);
    const reason = rows.find((line) => line.fieldKey === "accountName")?.reason;
    const bank =
      entityName === supplierAccount.name && rowAction !== "DISABLE" ? { ...verified(doc), ...(reason ? { nameReason: reason } : {}) } : {};
    return {
      entityName,
      rowId: ids.get(`${entityName}|${rowId}`) ?? rowId,
      rowAction: rowAction as AmendedRow["rowAction"],
      values: { ...values, ...bank },
    };
  });
}

/** What the next certificate says: as the one before where nothing else was said, with proofs of its own. */
function nextCertificate(before: Row | undefined, values: Row): Row {
  if (!before) return values;
  const former = idsOf(before["fileIds"]);
  const fileIds = idsOf(values["fileIds"]).filter((id) => !former.includes(id));
  return {
    ...Object.fromEntries(certificateFields.map((key) => [key, before[key] ?? null])),
    ...values,
    fileIds: fileIds.join(",") || null,
  };
}

/** Writes the accepted lines into the supplier's file and tells who keeps a copy of it. */
export function applied(
  doc: Change,
  lines: readonly ChangeLine[],
  file: File,
  supplierName: string,
  at: Moment,
  sections: readonly string[] | null = doc.sections,
): Effect[] {
  const ids = new Map(
    byRow(lines)
      .filter(([first]) => first!.rowAction === "ADD")
      .map(([first]) => [`${first!.entityName}|${first!.rowId}`, at.newId()]),
  );
  const rows = amended(at.seal, doc, lines, file, ids);
  // A certificate whose days are moved into the future is the next one: the one in force stays until then.
  const storedCertificate = (row: AmendedRow): Row | undefined =>
    file[supplierCertificate.name]?.find((candidate) => candidate["id"] === row.rowId);
  const beginsLater = (row: AmendedRow): boolean =>
    typeof row.values["validFrom"] === "string" &&
    row.values["validFrom"] > at.today &&
    hasBegun((storedCertificate(row)?.["validFrom"] ?? null) as string | null, at.today);
  const isNewCertificate = (row: AmendedRow): boolean =>
    row.entityName === supplierCertificate.name && (row.rowAction === "ADD" || (row.rowAction === "UPDATE" && beginsLater(row)));
  const certificates = rows
    .filter(isNewCertificate)
    .map((row) => ({ ...nextCertificate(storedCertificate(row), row.values), certStatus: "VALID" }) as unknown as CertificateDraft);
  const others = rows.filter((row) => !isNewCertificate(row));
  const source = { docType, docId: doc.id };
  const order = fileParts.map((part) => part.entity.name);
  const sorted = others.toSorted((a, b) => order.indexOf(a.entityName) - order.indexOf(b.entityName));
  return [
    ...(sorted.length ? [run(supplierInfo, doc.supplierId, "doAmend", { ...source, changes: sorted })] : []),
    ...(certificates.length ? [run(supplierInfo, doc.supplierId, "doCertify", { ...source, certificates })] : []),
    ...doc.lines
      .filter((line) => line.rowAction === "ADD" && ids.has(`${line.entityName}|${line.rowId}`))
      .map((line) => set(line, { rowId: ids.get(`${line.entityName}|${line.rowId}`) ?? line.rowId })),
    set(doc, { effectiveAt: at.now }),
    tell("SUPPLIER_CHANGED", {
      id: doc.id,
      supplierId: doc.supplierId,
      supplier: supplierName,
      sections,
      renamed: lines.some((line) => line.entityName === supplierInfo.name && ["supplierName", "uscc", "taxNo"].includes(line.fieldKey))
        ? "Y"
        : "N",
    }),
  ];
}
