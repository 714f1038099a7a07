import { cmp } from "#kernel/decimal.ts";
import type { Doc, Entity } from "#kernel/entity.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user, userAuthorisation } from "#kernel/platform/user.entity.ts";
import type { Find, Moment } from "#kernel/rule.ts";
import { department, mayActFor, person, position, positionAllot, positionLevel } from "#modules/admin/index.ts";
import { groupCurrency } from "#modules/base/index.ts";
import { groupParts } from "./acting.ts";
import { levelChain, type Position } from "./engine/level.ts";
import type { Approvers, Person } from "./engine/question.ts";
import { bpmRole } from "./model.entity.ts";
import { converted } from "./money.ts";
import { isInForce } from "#kernel/effective.ts";

type Found = readonly string[];

/** People as the organisation knows them, asked with the facts of one action and at its moment. */
export class People {
  readonly #find: Find;
  readonly #at: Moment;

  constructor(find: Find, at: Moment) {
    this.#find = find;
    this.#at = at;
  }

  /** Those of them who can sign in today. */
  async #active(ids: Found): Promise<Found> {
    if (ids.length === 0) return [];
    const found = await Promise.all(ids.map((id) => this.#find.maybe(user, id)));
    return ids.filter((_, i) => found[i]?.userStatus === "ACTIVE" && isInForce(found[i]!, this.#at.today));
  }

  async wearing(where: { readonly respCode: string } | { readonly id: string }): Promise<Found> {
    const [resp] = await this.#find.where(responsibility, { ...where, enabledFlag: "Y", audience: "INTERNAL" }, 1);
    if (!resp || !isInForce(resp, this.#at.today)) return [];
    const grants = await this.#find.where(userResp, { responsibilityId: resp.id, status: "ACTIVE" }, 5000);
    return this.#active([...new Set(grants.filter((g) => isInForce(g, this.#at.today)).map((g) => g.userId))]);
  }

  async #accounts(personIds: Found): Promise<Found> {
    if (personIds.length === 0) return [];
    const accounts = await this.#find.where(user, { personId: personIds, userStatus: "ACTIVE" });
    return personIds.flatMap((id) => accounts.filter((a) => a.personId === id).map((a) => a.id as string));
  }

  async sittingOn(positionId: string): Promise<Found> {
    const seats = await this.#find.where(positionAllot, { positionId });
    return this.#accounts(seats.filter((s) => isInForce(s, this.#at.today)).map((s) => s.personId));
  }

  /** The account with its person and the seat it mainly has. */
  async #seatOf(userId: string): Promise<{ readonly personId: string | null; readonly positionId: string | null }> {
    const account = await this.#find.maybe(user, userId);
    if (!account?.personId) return { personId: null, positionId: null };
    const seats = (await this.#find.where(positionAllot, { personId: account.personId })).filter((s) => isInForce(s, this.#at.today));
    const seat = seats.find((s) => s.primaryFlag === "Y") ?? seats[0];
    return { personId: account.personId, positionId: seat?.positionId ?? null };
  }

  /** Who stands above somebody: the named manager, else whoever sits on the next filled seat above. */
  async above(userId: string): Promise<Found> {
    const { personId, positionId } = await this.#seatOf(userId);
    const own = personId ? await this.#find.maybe(person, personId) : null;
    if (own?.managerPersonId) {
      const named = await this.#accounts([own.managerPersonId]);
      if (named.length) return named;
    }
    let next = positionId ? (await this.#find.maybe(position, positionId))?.parentPositionId : null;
    for (let climbs = 0; next && climbs < 10; climbs++) {
      const sitting = (await this.sittingOn(next)).filter((u) => u !== userId);
      if (sitting.length) return sitting;
      next = (await this.#find.maybe(position, next))?.parentPositionId ?? null;
    }
    return [];
  }

  /** Who answers for an organisation: its seats of management, else the managers of its departments without one above. */
  async managersOf(orgId: string | null): Promise<Found> {
    if (!orgId) return [];
    const seats = await this.#find.where(position, { orgId, managerFlag: "Y", enabledFlag: "Y" });
    const top = seats.filter((s) => !seats.some((other) => other.id === s.parentPositionId));
    const sitting = (await Promise.all(top.map((s) => this.sittingOn(s.id)))).flat();
    if (sitting.length) return [...new Set(sitting)];
    const heads = await this.#find.where(department, { orgId, parentDeptId: null, enabledFlag: "Y" });
    return this.#accounts(heads.flatMap((d) => d.managerPersonId ?? []));
  }

  /** Climbs from the starter's seat until somebody may agree to the amount; limits in other currencies count by the rate of the day. */
  async levelsAbove(userId: string, billTypeCode: string, amount: string, day: string): Promise<Approvers> {
    const { positionId } = await this.#seatOf(userId);
    const own = positionId ? await this.#find.maybe(position, positionId) : null;
    const known = new Map<string, Position>();
    for (let id = own?.parentPositionId ?? null; id && !known.has(id) && known.size < 12;) {
      const seat: Doc<typeof position> | null = await this.#find.maybe(position, id);
      if (!seat) break;
      const [holderId = null] = await this.sittingOn(id);
      const limit = await this.#limit(seat.levelId, billTypeCode, day);
      known.set(id, {
        id,
        name: [seat.positionName, seat.positionNameEn ?? seat.positionName],
        holderId,
        limit,
        parentId: seat.parentPositionId,
      });
      if (holderId !== null && limit !== null && cmp(limit, amount) >= 0) break;
      id = seat.parentPositionId;
    }
    return own?.parentPositionId ? levelChain(known, own.parentPositionId, amount) : { users: [] };
  }

  async #limit(levelId: string | null, billTypeCode: string, day: string): Promise<string | null> {
    const level = levelId ? await this.#find.maybe(positionLevel, levelId) : null;
    if (!level) return null;
    const base = await groupCurrency(this.#find);
    const own = level.limits.filter((l) => l.billTypeCode === billTypeCode);
    const { maxAmount, currency } = own.find((l) => l.currency === base) ??
      own[0] ?? { maxAmount: level.approvalLimit, currency: level.currency };
    return maxAmount === null ? null : converted(this.#find, maxAmount, currency ?? base, base, day, null);
  }

  /** Who a workflow role means here: the most specific rows that fit, category and organisation before organisation before all. */
  async inRole(roleCode: string, orgId: string | null, categoryId: string | null, amount: string | null): Promise<Found> {
    const [role] = await this.#find.where(bpmRole, { roleCode, enabledFlag: "Y" }, 1);
    if (!role) return [];
    const fits = role.members.filter(
      (m) =>
        (m.orgId === null || m.orgId === orgId) &&
        (m.categoryId === null || m.categoryId === categoryId) &&
        (m.amountFrom === null || (amount !== null && cmp(amount, m.amountFrom) >= 0)) &&
        (m.amountTo === null || (amount !== null && cmp(amount, m.amountTo) < 0)) &&
        isInForce(m, this.#at.today),
    );
    const weight = (m: (typeof fits)[number]): number => (m.categoryId ? 4 : 0) + (m.orgId ? 2 : 0) + (m.amountFrom || m.amountTo ? 1 : 0);
    const best = Math.max(...fits.map(weight));
    const chosen = fits.filter((m) => weight(m) === best).sort((a, b) => a.seq - b.seq);
    const people = await Promise.all(chosen.map((m) => (m.userId ? this.#active([m.userId]) : this.sittingOn(m.positionId ?? ""))));
    return [...new Set(people.flat())];
  }

  /** Delegations that let somebody act at this moment for this kind of document. */
  async #delegations(
    where: { readonly fromUserId: string | Found } | { readonly toUserId: string },
    billTypeId: string | null,
    starterId: string,
  ) {
    const given = await this.#find.where(userAuthorisation, { ...where, status: ["ACTIVE", "PENDING"] });
    return given.filter((doc) => {
      const bills = doc.billTypeCodes ?? [];
      const covers = bills.length === 0 || doc.authType !== "APPROVAL" || (billTypeId !== null && bills.includes(billTypeId));
      return covers && mayActFor(doc, doc.fromUserId, doc.toUserId, starterId, this.#at.now);
    });
  }

  /** Whoever acts for one of these people now, and can sign in. */
  async delegatedBy(
    userIds: Found,
    billTypeId: string | null,
    starterId: string,
  ): Promise<readonly { readonly from: string; readonly to: string }[]> {
    const given = userIds.length ? await this.#delegations({ fromUserId: userIds }, billTypeId, starterId) : [];
    const able = new Set(await this.#active([...new Set(given.map((doc) => doc.toUserId as string))]));
    return given.filter((doc) => able.has(doc.toUserId)).map((doc) => ({ from: doc.fromUserId, to: doc.toUserId }));
  }

  /** Those of them who stand in the place of whoever started the document, by a delegation of any kind. */
  async inPlaceOf(starterId: string, userIds: Found): Promise<ReadonlySet<string>> {
    if (userIds.length === 0) return new Set();
    const toUserId = [...new Set(userIds)];
    const given = await this.#find.where(userAuthorisation, { fromUserId: starterId, toUserId, status: ["ACTIVE", "PENDING"] });
    const { now } = this.#at;
    return new Set(given.filter((doc) => doc.startTime <= now && now < doc.endTime).map((doc) => doc.toUserId as string));
  }

  /** For whom somebody acts now; whoever stands in the starter's place himself hands nothing on. */
  async principalsOf(userId: string, billTypeId: string | null, starterId: string): Promise<Found> {
    const given = await this.#delegations({ toUserId: userId }, billTypeId, starterId);
    const principals = [...new Set(given.map((doc) => doc.fromUserId as string))].filter((id) => id !== starterId);
    const starters = await this.inPlaceOf(starterId, principals);
    return this.#active(principals.filter((id) => !starters.has(id)));
  }

  /** Is he at work, what is he called, and who acts for him now. */
  async person(userId: string, billTypeId: string | null, starterId: string): Promise<Person> {
    const found = await this.#find.maybe(user, userId);
    if (!found) return { active: false };
    const active = found.userStatus === "ACTIVE" && isInForce(found, this.#at.today);
    const now = await this.#delegations({ fromUserId: userId }, billTypeId, starterId);
    return { active, name: found.displayName, away: now.length > 0, delegateIds: [...new Set(now.map((doc) => doc.toUserId as string))] };
  }

  /** Whoever may take a task that is open to this group, at this moment. */
  async members(group: string, about: { readonly entity: Entity | null; readonly row: { readonly id: string } | null }): Promise<Found> {
    const [kind, rest] = groupParts(group);
    if (kind === "RESP") return this.wearing({ respCode: rest });
    if (kind === "POSITION") return this.sittingOn(rest);
    if (kind === "HOLDS" && about.entity && about.row)
      return [...new Set((await this.#find.holders(about.entity, about.row, rest.split("@")[0]!)).map((h) => h.userId))];
    return [];
  }
}
