import { amountText, textOf } from "#kernel/page-format.ts";
import type { Form } from "#kernel/seen.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { useText } from "#kernel/web/language.ts";
import { BeginFrom } from "#kernel/web/from/BeginFrom.tsx";
import { ChooseDialog } from "#kernel/web/from/ChooseDialog.tsx";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import type { Button } from "#kernel/web/table/types.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { ListPlus } from "lucide-react";
import { useStore } from "zustand";
import { StatementPaper } from "../parts/StatementPaper.tsx";
import { DisputeWindow, SettleWindow } from "../parts/Differences.tsx";
import { statementsFrom } from "../parts/start.tsx";
import { accountStmt } from "./stmt.entity.ts";
import type { stmtTransaction } from "./stmt-lines.entity.ts";

export const page = { route: "accountStmtEdit", title: ["对账单", "Statement"] };

type Model = EditModel<typeof accountStmt>;
type Row = Form<typeof stmtTransaction>;

/** What the statement comes to, always in view; the figures are the server's. */
function Totals({ model }: { readonly model: Model }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  if (!base?.id) return null;
  const currency = textOf(base.currency);
  const amount = (value: unknown): string => amountText(value as string, currency, currency);
  return (
    <FigureStrip
      label={say(["对账单金额", "Amounts of the statement"])}
      figures={[
        { key: "goods", label: say(["货款", "Goods"]), value: amount(base.goodsInc) },
        { key: "adjust", label: say(["调整", "Adjustments"]), value: amount(base.adjustInc) },
        { key: "invoiceable", label: say(["应开票", "To be invoiced"]), value: amount(base.invoiceableInc) },
        { key: "invoiced", label: say(["已开票", "Invoiced"]), value: amount(base.invoicedInc) },
      ]}
    />
  );
}

/** Rows come from the transactions that are open for this supplier, business unit, currency and term. */
const tools = (model: Model, rows: RowStore<Row>): readonly Button<Row>[] => {
  if (!model.editable() || !model.viewer.may("btnLoadTransaction")) return [];
  const { base } = model.state.getState();
  const fixed = Object.fromEntries(
    (["orgId", "supplierId", "currency"] as const).flatMap((key) => (base?.[key] ? [[key, base[key]] as const] : [])),
  );
  return [
    {
      label: ["加载事务", "Load transactions"],
      icon: ListPlus,
      handler: () =>
        openWindow((close) => (
          <ChooseDialog
            title={["加载事务", "Load transactions"]}
            of={statementsFrom}
            press={["加入对账单", "Add to statement"]}
            fixed={fixed}
            take={(lines) => rows.insert(lines as readonly Row[])}
            close={close}
          />
        )),
    },
  ];
};

const slots: EditSlots<typeof accountStmt> = {
  head: (model) => <Totals model={model} />,
  lineToolbar: { transactions: tools },
  lineRules: {
    lines: () => ({ fixed: true, editable: () => false }),
    details: () => ({ fixed: true, editable: () => false }),
  },
  asks: { doDispute: (ask) => <DisputeWindow ask={ask} />, doSettleDispute: (ask) => <SettleWindow ask={ask} /> },
  print: (paper) => <StatementPaper {...paper} />,
};

/** A statement drawn up, agreed on and followed to its invoices. */
export default function StatementEdit() {
  return (
    <Ground>
      <BeginFrom of={statementsFrom}>
        <EditPage entity={accountStmt} slots={slots} />
      </BeginFrom>
    </Ground>
  );
}
