import { cmp, isDecimal } from "#kernel/decimal.ts";
import { amountText, qtyText, textOf } from "#kernel/page-format.ts";
import type { Form } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call, messageOf } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { writeOff } from "../write-off.entity.ts";

const asked = (doc: Form<typeof writeOff>): string =>
  JSON.stringify({
    type: doc.writeOffType,
    lines: (doc.lines ?? [])
      .filter((line) => line.receiveLineId || line.transactionId)
      .map((line) => ({
        receiveLineId: line.receiveLineId,
        transactionId: line.transactionId,
        qty: textOf(line.qty),
        undoRejectedQty: textOf(line.undoRejectedQty),
      })),
  });

interface Effect {
  readonly orderRow: string | null;
  readonly qty?: string;
  readonly reversible: string;
  readonly openBefore: string;
  readonly openAfter: string;
  readonly inTransitBefore: string;
  readonly inTransitAfter: string;
  readonly netBefore: string;
  readonly netAfter: string;
  readonly amountExcl: string;
  readonly taxAmount: string;
  readonly amountIncl: string;
  readonly currency: string;
}

const isOver = ({ qty, reversible }: Effect): boolean => isDecimal(qty) && cmp(qty, reversible) > 0;

/** What the write-off will do once it is approved, worked out while it is typed: order, road, goods and money. */
export function EffectPreview({ model }: { readonly model: EditModel<typeof writeOff> }) {
  const say = useText();
  const question = useStore(model.state, (state) => asked(state.doc));
  const isPosted = useStore(model.state, (state) => state.base?.status === "POSTED");
  const [rows, setRows] = useState<readonly (Effect | null)[]>([]);
  const [value, setSaid] = useState("");
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    let isCurrent = true;
    const body = JSON.parse(question) as { type?: string; lines: { readonly qty: string }[] };
    const timer = setTimeout(async () => {
      if (!body.type || body.lines.length === 0 || isPosted) {
        if (isCurrent) setRows([]);
        return;
      }
      try {
        const { data } = await call<{ rows: readonly (Effect | null)[] }>("srmServer/v1/srmPurWriteOffRestful/doPreview", body);
        if (!isCurrent) return;
        setRows(data.rows.map((row, i) => (row ? { ...row, qty: body.lines[i]?.qty } : null)));
        setSaid("");
      } catch (error) {
        if (isCurrent) setSaid(messageOf(error));
      }
    }, 350);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [question, isPosted, language]);
  if (isPosted) return null;
  const moved = (key: string, title: Text, before: keyof Effect, after: keyof Effect) => ({
    key,
    title: say(title),
    number: true,
    cell: (row: Effect) => (
      <>
        {qtyText(textOf(row[before]))} → <b>{qtyText(textOf(row[after]))}</b>
      </>
    ),
  });
  const money = (key: "amountExcl" | "taxAmount" | "amountIncl", title: Text) => ({
    key,
    title: say(title),
    number: true,
    cell: (row: Effect) => amountText(row[key], row.currency),
  });
  return (
    <Section name="effect" title={say(["过账影响预览", "Effect of approval"])}>
      <div aria-live="polite">
        <WorkError of={{ error: value }} />
        <PlainTable
          label={say(["过账影响预览", "Effect of approval"])}
          rows={rows.filter((row) => row !== null)}
          rowKey={(_, at) => String(at)}
          empty={say([
            "选择接收行并填写数量后，这里显示订单、在途、净收货与金额的变化。",
            "Choose receipt lines and quantities to see the effect on order, transit, stock and amounts.",
          ])}
          columns={[
            { key: "orderRow", title: say(["订单行", "Order line"]), cell: (row) => textOf(row.orderRow) },
            {
              key: "reversible",
              title: say(["可冲销", "Reversible"]),
              number: true,
              cell: (row) => <Words {...(isOver(row) ? { tone: "error", size: "strong" } : {})}>{qtyText(row.reversible)}</Words>,
            },
            moved("open", ["订单未交", "Order open"], "openBefore", "openAfter"),
            moved("transit", ["在途", "In transit"], "inTransitBefore", "inTransitAfter"),
            moved("net", ["净收货", "Net received"], "netBefore", "netAfter"),
            money("amountExcl", ["未税金额", "Net amount"]),
            money("taxAmount", ["税额", "Tax"]),
            money("amountIncl", ["价税合计", "Total"]),
          ]}
        />
      </div>
    </Section>
  );
}
