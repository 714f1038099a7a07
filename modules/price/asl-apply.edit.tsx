import type { Form } from "#kernel/seen.ts";
import { Card } from "#kernel/web/block/Card.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useStore } from "zustand";
import type { aslApply, aslApplyLine } from "./asl-apply.entity.ts";

interface Supplier {
  readonly id: string;
  readonly supplierCode: string | null;
  readonly supplierName: string;
  readonly supplierNameEn: string | null;
  readonly supStatus: string | null;
  readonly supLevel: string | null;
  readonly riskLight: string | null;
  readonly blacklistFlag: string;
  readonly open8D: number | null;
}

/** One supplier of the page: what speaks for and against it. */
function SupplierCard({ one }: { readonly one: Supplier }) {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const status = useLookup("SUP_STATUS");
  const grade = useLookup("SUP_LEVEL");
  const light = useLookup("RISK_LIGHT");
  const unknown = <span className="pg-none">{say(["系统内暂无记录", "Not available yet"])}</span>;
  return (
    <Card title={<PageLink href={`/main/supplierInfoEdit?id=${one.id}`}>{(english && one.supplierNameEn) || one.supplierName}</PageLink>}>
      <FactGrid
        lines
        facts={[
          { label: say(["供应商状态", "Status"]), value: one.supStatus ? status.meaning(one.supStatus) : "–" },
          { label: say(["等级", "Level"]), value: one.supLevel ? grade.meaning(one.supLevel) : "–" },
          { label: say(["风险", "Risk"]), value: one.riskLight ? light.meaning(one.riskLight) : "–" },
          { label: say(["最近绩效", "Last grade"]), value: unknown },
          { label: say(["未结8D索赔", "Open 8D, claims"]), value: one.open8D ?? unknown },
          one.blacklistFlag === "Y"
            ? { label: say(["黑名单", "Blacklist"]), value: say(["已列入", "Listed"]), tone: "error" }
            : { label: say(["黑名单", "Blacklist"]), value: say(["否", "No"]) },
        ]}
      />
    </Card>
  );
}

function Suppliers({ model }: { readonly model: EditModel<typeof aslApply> }) {
  const say = useText();
  const lines = useStore(model.state, (state) => state.doc.lines) ?? [];
  const ids = [...new Set(lines.flatMap((line) => (line.supplierId ? [String(line.supplierId)] : [])))].sort();
  const load = useLoad(`asl.suppliers:${ids.join()}`, async () =>
    ids.length ? (await call<readonly Supplier[]>("srmServer/v1/srmPurAslApplyRestful/previewSuppliers", { supplierIds: ids })).data : [],
  );
  return (
    <PanelState
      load={load}
      isEmpty={(rows) => rows.length === 0}
      empty={say(["选择供应商后，这里显示其状态。", "Choose suppliers to see their status."])}
    >
      {(rows) => (
        <Stack>
          {rows.map((row) => (
            <SupplierCard key={row.id} one={row} />
          ))}
        </Stack>
      )}
    </PanelState>
  );
}

/** An application: lines of item or category with supplier, and beside them how these suppliers stand. */
export const slots: EditSlots<typeof aslApply> = {
  sidePanel: [{ key: "suppliers", label: ["供应商", "Suppliers"], render: (model) => <Suppliers model={model} /> }],
  lineRules: {
    lines: () => ({
      editable: (row, key) => (key === "itemId" ? row.aslLevel !== "CATEGORY" : key === "categoryId" ? row.aslLevel === "CATEGORY" : true),
    }),
  },
  cells: {
    lines: {
      duplicateFlag: {
        render: (row) => <Exists row={row} />,
        width: 96,
      },
    },
  },
};

function Exists({ row }: { readonly row: Form<typeof aslApplyLine> }) {
  const say = useText();
  return row.duplicateFlag === "Y" ? <span className="pc-bad">{say(["已在清单", "On the list"])}</span> : <>–</>;
}
