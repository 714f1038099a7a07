import { Button } from "antd";
import { Check, CircleAlert, Plus } from "lucide-react";
import { useStore } from "zustand";
import { isSame, isShownNow, isWritable, type Row } from "#kernel/page-document.ts";
import type { Form } from "#kernel/seen.ts";
import { formOf } from "#kernel/page.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { FilesSections } from "#kernel/web/page/edit/FilesSection.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { LineSections } from "#kernel/web/page/edit/LineSections.tsx";
import { FormGrid } from "#kernel/web/page/FormGrid.tsx";
import { companyMusts } from "../completeness.ts";
import type { register } from "../register.entity.ts";
import type { Remarks } from "../review.ts";
import type { FileTab } from "../tabs.ts";
import { entity, type Proof, type Standing } from "./useFile.tsx";

const shownSections = ["Registration", "Business"];

/** The form of the company, with what reviewers said under the field it is about. */
export function CompanyForm({
  model,
  editable,
  remarks,
}: {
  readonly model: EditModel<typeof register>;
  readonly editable: boolean;
  readonly remarks: Remarks;
}) {
  const say = useText();
  const { base, doc, errors } = useStore(model.state);
  const musts = companyMusts(doc);
  return (
    <>
      {formOf(entity, "registrant")
        .filter((section) => shownSections.includes(section.label[1]))
        .map((section) => (
          <section key={section.key} className="pg-section" aria-label={say(section.label)}>
            <h2 className="pg-h2">{say(section.label)}</h2>
            <FormGrid
              cells={section.cells}
              row={doc}
              shown={(key) => isShownNow(entity, key, doc)}
              required={(key) => musts.includes(key)}
              asText={(key) => !editable || !isWritable(entity.fields[key]!, false) || key === "registerNo"}
              message={(key) => errors.get(key) ?? (remarks[key] ? `${say(["审核意见：", "Reviewer: "])}${remarks[key]}` : undefined)}
              changed={(key) => editable && base !== null && !isSame((base as Row)[key], (doc as Row)[key])}
              patch={model.patch}
            />
          </section>
        ))}
      <FilesSections model={model} editable={editable} />
    </>
  );
}

/** A model that shows only some of its tables. */
const only = (model: EditModel<typeof register>, collections: readonly string[]): EditModel =>
  Object.create(model, {
    lines: { value: Object.fromEntries(Object.entries(model.lines).filter(([key]) => collections.includes(key))) },
  }) as EditModel;

export function TableTab({
  model,
  tab,
  editable,
}: {
  readonly model: EditModel<typeof register>;
  readonly tab: FileTab;
  readonly editable: boolean;
}) {
  const say = useText();
  return (
    <>
      {tab.hint && editable ? <p className="pc-note">{say(tab.hint)}</p> : null}
      <LineSections model={only(model, tab.collections)} editable={editable} />
    </>
  );
}

const isThere = (proof: Proof, rows: readonly Form<(typeof register)["lines"]["certificates"]>[]): boolean =>
  rows.some(
    (row) =>
      (row.requireId === proof.id || (!row.requireId && row.certType === proof.certType)) &&
      Boolean(row.fileIds) &&
      (!proof.needNo || Boolean(row.certNo)) &&
      (!proof.needValidity || row.longTermFlag === "Y" || Boolean(row.validTo)),
  );

/** The proofs that are asked for, each with whether it is there; a press lays out the row for it. */
export function Proofs({
  model,
  standing,
  editable,
}: {
  readonly model: EditModel<typeof register>;
  readonly standing: Standing;
  readonly editable: boolean;
}) {
  const say = useText();
  const rows = useStore(model.state, (state) => state.doc.certificates ?? []);
  if (standing.requirements.length === 0)
    return (
      <p className="pc-note">{say(["没有规定必须提交的资质，可自愿上传。", "No documents are required; you can upload what you have."])}</p>
    );
  const add = (proof: Proof): void =>
    void model.lines.certificates!.insert([{ requireId: proof.id, certType: proof.certType, certName: proof.name, longTermFlag: "N" }]);
  return (
    <ItemList framed label={say(["资质要求", "Requested documents"])}>
      {standing.requirements.map((proof) => {
        const there = isThere(proof, rows);
        const begun = rows.some((row) => row.requireId === proof.id);
        return (
          <Item
            key={proof.id}
            lead={
              <Words tone={there ? "success" : proof.must ? "warning" : "neutral"}>
                {there ? <Check size={14} aria-hidden /> : <CircleAlert size={14} aria-hidden />}
              </Words>
            }
            title={
              <strong>
                {proof.must ? (
                  <span className="pg-star" aria-hidden>
                    *
                  </span>
                ) : null}
                {proof.name}
              </strong>
            }
            note={proof.explain || (proof.must ? say(["必须提交", "Required"]) : say(["可选", "Optional"]))}
            end={
              editable && !there && !begun ? (
                <Button size="small" icon={<Plus size={13} />} onClick={() => add(proof)}>
                  {say(["填写", "Fill in"])}
                </Button>
              ) : (
                <Words size="small">
                  {there ? say(["已填写", "Filled in"]) : say(["待补全附件、证号或有效期", "File, number or validity missing"])}
                </Words>
              )
            }
          />
        );
      })}
    </ItemList>
  );
}
