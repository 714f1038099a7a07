import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import type { ReactNode } from "react";
import { signingDetail } from "../signing.entity.ts";

const text = (value: unknown): string => (typeof value === "string" ? value : "");
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
export function DetailTag({ code }: { readonly code: unknown }) {
  const words = useLookup("SIGNING_DETAIL_STATUS");
  return <span className={`pg-status pg-tone-${tones[String(code)] ?? "neutral"}`}>{words.meaning(code)}</span>;
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What is agreed about one agreement besides its text: how it is signed, how long it holds, and once signed the proof of it. */
export function AgreementFacts({ detail }: { readonly detail: Row }) {
  const say = useText();
  const showVisibility = useViewer().audience === "internal";
  const type = useLookup("AGREEMENT_TYPE");
  const mode = useLookup("SIGN_MODE");
  return (
    <>
      <dl className="tr-facts">
        <Fact label={say(["协议类型", "Type"])}>{type.meaning(detail["agreementType"])}</Fact>
        <Fact label={say(["版本", "Version"])}>v{String(detail["version"])}</Fact>
        <Fact label={say(["签署方式", "Signing method"])}>{mode.meaning(detail["signMode"])}</Fact>
        <Fact label={say(["有效期", "Valid"])}>
          {text(detail["validFrom"])} – {text(detail["validTo"])}
          {detail["autoRenew"] === "Y" ? say(["（自动续期）", " (renews automatically)"]) : ""}
        </Fact>
        {detail["supplierRemark"] ? <Fact label={say(["供方备注", "Supplier's remark"])}>{text(detail["supplierRemark"])}</Fact> : null}
        {detail["assistOpinion"] ? <Fact label={say(["协办意见", "Co-handler's comment"])}>{text(detail["assistOpinion"])}</Fact> : null}
        {detail["signedAt"] ? (
          <Fact label={say(["签署", "Signed"])}>
            {text(detail["signerName"])} · {text(detail["signedAt"]).slice(0, 16)}
            {detail["signedIp"] ? ` · ${text(detail["signedIp"])}` : ""}
          </Fact>
        ) : null}
      </dl>
      {detail["frozenHash"] ? (
        <p className="pc-note">
          {say(["冻结内容 SHA-256：", "Frozen content, SHA-256: "])}
          <span className="tr-hash">{text(detail["frozenHash"])}</span>
        </p>
      ) : null}
      <FilesBlock entity={signingDetail} fieldKey="draftFileId" row={detail} showVisibility={showVisibility} />
      <FilesBlock entity={signingDetail} fieldKey="signedFileId" row={detail} showVisibility={showVisibility} />
    </>
  );
}
