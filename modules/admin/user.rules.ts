import type { Doc } from "#kernel/entity.ts";
import { refuse, type Fix, type Refusal } from "#kernel/refusal.ts";
import { drop, make, prove, rule, run, set, tell, type Find } from "#kernel/rule.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user, userAuthorisation } from "#kernel/platform/user.entity.ts";
import type { Text } from "#kernel/text.ts";
import { shift } from "#kernel/time.ts";
import { giveResponsibility } from "./grant.rules.ts";
import { handedOver, leftBehind } from "./left-behind.ts";
import {
  holdersLeft,
  holdersOf,
  lastAdmin,
  looksAfter,
  noPermission,
  once,
  remaining,
  selfAction,
  standsAbove,
  wrongAudience,
  type Holders,
} from "./people.ts";
import { person } from "./person.entity.ts";
import { isInForce } from "#kernel/effective.ts";

type User = Doc<typeof user>;

interface Quota {
  readonly used: number;
  readonly most: number;
}

/** Accounts of a company that count against its quota, and the quota: those of the same action count too. */
async function quotaOf(find: Find, supplierId: string | null, except: string): Promise<Quota> {
  if (!supplierId) return { used: 0, most: 1 };
  const along = await once(find, `accounts along ${supplierId}`, async () => new Set<string>());
  along.add(except);
  // Accounts opened at the same moment must know of each other: they are counted one after the other.
  const [resp] = await once(find, "the responsibility of supplier administrators", () =>
    find.where(responsibility, { respCode: "SUP_ADMIN" }, 1),
  );
  if (resp) await find.lock(responsibility, resp.id);
  const [used, most] = await Promise.all([
    find.count(user, { supplierId, userStatus: { not: "DISABLED" }, id: { not: except } }),
    find.setting("SUPPLIER_MAX_USERS"),
  ]);
  return { used: used + [...along].indexOf(except), most: Number(most) };
}

const overQuota = (quota: Quota): Refusal | false =>
  quota.used >= quota.most && refuse("SUP_USER_LIMIT", `供应商账号数已达上限${quota.most}`, `Supplier account limit ${quota.most} reached`);

const lower = (text: string | null | undefined): string | null => text?.trim().toLowerCase() || null;

const needed = (path: string, text: Text, fix?: Fix): Refusal =>
  refuse("TABLE_REQUIRED", text[0], text[1], { fieldErrors: [{ path, code: "TABLE_REQUIRED", text }], ...(fix ? { fix } : {}) });

/** An account belongs to an employee: whoever has none begins there. */
const newEmployee: Fix = { route: "EditEmployee", label: ["新建员工", "New employee"] };

/** Is the first responsibility one the account has? One that was set before and lost since may stay: signing in passes over it. */
async function wearsDefault(find: Find, doc: User, before: User | null, today: string): Promise<boolean> {
  if (doc.defaultRespId === null || doc.defaultRespId === before?.defaultRespId) return true;
  const held = await find.where(userResp, { userId: doc.id, responsibilityId: doc.defaultRespId, status: "ACTIVE" });
  return held.some((row) => isInForce(row, today));
}

const notHeld = (): Refusal => {
  const text: Text = ["账号没有该职责，不能设为默认职责", "The account does not hold this responsibility; it cannot be the default"];
  return refuse("RESP_NOT_HELD", text[0], text[1], { fieldErrors: [{ path: "defaultRespId", code: "RESP_NOT_HELD", text }] });
};

/** The responsibilities an import gives along with an account: those named and not held yet; an unknown code is named. */
async function responsibilitiesNamed(
  find: Find,
  doc: User,
): Promise<{ readonly wanted: readonly string[]; readonly unknown: readonly string[] }> {
  const codes = [...new Set((doc.respCodes ?? "").split(/[,，;；\s]+/).filter((code) => code !== ""))];
  if (codes.length === 0) return { wanted: [], unknown: [] };
  const [found, held] = await Promise.all([
    find.where(responsibility, { respCode: codes, enabledFlag: "Y" }),
    find.where(userResp, { userId: doc.id, status: ["ACTIVE", "PENDING", "OFFERED"] }),
  ]);
  return {
    wanted: found.filter((resp) => !held.some((row) => row.responsibilityId === resp.id)).map((resp) => resp.id),
    unknown: codes.filter((code) => !found.some((resp) => resp.respCode === code)),
  };
}

const unknownResponsibilities = (codes: readonly string[]): Refusal => {
  const text: Text = [`没有职责：${codes.join("、")}`, `No such responsibility: ${codes.join(", ")}`];
  return refuse("RESP_UNKNOWN", text[0], text[1], { fieldErrors: [{ path: "respCodes", code: "RESP_UNKNOWN", text }] });
};

/** Keeps an account true to the employee or company behind it. */
export const saveUser = rule(user, "saveOrUpdate", {
  reads: async (doc, find, { before }, me, at) => ({
    wears: await wearsDefault(find, doc, before, at.today),
    above: before !== null && (await standsAbove(find, me, doc.id)),
    person: await find.maybe(person, doc.personId),
    quota: doc.userType === "SUPPLIER" && !before ? await quotaOf(find, doc.supplierId, doc.id) : null,
    sysAdmins: await holdersLeft(find, "SYS_ADMIN", (grant) => doc.endDate !== null && grant.userId === doc.id),
    responsibilities: await responsibilitiesNamed(find, doc),
  }),
  decide(doc, { wears, above, person, quota, sysAdmins, responsibilities: resps }, { before }, me, at) {
    const ends = doc.endDate !== null && doc.endDate < at.today && doc.endDate !== before?.endDate;
    const isNew = before === null;
    const email = lower(doc.email);
    return [
      isNew &&
        me.audience !== "system" &&
        doc.userType === "INTERNAL" &&
        !doc.personId &&
        needed("personId", ["员工必填", "Employee is required"], newEmployee),
      Boolean(before?.email) && !email && needed("email", ["邮箱必填", "E-mail is required"]),
      (!looksAfter(me, doc) || above || (isNew && me.audience === "supplier")) && noPermission(),
      doc.userType === "SUPPLIER" && doc.personId !== null && wrongAudience(),
      doc.userType !== "SUPPLIER" && doc.supplierId !== null && wrongAudience(),
      before?.supplierId &&
        doc.supplierId !== before.supplierId &&
        refuse("USER_SUPPLIER_FIXED", "账号所属供应商不能更改", "The home supplier of an account cannot change"),
      quota && overQuota(quota),
      !wears && notHeld(),
      resps.unknown.length > 0 && unknownResponsibilities(resps.unknown),
      resps.wanted.length > 0 && me.audience !== "system" && !me.may(userResp.name, "btnResp") && noPermission(),
      ends && leavesNobody(doc, sysAdmins, at.today) && lastAdmin(),
      ends && doc.id === me.userId && selfAction(),
      person && set(doc, { orgId: person.orgId, deptId: person.deptId }),
      doc.startDate === null && set(doc, { startDate: at.today }),
      email !== doc.email && set(doc, { email }),
      // Passwords are recovered through these two: whoever sets them could take the account over.
      before && (before.email !== email || before.mobile !== doc.mobile) && prove(),
      // What somebody else types in is not proved; the gate, which is the system, has asked for a code.
      before && before.email !== email && me.audience !== "system" && set(doc, { emailVerified: "N" }),
      before && before.mobile !== doc.mobile && me.audience !== "system" && set(doc, { mobileVerified: "N" }),
      isNew && doc.userType === "SUPPLIER" && quota?.used === 0 && set(doc, { supAdminFlag: "Y" }),
      isNew && doc.userType !== "SYSTEM" && set(doc, { mustChangePwd: "Y" }),
      isNew && doc.userType !== "SYSTEM" && tell("USER_CREATED", { userId: doc.id, userName: doc.userName, email: doc.email }),
      doc.respCodes ? set(doc, { respCodes: null }) : null,
      ...resps.wanted.flatMap((responsibilityId) =>
        giveResponsibility(at.newId(), { userId: doc.id, responsibilityId, startDate: at.today }),
      ),
    ];
  },
});

const leavesNobody = (doc: User, holders: Holders, today: string): boolean =>
  holders.grants.some((g) => g.userId === doc.id && isInForce(g, today)) && remaining(holders, today, { userId: doc.id }).length === 0;

/** Would the company be left without an administrator? */
const leavesCompanyAlone = (doc: User, fellows: readonly User[]): boolean =>
  doc.supAdminFlag === "Y" && !fellows.some((u) => u.id !== doc.id && u.supAdminFlag === "Y" && u.userStatus === "ACTIVE");

async function fellowsOf(find: Find, doc: User): Promise<readonly User[]> {
  if (!doc.supplierId) return [];
  await holdersLeft(find, "SUP_ADMIN", (grant) => grant.userId === doc.id, doc.supplierId);
  return find.where(user, { supplierId: doc.supplierId, supAdminFlag: "Y", userStatus: "ACTIVE" });
}

/** Ends an account at once: sessions close, delegations end, claimed work goes back or to the named colleague; a supplier's to-dos go to the company's administrator. */
export const disableUser = rule(user, "doDisable", {
  reads: async (doc, find, input, me) => {
    const taker = await find.maybe(user, input.handOverTo ?? null);
    return {
      taker,
      above: await standsAbove(find, me, doc.id),
      sysAdmins: await holdersLeft(find, "SYS_ADMIN", (grant) => grant.userId === doc.id),
      fellows: await fellowsOf(find, doc),
      left: await leftBehind(find, doc.userType === "SUPPLIER" ? doc.id : null, undefined, taker),
      delegations: await find.where(userAuthorisation, {
        status: ["PENDING", "ACTIVE"],
        any: [{ fromUserId: doc.id }, { toUserId: doc.id }],
      }),
    };
  },
  decide(doc, { above, sysAdmins, fellows, taker, left, delegations }, _, me, at) {
    return [
      (!looksAfter(me, doc) || above) && noPermission(),
      (leavesNobody(doc, sysAdmins, at.today) || leavesCompanyAlone(doc, fellows)) && lastAdmin(),
      doc.id === me.userId && selfAction(),
      taker !== null &&
        (taker.id === doc.id || taker.userStatus !== "ACTIVE" || taker.userType !== doc.userType) &&
        refuse("USER_HANDOVER", "交接人须为同类型的正常账号", "The successor must be another active account of the same kind"),
      ...delegations.map((delegation) => run(userAuthorisation, delegation.id, "doRevoke", {})),
      ...handedOver(left, at),
      tell("USER_DISABLED", { userId: doc.id, userName: doc.userName, handOverTo: taker?.id ?? null }),
    ];
  },
});

/** Ends the account of a company that may no longer come in. */
const shutOutUser = rule(user, "doShutOut", {
  decide: (doc) => tell("USER_DISABLED", { userId: doc.id, userName: doc.userName, handOverTo: null }),
});

/** Brings an account back; a password older than ninety days has to be renewed. */
export const enableUser = rule(user, "doEnabled", {
  reads: async (doc, find) => ({ quota: doc.userType === "SUPPLIER" ? await quotaOf(find, doc.supplierId, doc.id) : null }),
  decide(doc, { quota }, _, me, at) {
    const old = doc.pwdChangedAt === null || shift(doc.pwdChangedAt, { days: 90 }) < at.now;
    return [
      !looksAfter(me, doc) && noPermission(),
      quota && overQuota(quota),
      old && set(doc, { mustChangePwd: "Y" }),
      tell("USER_ENABLED", { userId: doc.id, userName: doc.userName }),
    ];
  },
});

/** Lifts a lock; the gate, which keeps it, hears of it. */
export const unlockUser = rule(user, "doUnlock", {
  decide: (doc, _, __, me, at) => [
    !looksAfter(me, doc) && noPermission(),
    doc.lockedUntil === null && refuse("USER_NOT_LOCKED", "账号没有被锁定", "The account is not locked"),
    set(doc, { unlockedAt: at.now }),
    tell("USER_UNLOCKED", { userId: doc.id, userName: doc.userName }),
  ],
});

/** May this person give that account a new password? The gate makes it; whoever is refused here learns nothing. */
export const resetUser = rule(user, "doResetPwd", {
  reads: async (doc, find, _, me) => ({ above: await standsAbove(find, me, doc.id) }),
  decide: (doc, { above }, _, me) => [
    (!looksAfter(me, doc) || above) && noPermission(),
    doc.id === me.userId && selfAction(),
    (doc.userType === "SYSTEM" || doc.userStatus === "DISABLED") &&
      refuse("AUTH_DISABLED", "账号已停用，请先启用", "The account is disabled; enable it first"),
  ],
});

/** Makes a colleague administrator of the company, or takes it back; the responsibility follows the flag. */
export const setSupplierAdmin = rule(user, "doSetAdmin", {
  reads: async (doc, find) => ({ fellows: await fellowsOf(find, doc), admins: await holdersOf(find, "SUP_ADMIN", doc.supplierId ?? "-") }),
  decide(doc, { fellows, admins }, input, me, at) {
    const wanted = input.supAdminFlag ?? "Y";
    const own = admins.grants.filter((g) => g.userId === doc.id);
    const grant = {
      userId: doc.id,
      responsibilityId: admins.responsibilityId ?? "",
      supplierId: doc.supplierId,
      startDate: at.today,
      grantedBy: me.userId,
    };
    return [
      (doc.userType !== "SUPPLIER" || !doc.supplierId) && wrongAudience(),
      !looksAfter(me, doc) && noPermission(),
      wanted === "N" && leavesCompanyAlone(doc, fellows) && lastAdmin(),
      doc.id === me.userId && selfAction(),
      set(doc, { supAdminFlag: wanted }),
      wanted === "Y" && own.length === 0 && admins.responsibilityId !== null && make(userResp, at.newId(), grant),
      ...(wanted === "N" ? own.map(drop) : []),
    ];
  },
});

/** An account name out of an address: what an account may not contain becomes a dash. */
export const accountOf = (email: string): string =>
  email
    .toLowerCase()
    .replace(/[^a-z0-9._@-]/g, "-")
    .slice(0, 60);

/** Calls a colleague into the company; the link in the mail lets the invited person set the password. */
export const inviteUser = rule(user, "doInvite", {
  reads: async (doc, find, input, me) => {
    const supplierId = me.audience === "supplier" ? me.supplierId : (input.supplierId ?? null);
    const wanted = input.responsibilityIds ?? [];
    return {
      supplierId,
      quota: await quotaOf(find, supplierId, doc.id),
      taken: await find.where(user, { email: lower(input.email), userStatus: ["ACTIVE", "REGISTERING"] }, 1),
      responsibilities: wanted.length
        ? await find.where(responsibility, { id: wanted })
        : await find.where(responsibility, { respCode: "SUP_SALES" }, 1),
    };
  },
  decide(doc, { supplierId, quota, taken, responsibilities }, input, me, at) {
    const email = lower(input.email) ?? "";
    return [
      !supplierId && refuse("USER_SUPPLIER", "请选择供应商", "Choose the supplier"),
      overQuota(quota),
      taken.length > 0 && refuse("USER_EMAIL_USED", "邮箱已被使用", "E-mail already used"),
      // A responsibility that does not exist is answered like one of the other side.
      (responsibilities.length < new Set(input.responsibilityIds ?? []).size ||
        responsibilities.some((r) => r.audience !== "SUPPLIER" || r.respCode === "SUP_REGISTER" || r.enabledFlag !== "Y")) &&
        wrongAudience(),
      set(doc, {
        userName: accountOf(email),
        userType: "SUPPLIER",
        supplierId,
        email,
        displayName: input.displayName ?? "",
        mobile: input.mobile ?? null,
        startDate: at.today,
        mustChangePwd: "Y",
        supAdminFlag: quota.used === 0 ? "Y" : "N",
      }),
      ...responsibilities.flatMap((r) =>
        giveResponsibility(at.newId(), { userId: doc.id, responsibilityId: r.id, supplierId, startDate: at.today }),
      ),
      tell("USER_INVITED", { userId: doc.id, email, supplierId }),
    ];
  },
});

export const userRules = [saveUser, disableUser, shutOutUser, enableUser, unlockUser, resetUser, setSupplierAdmin, inviteUser];
