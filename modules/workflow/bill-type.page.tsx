import type { Seen } from "#kernel/seen.ts";
import { useState } from "react";
import { useText } from "#kernel/web/language.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { billType } from "./bill-type.entity.ts";
import { type Dimension, DimensionField, ProcessField, RouteRuleField } from "./parts/billFields.tsx";
import { NodePanel, SubjectPanel } from "./parts/NodePanel.tsx";

export const page = { route: "baseApprovalBillTypeList", title: ["审批单据类型", "Approval document types"] };

/** The same route with a bill type named is its page: there is room for its nodes. */
const paged = { ...billType, pages: { ...billType.pages, edit: "baseApprovalBillTypeList" } } as typeof billType;

/** What a bill type is approved by when nobody said so. */
const modeOf = (row: Seen<typeof billType>): string =>
  String(row.approvalMode || (row.processKey ? "BPM" : row.compiledKey ? "NODE_CHAIN" : "ONE_STEP"));

function Mode({ row }: { readonly row: Seen<typeof billType> }) {
  const say = useText();
  const modes = useLookup("APPROVAL_MODE");
  return (
    <>
      {modes.meaning(modeOf(row))}
      {row.approvalMode ? null : <span className="pg-code">{say(["推定", "derived"])}</span>}
    </>
  );
}

const slots = listSlots<typeof billType>({
  cells: {
    batchFlag: { showIcon: { value: "YN", falseShow: false } },
    approvalMode: { width: 140, render: (row) => <Mode row={row} /> },
    processKey: {
      render: (row) =>
        row.processKey ? (
          <PageLink href={`/main/processList?keyword=${encodeURIComponent(String(row.processKey))}`}>{String(row.processKey)}</PageLink>
        ) : (
          <span className="pg-none">–</span>
        ),
    },
  },
  hideNew: true,
});

const dimension = (key: Dimension, kinds: readonly string[]) => (model: EditModel<typeof billType>) => (
  <DimensionField model={model} fieldKey={key} kinds={kinds} />
);

const editSlots: EditSlots<typeof billType> = {
  fields: {
    processKey: (model) => <ProcessField model={model} />,
    routeRuleCode: (model) => <RouteRuleField model={model} />,
    amountField: dimension("amountField", ["money", "price", "qty"]),
    currencyField: dimension("currencyField", ["pick", "text", "code"]),
    orgField: dimension("orgField", ["ref"]),
    categoryField: dimension("categoryField", ["ref"]),
    supplierField: dimension("supplierField", ["ref"]),
  },
  sidePanel: [
    { key: "node", label: ["节点", "Node"], render: (model) => <NodePanel model={model} /> },
    { key: "subject", label: ["卡片字段", "Card"], render: (model) => <SubjectPanel model={model} /> },
  ],
};

/** How each kind of document is approved: mode, process or simple chain, dimensions, and the facts its cards show. */
export default function BillTypesPage() {
  const tab = useTab();
  const [id] = useState(tab.query.id);
  return <Ground>{id ? <EditPage entity={paged} slots={editSlots} /> : <ListPage entity={paged} slots={slots} />}</Ground>;
}
