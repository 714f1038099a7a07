import type { Where } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import type { Answer } from "#kernel/question.ts";
import type { Find } from "#kernel/rule.ts";
import { suppliersMeant } from "#modules/base/index.ts";
import { supplierContacts } from "#modules/workflow/index.ts";
import { supplierContact } from "./contact.entity.ts";
import { supplierCategory } from "./standing.entity.ts";
import { supplierInfo } from "./supplier.entity.ts";

const live: Where = { infoStatus: "EFFECTIVE", mergedIntoId: null, supStatus: { not: ["QUIT", "BLACKLISTED", "MERGED"] } };

/** Whoever writes to suppliers means those whose file is in force and who are still there. */
async function meant(find: Find, kind: string, ids: readonly string[]) {
  const byCategory = async (): Promise<Where> => {
    const rows = await find.where(supplierCategory, { categoryId: ids, categoryStatus: { not: "EXITED" } }, 20_000);
    return { id: [...new Set(rows.map((row) => row.supplierId))] };
  };
  const which: Where = kind === "ALL" ? {} : kind === "LEVEL" ? { supLevel: ids } : kind === "SUPPLIER" ? { id: ids } : await byCategory();
  const found = await find.where(supplierInfo, { all: [live, which] }, 20_000);
  return found.map((doc) => ({ id: doc.id, name: doc.supplierName }));
}

/** The supplier's people for a kind of matter; where nobody is named for it, its administrators. */
async function contactsOf(find: Find, supplierId: string, role: string | null): Promise<readonly string[]> {
  const contacts = await find.where(supplierContact, { supplierId, enabledFlag: "Y", userId: { not: null } }, 500);
  const named = contacts
    .filter((contact) => role === null || (contact.contactRole ?? []).includes(role))
    .flatMap((contact) => contact.userId ?? []);
  const active = named.length ? await find.where(user, { id: named, userStatus: "ACTIVE" }, 500) : [];
  if (active.length) return active.map((doc) => doc.id);
  const admins = await find.where(user, { supplierId, userType: "SUPPLIER", supAdminFlag: "Y", userStatus: "ACTIVE" }, 200);
  return admins.map((admin) => admin.id);
}

export const masterAnswers: readonly Answer[] = [
  suppliersMeant.answeredBy((find, { kind, ids }) => meant(find, kind, ids)),
  supplierContacts.answeredBy((find, { supplierId, role }) => contactsOf(find, supplierId, role)),
];
