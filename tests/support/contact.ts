import { newId } from "#kernel/server/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";

/** Somebody of a supplier, as plain as can be: a supplier in force takes contacts only by change requests, which tests of other things need not write. */
export async function knowContact(kernel: Pick<Kernel, "db">, supplierId: string): Promise<string> {
  const id = newId();
  await kernel.db.query(
    `insert into "SrmSupContact" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum",
       "supplierId", "contactName", "contactRole", email, "primaryFlag", "emergencyFlag", "enabledFlag")
     values ($1, 'system:test', now(), 'system:test', now(), 1, $2, '陆经理', '["LEGAL"]', 'legal@example.com', 'N', 'N', 'Y')`,
    [id, supplierId],
  );
  return id;
}
