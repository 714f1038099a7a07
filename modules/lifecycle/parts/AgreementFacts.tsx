import type { Form, Seen } from "#kernel/seen.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { signingDetail } from "../signing.entity.ts";

/** One agreement of a package, stored or being drawn up. */
export type Detail = Seen<typeof signingDetail> | Form<typeof signingDetail>;

const tones: Readonly<Record<string, string>> = {
  SUPPLIER: "waiting",
  AGREED: "running",
  DISPUTED: "refused",
  SIGNING: "running",
  SIGNED: "done",
  EXPIRED: "ended",
  TERMINATED: "ended",
};

/** The state of one agreement as a tag. */
export function DetailTag({ code }: { readonly code: string | null | undefined }) {
  const words = useLookup("SIGNING_DETAIL_STATUS");
  return <span className={`pg-status pg-tone-${tones[code ?? ""] ?? "neutral"}`}>{words.meaning(code)}</span>;
}

/** What is agreed about one agreement besides its text: how it is signed, how long it holds, and once signed the proof of it. */
export function AgreementFacts({ detail }: { readonly detail: Detail }) {
  const say = useText();
  const showVisibility = useViewer().audience === "internal";
  const type = useLookup("AGREEMENT_TYPE");
  const mode = useLookup("SIGN_MODE");
  const signed = [detail.signerName, detail.signedAt?.slice(0, 16), detail.signedIp].filter(Boolean).join(" · ");
  const renews = detail.autoRenew === "Y" ? say(["（自动续期）", " (renews automatically)"]) : "";
  return (
    <>
      <FactGrid
        least={200}
        facts={[
          { label: say(["协议类型", "Type"]), value: type.meaning(detail.agreementType) },
          { label: say(["版本", "Version"]), value: `v${detail.version}` },
          { label: say(["签署方式", "Signing method"]), value: mode.meaning(detail.signMode) },
          { label: say(["有效期", "Valid"]), value: `${detail.validFrom ?? ""} – ${detail.validTo ?? ""}${renews}` },
          detail.supplierRemark ? { label: say(["供方备注", "Supplier's remark"]), value: detail.supplierRemark } : null,
          detail.assistOpinion ? { label: say(["协办意见", "Co-handler's comment"]), value: detail.assistOpinion } : null,
          detail.signedAt ? { label: say(["签署", "Signed"]), value: signed } : null,
          detail.frozenHash
            ? { label: say(["冻结内容 SHA-256", "Frozen content, SHA-256"]), value: <Words code>{detail.frozenHash}</Words>, wide: true }
            : null,
        ]}
      />
      <FilesBlock entity={signingDetail} fieldKey="draftFileId" row={detail} showVisibility={showVisibility} />
      <FilesBlock entity={signingDetail} fieldKey="signedFileId" row={detail} showVisibility={showVisibility} />
    </>
  );
}
