import { entity } from "#kernel/entity.ts";
import { code, int, longtext, payload, pick, picks, ref, secret, text, yn } from "#kernel/field.ts";
import { named } from "./names.ts";

/** What a setting is worth at one level: nearest wins (user, responsibility, organisation and its ancestors, site). */
export const profileValue = entity("BaseProfileValue", "系统配置值", "Profile value", {
  service: "baseServer",
  fields: {
    profileId: ref("BaseProfile", "配置", "Profile", { computed: true }),
    profileCode: code("配置编码", "Code", { max: 60, computed: true }),
    level: pick("层级", "Level", "SETTING_LEVEL", { initial: "SITE" }),
    levelId: text("对象", "Of", {
      max: 60,
      optional: true,
      hint: ["组织、职责或用户的编号；站点级为空", "Id of the organisation, responsibility or user; empty for the site"],
    }),
    value: text("值", "Value", { max: 4000, optional: true }),
    secretValue: secret("密文值", "Secret value", { max: 4000, optional: true, hidden: "all" }),
  },
  computes: { profileId: (_, profile) => profile.id, profileCode: (_, profile) => profile.profileCode },
  requires: { levelId: (doc) => doc.level !== "SITE" },
  shownWhen: { levelId: (doc) => doc.level !== "SITE" },
  sees: { internal: "all" },
  unique: [{ fields: ["profileId", "level", "levelId"] }],
  title: ["profileCode", "level"],
});

/** A setting as the code declares it; people change its values, never its meaning. */
export const profile = entity("BaseProfile", "系统配置", "Profile", {
  service: "baseServer",
  fields: {
    profileCode: code("配置编码", "Code", { max: 60, computed: true }),
    ...named("名称", "Name", { computed: true }),
    valueType: pick("值类型", "Type", "SETTING_TYPE", { computed: true }),
    lookupType: text("快码类型", "Lookup type", { max: 60, optional: true, computed: true }),
    options: payload("可选值", "Allowed values", { optional: true, computed: true }),
    min: int("最小值", "Minimum", { optional: true, computed: true }),
    max: int("最大值", "Maximum", { optional: true, computed: true }),
    defaultValue: text("默认值", "Default", { max: 4000, optional: true, computed: true }),
    levels: picks("可设层级", "Levels", "SETTING_LEVEL", { computed: true }),
    needRestart: yn("需重启", "Needs restart", { initial: "N", computed: true }),
    description: longtext("说明", "Description", { max: 1000, optional: true, computed: true }),
  },
  lines: { values: profileValue },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["profileCode"] }],
  title: ["profileCode", "nameCn"],
  list: ["profileCode", "nameCn", "valueType", "defaultValue", "levels", "needRestart"],
  search: ["profileCode", "nameCn", "valueType"],
  order: [["profileCode", "asc"]],
  pages: { list: "profile" },
});
