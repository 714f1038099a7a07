import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, run, set, tell } from "#kernel/rule.ts";
import { shift } from "#kernel/time.ts";
import { api } from "./api.entity.ts";
import { isRange, rangesOf } from "./ranges.ts";
import { oauthApp, oauthToken } from "./oauth.entity.ts";

/** The call by which a partner system shows one of our pages inside its own. */
const embedCode = "baseServer.baseOauthService.embedToken";

const wrong = (path: string, cn: string, en: string): Refusal =>
  refuse("OAUTH_APP", cn, en, { fieldErrors: [{ path, code: "OAUTH_APP", text: [cn, en] }] });

/** An app runs as an account nobody signs in with, and calls only what the product answers to signed-in callers. */
const saveApp = rule(oauthApp, "saveOrUpdate", {
  reads: async (doc, find, { before }) => ({
    account: await find.one(user, doc.runAsUserId),
    owner: await find.one(user, doc.ownerUserId),
    apis: doc.apis.length ? await find.where(api, { id: doc.apis.map((row) => row.apiId) }) : [],
    isNew: before === null,
  }),
  decide(doc, { account, owner, apis, isNew }, _, _me, at) {
    const bad = rangesOf(doc.ipAllow).filter((range) => !isRange(range));
    return [
      (account.userType !== "SYSTEM" || account.userStatus !== "ACTIVE") &&
        wrong("runAsUserId", "运行账号须为有效的系统账号", "It must run as an active system account"),
      owner.userType !== "INTERNAL" && wrong("ownerUserId", "负责人须为内部账号", "The owner must be an internal account"),
      bad.length > 0 && wrong("ipAllow", `不是地址或网段：${bad.join("、")}`, `Not an address or range: ${bad.join(", ")}`),
      apis.some(
        (row) => row.source !== "SCAN" || !["RESOURCE", "SESSION"].includes(row.guard) || row.path.includes("/baseLoginService/"),
      ) && wrong("apis", "只能选择本系统登录后可调用的接口", "Only calls of the product for signed-in callers can be chosen"),
      isNew && set(doc, { clientId: `app.${at.newId()}` }),
      set(doc, {
        grantTypes: apis.some((row) => row.apiCode === embedCode) ? ["client_credentials", "authorization_code"] : ["client_credentials"],
      }),
    ];
  },
});

/** A new secret; the one before it stays good for a day, so that the partner can change over without a gap. */
const rotateSecret = rule(oauthApp, "doRotate", {
  reads: async (_doc, find) => ({ days: Number(await find.setting("OAUTH_SECRET_DAYS")) }),
  decide: (doc, { days }, input, _me, at) => {
    const keeps = doc.secretHash !== null && doc.status === "ACTIVE" && input["overlap"] !== "N";
    return set(doc, {
      secretHash: String(input["secretHash"]),
      pepperId: String(input["pepperId"]),
      signKeyEnc: String(input["signKeyEnc"]),
      secretHint: String(input["secretHint"]),
      secretNo: doc.secretNo + 1,
      secretAt: at.now,
      prevSecretHash: keeps ? doc.secretHash : null,
      prevPepperId: keeps ? doc.pepperId : null,
      prevSignKeyEnc: keeps ? doc.signKeyEnc : null,
      prevValidUntil: keeps ? shift(at.now, { days: 1 }) : null,
      expiresAt: days > 0 ? shift(at.now, { days }) : null,
      warnedDays: null,
    });
  },
});

/** Everything the app had ends at once. */
const revokeApp = rule(oauthApp, "doRevoke", {
  reads: async (doc, find, _input, _me, at) => ({
    tokens: await find.where(oauthToken, { appId: doc.id, revokedAt: null, expiresAt: { above: at.now } }),
  }),
  decide: (doc, { tokens }) => [
    set(doc, {
      secretHash: null,
      pepperId: null,
      signKeyEnc: null,
      secretHint: null,
      prevSecretHash: null,
      prevPepperId: null,
      prevSignKeyEnc: null,
      prevValidUntil: null,
    }),
    ...tokens.map((token) => run(oauthToken, token.id, "doRevoke", {})),
  ],
});

const revokeToken = rule(oauthToken, "doRevoke", {
  decide: (doc, _, _input, _me, at) => (doc.revokedAt === null ? set(doc, { revokedAt: at.now }) : undefined),
});

/** Tells the owner that the secret runs out; each of the three times once. */
const warnOwner = rule(oauthApp, "doWarn", {
  decide: (doc, _, input) => {
    if (doc.warnedDays !== null && doc.warnedDays <= Number(input["days"])) return [];
    return [
      set(doc, { warnedDays: Number(input["days"]) }),
      tell("SECRET_EXPIRING", {
        id: doc.id,
        app: doc.appName,
        date: doc.expiresAt?.slice(0, 10) ?? "",
        days: Number(input["days"]),
        ownerUserId: doc.ownerUserId,
      }),
    ];
  },
});

export const oauthRules = [saveApp, rotateSecret, revokeApp, revokeToken, warnOwner];
