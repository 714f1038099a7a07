import type { Doc } from "#kernel/entity.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, run, set, tell } from "#kernel/rule.ts";
import { configProfile } from "./profile.entity.ts";
import { faultOf } from "./profile.ts";

type Profile = Doc<typeof configProfile>;

const wrongValue = (cn: string, en: string): Refusal =>
  refuse("BASE_PRF_001", `参数值不合法：${cn}`, `Invalid value: ${en}`, {
    fieldErrors: [{ path: "profileValue", code: "BASE_PRF_001", text: [`参数值不合法：${cn}`, `Invalid value: ${en}`] }],
  });

const changes = (doc: Profile, old: string | null, value: string) =>
  doc.sensitiveFlag === "Y" &&
  old !== null &&
  old !== value &&
  tell("PROFILE_CHANGED", { code: doc.profileCode, old, new: value, id: doc.id });

const saveProfile = rule(configProfile, "saveOrUpdate", {
  reads: async (doc, find) => ({
    shape: find.declared.profiles.get(doc.profileCode),
    isCode:
      doc.valueType !== "LOOKUP" ||
      !doc.lookupType ||
      (await find.exists(lookupValue, { lookupType: doc.lookupType, lookupCode: doc.profileValue, enabledFlag: "Y" })),
  }),
  decide: (doc, { shape, isCode }, { before }, me) => {
    const wrong = faultOf(doc.profileValue, doc);
    const held = before !== null && before.sensitiveFlag === "Y" && before.profileValue !== doc.profileValue && me.audience !== "system";
    return [
      shape !== undefined &&
        doc.valueType !== shape.type &&
        refuse(
          "BASE_PRF_001",
          `参数值不合法：${doc.profileCode}的类型为${shape.type}`,
          `Invalid value: ${doc.profileCode} is of type ${shape.type}`,
        ),
      wrong !== null && wrongValue(wrong[0], wrong[1]),
      !isCode && wrongValue(`没有选项 ${doc.profileValue}`, `${doc.profileValue} is not an option`),
      doc.scopeLevel !== "ORG" && doc.orgId !== null && set(doc, { orgId: null }),
      doc.scopeLevel !== "CATEGORY" && doc.categoryId !== null && set(doc, { categoryId: null }),
      held && before !== null && set(doc, { profileValue: before.profileValue, pendingValue: doc.profileValue }),
      held && run(configProfile, doc.id, "doAskApproval", {}),
    ];
  },
});

const nothing = (): Refusal => refuse("BASE_PRF_002", "没有待批的参数值", "No value awaits approval");

const approveProfile = rule(configProfile, "doApproval", {
  decide: (doc) =>
    doc.pendingValue === null
      ? nothing()
      : [changes(doc, doc.profileValue, doc.pendingValue), set(doc, { profileValue: doc.pendingValue, pendingValue: null })],
});
const rejectProfile = rule(configProfile, "doReject", {
  decide: (doc) => (doc.pendingValue === null ? nothing() : set(doc, { pendingValue: null })),
});

const restoreProfile = rule(configProfile, "doRestoreDefault", {
  reads: async (doc, find) => ({ shape: find.declared.profiles.get(doc.profileCode) }),
  decide: (doc, { shape }) => {
    const initial = doc.defaultValue ?? shape?.initial;
    if (initial === undefined || initial === null)
      return refuse("BASE_PRF_001", "参数值不合法：没有默认值", "Invalid value: there is no default");
    return doc.sensitiveFlag === "Y"
      ? [set(doc, { pendingValue: initial }), run(configProfile, doc.id, "doAskApproval", {})]
      : set(doc, { profileValue: initial });
  },
});

const deleteProfile = rule(configProfile, "delete", {
  reads: async (doc, find) => ({ isDeclared: find.declared.profiles.has(doc.profileCode) }),
  decide: (doc, { isDeclared }) => [
    doc.scopeLevel === "GLOBAL" &&
      isDeclared &&
      refuse(
        "BASE_USED_001",
        "已登记的全局参数不能删除，可恢复默认",
        "A registered global parameter cannot be deleted; restore its default",
      ),
  ],
});

export const profileRules = [saveProfile, approveProfile, rejectProfile, restoreProfile, deleteProfile];
