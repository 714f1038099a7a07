import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, type Find } from "#kernel/rule.ts";
import { api, resourceApi } from "./api.entity.ts";
import { oauthApi } from "./oauth.entity.ts";

type Api = Doc<typeof api>;

/** Without these nobody could sign in, or switch on again what was switched off. */
const essential =
  /^\/api\/baseServer\/(baseLoginService\/|baseResourceService\/|baseMenuService\/|baseLookupValuesService\/findDic|v1\/baseApiRestful\/)/;

/** What the product says about its own calls; people set only limits, log level and group. */
const scanned = ["apiCode", "method", "path", "summaryCn", "summaryEn", "guard", "deprecated", "serviceCode"] as const;

const linksOf = async (doc: Api, find: Find): Promise<number> => {
  const [buttons, apps] = await Promise.all([find.count(resourceApi, { apiId: doc.id }), find.count(oauthApi, { apiId: doc.id })]);
  return buttons + apps;
};

const fixed = (): Refusal =>
  refuse(
    "API_SCANNED",
    "本系统的接口由程序给出，只能改分组、上限和日志级别",
    "Product calls describe themselves: only group, limit and log level can be changed",
  );

const saveApi = rule(api, "saveOrUpdate", {
  decide: (doc, _, { before }, me) => [
    me.audience !== "system" && before?.source === "SCAN" && scanned.some((key) => before[key] !== doc[key]) && fixed(),
    me.audience !== "system" &&
      before === null &&
      doc.serviceCode === "BASE" &&
      refuse("API_OWN", "本系统的接口由程序登记", "Product calls are registered automatically"),
  ],
});

const disableApi = rule(api, "doDisable", {
  decide: (doc) => [
    essential.test(doc.path) && refuse("API_ESSENTIAL", "登录和接口管理依赖它，不能停用", "Sign-in and the API manager depend on it"),
    set(doc, { enabledFlag: "N" }),
  ],
});

const enableApi = rule(api, "doEnabled", { decide: (doc) => set(doc, { enabledFlag: "Y" }) });

/** What buttons or apps link to stays known; it can only be switched off. */
const deleteApi = rule(api, "delete", {
  reads: async (doc, find) => ({ links: await linksOf(doc, find) }),
  decide: (doc, { links }, _, me) => [
    me.audience !== "system" && doc.source === "SCAN" && fixed(),
    links > 0 &&
      refuse("API_LINKED", `有${links}个资源或应用引用该接口，只能停用`, `${links} resources or apps link to it; it can only be disabled`),
  ],
});

export const apiRules = [saveApi, disableApi, enableApi, deleteApi];
