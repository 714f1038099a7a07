import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { billType, getProfile } from "#modules/base/index.ts";
import { supplierContact, supplierInfo, supplierWords } from "#modules/supplier/index.ts";
import { purchaseHistory } from "../history/history.entity.ts";
import type { Order } from "../ledger/effects.ts";

/** Where a supplier is told of an order: by an account of the portal, else by mail. */
interface Reach {
  readonly isReachable: boolean;
  readonly hasUser: boolean;
  /** Its contacts' addresses, those of sales before others; the company's own where no contact has one. */
  readonly addresses: readonly string[];
  readonly supplier: Text;
}

/** Whether anybody of the supplier can be told of an order: an e-mail address is enough. */
export async function reachOf(find: Find, supplierId: string): Promise<Reach> {
  const [supplier, hasUser, contacts] = await Promise.all([
    find.maybe(supplierInfo, supplierId),
    find.exists(user, { supplierId, userStatus: "ACTIVE" }),
    find.where(supplierContact, { supplierId, email: { not: null }, enabledFlag: "Y" }, 50),
  ]);
  const sales = contacts.filter((contact) => (contact.contactRole ?? []).includes("SALES"));
  const found = (sales.length ? sales : contacts).flatMap(({ email }) => email ?? []);
  const addresses = [...new Set(found.length ? found : supplier?.email ? [supplier.email] : [])];
  return { isReachable: hasUser || addresses.length > 0, hasUser, addresses, supplier: supplierWords(supplier, supplierId) };
}

/** Nobody of the supplier can be told. */
export const unreachable = (supplierId: string, [cn, en]: Text): Refusal =>
  refuse("PUR-2213", `供应商[${cn}]无有效用户或邮箱，无法发布`, `Supplier ${en} has no active user or e-mail`, {
    data: { supplierId },
  });

/** How a supplier answers, and until when. */
export async function answering(find: Find, doc: Order) {
  const [type, hours] = await Promise.all([
    find.maybe(billType, doc.billTypeId),
    getProfile(find, "PUR_CONFIRM_HOURS", { orgId: doc.orgId }),
  ]);
  const mode = type?.supplierConfirmMode ?? "MUST";
  return { mode, hours: mode === "AUTO_AFTER_DAYS" ? (type?.autoConfirmDays ?? 1) * 24 : Number(hours.value) };
}

/** Prices bought at before: the rows of this order that are superseded, and the newest of each item. */
export async function pricesBefore(find: Find, doc: Order) {
  const itemIds = [...new Set(doc.lines.flatMap((line) => line.itemId ?? []))];
  const [own, latest] = await Promise.all([
    find.where(purchaseHistory, { orderId: doc.id, currentFlag: "Y" }, 5000),
    itemIds.length ? find.where(purchaseHistory, { orgId: doc.orgId, itemId: itemIds, latestFlag: "Y" }, 10_000) : [],
  ]);
  return { own, latest };
}
