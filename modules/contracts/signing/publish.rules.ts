import { refuse, type Refusal } from "#kernel/refusal.ts";
import { file } from "#kernel/platform/file.entity.ts";
import { businessDay } from "#kernel/time.ts";
import { rule, run, set, tell, type Find } from "#kernel/rule.ts";
import { getProfile } from "#modules/base/index.ts";
import { fault } from "../common.ts";
import { about } from "../about.ts";
import { composed, goingOn } from "../contract-flow.rules.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { readyAccounts } from "./signers.ts";

export const textChanged = (): Refusal =>
  refuse("CCT-031", "合同正文已变化，请重新确认", "The text has changed; read and confirm it again");

/** Simplified contracts and the types that are listed need no approval of their publication. */
async function isDirect(doc: Contract, find: Find): Promise<boolean> {
  if (doc.contractClass === "SIMPLE") return true;
  const types = (await getProfile(find, "CCT_PUBLISH_FREE_TYPES", { orgId: doc.orgId })).value;
  return types.split(/[,，\s]+/).includes(doc.contractType);
}

const publish = rule(contract, "doSubmitPublish", {
  reads: async (doc, find, _, __, at) => ({
    ...(await goingOn(doc, find, at.today)),
    direct: await isDirect(doc, find),
    missing: doc.signMode === "ESIGN" ? await readyAccounts(doc, find) : [],
  }),
  decide: (doc, { hash, against, direct, missing }) => [
    ...against,
    hash !== doc.pdfHash && textChanged(),
    ...missing,
    run(contract, doc.id, direct ? "doPublish" : "doAskPublish", {}),
  ],
});

const asked = rule(contract, "doAskPublish", { decide: (doc) => set(doc, { publishStatus: "APPROVING" }) });

/** The text is released for signature: it must still be the one that the supplier confirmed. */
const published = (action: "doPublish" | "doApprovalPublish") =>
  rule(contract, action, {
    reads: (doc, find, _, __, at) => goingOn(doc, find, at.today),
    decide: (doc, { hash, against }, _, __, at) => [
      ...against,
      hash !== doc.pdfHash && textChanged(),
      set(doc, { publishStatus: "PUBLISHED", publishedAt: at.now, signEnded: null }),
      tell("CCT_PUBLISHED", about(doc)),
    ],
  });

const returned = (action: "doRejectPublish" | "doWithdrawPublish") =>
  rule(contract, action, { decide: (doc) => set(doc, { publishStatus: action === "doRejectPublish" ? "REJECTED" : "NONE" }) });

/** The official copy was made from the confirmed text, once: a second one is not taken. */
const keepPdf = rule(contract, "doKeepPdf", {
  reads: async (doc, find, input, _, at) => ({
    ...(await composed(doc, find, at.today)),
    made: await find.where(file, { id: String(input.pdfFileId ?? "") }, 1),
  }),
  decide: (doc, { hash, made }, input) => [
    doc.pdfFileId !== null && refuse("CCT-071", "正式合同已生成", "The official copy exists already"),
    (input.pdfHash !== doc.pdfHash || hash !== doc.pdfHash) && textChanged(),
    set(doc, { pdfFileId: input.pdfFileId ?? null, pdfSum: made[0]?.sha256 ?? null }),
    doc.signMode === "CLICK" &&
      run(contract, doc.id, "doStartSign", { signers: null, provider: "BUILTIN", expireDays: null, linkFlag: "N" } as never),
  ],
});

/** A contract signed on paper: the scan and both dates are kept, and the checksum of the scan. */
const upload = rule(contract, "doUploadSigned", {
  reads: async (doc, find, input, _, at) => ({
    ...(await goingOn(doc, find, at.today)),
    scan: await find.where(file, { id: String(input.signedFileId ?? "") }, 1),
  }),
  decide: (doc, { hash, against, scan }, input, me, at) => {
    const dates = [input.supplierSignDate!, input.buyerSignDate!];
    return [
      doc.signMode !== "PAPER" &&
        refuse(
          "CCT-162",
          "电子签署或点击确认的合同须在系统中签署，不能上传签署件",
          "This contract is signed in the system; a scan is for paper contracts",
        ),
      ...against,
      hash !== doc.pdfHash && textChanged(),
      scan.some(({ id, sha256 }) => id === doc.pdfFileId || sha256 === doc.pdfSum) &&
        fault(
          "signedFileId",
          "CCT-163",
          "这是未签署的正式合同，请上传双方签署后的扫描件",
          "This is the official copy that nobody has signed; upload the scan that both sides signed",
        ),
      dates.some((date) => date < businessDay(doc.creationDate, me)) &&
        refuse("CCT-169", "签署日期不能早于合同起草日", "A signing date cannot be before the contract was drafted"),
      dates.some((date) => date > at.today) && refuse("CCT-076", "签署日期不能晚于今天", "A signing date cannot be in the future"),
      set(doc, {
        signedFileId: input.signedFileId ?? null,
        signedSum: scan[0]?.sha256 ?? null,
        supplierSignDate: input.supplierSignDate ?? null,
        buyerSignDate: input.buyerSignDate ?? null,
        signedAt: at.now,
      }),
      tell("CCT_SIGNED", about(doc)),
      run(contract, doc.id, "doTakeEffect", {}),
    ];
  },
});

export const publishRules = [
  publish,
  asked,
  published("doPublish"),
  published("doApprovalPublish"),
  returned("doRejectPublish"),
  returned("doWithdrawPublish"),
  keepPdf,
  upload,
];
