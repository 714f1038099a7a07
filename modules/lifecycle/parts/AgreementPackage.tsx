import { Box } from "#kernel/web/block/Box.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { SideTabs } from "#kernel/web/block/SideTabs.tsx";
import { useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useState } from "react";
import { agreementSigning } from "../signing.entity.ts";
import { AgreementFacts, DetailTag, type Detail } from "./AgreementFacts.tsx";
import { CoHandling, CoHandlingDone, PaperSigning, type Signing } from "./AgreementInternal.tsx";
import { LocalSigning, SupplierStand, SupplierTurn } from "./AgreementSupplier.tsx";
import { Clauses, Versions } from "./Clauses.tsx";
import { DocumentFrame } from "./DocumentFrame.tsx";

/** A package of agreements as those who work on it see it: the supplier all of it, a co-handler what is assigned to him. */
export function AgreementPackage() {
  return <DocumentFrame entity={agreementSigning}>{(row, again) => <Package row={row} again={again} />}</DocumentFrame>;
}

function Package({ row, again }: { readonly row: Signing; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const [chosen, choose] = useState("");
  const all = row.details ?? [];
  const supplier = viewer.audience === "supplier";
  const isMine = (detail: Detail) => detail.assistUserId === viewer.userId;
  const helping = !supplier && row.status === "ASSISTING" && all.some(isMine) && viewer.may("btnAssistDone");
  const details = helping ? all.filter(isMine) : all;
  const detail = details.find(({ id }) => id === chosen) ?? details[0];
  const answering = supplier && row.status === "SUPPLIER_CONFIRMING" && viewer.may("btnSupplierSave");
  return (
    <>
      <FactGrid
        facts={[
          { label: say(["期限", "Due"]), value: row.dueDate },
          { label: say(["联系人", "Contact"]), value: row.supplierContactCode || row.supplierContactName || "–" },
          { label: say(["已签", "Signed"]), value: `${row.signedCount}/${row.detailCount}` },
        ]}
      />
      {row.supplierOpinion ? (
        <Notice tone="warning">
          {say(["供方意见：", "Supplier's comment: "])}
          {row.supplierOpinion}
        </Notice>
      ) : null}
      <SideTabs
        label={say(["协议", "Agreements"])}
        tabs={details.map((each) => ({
          key: each.id,
          title: each.agreementName,
          note: `v${each.version} · ${each.validTo ?? ""}`,
          state: <DetailTag code={each.detailStatus} />,
        }))}
        chosen={detail?.id ?? ""}
        choose={choose}
      >
        {detail ? <Agreement key={`${detail.id}:${row.versionNum}`} {...{ row, detail, answering, helping, again }} /> : null}
      </SideTabs>
      {answering ? <SupplierTurn row={row} done={again} /> : null}
      {helping && details.some(({ assistStatus }) => assistStatus === "WAITING") ? <CoHandlingDone row={row} done={again} /> : null}
      <FilesBlock entity={agreementSigning} fieldKey="fileIds" row={row} showVisibility={!supplier} />
    </>
  );
}

interface AgreementProps {
  readonly row: Signing;
  readonly detail: Detail;
  readonly answering: boolean;
  readonly helping: boolean;
  again(): void;
}

function Agreement({ row, detail, answering, helping, again }: AgreementProps) {
  const say = useText();
  const viewer = useViewer();
  const signing = detail.detailStatus === "SIGNING";
  const supplier = viewer.audience === "supplier";
  const eSigning = signing && supplier && detail.signMode === "ESIGN" && viewer.may("btnSupplierConfirm");
  const onPaper = signing && !supplier && detail.signMode === "PAPER" && viewer.may("btnStartSign");
  const shared = { row, detail, done: again };
  return (
    <>
      <AgreementFacts detail={detail} />
      {answering && detail.detailStatus !== "SIGNED" ? <SupplierStand {...shared} /> : null}
      {helping && detail.assistStatus === "WAITING" ? <CoHandling {...shared} /> : null}
      {eSigning ? <LocalSigning {...shared} /> : null}
      {onPaper ? <PaperSigning {...shared} /> : null}
      <Versions detail={detail} />
      {detail.content && !eSigning && !helping ? (
        <Box title={say(["正文", "Text"])}>
          <Clauses content={detail.content} />
        </Box>
      ) : null}
    </>
  );
}
