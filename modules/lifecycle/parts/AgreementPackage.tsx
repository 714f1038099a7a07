import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useState } from "react";
import { agreementSigning } from "../signing.entity.ts";
import { AgreementFacts, DetailTag } from "./AgreementFacts.tsx";
import { CoHandling, CoHandlingDone, PaperSigning } from "./AgreementInternal.tsx";
import { LocalSigning, SupplierStand, SupplierTurn } from "./AgreementSupplier.tsx";
import { Clauses, Versions } from "./Clauses.tsx";
import { DocumentFrame } from "./DocumentFrame.tsx";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** A package of agreements as those who work on it see it: the supplier all of it, a co-handler what is assigned to him. */
export function AgreementPackage() {
  return <DocumentFrame entity={agreementSigning}>{(row, again) => <Package row={row} again={again} />}</DocumentFrame>;
}

function Package({ row, again }: { readonly row: Row; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const [chosen, choose] = useState("");
  const all = (row["details"] ?? []) as Row[];
  const supplier = viewer.audience === "supplier";
  const isMine = (one: Row) => one["assistUserId"] === viewer.userId;
  const helping = !supplier && row["status"] === "ASSISTING" && all.some(isMine) && viewer.may("btnAssistDone");
  const details = helping ? all.filter(isMine) : all;
  const detail = details.find((one) => one["id"] === chosen) ?? details[0];
  const answering = supplier && row["status"] === "SUPPLIER_CONFIRMING" && viewer.may("btnSupplierSave");
  return (
    <>
      <p className="pc-note">
        {say(["期限", "Due"])} {text(row["dueDate"])} · {say(["联系人", "Contact"])}{" "}
        {text(row["supplierContactCode"]) || text(row["supplierContactName"]) || "–"} · {say(["已签", "Signed"])}{" "}
        {String(row["signedCount"])}/{String(row["detailCount"])}
      </p>
      {row["supplierOpinion"] ? (
        <p className="pc-note pc-warn">
          {say(["供方意见：", "Supplier's comment: "])}
          {text(row["supplierOpinion"])}
        </p>
      ) : null}
      <div className="tr-split">
        <div className="tr-tabs" role="tablist" aria-label={say(["协议", "Agreements"])}>
          {details.map((one) => (
            <button
              key={String(one["id"])}
              type="button"
              role="tab"
              className="tr-tab"
              aria-selected={one === detail}
              onClick={() => choose(String(one["id"]))}
            >
              <b>{text(one["agreementName"])}</b>
              <span>
                v{String(one["version"])} · {text(one["validTo"])}
              </span>
              <DetailTag code={one["detailStatus"]} />
            </button>
          ))}
        </div>
        {detail ? (
          <Agreement
            key={`${String(detail["id"])}:${String(row["versionNum"])}`}
            row={row}
            detail={detail}
            answering={answering}
            helping={helping}
            again={again}
          />
        ) : null}
      </div>
      {answering ? <SupplierTurn row={row} done={again} /> : null}
      {helping && details.some((one) => one["assistStatus"] === "WAITING") ? <CoHandlingDone row={row} done={again} /> : null}
      <FilesBlock entity={agreementSigning} fieldKey="fileIds" row={row} showVisibility={!supplier} />
    </>
  );
}

interface OneProps {
  readonly row: Row;
  readonly detail: Row;
  readonly answering: boolean;
  readonly helping: boolean;
  again(): void;
}

function Agreement({ row, detail, answering, helping, again }: OneProps) {
  const say = useText();
  const viewer = useViewer();
  const signing = detail["detailStatus"] === "SIGNING";
  const supplier = viewer.audience === "supplier";
  const eSigning = signing && supplier && detail["signMode"] === "ESIGN" && viewer.may("btnSupplierConfirm");
  const onPaper = signing && !supplier && detail["signMode"] === "PAPER" && viewer.may("btnStartSign");
  const shared = { row, detail, done: again };
  return (
    <div role="tabpanel">
      <AgreementFacts detail={detail} />
      {answering && detail["detailStatus"] !== "SIGNED" ? <SupplierStand {...shared} /> : null}
      {helping && detail["assistStatus"] === "WAITING" ? <CoHandling {...shared} /> : null}
      {eSigning ? <LocalSigning {...shared} /> : null}
      {onPaper ? <PaperSigning {...shared} /> : null}
      <Versions detail={detail} />
      {detail["content"] && !eSigning && !helping ? (
        <section className="tr-box" aria-label={say(["正文", "Text"])}>
          <h3>{say(["正文", "Text"])}</h3>
          <Clauses content={text(detail["content"])} />
        </section>
      ) : null}
    </div>
  );
}
