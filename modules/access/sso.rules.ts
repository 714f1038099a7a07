import type { Doc } from "#kernel/entity.ts";
import { responsibility, respRole, role } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { ask, make, rule, run, set, type Effect, type Find } from "#kernel/rule.ts";
import { sso, userSsoLink } from "./sso.entity.ts";

type Sso = Doc<typeof sso>;
type Responsibility = Doc<typeof responsibility>;

interface Responsibilities {
  readonly responsibilities: readonly Responsibility[];
  readonly privileged: readonly string[];
}

/** The responsibilities a new account would get, and which of them hold a privileged role. */
async function responsibilitiesOf(find: Find, ids: readonly string[] | null): Promise<Responsibilities> {
  if (!ids?.length) return { responsibilities: [], privileged: [] };
  const [responsibilities, holds] = await Promise.all([
    find.where(responsibility, { id: [...ids] }),
    find.where(respRole, { responsibilityId: [...ids] }),
  ]);
  const roles = holds.length ? await find.where(role, { id: holds.map((doc) => doc.roleId), privilegedFlag: "Y" }) : [];
  const powerful = new Set(roles.map((role) => role.id as string));
  return { responsibilities, privileged: holds.filter((doc) => powerful.has(doc.roleId)).map((doc) => doc.responsibilityId) };
}

function judgeResponsibilities(doc: Sso, { responsibilities, privileged }: Responsibilities): Refusal[] {
  const powerful = responsibilities.filter((resp) => privileged.includes(resp.id));
  return [
    ...powerful.map((resp) =>
      refuse(
        "SSO_PRIVILEGED",
        `职责${resp.respName}含特权角色，不能作为默认职责`,
        `${resp.respNameEn ?? resp.respName} has a privileged role and cannot be granted by default`,
      ),
    ),
    ...(responsibilities.some((resp) => resp.audience !== doc.audience)
      ? [refuse("RESP_AUDIENCE", "内外部职责不能混用", "Internal and supplier responsibilities cannot be mixed")]
      : []),
  ];
}

const domainForm = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const domainsOf = (text: string | null): string[] =>
  (text ?? "")
    .toLowerCase()
    .split(/[\s,，;；]+/)
    .filter(Boolean);

/** An identity source opens only accounts that cannot do harm, and only inside: a supplier's account needs a company. */
const saveSso = rule(sso, "saveOrUpdate", {
  reads: async (doc, find) => responsibilitiesOf(find, doc.autoProvision === "Y" ? doc.defaultRespIds : null),
  decide(doc, facts, { before }) {
    const isBare = doc.autoProvision === "Y" && !doc.defaultRespIds?.length;
    const domains = domainsOf(doc.allowedDomains);
    const moved = before !== null && (before.issuer !== doc.issuer || before.clientId !== doc.clientId);
    return [
      ...judgeResponsibilities(doc, facts),
      isBare &&
        refuse("TABLE_REQUIRED", "默认职责必填", "Default responsibilities are required", {
          fieldErrors: [
            { path: "defaultRespIds", code: "TABLE_REQUIRED", text: ["默认职责必填", "Default responsibilities are required"] },
          ],
        }),
      doc.autoProvision === "Y" &&
        doc.audience === "SUPPLIER" &&
        refuse("SSO_SUPPLIER", "供应商账号须由供应商流程开通", "Accounts of suppliers are opened by the supplier process"),
      !doc.scopes.split(/\s+/).includes("openid") && refuse("SSO_SCOPE", "请求范围须含 openid", "The scopes must contain openid"),
      domains.some((domain) => !domainForm.test(domain)) &&
        refuse("SSO_DOMAIN", "邮箱域格式不符", "An e-mail domain has the wrong format", {
          fieldErrors: [{ path: "allowedDomains", code: "FIELD_FORMAT", text: ["邮箱域格式不符", "has the wrong format"] }],
        }),
      doc.allowedDomains !== null && domains.join(", ") !== doc.allowedDomains && set(doc, { allowedDomains: domains.join(", ") || null }),
      moved && set(doc, { discoveryJson: null, discoveredAt: null, testResult: null, testedAt: null }),
    ];
  },
});

const enableSso = rule(sso, "doEnabled", {
  decide: (doc) => [
    doc.testResult !== "OK" && ask("SSO_UNTESTED", "还没有通过测试登录，仍要启用吗？", "No test sign-in has passed yet. Enable it anyway?"),
    set(doc, { enabledFlag: "Y" }),
  ],
});

const disableSso = rule(sso, "doDisable", {
  reads: async (doc, find) => ({
    only: (await find.setting("SSO_ONLY")) === "Y",
    others: await find.count(sso, { enabledFlag: "Y", id: { not: doc.id } }),
  }),
  decide: (doc, { only, others }) => [
    only &&
      others === 0 &&
      ask(
        "SSO_LAST",
        "系统只允许单点登录，停用后只有应急账号能登录，继续吗？",
        "Only single sign-on is allowed: without it, only the emergency account can sign in. Continue?",
      ),
    set(doc, { enabledFlag: "N" }),
  ],
});

/** Who was matched once is known by the subject from then on. */
const linkSso = rule(sso, "doLink", {
  decide: (doc, _, input, _me, at) => {
    const id = at.newId();
    return [
      make(userSsoLink, id, { ssoId: doc.id, userId: input["userId"] as string, subject: String(input["subject"]), lastUsedAt: at.now }),
    ];
  },
});

/** Opens an account for somebody the identity source vouches for: with the default responsibilities, never a privileged one, and without a password. */
const provisionSso = rule(sso, "doProvision", {
  reads: (doc, find) => responsibilitiesOf(find, doc.defaultRespIds),
  decide(doc, facts, input, _, at) {
    const userId = at.newId();
    const giveResponsibility = (resp: Responsibility): Effect[] => {
      const id = at.newId();
      const reason = `SSO ${doc.ssoCode}`;
      return [
        make(userResp, id, { userId, responsibilityId: resp.id, startDate: at.today, grantReason: reason }),
        run(userResp, id, "saveOrUpdate", {}),
      ];
    };
    return [
      ...judgeResponsibilities(doc, facts),
      (doc.autoProvision !== "Y" || doc.audience !== "INTERNAL") && refuse("SSO_NO_USER", "未找到对应账号", "No matching account"),
      make(user, userId, {
        userName: String(input["userName"]),
        displayName: String(input["displayName"]),
        userType: "INTERNAL",
        email: (input["email"] as string | null) ?? null,
        emailVerified: input["emailVerified"] === "Y" ? "Y" : "N",
        mobile: (input["mobile"] as string | null) ?? null,
        startDate: at.today,
      }),
      ...facts.responsibilities.filter((resp) => resp.enabledFlag === "Y").flatMap(giveResponsibility),
      make(userSsoLink, at.newId(), { ssoId: doc.id, userId, subject: String(input["subject"]), lastUsedAt: at.now }),
    ];
  },
});

/** A link made by hand joins an account to a source of its own side. */
const saveLink = rule(userSsoLink, "saveOrUpdate", {
  reads: async (doc, find) => ({ account: await find.one(user, doc.userId), source: await find.one(sso, doc.ssoId) }),
  decide: (_doc, { account, source }) => [
    (account.userType === "SYSTEM" || (account.userType === "SUPPLIER") !== (source.audience === "SUPPLIER")) &&
      refuse("RESP_AUDIENCE", "内外部账号不能混用", "Internal and supplier accounts cannot be mixed"),
  ],
});

export const ssoRules = [saveSso, enableSso, disableSso, linkSso, provisionSso, saveLink];
