import type { Doc } from "#kernel/entity.ts";
import { supplierPending } from "#kernel/platform/todo.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { set, type Effect, type Find, type Moment } from "#kernel/rule.ts";

type Pending = Doc<typeof supplierPending>;
type Account = Pick<Doc<typeof user>, "id" | "supplierId">;

/** What a supplier's person who leaves has still to do, what else waits about the same documents, and who may take it over. */
export interface LeftBehind {
  readonly own: readonly Pending[];
  readonly beside: readonly Pending[];
  readonly takers: readonly Account[];
}

/** Reads the open to-dos of a person, at one supplier or at all; the administrators of the company take them unless somebody is named. */
export async function leftBehind(find: Find, userId: string | null, supplierId?: string, named?: Account | null): Promise<LeftBehind> {
  const own = userId ? await find.where(supplierPending, { userId, status: "OPEN", ...(supplierId ? { supplierId } : {}) }, 5000) : [];
  if (own.length === 0) return { own, beside: [], takers: [] };
  const suppliers = [...new Set(own.flatMap((doc) => doc.supplierId ?? []))];
  const [beside, admins] = await Promise.all([
    find.where(supplierPending, { bizId: [...new Set(own.map((doc) => doc.bizId))], status: "OPEN" }, 5000),
    find.where(user, { supplierId: suppliers, supAdminFlag: "Y", userStatus: "ACTIVE", id: { not: userId } }, 500),
  ]);
  return { own, beside, takers: [...(named ? [named] : []), ...admins] };
}

const isSame = (a: Pending, b: Pending): boolean =>
  a.id !== b.id &&
  (["pendingType", "bizType", "bizId", "supplierId", "respId"] as const).every((key) => (a[key] as string | null) === b[key]);

/** Gives them away; where nobody takes them they are the whole company's, and what the taker has to do anyway is not asked twice. */
export const handedOver = ({ own, beside, takers }: LeftBehind, at: Pick<Moment, "now">): Effect[] =>
  own.map((pending) => {
    const userId = takers.find((it) => it.supplierId === pending.supplierId)?.id ?? null;
    return beside.some((other) => isSame(pending, other) && other.userId === userId)
      ? set(pending, { status: "WITHDRAWN", closeReason: "WITHDRAWN", handledDate: at.now })
      : set(pending, { userId });
  });
