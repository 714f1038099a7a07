import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { plant } from "./plant.ts";

/** Somebody of a supplier, as plain as can be: a supplier in force takes contacts only by change requests, which tests of other things need not write. */
export async function knowContact(kernel: Pick<Kernel, "db">, supplierId: string): Promise<string> {
  const id = newId();
  await plant(kernel.db, "SrmSupContact", id, {
    supplierId,
    contactName: "陆经理",
    contactRole: ["LEGAL"],
    email: "legal@example.com",
    primaryFlag: "N",
    emergencyFlag: "N",
    enabledFlag: "Y",
  });
  return id;
}
