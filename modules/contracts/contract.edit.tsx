import { ClauseText } from "#kernel/web/block/ClauseText.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { download, saveBlob } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { openPage } from "#kernel/web/router.ts";
import { Button } from "antd";
import { useStore } from "zustand";
import type { Passage } from "./contract-text.ts";
import { ContractCare } from "./parts/ContractCare.tsx";
import { ContractChanges } from "./parts/ContractChanges.tsx";
import { contract } from "./contract.entity.ts";
import { SigningSection } from "./parts/Signing.tsx";
import { renewalPanel } from "./parts/RenewalPanel.tsx";
import { ContractStanding } from "./parts/ContractStanding.tsx";
import { ConfirmContract } from "./parts/SupplierAnswer.tsx";
import { dossierPath } from "./signing/ask.ts";

type Model = EditModel<typeof contract>;

/** The text as it stands: what approvers read, and what the supplier confirms. */
function ContractText({ model }: { readonly model: Model }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const passages = (base?.textJson ?? []) as readonly Passage[];
  if (passages.length === 0) return null;
  return (
    <Section name="text" title={say(["合同正文", "Text of the contract"])}>
      <Stack>
        <Inline>
          <Button onClick={() => void openPage({ path: "contractManage/cctContractText", query: { id: String(base?.id) } })}>
            {say(["正文、批注与版本", "Text, comments and versions"])}
          </Button>
        </Inline>
        {base?.deviationLevel && base.deviationLevel !== "NONE" ? (
          <Notice tone="warning">
            {say(["有条款偏离标准文本，须单独批准。", "Clauses deviate from the standard text and need an approval of their own."])}
          </Notice>
        ) : null}
        {/* The text keeps the language it was agreed in, whoever reads it. */}
        <div lang="zh">
          <ClauseText
            label={say(["合同正文", "Text of the contract"])}
            paragraphs={passages.map(({ no, title, text }) => ({
              no,
              pieces: [{ kind: "same", text: title ? `${title}  ${text}` : text }],
            }))}
          />
        </div>
      </Stack>
    </Section>
  );
}

/** Signing is shown from publication on. */
function ContractSigning({ model }: { readonly model: Model }) {
  const base = useStore(model.state, (state) => state.base);
  if (!base?.id || !base.publishedAt) return null;
  const isProven = Boolean(base.signedFileId) && model.viewer.audience === "internal" && model.viewer.may("btnDownloadAttachment");
  return (
    <>
      <SigningSection id={base.id} />
      {isProven ? <Evidence id={base.id} /> : null}
    </>
  );
}

/** Everything that proves the contract, to take away. */
function Evidence({ id }: { readonly id: string }) {
  const say = useText();
  const work = useWork();
  const take = () => work.run(async () => saveBlob(await download(`srmServer/${dossierPath}`, { id })));
  return (
    <Inline>
      <Button loading={work.busy} onClick={() => void take()}>
        {say(["下载存证档案", "Download evidence file"])}
      </Button>
      <WorkError of={work} />
    </Inline>
  );
}

export const slots: EditSlots<typeof contract> = {
  sidePanel: [renewalPanel],
  // The clauses of a simplified contract are those of its template.
  lineRules: {
    clauses: (model) => (model.state.getState().base?.contractClass === "SIMPLE" ? { fixed: true, editable: () => false } : {}),
  },
  afterLines: (model) => (
    <>
      <ContractText model={model} />
      <ContractSigning model={model} />
      <ContractStanding model={model} />
      <ContractChanges model={model} />
      <ContractCare model={model} />
    </>
  ),
  asks: { doSupplierConfirm: (ask) => <ConfirmContract ask={ask} /> },
  links: [
    { key: "text", label: ["合同正文", "Text"] },
    { key: "signing", label: ["签署", "Signing"] },
    { key: "standing", label: ["履行", "Execution"] },
    { key: "changes", label: ["变更", "Changes"] },
    { key: "care", label: ["归档与预警", "Archive and warnings"] },
  ],
};
