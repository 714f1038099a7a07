import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, int, longtext, pick, ref, rows } from "#kernel/field.ts";
import { contractCodes } from "./common.ts";

const wording = { max: 20_000 } as const;

/** A clause of the library: its standard text, the texts accepted instead of it, and who has to approve each of these. */
export const clause = entity("SrmCctTerms", "合同条款", "Contract clause", {
  fields: {
    termsCode: code("条款编码", "Clause code", { max: 40, optional: true, fixed: "create" }),
    version: int("版本", "Version", { computed: true, initial: 1 }),
    ...bilingual("title", "标题", "Title", { max: 120, width: 220 }),
    termsClass: pick("条款类别", "Category", "CCT_TERMS_CLASS"),
    riskLevel: pick("风险等级", "Risk", "CCT_RISK", { initial: "LOW" }),
    content: longtext("标准文本", "Standard text", {
      ...wording,
      hint: ["数据写作 ${contract.contractNum}", "Data is written as ${contract.contractNum}"],
    }),
    contentEn: longtext("标准文本（英文）", "Standard text (English)", { ...wording, optional: true }),
    fallbackJson: rows(
      "可接受替代文本",
      "Fallback texts",
      {
        seq: int("序号", "No.", { least: 1 }),
        text: longtext("文本", "Text", wording),
        textEn: longtext("文本（英文）", "Text (English)", { ...wording, optional: true }),
        approvalLevel: pick("追加审批", "Additional approval", "CCT_APPROVAL_LEVEL", { initial: "LEGAL" }),
      },
      { optional: true, hint: ["由宽到严，谈判时依次采用", "In the order in which they are offered in a negotiation"] },
    ),
    guide: longtext("使用说明", "Guidance for buyers", { max: 1000, optional: true }),
    ownerId: ref("BaseUsers", "责任人", "Owner", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" }, begins: "me" }),
    usageCount: int("引用数", "Used by", { computed: true, initial: 0, adds: false, uses: true }),
    status: pick("状态", "Status", "SrmCctTerms.status", { computed: true }),
  },
  number: ["termsCode", "TK{0001}"],
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["生效", "Effective", "done"],
    INVALID: ["已失效", "Invalid", "ended"],
    SUPERSEDED: ["已被取代", "Superseded", "ended"],
  },
  approval: {
    bill: "CCT_TERMS",
    to: "APPROVED",
    again: ["content", "contentEn", "fallbackJson", "riskLevel"],
    summary: ["termsCode", "version", "title", "termsClass", "riskLevel", "content"],
  },
  actions: {
    newVersion: action("新版本", "New version", { button: "btnNewVersion", who: "internal", from: ["APPROVED", "INVALID"] }),
    doInvalid: action("失效", "Invalidate", { button: "btnInvalid", who: "internal", from: ["APPROVED"], to: "INVALID", tone: "danger" }),
  },
  versioned: {
    of: ["termsCode"],
    number: "version",
    next: "newVersion",
    open: ["DRAFT", "APPROVING", "REJECTED"],
    inForce: "APPROVED",
    ended: "SUPERSEDED",
    changes: ["title", "titleEn", "termsClass", "riskLevel", "content", "contentEn", "fallbackJson", "guide", "ownerId"],
    leaves: ["usageCount"],
  },
  unique: [{ fields: ["termsCode"], while: { version: 1 } }],
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["termsCode", "title"],
  headline: "title",
  list: ["termsCode", "title", "termsClass", "riskLevel", "version", "status", "usageCount", "ownerId", "lastUpdateDate"],
  search: ["termsCode", "title", "content", "termsClass", "riskLevel", "status", "ownerId"],
  order: [
    ["termsCode", "asc"],
    ["version", "desc"],
  ],
  views: {
    inForce: ["生效", "Effective", () => ({ status: "APPROVED" })],
    drafting: ["编写中", "In preparation", () => ({ status: ["DRAFT", "APPROVING", "REJECTED"] })],
    highRisk: ["高风险", "High risk", () => ({ status: "APPROVED", riskLevel: "HIGH" })],
  },
  importKey: ["termsCode"],
  pages: {
    list: "cctTermsList",
    edit: "termsManage/cctTermsEdit",
    sections: [
      ["基本信息", "Basics", ["termsCode", "version", "title", "titleEn", "termsClass", "riskLevel", "ownerId", "usageCount"]],
      ["文本", "Text", ["content", "contentEn"]],
      ["替代与说明", "Fallbacks and guidance", ["fallbackJson", "guide"]],
    ],
  },
  codes: contractCodes,
});
