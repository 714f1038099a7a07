import { entity } from "#kernel/entity.ts";
import { code, payload, pick, text } from "#kernel/field.ts";

/** Something that may happen and whom it is meant for, as the modules declare it; a row appears with every new code and stays for ever. */
export const msgEvent = entity("BaseMsgEvent", "消息事件", "Message event", {
  service: "messageServer",
  fields: {
    eventCode: code("事件编码", "Event", { max: 60, computed: true }),
    nameCn: { ...text("名称", "Name", { max: 200, computed: true }), english: "nameEn" },
    nameEn: text("名称（英文）", "Name (English)", { max: 200, computed: true }),
    moduleCode: code("模块", "Module", { max: 40, computed: true }),
    msgKind: pick("类别", "Kind", "MSG_KIND", { computed: true }),
    /** What it carries: [{ key, cn, en }]. */
    variables: payload("变量", "Variables", { computed: true }),
    /** Values to preview templates with. */
    sample: payload("样例", "Sample", { computed: true, optional: true }),
    bizEntity: code("单据", "Document", { max: 60, computed: true, optional: true }),
    audienceHint: pick("受众", "Audience", "MSG_AUDIENCE", { computed: true, optional: true }),
  },
  unique: [{ fields: ["eventCode"] }],
  sees: { internal: "all" },
  title: ["eventCode", "nameCn"],
  list: ["eventCode", "nameCn", "moduleCode", "msgKind", "audienceHint"],
  search: ["eventCode", "nameCn", "moduleCode", "msgKind"],
  order: [["eventCode", "asc"]],
});
