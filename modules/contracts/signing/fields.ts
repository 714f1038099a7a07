import { anyId, date, datetime, files, pick, ref, text } from "#kernel/field.ts";
import { whenFilled } from "../common.ts";

const computed = { computed: true, optional: true } as const;
const pdf = { ...computed, max: 1 } as const;

/** What publication and signing write on the contract. */
export const signingFields = {
  publishStatus: pick("发布状态", "Publication", "CCT_PUBLISH_STATUS", { computed: true, initial: "NONE" }),
  publishedAt: datetime("发布时间", "Published at", computed),
  /** The file of the final text; it hangs on the document of the contract. */
  finalFileId: anyId("定稿", "Final text", { ...computed, max: 64 }),
  pdfFileId: files("正式合同", "Official copy", pdf),
  pdfSum: text("正式合同文件校验值", "Checksum of the official copy", { max: 64, ...computed }),
  signFlowId: ref("SrmCctSignFlow", "签署流程", "Signing", computed),
  signedFileId: files("签署件", "Signed copy", pdf),
  signedSum: text("签署件文件校验值", "Checksum of the signed copy", { max: 64, ...computed }),
  signedAt: datetime("签署完成时间", "Signed at", computed),
  supplierSignDate: date("供应商签署日期", "Signed by supplier on", computed),
  buyerSignDate: date("我方签署日期", "Signed by us on", computed),
  signEnded: text("最近一次签署未完成原因", "Why the last signing ended", { max: 500, ...computed }),
} as const;

/** What the supplier sees of it. */
export const signingShown = [
  ...(["publishedAt", "pdfFileId", "pdfSum", "signFlowId", "signedFileId", "signedSum", "signedAt"] as const),
  ...(["supplierSignDate", "buyerSignDate", "signEnded"] as const),
] as const;

/** When a field of it has something to say. */
export const signingShownWhen = {
  publishStatus: (doc: { readonly publishStatus: string | null }) => doc.publishStatus !== "NONE",
  ...whenFilled("publishedAt", "pdfFileId", "pdfSum", "signFlowId", "signedFileId", "signedSum", "signedAt"),
  ...whenFilled("supplierSignDate", "buyerSignDate", "signEnded"),
};

/** The part of the contract's page that tells of it. */
export const signingSection = [
  "发布与签署",
  "Publication and signing",
  [
    ...(["publishStatus", "publishedAt", "pdfFileId", "pdfSum", "signFlowId", "signedAt"] as const),
    ...(["supplierSignDate", "buyerSignDate", "signedFileId", "signedSum", "signEnded"] as const),
  ],
] as const;
