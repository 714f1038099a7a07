import type { Doc, Draft, Me } from "#kernel/entity.ts";
import { menu, menuRole, resource, resourceRole, respRole, responsibility, role, sodRule } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { isSelf, make, prove, rule, run, set, tell, warn, type Effect, type Find } from "#kernel/rule.ts";
import {
  grantSelf,
  holdersLeft,
  holdersOf,
  isPrivileged,
  lastAdmin,
  looksAfter,
  noPermission,
  once,
  overlap,
  remaining,
  wrongAudience,
  type Holders,
} from "./people.ts";
import { bundlesOf, conflicts, type Conflict } from "./sod.ts";
import { isInForce } from "#kernel/effective.ts";

type UserResp = Doc<typeof userResp>;

/** Does a second person have to agree? Only when there is one. */
export interface FourEyes {
  readonly wanted: boolean;
  readonly secAdmins: Holders;
}

export const readFourEyes = (find: Find): Promise<FourEyes> =>
  once(find, "four eyes", async () => ({
    wanted: (await find.setting("GRANT_FOUR_EYES")) === "Y",
    secAdmins: await holdersOf(find, "SEC_ADMIN"),
  }));

const needsSecond = (privileged: boolean, eyes: FourEyes, today: string): boolean =>
  privileged && eyes.wanted && remaining(eyes.secAdmins, today, {}).length >= 2;

export const waitsForSecond = (privileged: boolean, eyes: FourEyes, me: Me, today: string): boolean =>
  me.audience !== "system" && needsSecond(privileged, eyes, today);

const onlyAnother = (): Refusal => refuse("GRANT_SECOND", "须由另一名安全管理员复核", "Another security administrator has to confirm");

const live = ["ACTIVE", "PENDING", "OFFERED"];

/** Whose grant of which responsibility it is, and what else that person has. */
async function readGrant(find: Find, id: string, userId: string, responsibilityId: string) {
  // Responsibilities given to one person at the same moment must know of each other: they are judged one after the other.
  const account = await find.lock(user, userId);
  const [resp, others, rules] = await Promise.all([
    find.one(responsibility, responsibilityId),
    find.where(userResp, { userId, status: live, id: { not: id } }),
    once(find, "exclusions", () => find.where(sodRule, { enabledFlag: "Y" })),
  ]);
  const bundles = await bundlesOf(find, [resp.id, ...others.map((o) => o.responsibilityId)], rules);
  return { account, responsibility: resp, others, rules, bundles, eyes: await readFourEyes(find) };
}

/** What speaks against with this responsibility beside those current in the same days. */
function clashes(
  doc: Pick<UserResp, "startDate" | "endDate">,
  { responsibility: resp, others, rules, bundles }: Awaited<ReturnType<typeof readGrant>>,
) {
  const incoming = bundles.find((b) => b.responsibilityId === resp.id);
  const worn = bundles.filter((b) => others.some((o) => o.responsibilityId === b.responsibilityId && overlap(o, doc)));
  return { found: incoming ? conflicts(rules, incoming, worn) : [], privileged: incoming?.privileged ?? false };
}

/** Gives a person a responsibility: never oneself, never across the wall, never two powers that exclude each other. */
export const saveUserResp = rule(userResp, "saveOrUpdate", {
  reads: async (doc, find) => ({
    ...(await readGrant(find, doc.id, doc.userId, doc.responsibilityId)),
    sysAdmins: await holdersLeft(find, "SYS_ADMIN", (grant) => grant.id === doc.id),
  }),
  decide(doc, read, { before }, me, at) {
    const { account, responsibility: resp, eyes, sysAdmins } = read;
    const { found, privileged } = clashes(doc, read);
    const supplierId = resp.audience === "SUPPLIER" ? (doc.supplierId ?? account.supplierId) : null;
    const widened = before === null || starts(doc) < starts(before) || ends(doc) > ends(before);
    const status =
      !widened && before ? before.status : stateOfGrant(account.supplierId, supplierId, me, waitsForSecond(privileged, eyes, me, at.today));
    const losesAdmin =
      before !== null &&
      resp.respCode === "SYS_ADMIN" &&
      !isInForce(doc, at.today) &&
      remaining(sysAdmins, at.today, { grantId: doc.id }).length === 0;
    return [
      widened && doc.userId === me.userId && grantSelf(),
      (account.userType === "SUPPLIER") !== (resp.audience === "SUPPLIER") && wrongAudience(),
      !looksAfter(me, account) && noPermission(),
      me.audience === "supplier" && (supplierId !== me.supplierId || resp.respCode === "SUP_REGISTER") && noPermission(),
      privileged && me.orgs !== "all" && me.audience === "internal" && noPermission(),
      losesAdmin && lastAdmin(),
      privileged && widened && prove(),
      ...found.map((conflict) => sayConflict(conflict, doc.grantReason)),
      set(doc, {
        supplierId,
        status,
        startDate: doc.startDate ?? at.today,
        grantedBy: widened ? me.userId : doc.grantedBy,
        confirmedBy: widened ? null : doc.confirmedBy,
      }),
      privileged &&
        me.audience !== "system" &&
        tell("GRANT_CHANGED", { op: me.displayName, userId: doc.userId, user: account.displayName, responsibility: resp.respName, status }),
    ];
  },
});

const starts = (row: UserResp): string => row.startDate ?? "";
const ends = (row: UserResp): string => row.endDate ?? "9999-12-31";

/** A responsibility of another company waits for that company; a privileged one for the second person. */
function stateOfGrant(home: string | null, supplierId: string | null, me: Me, second: boolean): UserResp["status"] {
  if (supplierId !== null && home !== null && supplierId !== home && me.supplierId !== supplierId && me.audience !== "system")
    return "OFFERED";
  return second ? "PENDING" : "ACTIVE";
}

function sayConflict({ rule: broken, other }: Conflict, reason: string | null): Refusal | Effect {
  const [cn, en] = [`与职责${other.name}存在不相容权限${broken.reason}`, `Conflicts with ${other.nameEn}: ${broken.reason}`];
  if (broken.level === "BLOCK") return refuse("SOD_BLOCK", cn, en, { data: { ruleCode: broken.ruleCode } });
  return reason && reason.trim() !== "" ? warn("SOD_WARN", cn, en) : refuse("SOD_REASON", `${cn}，请填写授权原因`, `${en}. Enter a reason`);
}

const notOffered = (): Refusal => refuse("GRANT_CLOSED", "该职责不能申请", "This responsibility cannot be asked for");

/** Somebody asks for a responsibility; whoever grants decides, by the approval of the request. */
const requestUserResp = rule(userResp, "doRequest", {
  reads: (doc, find, input) => readGrant(find, doc.id, input.userId!, input.responsibilityId!),
  decide(doc, read, input, _, at) {
    const period = { startDate: input.startDate ?? at.today, endDate: input.endDate ?? null };
    const { account, responsibility: resp } = read;
    return [
      (resp.audience !== "INTERNAL" || resp.enabledFlag !== "Y") && notOffered(),
      account.userType !== "INTERNAL" && wrongAudience(),
      period.endDate !== null && period.endDate < at.today && refuse("GRANT_PERIOD", "失效日期不能早于今天", "The end is in the past"),
      ...clashes(period, read).found.map((conflict) => sayConflict(conflict, input.grantReason ?? null)),
      set(doc, { userId: input.userId!, responsibilityId: input.responsibilityId!, ...period, grantReason: input.grantReason ?? null }),
    ];
  },
});

/** The request is granted: never by whoever asked; a privileged responsibility still waits for the second person. */
const grantUserResp = rule(userResp, "doGrant", {
  reads: (doc, find) => readGrant(find, doc.id, doc.userId, doc.responsibilityId),
  decide(doc, read, _, me, at) {
    const { found, privileged } = clashes(doc, read);
    const status = needsSecond(privileged, read.eyes, at.today) ? "PENDING" : "ACTIVE";
    return [
      doc.userId === me.userId && grantSelf(),
      ...found.map((conflict) => sayConflict(conflict, doc.grantReason)),
      set(doc, { status, grantedBy: me.userId }),
      privileged &&
        tell("GRANT_CHANGED", {
          op: me.displayName,
          userId: doc.userId,
          user: read.account.displayName,
          responsibility: read.responsibility.respName,
          status,
        }),
    ];
  },
});

/** Gives a responsibility from another rule: made first, then judged like any grant. */
export const giveResponsibility = (id: string, draft: Draft<typeof userResp>): readonly Effect[] => [
  make(userResp, id, draft),
  run(userResp, id, "saveOrUpdate", {}),
];

/** Takes a responsibility away; the last administrator keeps it. */
export const deleteUserResp = rule(userResp, "delete", {
  reads: async (doc, find) => ({
    account: await find.one(user, doc.userId),
    responsibility: await find.one(responsibility, doc.responsibilityId),
    sysAdmins: await holdersLeft(find, "SYS_ADMIN", (grant) => grant.id === doc.id),
    supAdmins: doc.supplierId ? await holdersLeft(find, "SUP_ADMIN", (grant) => grant.id === doc.id, doc.supplierId) : null,
    privileged: await isPrivileged(find, [doc.responsibilityId]),
  }),
  decide(doc, { account, responsibility: resp, sysAdmins, supAdmins, privileged }, _, me, at) {
    const holders = resp.respCode === "SYS_ADMIN" ? sysAdmins : resp.respCode === "SUP_ADMIN" ? supAdmins : null;
    const without = { grantId: doc.id };
    return [
      !looksAfter(me, account) && noPermission(),
      holders !== null && doc.status === "ACTIVE" && remaining(holders, at.today, without).length === 0 && lastAdmin(),
      privileged &&
        me.audience !== "system" &&
        tell("GRANT_CHANGED", {
          op: me.displayName,
          userId: doc.userId,
          user: account.displayName,
          responsibility: resp.respName,
          status: "REMOVED",
        }),
    ];
  },
});

/** The second person agrees; neither the giver nor the receiver can be that person. */
export const confirmUserResp = rule(userResp, "doConfirm", {
  decide: (doc, _, __, me) => [
    isSelf(me, doc.userId) && grantSelf(),
    isSelf(me, doc.grantedBy) && onlyAnother(),
    set(doc, { confirmedBy: me.userId }),
  ],
});

/** The company takes in a person whose home is elsewhere. */
export const acceptUserResp = rule(userResp, "doAccept", {
  decide: (doc, _, __, me) => [
    doc.supplierId !== me.supplierId && noPermission(),
    doc.userId === me.userId && grantSelf(),
    set(doc, { confirmedBy: me.userId }),
  ],
});

/** The second person says no. */
export const rejectUserResp = rule(userResp, "doReject", { decide: (doc, _, __, me) => set(doc, { confirmedBy: me.userId }) });

/** The company does not want the person. */
export const declineUserResp = rule(userResp, "doDecline", {
  decide: (doc, _, __, me) => [doc.supplierId !== me.supplierId && noPermission(), set(doc, { confirmedBy: me.userId })],
});

const wears = (find: Find, me: Me, responsibilityIds: readonly string[]): Promise<boolean> =>
  responsibilityIds.length
    ? find.exists(userResp, { userId: me.userId, responsibilityId: responsibilityIds, status: "ACTIVE" })
    : Promise.resolve(false);

/** Does the asker has a responsibility that contains this role? */
const wearsRole = (find: Find, me: Me, roleId: string): Promise<boolean> =>
  once(find, `wears ${roleId}`, async () =>
    wears(find, me, [...new Set((await find.where(respRole, { roleId })).map((l) => l.responsibilityId))]),
  );

/** What all three kinds of role grants decide alike. */
function judgeRoleGrant(
  self: boolean,
  isNew: boolean,
  mixed: boolean,
  waits: boolean,
  me: Me,
): { readonly refusals: (Refusal | false)[]; readonly status: "PENDING" | "ACTIVE" } {
  return {
    refusals: [isNew && self && me.audience !== "system" && grantSelf(), mixed && wrongAudience()],
    status: waits ? "PENDING" : "ACTIVE",
  };
}

/** Puts a role into a responsibility. */
export const saveRespRole = rule(respRole, "saveOrUpdate", {
  reads: async (doc, find, _, me) => ({
    responsibility: await find.one(responsibility, doc.responsibilityId),
    of: await find.one(role, doc.roleId),
    self: await wears(find, me, [doc.responsibilityId]),
    eyes: await readFourEyes(find),
  }),
  decide(doc, { responsibility: resp, of, self, eyes }, { before }, me, at) {
    const { refusals, status } = judgeRoleGrant(
      self,
      before === null,
      resp.audience !== of.audience,
      waitsForSecond(of.privilegedFlag === "Y", eyes, me, at.today),
      me,
    );
    return [
      ...refusals,
      before === null && set(doc, { status, grantedBy: me.userId }),
      of.privilegedFlag === "Y" &&
        me.audience !== "system" &&
        tell("GRANT_CHANGED", { op: me.displayName, user: resp.respName, responsibility: of.roleName, status }),
    ];
  },
});

const fits = (roleAudience: string, menuAudience: string): boolean => menuAudience === "BOTH" || menuAudience === roleAudience;

/** Opens a menu to a role. */
export const saveMenuRole = rule(menuRole, "saveOrUpdate", {
  reads: async (doc, find, _, me) => {
    const [page, of, self, eyes] = await Promise.all([
      find.one(menu, doc.menuId),
      find.one(role, doc.roleId),
      wearsRole(find, me, doc.roleId),
      readFourEyes(find),
    ]);
    return { page, of, self, eyes };
  },
  decide(doc, { page, of, self, eyes }, { before }, me, at) {
    const { refusals, status } = judgeRoleGrant(
      self,
      before === null,
      !fits(of.audience, page.audience),
      waitsForSecond(of.privilegedFlag === "Y", eyes, me, at.today),
      me,
    );
    return [...refusals, before === null && set(doc, { status, grantedBy: me.userId })];
  },
});

/** Grants a button to a role. */
export const saveResourceRole = rule(resourceRole, "saveOrUpdate", {
  reads: async (doc, find, _, me) => {
    const [button, of, self, eyes] = await Promise.all([
      find.one(resource, doc.resourceId),
      find.one(role, doc.roleId),
      wearsRole(find, me, doc.roleId),
      readFourEyes(find),
    ]);
    return { page: await find.maybe(menu, button.menuId), of, self, eyes };
  },
  decide(doc, { page, of, self, eyes }, { before }, me, at) {
    const mixed = page !== null && !fits(of.audience, page.audience);
    const { refusals, status } = judgeRoleGrant(
      self,
      before === null,
      mixed,
      waitsForSecond(of.privilegedFlag === "Y", eyes, me, at.today),
      me,
    );
    return [...refusals, before === null && set(doc, { status, grantedBy: me.userId })];
  },
});

/** The second person for a privileged role is anybody but the one who asked for it. */
const second = (doc: { readonly grantedBy: string | null }, _: unknown, __: unknown, me: Me): Refusal | undefined =>
  isSelf(me, doc.grantedBy) ? onlyAnother() : undefined;

export const confirmRespRole = rule(respRole, "doConfirm", { decide: second });
export const confirmMenuRole = rule(menuRole, "doConfirm", { decide: second });
export const confirmResourceRole = rule(resourceRole, "doConfirm", { decide: second });

export const grantRules = [
  ...[saveUserResp, deleteUserResp, confirmUserResp, acceptUserResp, rejectUserResp, declineUserResp],
  ...[requestUserResp, grantUserResp],
  ...[saveRespRole, saveMenuRole, saveResourceRole, confirmRespRole, confirmMenuRole, confirmResourceRole],
];
