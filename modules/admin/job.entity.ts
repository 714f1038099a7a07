import { entity } from "#kernel/entity.ts";
import { bilingual, code, longtext, pick, refs, yn } from "#kernel/field.ts";

/** A kind of work (buyer, quality engineer, planner) with the responsibilities a newcomer gets. */
export const job = entity("BaseJob", "职务", "Job", {
  service: "baseServer",
  fields: {
    jobCode: code("职务编码", "Code", { max: 60 }),
    ...bilingual("jobName", "职务名称", "Name", { max: 200 }),
    jobFamily: pick("职务族", "Job family", "JOB_FAMILY"),
    defaultRespIds: refs("BaseResponsibility", "默认职责", "Default responsibilities", { optional: true, pick: { audience: "INTERNAL" } }),
    description: longtext("说明", "Description", { max: 500, optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["jobCode"] }],
  list: ["jobCode", "jobName", "jobFamily", "defaultRespIds", "enabledFlag"],
  search: ["jobCode", "jobName", "jobFamily", "enabledFlag"],
  order: [["jobCode", "asc"]],
  pages: { list: "job", edit: "job/editjob" },
  importKey: ["jobCode"],
});
