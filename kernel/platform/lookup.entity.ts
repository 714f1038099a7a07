import { entity } from "#kernel/entity.ts";
import { bilingual, code, date, int, longtext, payload, pick, ref, text, yn } from "#kernel/field.ts";

/** One code of a lookup type with its meaning in both languages. A disabled value stays readable on old records. */
export const lookupValue = entity("BaseLookupValues", "快码值", "Lookup value", {
  service: "baseServer",
  open: true,
  fields: {
    lookupType: text("类型编码", "Type", { max: 60, computed: true }),
    lookupTypeId: ref("BaseLookupTypes", "类型", "Type", { computed: true }),
    lookupCode: text("编码", "Code", { max: 60 }),
    ...bilingual("meaning", "含义", "Meaning", { max: 200 }),
    description: longtext("说明", "Description", { max: 500, optional: true }),
    parentLookupValuesId: ref("BaseLookupValues", "上级值", "Parent value", { optional: true }),
    parentLookupTypeId: ref("BaseLookupTypes", "上级类型", "Parent type", { optional: true, computed: true }),
    systemCode: code("系统", "System", { max: 20, computed: true, initial: "BASE" }),
    buOrgId: ref("BaseOrganization", "业务实体", "Business unit", { optional: true }),
    seqNum: int("顺序", "Order", { initial: 10 }),
    startDate: date("生效日期", "Valid from", { optional: true }),
    endDate: date("失效日期", "Valid to", { optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
    shippedFlag: yn("系统自带", "Shipped", { initial: "N", computed: true }),
    extra: payload("附加", "Extra", { optional: true }),
  },
  computes: {
    lookupType: (_, type) => type.lookupType,
    lookupTypeId: (_, type) => type.id,
    parentLookupTypeId: (_, type) => type.parentLookupTypeId ?? null,
    systemCode: (_, type) => type.systemCode,
  },
  sees: { internal: "all", supplier: "all" },
  shows: {
    supplier: ["id", "lookupType", "lookupTypeId", "lookupCode", "meaning", "meaningEn", "description", "parentLookupValuesId", "parentLookupTypeId", "seqNum", "enabledFlag", "extra"],
  },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["lookupTypeId", "lookupCode", "buOrgId"] }],
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  title: ["lookupCode", "meaning"],
  list: ["lookupType", "lookupCode", "meaning", "meaningEn", "description", "seqNum", "buOrgId", "enabledFlag"],
  search: ["lookupType", "lookupCode", "meaning", "meaningEn", "buOrgId", "enabledFlag"],
  order: [["lookupType", "asc"], ["seqNum", "asc"], ["lookupCode", "asc"]],
  pages: { list: "lookup" },
  importKey: ["lookupType", "lookupCode"],
});

/** A list of codes that fields choose from. */
export const lookupType = entity("BaseLookupTypes", "快码类型", "Lookup type", {
  service: "baseServer",
  open: true,
  fields: {
    lookupType: text("类型编码", "Code", { max: 60, fixed: "create" }),
    ...bilingual("meaning", "名称", "Name", { max: 200 }),
    description: longtext("说明", "Description", { max: 500, optional: true }),
    parentLookupTypeId: ref("BaseLookupTypes", "上级类型", "Parent type", { optional: true }),
    systemCode: code("系统", "System", { max: 20, initial: "BASE" }),
    customizationLevel: pick("定制级别", "Customisation", "CUSTOMIZATION_LEVEL", { initial: "USER", fixed: "create" }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  lines: { values: lookupValue },
  sees: { internal: "all", supplier: "all" },
  shows: { supplier: ["id", "lookupType", "meaning", "meaningEn", "enabledFlag", "values"] },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["systemCode", "lookupType"] }],
  title: ["lookupType", "meaning"],
  list: ["lookupType", "meaning", "meaningEn", "systemCode", "parentLookupTypeId", "customizationLevel", "enabledFlag"],
  search: ["lookupType", "meaning", "systemCode", "parentLookupTypeId", "customizationLevel", "enabledFlag"],
  order: [["lookupType", "asc"]],
  pages: { list: "lookuptype", edit: "lookupTypeEdit" },
  importKey: ["lookupType"],
});
