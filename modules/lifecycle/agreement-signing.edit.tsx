import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { PageWorld } from "#kernel/web/page/PageWorld.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Input } from "antd";
import { useState } from "react";
import { useStore } from "zustand";
import { missingVariables } from "./clauses.ts";
import { AgreementFacts, DetailTag } from "./parts/AgreementFacts.tsx";
import { PaperSigning, Variables, shownText, type Variable } from "./parts/AgreementInternal.tsx";
import { AgreementPackage } from "./parts/AgreementPackage.tsx";
import { Clauses, Versions } from "./parts/Clauses.tsx";
import { agreementSigning } from "./signing.entity.ts";
import "./parts/trial.css";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The texts behind the lines: one agreement at a time, written, filled in, compared, and once agreed signed. */
function Texts({ model }: { readonly model: EditModel }) {
  const say = useText();
  const store = model.lines["details"]!;
  const rows = useStore(store.state, (state) => state.rows).filter((one) => !one.deleted);
  const [chosen, choose] = useState("");
  const edit = rows.find((one) => one.key === chosen) ?? rows[0];
  if (!edit)
    return <p className="pc-note">{say(["先在上表添加协议，再在此处填写正文", "Add agreements above, then write their text here"])}</p>;
  return (
    <section className="pg-section" data-section="texts" aria-label={say(["协议正文与版本", "Texts and versions"])}>
      <h2 className="pg-h2">{say(["协议正文与版本", "Texts and versions"])}</h2>
      <div className="tr-split">
        <div className="tr-tabs" role="tablist" aria-label={say(["协议", "Agreements"])}>
          {rows.map((one) => (
            <button key={one.key} type="button" role="tab" className="tr-tab" aria-selected={one === edit} onClick={() => choose(one.key)}>
              <b>{text(one.row["agreementName"]) || say(["未命名", "Unnamed"])}</b>
              <span>
                v{String(one.row["version"] ?? 1)} · {text(one.row["assistUserName"]) || say(["无协办", "No co-handler"])}
              </span>
              <DetailTag code={one.row["detailStatus"] ?? "DRAFT"} />
            </button>
          ))}
        </div>
        <OneText key={edit.key} model={model} lineKey={edit.key} row={edit.row} />
      </div>
    </section>
  );
}

function OneText({ model, lineKey, row }: { readonly model: EditModel; readonly lineKey: string; readonly row: Row }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const editable = model.editable() && row["detailStatus"] !== "SIGNED";
  const set = (field: string, value: unknown) => model.lines["details"]!.set([{ key: lineKey, field, value }], `text.${field}`);
  const content = text(row["content"]);
  const variables = (row["variables"] ?? []) as readonly Variable[];
  const missing = missingVariables(content, variables);
  const paper = base && row["signMode"] === "PAPER" && row["detailStatus"] === "SIGNING" && model.viewer.may("btnStartSign");
  return (
    <div role="tabpanel">
      {row["id"] ? <AgreementFacts detail={row} /> : null}
      {paper ? <PaperSigning row={base} detail={row} done={(document) => model.take(document)} /> : null}
      {editable ? (
        <section className="tr-box">
          <h3>
            {say(["正文", "Text"])}
            <small>
              {say([
                "一条一段，以编号开头；变量写作 {{名称}}。合同模板尚未接入",
                "One clause per paragraph, starting with its number; variables as {{name}}. Contract templates are not connected yet",
              ])}
            </small>
          </h3>
          <Input.TextArea
            rows={12}
            maxLength={60_000}
            value={content}
            aria-label={say(["协议正文", "Text of the agreement"])}
            onChange={(e) => set("content", e.target.value || null)}
          />
          <Variables content={content} variables={variables} change={(next) => set("variables", next)} />
          {missing.length > 0 ? (
            <p className="pc-note pc-warn">
              {say([`变量未填写：${missing.join("、")}`, `Variables without a value: ${missing.join(", ")}`])}
            </p>
          ) : null}
        </section>
      ) : null}
      <Versions detail={row} />
      {content ? (
        <section className="tr-box" aria-label={say(["供方所见", "As the supplier reads it"])}>
          <h3>{editable ? say(["供方所见", "As the supplier reads it"]) : say(["正文", "Text"])}</h3>
          <Clauses content={shownText(content, variables)} />
        </section>
      ) : null}
    </div>
  );
}

/** A co-handler who came here is shown the way to his own part. */
function Helping({ model }: { readonly model: EditModel }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const mine = ((base?.["details"] ?? []) as Row[]).some(
    (one) => one["assistUserId"] === model.viewer.userId && one["assistStatus"] === "WAITING",
  );
  if (base?.["status"] !== "ASSISTING" || !mine) return null;
  return (
    <p className="tr-box" data-now="yes">
      {say(["有协议由您协办：", "Agreements for you to co-handle: "])}
      <PageLink href={`/main/AgreementSigningAssistEdit?id=${String(base["id"])}`}>{say(["去协办", "Co-handle"])}</PageLink>
    </p>
  );
}

const slots: EditSlots = { head: (model) => <Helping model={model} />, afterLines: (model) => <Texts model={model} /> };

/** A package of agreements being drawn up and followed; a supplier that comes here reads and answers it. */
export default function AgreementSigningEdit() {
  const viewer = useViewer();
  if (viewer.audience === "supplier") return <AgreementPackage />;
  return (
    <PageWorld>
      <EditPage entity={agreementSigning} slots={slots} />
    </PageWorld>
  );
}
