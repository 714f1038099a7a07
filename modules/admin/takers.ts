import type { Doc } from "#kernel/entity.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { isInForce } from "#kernel/effective.ts";

/** Who is named to take something over, and which responsibilities that person and the leaver hold. */
export interface Takers {
  readonly accounts: readonly Doc<typeof user>[];
  readonly grants: readonly Doc<typeof userResp>[];
  readonly responsibilities: readonly Doc<typeof responsibility>[];
}

export const noTakers: Takers = { accounts: [], grants: [], responsibilities: [] };

/** Reads everything about the takers in three statements, however many there are. */
export async function readTakers(find: Find, leaverId: string | null, takerIds: readonly string[]): Promise<Takers> {
  const ids = [...new Set(takerIds)];
  if (ids.length === 0) return noTakers;
  const grants = await find.where(userResp, { userId: leaverId ? [leaverId, ...ids] : ids, status: "ACTIVE" }, 10_000);
  const worn = [...new Set(grants.filter((g) => g.userId === leaverId).map((g) => g.responsibilityId))];
  return {
    accounts: await find.where(user, { id: ids }),
    grants,
    responsibilities: worn.length ? await find.where(responsibility, { id: worn }) : [],
  };
}

/** A seat or a delegation needs no particular powers; a task, a document or a supplier is looked after with those of the leaver. */
const needsResponsibility = new Set(["TASK", "DOCUMENT", "SUPPLIER"]);

/** Why somebody cannot take a line over: not another active colleague, or without any responsibility the leaver did that work with. */
export function unfit(
  takers: Takers,
  leaverId: string | null,
  named: readonly { readonly kind: string; readonly takerUserId: string }[],
  today: string,
): readonly (Refusal | false)[] {
  const of = (id: string): Takers["accounts"][number] | undefined => takers.accounts.find((account) => account.id === id);
  const responsibilitiesOf = (id: string | null): ReadonlySet<string> =>
    new Set(takers.grants.filter((g) => g.userId === id && isInForce(g, today)).map((g) => g.responsibilityId));
  const worn = responsibilitiesOf(leaverId);
  const stranger = named.find(({ takerUserId }) => {
    const account = of(takerUserId);
    return !account || account.userStatus !== "ACTIVE" || account.userType !== "INTERNAL" || account.id === leaverId;
  });
  const powerless = named.find(
    ({ kind, takerUserId }) =>
      needsResponsibility.has(kind) &&
      worn.size > 0 &&
      of(takerUserId) &&
      ![...responsibilitiesOf(takerUserId)].some((resp) => worn.has(resp)),
  );
  const name = powerless ? of(powerless.takerUserId)!.displayName : "";
  const wanted = takers.responsibilities.filter((resp) => worn.has(resp.id));
  return [
    stranger !== undefined &&
      refuse("LEAVE_TAKER", "接手人须为其他正常的内部账号", "The successor must be another active internal account"),
    powerless !== undefined &&
      refuse(
        "LEAVE_TAKER",
        `接手人${name}没有合适的职责，须持有其中之一：${wanted.map((resp) => resp.respName).join("、")}`,
        `${name} needs one of these responsibilities: ${wanted.map((resp) => resp.respNameEn || resp.respName).join(", ")}`,
      ),
  ];
}
