import { action } from "#kernel/entity.ts";
import { date, files, int, pick, ref, rows, text, yn } from "#kernel/field.ts";
import { addDays } from "#kernel/days.ts";
import { isSecret } from "../common.ts";

type Seen = Readonly<Record<string, unknown>>;
const isSigned = (mode: string) => (doc: Seen) => doc["signMode"] === mode;

/** Releases exactly the confirmed text for signature: an approval of its own, unless the contract needs none. */
export const publishApproval = {
  bill: "CCT_PUBLISH",
  closed: isSecret,
  label: ["合同发布", "Contract publication"],
  to: "PUBLISHED",
  during: "PUBLISH_APPROVING",
  amount: "amountIncl",
  currency: "currency",
  org: "orgId",
  supplier: "supplierId",
  rate: { field: "rate", day: "effectiveDate" },
  summary: ["contractNum", "contractName", "supplierId", "amountIncl", "signMode", "confirmedBy", "confirmedAt", "pdfHash"],
  submit: { name: "doSubmitPublish", label: ["提交发布", "Submit for publication"], button: "btnSubmitPublish", from: ["CONFIRMED"] },
  ask: { name: "doAskPublish", from: ["CONFIRMED"] },
  approve: { name: "doApprovalPublish", label: ["批准发布", "Approve publication"], button: "btnApprovalPublish" },
  reject: { name: "doRejectPublish", label: ["驳回发布", "Return publication"], button: "btnRejectPublish", to: "CONFIRMED" },
  withdraw: { name: "doWithdrawPublish", label: ["撤回发布", "Withdraw publication"], to: "CONFIRMED" },
} as const;

/** Who signs for whom. */
export const signerRows = {
  side: pick("签署方", "Side", "CCT_SIGN_SIDE"),
  personAccountId: ref("SrmCctSignPersonAccount", "签署人", "Signer", { pick: { status: "ACTIVE", realNameState: "PASSED" } }),
  orgAccountId: ref("SrmCctSignOrgAccount", "签署主体", "Organisation", { pick: { status: "ACTIVE", realNameState: "PASSED" } }),
  sealId: text("印章", "Seal", { max: 40, optional: true }),
} as const;

/** What is done with a confirmed contract until it is signed. */
export const signingActions = {
  doPublish: action("发布", "Publish", { button: "btnSubmitPublish", who: "system", from: ["CONFIRMED"], to: "PUBLISHED", quiet: true }),
  doKeepPdf: action("生成正式合同", "Make the official copy", {
    button: "btnGeneratePdf",
    who: "system",
    from: ["PUBLISHED"],
    quiet: true,
    input: { pdfFileId: files("正式合同", "Official copy", { max: 1 }), pdfHash: text("正文校验值", "Text checksum", { max: 64 }) },
  }),
  doStartSign: action("发起签署", "Start signing", {
    button: "btnStartSign",
    who: "internal",
    from: ["PUBLISHED"],
    to: "SIGNING",
    tone: "primary",
    offered: (doc) => doc["signMode"] !== "PAPER" && Boolean(doc["pdfFileId"]),
    input: {
      signers: rows("签署人", "Signers", signerRows, {
        optional: true,
        hint: [
          "留空：双方各由授权顺序中首位可签此金额的人签署；点击确认不填",
          "Empty: on each side the first who is authorised for this amount; none for a click",
        ],
      }),
      provider: pick("签署服务", "Provider", "CCT_SIGN_PROVIDER", { initial: "BUILTIN" }),
      expireDays: int("有效天数", "Days to sign", {
        optional: true,
        least: 1,
        most: 90,
        hint: ["留空为参数天数", "Empty: as the profile says"],
      }),
      linkFlag: yn("供应商可凭链接签署", "Supplier may sign by a link", { initial: "N" }),
    },
  }),
  doUploadSigned: action("上传签署件", "Upload signed copy", {
    button: "btnUploadSigned",
    who: "internal",
    from: ["PUBLISHED"],
    to: "SIGNED",
    tone: "primary",
    offered: isSigned("PAPER"),
    input: {
      signedFileId: files("签署扫描件", "Signed scan", { max: 1, formats: ["pdf", "jpg", "jpeg", "png"] }),
      supplierSignDate: date("供应商签署日期", "Signed by supplier on"),
      buyerSignDate: date("我方签署日期", "Signed by us on"),
    },
  }),
  doRevokeSign: action("撤销签署", "Revoke signing", {
    button: "btnRevokeSign",
    who: "internal",
    from: ["SIGNING"],
    to: "PUBLISHED",
    tone: "danger",
    input: { reason: text("原因", "Reason", { max: 300 }) },
  }),
  doFinishSign: action("签署完成", "Finish signing", { button: "btnSign", who: "system", from: ["SIGNING"], to: "SIGNED", quiet: true }),
  doEndSign: action("签署未完成", "End signing", {
    button: "btnSign",
    who: "system",
    from: ["SIGNING"],
    to: "PUBLISHED",
    quiet: true,
    input: { reason: text("原因", "Reason", { max: 500 }) },
  }),
} as const;

/** The last moment of the day so many days ahead. */
export const endOf = (day: string, days: number): string => `${addDays(day, days)}T15:59:59.000Z`;
