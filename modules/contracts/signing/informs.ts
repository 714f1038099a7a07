import type { Informed } from "#kernel/module.ts";

const ours = { nobody: "Our own people decide about publication; the supplier hears when it is published" } as const;
const settled = { nobody: "What follows from a signature is told with the signature" } as const;

/** How the supplier hears of what signing does to a contract. */
export const signingInforms: Readonly<Record<string, Informed>> = {
  doSubmitPublish: ours,
  doAskPublish: ours,
  doApprovalPublish: ["CCT_PUBLISHED"],
  doPublish: ["CCT_PUBLISHED"],
  doRejectPublish: ours,
  doWithdrawPublish: ours,
  doKeepPdf: { nobody: "The official copy follows from publication" },
  doStartSign: ["CCT_SIGN_TURN", "CCT_SIGN_TURN_SUPPLIER", "CCT_SIGN"],
  doRevokeSign: ["CCT_SIGN_REVOKED"],
  doUploadSigned: ["CCT_SIGNED"],
  doFinishSign: ["CCT_SIGNED"],
  doEndSign: settled,
};
