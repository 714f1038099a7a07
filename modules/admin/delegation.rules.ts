import type { Doc, Me } from "#kernel/entity.ts";
import { user, userAuthorisation } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { inBoth } from "#kernel/text.ts";
import { ask, rule, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import { shift } from "#kernel/time.ts";
import { noPermission, wrongAudience } from "./people.ts";

type Delegation = Doc<typeof userAuthorisation>;
type User = Doc<typeof user>;

export const longestDays = 90;

const announce = (event: "DELEGATION_START" | "DELEGATION_END", doc: Delegation, a: User, b: User): Effect =>
  tell(event, { a: a.displayName, b: b.displayName, userIds: [a.id, b.id], scope: doc.authType, from: doc.startTime, to: doc.endTime });

const administers = (me: Me): boolean => me.audience === "system" || me.may("BaseUsers", "btnDisable");

const approves = ["APPROVAL", "ALL"] as const;

/** What reaches somebody along a chain of delegations: in the time and of the kinds of documents they all share; no kinds are all kinds. */
type Reach = Pick<Delegation, "toUserId" | "startTime" | "endTime"> & { readonly kinds: readonly string[] };

const kindsOf = (delegation: Delegation): readonly string[] => (delegation.billTypeCodes ?? []).toSorted();

/** What of it goes on with the next delegation, if anything does. */
function goesOn(reach: Reach, delegation: Delegation): Reach | null {
  const startTime = reach.startTime > delegation.startTime ? reach.startTime : delegation.startTime;
  const endTime = reach.endTime < delegation.endTime ? reach.endTime : delegation.endTime;
  const [before, next] = [reach.kinds, kindsOf(delegation)];
  const kinds = before.length === 0 ? next : next.length === 0 ? before : before.filter((kind) => next.includes(kind));
  const none = kinds.length === 0 && before.length + next.length > 0;
  return startTime < endTime && !none ? { toUserId: delegation.toUserId, startTime, endTime, kinds } : null;
}

/** Whom the delegate has handed the own approvals to in the same time, and they theirs, along every branch: one may delegate to several people at once. */
async function onward(find: Find, doc: Delegation): Promise<readonly Reach[]> {
  const { toUserId, startTime, endTime } = doc;
  const found = new Map<string, Reach>();
  let edge: readonly Reach[] = doc.authType === "MENU" ? [] : [{ toUserId, startTime, endTime, kinds: kindsOf(doc) }];
  for (let depth = 0; edge.length > 0 && depth < 20; depth++) {
    const holders = [...new Set(edge.map((reach) => reach.toUserId))].filter((id) => id !== doc.fromUserId);
    if (holders.length === 0) break;
    const given = await find.where(userAuthorisation, { fromUserId: holders, authType: [...approves], status: ["PENDING", "ACTIVE"] });
    const next = edge.flatMap((reach) =>
      given.flatMap((row) => (row.id !== doc.id && row.fromUserId === reach.toUserId ? (goesOn(reach, row) ?? []) : [])),
    );
    edge = next.filter((reach) => !found.has(JSON.stringify(reach)));
    for (const reach of edge) found.set(JSON.stringify(reach), reach);
  }
  return [...found.values()];
}

async function bothHeld(doc: Delegation, find: Find): Promise<{ readonly from: User; readonly to: User }> {
  const [from, to] = await Promise.all([find.lock(user, doc.fromUserId), find.lock(user, doc.toUserId)]);
  return { from, to };
}

const english = (user: User): string => inBoth(user.displayName, user.displayNameEn)[1];

/** Passes one's own work to a colleague for at most ninety days; what came by delegation cannot be passed on. */
export const saveDelegation = rule(userAuthorisation, "saveOrUpdate", {
  reads: async (doc, find, _, me) => ({
    // Both are held: two who delegate to each other at the same moment are judged one after the other.
    ...(await bothHeld(doc, find)),
    passedOn: await find.exists(userAuthorisation, { fromUserId: doc.fromUserId, toUserId: me.userId, status: ["PENDING", "ACTIVE"] }),
    onward: await onward(find, doc),
  }),
  decide(doc, { from, to, passedOn, onward }, _, me, at) {
    const circle = onward.some((reach) => reach.toUserId === doc.fromUserId);
    const foreign = doc.fromUserId !== me.userId && !administers(me);
    return [
      doc.fromUserId === doc.toUserId && refuse("AUTH_SELF", "不能委托给自己", "Cannot delegate to yourself"),
      doc.endTime > shift(doc.startTime, { days: longestDays }) && refuse("AUTH_PERIOD", "委托期不能超过90天", "Delegation over 90 days"),
      doc.endTime <= at.now && refuse("AUTH_PERIOD", "委托结束时间须晚于当前时间", "The delegation must end in the future"),
      foreign && (passedOn ? refuse("AUTH_CHAIN", "不允许转委托", "Delegation cannot be passed on") : noPermission()),
      (from.userType !== to.userType || (from.userType === "SUPPLIER" && from.supplierId !== to.supplierId)) && wrongAudience(),
      to.userStatus !== "ACTIVE" && refuse("AUTH_DISABLED", "受托人账号不可用", "The delegate's account is not active"),
      circle &&
        refuse(
          "AUTH_CIRCLE",
          `${to.displayName}在此期间的审批已委托回${from.displayName}，不能互相委托`,
          `In this period ${english(to)} delegates back to ${english(from)}. Delegations cannot be circular`,
        ),
      !circle &&
        onward.length > 0 &&
        // Asked before anything is saved: afterwards nobody would look for another colleague.
        ask(
          "AUTH_AWAY",
          `${to.displayName}在此期间也委托了他人，您的任务不会随之转出，仍要委托吗？`,
          `${english(to)} has also delegated in this period, and your tasks would not be passed on. Delegate anyway?`,
        ),
      doc.authType === "MENU" && (doc.menuIds ?? []).length === 0 && refuse("AUTH_MENU", "请选择授权菜单", "Choose the menus"),
      doc.startTime <= at.now && set(doc, { status: "ACTIVE" }),
      doc.startTime <= at.now && announce("DELEGATION_START", doc, from, to),
    ];
  },
});

const bothUsers = async (doc: Delegation, find: { one: (e: typeof user, id: string) => Promise<User> }) => ({
  from: await find.one(user, doc.fromUserId),
  to: await find.one(user, doc.toUserId),
});

/** Either side or an administrator ends it early; work not yet done goes back to its owner. */
export const revokeDelegation = rule(userAuthorisation, "doRevoke", {
  reads: (doc, find) => bothUsers(doc, find),
  decide: (doc, { from, to }, _, me) => [
    doc.fromUserId !== me.userId && doc.toUserId !== me.userId && !administers(me) && noPermission(),
    announce("DELEGATION_END", doc, from, to),
  ],
});

/** Begins at its time; the clock of the server decides, not that of the job. */
export const startDelegation = rule(userAuthorisation, "doStart", {
  reads: (doc, find) => bothUsers(doc, find),
  decide: (doc, { from, to }, _, __, at) => [
    doc.startTime > at.now && refuse("AUTH_EARLY", "尚未到生效时间", "Not due yet"),
    announce("DELEGATION_START", doc, from, to),
  ],
});

export const expireDelegation = rule(userAuthorisation, "doExpire", {
  reads: (doc, find) => bothUsers(doc, find),
  decide: (doc, { from, to }, _, __, at) => [
    doc.endTime > at.now && refuse("AUTH_EARLY", "尚未到期", "Not over yet"),
    announce("DELEGATION_END", doc, from, to),
  ],
});

/** Does this delegation let the delegate act at this moment? What the delegate made himself stays out of reach. */
export const mayActFor = (
  delegation: Pick<Delegation, "fromUserId" | "toUserId" | "startTime" | "endTime" | "status" | "authType">,
  principal: string,
  delegate: string,
  createdBy: string,
  now: string,
): boolean =>
  delegation.fromUserId === principal &&
  delegation.toUserId === delegate &&
  (delegation.status === "ACTIVE" || delegation.status === "PENDING") &&
  delegation.startTime <= now &&
  now < delegation.endTime &&
  delegation.authType !== "MENU" &&
  createdBy !== delegate;

export const delegationRules = [saveDelegation, revokeDelegation, startDelegation, expireDelegation];
