import { entity } from "#kernel/entity.ts";
import { date, pick, ref, text, yn } from "#kernel/field.ts";
import { notFound, switches } from "./common.ts";

/** Which organisations work together: who receives, settles and is invoiced for what another one buys. */
export const orgRelation = entity("SrmBaseOrganizationRelation", "组织关系", "Organisation relation", {
  fields: {
    relationType: pick("关系类型", "Relation type", "ORG_RELATION_TYPE", { width: 200 }),
    sourceOrgId: ref("BaseOrganization", "来源组织", "Source org", { pick: { enabledFlag: "Y" } }),
    targetOrgId: ref("BaseOrganization", "目标组织", "Target org", { pick: { enabledFlag: "Y" } }),
    defaultFlag: yn("默认", "Default", { initial: "N" }),
    startDate: date("生效日期", "Valid from"),
    endDate: date("失效日期", "Valid to", { optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
    remark: text("备注", "Remark", { max: 500, optional: true }),
  },
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  unique: [{ fields: ["relationType", "sourceOrgId", "targetOrgId", "startDate"] }],
  ranges: [
    {
      fields: ["relationType", "sourceOrgId"],
      from: "startDate",
      to: "endDate",
      while: { defaultFlag: "Y", enabledFlag: "Y" },
      code: "BASE_DEF_001",
      text: ["同一来源组织在该期间已有默认关系", "The source organisation already has a default in this period"],
    },
  ],
  actions: switches,
  sees: { internal: (me) => ({ any: [{ sourceOrgId: me.orgs }, { targetOrgId: me.orgs }] }) },
  saves: "internal",
  deletes: "internal",
  title: ["sourceOrgId", "targetOrgId"],
  list: ["relationType", "sourceOrgId", "targetOrgId", "defaultFlag", "startDate", "endDate", "enabledFlag", "remark"],
  search: ["relationType", "sourceOrgId", "targetOrgId", "defaultFlag", "enabledFlag"],
  order: [
    ["relationType", "asc"],
    ["startDate", "desc"],
  ],
  pages: { list: "orgAssociationList" },
  importKey: ["relationType", "sourceOrgId", "targetOrgId", "startDate"],
  codes: notFound,
});
