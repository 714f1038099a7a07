import { Button } from "antd";
import { Plus, Radar } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { supplierControl } from "#modules/supplier/web.tsx";
import { ImpactTable, type ImpactShown } from "./parts/ImpactTable.tsx";

const scoped = ["FREEZE", "UNFREEZE", "SUSPEND", "RESUME"];
const restricting = ["FREEZE", "SUSPEND"];

const typeOf = (model: EditModel): string => String(model.state.getState().header["manageType"] ?? "");

/** The controls of the supplier that are in force, each to be put among the lines. */
function Controls({ model, supplierId }: { readonly model: EditModel; readonly supplierId: string }) {
  const say = useText();
  const scope = useLookup("CONTROL_SCOPE");
  const operation = useLookup("SUP_OPERATION");
  const lines = useStore(model.state, (state) => (state.doc["lines"] as readonly Row[] | undefined) ?? []);
  const load = useLoad(`controls:${supplierId}`, async () =>
    entityCall.page(supplierControl as unknown as Entity, { supplierId, controlStatus: "ACTIVE", pageIndex: 1, pageRows: 50 }),
  );
  const rows = (load.data?.data ?? []) as readonly Row[];
  const open = rows.filter((row) => !lines.some((line) => line["controlId"] === row["id"]));
  if (load.error) return <p className="pc-bad">{load.error}</p>;
  if (load.data && rows.length === 0)
    return <p className="pc-note">{say(["该供应商没有生效中的管控。", "This supplier has no active controls."])}</p>;
  return (
    <ul className="lm-controls">
      {open.map((row) => (
        <li key={String(row["id"])}>
          <span>
            {scope.meaning(String(row["scopeType"]))}
            {["orgName", "categoryName", "siteName", "itemName"].flatMap((key) => (row[key] ? [` · ${String(row[key])}`] : []))}
          </span>
          <span>{((row["blockedOps"] as string[] | null) ?? []).map((op) => operation.meaning(op)).join(say(["、", ", "]))}</span>
          <span>
            {String(row["startDate"])} – {String(row["endDate"] ?? say(["解除为止", "until lifted"]))}
          </span>
          <Button
            size="small"
            icon={<Plus size={13} />}
            onClick={() =>
              model.lines["lines"]!.insert([
                {
                  controlId: row["id"],
                  controlName: row["scopeType"],
                  scopeType: row["scopeType"],
                  orgId: row["orgId"],
                  orgName: row["orgName"],
                  categoryId: row["categoryId"],
                  categoryName: row["categoryName"],
                  blockedOps: row["blockedOps"],
                },
              ])
            }
          >
            {say(["解除", "Lift"])}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** What the lines mean for this kind of measure. */
function Guide({ model }: { readonly model: EditModel }) {
  const say = useText();
  const type = useStore(model.state, (state) => String(state.header["manageType"] ?? ""));
  const supplierId = useStore(model.state, (state) => (state.header["supplierId"] as string | null) ?? null);
  if (model.viewer.audience === "supplier" || !scoped.includes(type)) return null;
  const text = {
    FREEZE: say([
      "每行是一个范围与其中被禁止的操作；未列出的操作照常进行。",
      "Each line is a scope and what is blocked there; everything else stays allowed.",
    ]),
    SUSPEND: say([
      "每行是一个要暂停的品类；空的组织表示全部组织。",
      "Each line is a category to suspend; an empty organisation means all.",
    ]),
    RESUME: say(["每行是一个要恢复的品类，恢复到暂停前的状态。", "Each line is a category to resume, as it was before."]),
    UNFREEZE: say(["从生效中的管控里选择要解除的。", "Choose an active control."]),
  }[type];
  return (
    <div className="pg-section">
      <p className="pc-note">{text}</p>
      {type === "UNFREEZE" && supplierId ? <Controls model={model} supplierId={supplierId} /> : null}
    </div>
  );
}

/** What a restriction would meet today; after submission what it met then. */
function ImpactPreview({ model }: { readonly model: EditModel }) {
  const say = useText();
  const work = useWork();
  const [seen, setSeen] = useState<ImpactShown | null>(null);
  const doc = useStore(model.state, (state) => state.doc);
  if (!restricting.includes(String(doc["manageType"])) || model.viewer.audience === "supplier") return null;
  const shown = seen ?? ((doc["impactJson"] as ImpactShown | null) || null);
  const ask = () =>
    work.run(async () =>
      setSeen(
        (
          await call<ImpactShown>("srmServer/v1/srmSlcDailyManageRestful/previewImpact", {
            supplierId: doc["supplierId"],
            lines: doc["lines"] ?? [],
          })
        ).data,
      ),
    );
  return (
    <section className="pg-section" aria-label={say(["影响", "Impact"])}>
      <h2 className="pg-h2 lm-head">
        {say(["影响", "Impact"])}{" "}
        {model.viewer.may("btnImpact") ? (
          <Button size="small" icon={<Radar size={13} />} loading={work.busy} disabled={!doc["supplierId"]} onClick={() => void ask()}>
            {say(["影响预览", "Preview impact"])}
          </Button>
        ) : null}
      </h2>
      {work.error ? (
        <p className="pc-bad" role="alert">
          {work.error}
        </p>
      ) : null}
      {shown ? (
        <ImpactTable impact={shown} />
      ) : (
        <p className="pc-note">
          {say([
            "提交前看一看会碰到哪些未结业务；提交时会保存快照。",
            "See the affected open business before submitting. A snapshot is saved on submission.",
          ])}
        </p>
      )}
    </section>
  );
}

/** A measure: lines that fit its kind, and what it would meet. */
export const slots: EditSlots = {
  beforeLines: (model) => <Guide model={model} />,
  afterLines: (model) => <ImpactPreview model={model} />,
  lineRules: {
    lines: (model) => ({
      hidden: !scoped.includes(typeOf(model)) && model.lines["lines"]?.rows().length === 0,
      fixed: !scoped.includes(typeOf(model)),
      editable: (_, key) => {
        const type = typeOf(model);
        if (type === "UNFREEZE") return false;
        if (type === "SUSPEND" || type === "RESUME") return key === "categoryId" || key === "orgId";
        return key !== "controlId";
      },
    }),
  },
};
