import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, files, int, longtext, payload, percent, pick, picks, ref, refs, rows, text, yn } from "#kernel/field.ts";
import { contractCodes } from "./common.ts";

/** A clause of a template: always in the contract, at choice, or one of a group. */
export const templateClause = entity("SrmCctTemplateTerms", "模板条款", "Template clause", {
  fields: {
    seq: int("顺序", "Order", { least: 1, initial: 10 }),
    termsId: ref("SrmCctTerms", "条款", "Clause", { pick: { status: "APPROVED" } }),
    bindType: pick("绑定方式", "Use", "CCT_BIND_TYPE", { initial: "FIXED" }),
    groupCode: text("选择组", "Group", { max: 20, optional: true, hint: ["多选一的条款填同一组", "Alternatives share a group"] }),
    editableFlag: yn("文本可改", "Text may be edited", { initial: "N", hint: ["否：任何改动均为偏离", "No: every change is a deviation"] }),
  },
  requires: { groupCode: (row) => row.bindType === "ALTERNATIVE" },
  sees: {},
  title: ["seq", "termsId"],
  list: ["seq", "termsId", "bindType", "groupCode", "editableFlag"],
  order: [["seq", "asc"]],
  codes: contractCodes,
});

/** What contracts of one kind begin with: opening and closing text, clauses, payment stages, areas to sign. */
export const template = entity("SrmCctTemplate", "合同模板", "Contract template", {
  fields: {
    templateCode: code("模板编码", "Template code", { max: 40, optional: true, fixed: "create" }),
    version: int("版本", "Version", { computed: true, initial: 1 }),
    ...bilingual("templateName", "模板名称", "Name", { max: 120, width: 240 }),
    contractType: pick("合同类型", "Contract type", "CCT_TYPE"),
    orgIds: refs("BaseOrganization", "适用组织", "Organisations", {
      optional: true,
      noneIsAll: true,
      pick: { enabledFlag: "Y" },
      hint: ["留空为全部组织", "Empty: all organisations"],
    }),
    textLanguage: pick("语言", "Language", "CCT_LANGUAGE", { initial: "CN" }),
    editMode: pick("正文可编辑", "Text editing", "CCT_EDIT_MODE", { initial: "CLAUSE" }),
    validFrom: date("有效期起", "Valid from", { optional: true }),
    validTo: date("有效期至", "Valid to", { optional: true }),
    headText: longtext("首部", "Opening text", { max: 20_000 }),
    headTextEn: longtext("首部（英文）", "Opening text (English)", { max: 20_000, optional: true }),
    tailText: longtext("尾部", "Closing text", { max: 20_000, optional: true }),
    tailTextEn: longtext("尾部（英文）", "Closing text (English)", { max: 20_000, optional: true }),
    wordFile: files("Word版式", "Word layout", {
      optional: true,
      max: 1,
      formats: ["docx"],
      hint: ["含${字段}的.docx，下载合同时填入数据", "A .docx with ${fields}; contracts are downloaded in its layout"],
    }),
    placeholderJson: payload("占位字段", "Placeholders", { computed: true, optional: true }),
    defaultStages: rows(
      "默认付款阶段",
      "Default payment stages",
      {
        ...bilingual("stageName", "名称", "Name", { max: 80 }),
        stageType: pick("类型", "Type", "CCT_STAGE_TYPE", { initial: "ADVANCE" }),
        percent: percent("比例%", "Percent", { least: 0, most: 100, adds: false }),
        trigger: pick("触发条件", "Trigger", "CCT_STAGE_TRIGGER", { initial: "SIGN" }),
        dueDays: int("触发后天数", "Days after trigger", { optional: true, least: 0 }),
      },
      { optional: true },
    ),
    signAreas: picks("签署区", "Signature blocks", "CCT_SIGN_AREA", {
      optional: true,
      hint: ["留空为双方各一处", "Empty: one for each party"],
    }),
    usageCount: int("引用数", "Used by", { computed: true, initial: 0, adds: false, uses: true }),
    status: pick("状态", "Status", "SrmCctTemplate.status", { computed: true }),
  },
  lines: { clauses: templateClause },
  number: ["templateCode", "CTT{0001}"],
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["生效", "Effective", "done"],
    INVALID: ["已失效", "Invalid", "ended"],
    SUPERSEDED: ["已被取代", "Superseded", "ended"],
  },
  requires: { headTextEn: (doc) => doc.textLanguage !== "CN" },
  holds: { validPeriod: ["validFrom", "<=", "validTo"] },
  approval: {
    bill: "CCT_TEMPLATE",
    to: "APPROVED",
    again: ["headText", "tailText", "contractType", "editMode"],
    summary: ["templateCode", "version", "templateName", "contractType", "textLanguage", "editMode", "validFrom", "validTo"],
  },
  actions: {
    doCopy: action("复制", "Copy", {
      button: "btnCopy",
      who: "internal",
      input: bilingual("copyName", "新模板名称", "Name of the copy", { max: 120 }),
    }),
    newVersion: action("新版本", "New version", { button: "btnNewVersion", who: "internal", from: ["APPROVED", "INVALID"] }),
    doInvalid: action("失效", "Invalidate", { button: "btnInvalid", who: "internal", from: ["APPROVED"], to: "INVALID", tone: "danger" }),
  },
  versioned: {
    of: ["templateCode"],
    number: "version",
    next: "newVersion",
    open: ["DRAFT", "APPROVING", "REJECTED"],
    inForce: "APPROVED",
    ended: "SUPERSEDED",
    changes: [
      ...(["templateName", "templateNameEn", "contractType", "orgIds", "textLanguage", "editMode", "validFrom", "validTo"] as const),
      ...(["headText", "headTextEn", "tailText", "tailTextEn", "wordFile", "defaultStages", "signAreas"] as const),
    ],
    leaves: ["usageCount"],
    lines: {
      clauses: { by: ["termsId"], called: ["条款", "Clause", "seq"], changes: ["seq", "bindType", "groupCode", "editableFlag"] },
    },
  },
  unique: [{ fields: ["templateCode"], while: { version: 1 } }],
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["templateCode", "templateName"],
  headline: "templateName",
  list: ["templateCode", "templateName", "contractType", "version", "textLanguage", "status", "usageCount", "validFrom", "validTo"],
  search: ["templateCode", "templateName", "contractType", "status", "orgIds", "textLanguage", "clauses.termsId"],
  order: [
    ["templateCode", "asc"],
    ["version", "desc"],
  ],
  views: {
    inForce: ["生效", "Effective", () => ({ status: "APPROVED" })],
    drafting: ["编写中", "In preparation", () => ({ status: ["DRAFT", "APPROVING", "REJECTED"] })],
  },
  pages: {
    list: "cctTemplateList",
    edit: "templateManage/cctTemplateEdit",
    sections: [
      [
        "基本信息",
        "Basics",
        [
          ...(["templateCode", "version", "templateName", "templateNameEn", "contractType", "orgIds", "textLanguage", "editMode"] as const),
          ...(["validFrom", "validTo", "usageCount"] as const),
        ],
      ],
      ["正文", "Text", ["headText", "headTextEn", "tailText", "tailTextEn", "wordFile"]],
      ["付款与签署", "Payment and signature", ["defaultStages", "signAreas"]],
    ],
  },
  codes: contractCodes,
});
