import { every, sql } from "#kernel/query.ts";
import type { Find } from "#kernel/rule.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { supplierAccount } from "../account.entity.ts";
import { supplierChange } from "../change.entity.ts";
import { givenValue } from "../change.lines.ts";
import { supplierInfo } from "../supplier.entity.ts";
import { markOf } from "../sensitive.ts";
import { codeOf, taxOf, type Group } from "./import-groups.ts";
import type { Brought } from "./import-known.ts";
import type { KnownSupplier } from "./import-types.ts";

/** The suppliers that rows of a workbook may be about, by tax number or code, in one statement. */
export function knownSuppliers(kernel: Kernel, groups: readonly Group[]): Promise<readonly KnownSupplier[]> {
  const s = every(supplierInfo);
  const taxes = groups.map(({ head }) => taxOf(head)).filter((tax) => tax !== "");
  const codes = groups.map(({ head }) => codeOf(head)).filter((code) => code !== "");
  return kernel.db.query<KnownSupplier>(
    sql`select ${s.id}, ${s.supplierCode} as code, ${s.infoStatus}, ${s.normalizedTaxId} as tax from ${s}
      where ${s.mergedIntoId} is null and (${s.normalizedTaxId} = any(${taxes}) or ${s.supplierCode} = any(${codes}))`,
  );
}

/** Whoever is responsible for new suppliers hears of them once, not of each. */
export async function tellOwners(kernel: Kernel, owners: readonly unknown[], except: string, now: Date): Promise<void> {
  for (const [ownerId, { length: n }] of Map.groupBy(owners, String))
    if (ownerId !== except) await kernel.outbox.add("SUPPLIERS_IMPORTED", { n, ownerId }, now);
}

/** Without the accounts that an open change request asks for already: the same workbook sent again asks for nothing twice. */
export async function notYetAsked(find: Find, supplierId: string, brought: readonly Brought[]): Promise<readonly Brought[]> {
  if (!brought.some(({ row }) => row.sheet === "accounts")) return brought;
  const status = ["DRAFT", "VERIFYING", "APPROVING", "APPROVED"];
  const open = await find.where(supplierChange, { supplierId, status });
  const lines = open
    .flatMap((doc) => doc.lines)
    .filter((line) => line.entityName === supplierAccount.name && line.fieldKey === "accountNo");
  const { seal } = find.declared;
  const asked = new Set(lines.map((line) => markOf(seal, String(givenValue(seal, line) ?? ""))));
  return brought.filter(({ row, values }) => row.sheet !== "accounts" || !asked.has(markOf(seal, String(values["accountNo"] ?? ""))));
}
