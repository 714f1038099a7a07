import { Button } from "antd";
import { Plus, Radar } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { supplierControl } from "#modules/supplier/web.tsx";
import type { dailyManage } from "./daily-manage.entity.ts";
import { ImpactTable, type ImpactShown } from "./parts/ImpactTable.tsx";

const scoped = ["FREEZE", "UNFREEZE", "SUSPEND", "RESUME"];
const restricting = ["FREEZE", "SUSPEND"];

type Model = EditModel<typeof dailyManage>;

const typeOf = (model: Model): string => model.state.getState().header.manageType ?? "";

/** The controls of the supplier that are in force, each to be put among the lines. */
function Controls({ model, supplierId }: { readonly model: Model; readonly supplierId: string }) {
  const say = useText();
  const scope = useLookup("CONTROL_SCOPE");
  const operation = useLookup("SUP_OPERATION");
  const lines = useStore(model.state, (state) => state.doc.lines ?? []);
  const load = useRows(supplierControl, { supplierId, controlStatus: "ACTIVE", pageRows: 50 });
  if (load.error) return <p className="pc-bad">{load.error}</p>;
  if (load.data?.length === 0)
    return <p className="pc-note">{say(["该供应商没有生效中的管控。", "This supplier has no active controls."])}</p>;
  return (
    <ItemList framed>
      {load.data
        ?.filter(({ id }) => !lines.some(({ controlId }) => controlId === id))
        .map((control) => {
          const { id, scopeType, orgId, orgName, categoryId, categoryName, siteName, itemName, blockedOps, startDate, endDate } = control;
          const line = { controlId: id, controlName: scopeType, scopeType, orgId, orgName, categoryId, categoryName, blockedOps };
          return (
            <Item
              key={id}
              title={[scope.meaning(scopeType), orgName, categoryName, siteName, itemName].filter(Boolean).join(" · ")}
              note={[
                (blockedOps ?? []).map((op) => operation.meaning(op)).join(say(["、", ", "])),
                `${startDate} – ${endDate ?? say(["解除为止", "until lifted"])}`,
              ].join(" · ")}
              end={
                <Button size="small" icon={<Plus size={13} />} onClick={() => model.lines.lines!.insert([line])}>
                  {say(["解除", "Lift"])}
                </Button>
              }
            />
          );
        })}
    </ItemList>
  );
}

/** What the lines mean for this kind of measure. */
function Guide({ model }: { readonly model: Model }) {
  const say = useText();
  const type = useStore(model.state, (state) => state.header.manageType ?? "");
  const supplierId = useStore(model.state, (state) => state.header.supplierId ?? null);
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
function ImpactPreview({ model }: { readonly model: Model }) {
  const say = useText();
  const work = useWork();
  const [seen, setSeen] = useState<ImpactShown | null>(null);
  const doc = useStore(model.state, (state) => state.doc);
  if (!restricting.includes(doc.manageType ?? "") || model.viewer.audience === "supplier") return null;
  const shown = seen ?? ((doc.impactJson as ImpactShown | null | undefined) || null);
  const ask = () =>
    work.run(async () =>
      setSeen(
        (
          await call<ImpactShown>("srmServer/v1/srmSlcDailyManageRestful/previewImpact", {
            supplierId: doc.supplierId,
            lines: doc.lines ?? [],
          })
        ).data,
      ),
    );
  return (
    <section className="pg-section" aria-label={say(["影响", "Impact"])}>
      <h2 className="pg-h2">
        {say(["影响", "Impact"])}{" "}
        {model.viewer.may("btnImpact") ? (
          <Button size="small" icon={<Radar size={13} />} loading={work.busy} disabled={!doc.supplierId} onClick={() => void ask()}>
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
export const slots: EditSlots<typeof dailyManage> = {
  beforeLines: (model) => <Guide model={model} />,
  afterLines: (model) => <ImpactPreview model={model} />,
  lineRules: {
    lines: (model) => ({
      hidden: !scoped.includes(typeOf(model)) && model.lines.lines?.rows().length === 0,
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
