import { user } from "#kernel/platform/user.entity.ts";
import type { Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { billType, getProfile } from "#modules/base/index.ts";
import { supplierContact, supplierInfo, supplierWords } from "#modules/supplier/index.ts";
import { purchaseHistory } from "./history.entity.ts";
import type { Order } from "./ledger-effects.ts";

/** Whether anybody of the supplier can be told of an order. */
export async function reachOf(find: Find, supplierId: string): Promise<{ readonly isReachable: boolean; readonly supplier: Text }> {
  const [supplier, hasUser, hasMail] = await Promise.all([
    find.maybe(supplierInfo, supplierId),
    find.exists(user, { supplierId, userStatus: "ACTIVE" }),
    find.exists(supplierContact, { supplierId, email: { not: null }, enabledFlag: "Y" }),
  ]);
  return { isReachable: hasUser || hasMail, supplier: supplierWords(supplier, supplierId) };
}

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

export const laterBy = (now: string, hours: number): string => new Date(Date.parse(now) + hours * 3_600_000).toISOString();
