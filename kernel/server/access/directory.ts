import type { Db } from "../database/db.ts";
import type { Account, Directory, HeldResponsibility } from "../gate/directory.ts";
import { houseDay } from "../../time.ts";
import type { Actor } from "../act/act.ts";
import type { Declared } from "../../declared.ts";
import { newId } from "../act/id.ts";
import { isLendable, lendsAt, nameResponsibility } from "./lent.ts";
import { groupCurrency, heldOn, orgZoneOf, systemMe, type Permits } from "./permit.ts";
import { q } from "../database/schema.ts";
import type { Settings } from "../install/settings.ts";

const accountColumns = `id as "userId", "userName", "displayName", "displayNameEn", "userType", "userStatus", "passwordHash", "pepperId", "pwdChangedAt", "mustChangePwd", email, "emailVerified", mobile, "mobileVerified",
  "startDate", "endDate", "supplierId", "userLanguage" as language, "timeZone", ${orgZoneOf('"BaseUsers"')} as "orgZone", "defaultRespId", "mfaType", "mfaSecretEnc", ${groupCurrency.write().text} as "groupCurrency"`;

interface Parts {
  readonly db: Db;
  readonly declared: Declared;
  readonly actor: Actor;
  readonly settings: Settings;
  readonly permits: Permits;
  readonly clock: { now(): Date };
}

/** Which responsibilities a person may have now: the own ones, then what colleagues lend. */
function responsibilitiesOf({ db, declared, permits }: Pick<Parts, "db" | "declared" | "permits">): Directory["responsibilities"] {
  /** The responsibilities a person holds in the own right. */
  const held = async (userId: string, now: Date, toLend = false): Promise<HeldResponsibility[]> => {
    const user = await db.one<{ userType: string; supplierId: string | null }>(
      `select "userType", "supplierId" from "BaseUsers" where id = $1`,
      [userId],
    );
    if (!user) return [];
    const supplier = declared.entities.get("SrmSupInfo");
    const named = supplier && (supplier.title[1] ?? supplier.title[0]!);
    const english = supplier?.fields[named!]?.english;
    const company = (key: string | undefined): string =>
      key ? `(select s.${q(key)} from "SrmSupInfo" s where s.id = coalesce(u."supplierId", $3))` : "null";
    const rows = await db.query<HeldResponsibility>(
      `select r.id as "responsibilityId", r."respCode", r."respName", coalesce(r."respNameEn", r."respName") as "respNameEn", r.audience, coalesce(u."supplierId", case when r.audience = 'SUPPLIER' then $3 end) as "supplierId",
              ${company(named)} as "supplierName", ${company(english)} as "supplierNameEn", r."homeRoute"
       from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId"
       where u."userId" = $1 and ${heldOn("$2")}${toLend ? ` and ${isLendable}` : ""} order by r."respCode"`,
      [userId, houseDay(now), user.supplierId],
    );
    // The wall between the two sides is checked when a responsibility is given and again each time it is put on.
    return rows.filter((r) => (user.userType === "SUPPLIER" ? r.audience === "SUPPLIER" : r.audience === "INTERNAL"));
  };
  /** The responsibilities colleagues lend for a while, as far as their delegations go; what is lent to them is not theirs to lend. */
  const lent = async (userId: string, now: Date): Promise<HeldResponsibility[]> => {
    const delegations = await db.query<{ id: string; fromUserId: string; displayName: string; english: string }>(
      `select a.id, a."fromUserId", l."displayName", coalesce(nullif(l."displayNameEn", ''), l."displayName") as english from "BaseUserAuthorisation" a join "BaseUsers" l on l.id = a."fromUserId" where a."toUserId" = $1 and ${lendsAt("$2")} order by a."startTime", a.id`,
      [userId, now],
    );
    const resps = await Promise.all(
      delegations.map(async ({ id, fromUserId, displayName, english }) => {
        const theirs = await held(fromUserId, now, true);
        const named = theirs.map((responsibility) => ({
          ...responsibility,
          responsibilityId: nameResponsibility({ responsibilityId: responsibility.responsibilityId, authorisationId: id }),
          respName: `${displayName}的授权 · ${responsibility.respName}`,
          respNameEn: `For ${english} · ${responsibility.respNameEn}`,
          lentBy: fromUserId,
        }));
        const opens = await Promise.all(
          named.map(async (responsibility) => (await permits.grants(responsibility.responsibilityId)).routes.size > 0),
        );
        return named.filter((_, i) => opens[i]);
      }),
    );
    return resps.flat();
  };
  return async (userId, now) => [...(await held(userId, now)), ...(await lent(userId, now))];
}

/** People and what they hold, as the gate asks for them. Reads are plain; a password is set through act like any change. */
export function openDirectory(parts: Parts): Directory {
  const { db, declared, actor, settings, permits, clock } = parts;
  const responsibilities = responsibilitiesOf(parts);
  return {
    byName: (name) =>
      db.one<Account>(
        `select ${accountColumns} from "BaseUsers" where lower("userName") = lower($1) or (lower(email) = lower($1) and "emailVerified" = 'Y') or (mobile = $1 and "mobileVerified" = 'Y')
         order by (lower("userName") = lower($1)) desc, ("userStatus" = 'ACTIVE') desc limit 1`,
        [name],
      ),
    byId: (id) => db.one<Account>(`select ${accountColumns} from "BaseUsers" where id = $1`, [id]),
    responsibilities,
    async setPassword(userId, phc, pepperId, how) {
      const now = clock.now();
      const entity = declared.entity("BaseUsers");
      const isNew = how.reason !== "REHASH";
      const input = {
        passwordHash: phc,
        pepperId,
        ...(isNew ? { pwdChangedAt: now.toISOString(), mustChangePwd: how.mustChange ? "Y" : "N" } : {}),
      };
      const by =
        how.by === "system"
          ? null
          : await db.one<{ userId: string; userName: string }>(`select id as "userId", "userName" from "BaseUsers" where id = $1`, [
              how.by,
            ]);
      const me = { ...systemMe("gate"), ...by };
      await actor.act(
        { entity, action: "saveOrUpdate", targets: [{ id: userId, input }], reason: how.reason },
        { me, now, requestId: newId(), ip: null },
      );
      if (isNew)
        await actor.act(
          {
            entity: declared.entity("BaseUserPwdHistory"),
            action: "saveOrUpdate",
            targets: [{ input: { userId, hash: phc, pepperId, changedAt: now.toISOString() } }],
          },
          { me, now, requestId: newId(), ip: null },
        );
    },
    async setSecondFactor(userId, mfaSecretEnc) {
      const by = await db.one<{ userId: string; userName: string }>(`select id as "userId", "userName" from "BaseUsers" where id = $1`, [
        userId,
      ]);
      await actor.act(
        {
          entity: declared.entity("BaseUsers"),
          action: "saveOrUpdate",
          targets: [{ id: userId, input: { mfaType: "TOTP", mfaSecretEnc } }],
          reason: "MFA",
        },
        { me: { ...systemMe("gate"), ...by }, now: clock.now(), requestId: newId(), ip: null },
      );
    },
    async passwordHistory(userId, n) {
      const rows = await db.query<{ hash: string }>(
        `select hash from "BaseUserPwdHistory" where "userId" = $1 order by "changedAt" desc limit $2`,
        [userId, n],
      );
      return rows.map((r) => r.hash);
    },
    profile: async (code, of) => (await settings.decide(code, of))?.value ?? null,
    async signedIn(userId, at, ip) {
      // A stamp of the gate, not a decision about the person: it changes no version and needs no history of its own.
      await db.query(`update "BaseUsers" set "lastLoginTime" = $2, "lastLoginIp" = $3, "unusedSince" = null where id = $1`, [
        userId,
        at,
        ip,
      ]);
    },
    async stampLocks(now) {
      // From the few names that were ever locked to their accounts, so that a thousand failures never read all accounts.
      await db.query(
        `update "BaseUsers" u set "lockedUntil" = case when l."lockedUntil" > $1 then l."lockedUntil" end from "BaseLoginLock" l
         where l."lastLockAt" is not null and l."lockKey" like 'account|%' and lower(u."userName") = substr(l."lockKey", 9)
           and u."lockedUntil" is distinct from case when l."lockedUntil" > $1 then l."lockedUntil" end`,
        [now],
      );
    },
    permissionVersion: () => permits.refresh(),
  };
}
