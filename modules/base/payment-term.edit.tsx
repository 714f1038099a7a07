import { format, isDecimal } from "#kernel/decimal.ts";
import type { Form } from "#kernel/seen.ts";
import { percentText } from "#kernel/page-format.ts";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { Input } from "antd";
import { useState } from "react";
import { useStore } from "zustand";
import type { paymentTerm, termNode } from "./term.entity.ts";
import { scheduleOf, summaryOf, totalOf, type TermNode } from "./schedule.ts";

type Node = Form<typeof termNode>;

const whole = (value: unknown): number | null => (value === null || value === undefined || value === "" ? null : Number(value));
const isReady = (row: Node): boolean => isDecimal(String(row.proportion ?? "")) && Boolean(row.nodeType);
const nodeOf = (row: Node, index: number): TermNode => ({
  nodeSeq: Number(row.nodeSeq ?? index + 1),
  nodeType: String(row.nodeType),
  proportion: String(row.proportion),
  dueMode: String(row.dueMode ?? "DAYS_AFTER"),
  days: whole(row.days),
  months: whole(row.months),
  dayOfMonth: whole(row.dayOfMonth),
});

/** The sum of the parts while they are typed, and what an amount would come to. */
function Simulator({ model }: { readonly model: EditModel<typeof paymentTerm> }) {
  const say = useText();
  const kind = useLookup("PAYMENT_NODE_TYPE");
  const rows = useStore(model.state, (state) => state.doc.nodes) ?? [];
  const nodes = rows.filter(isReady).map(nodeOf);
  const [amount, setAmount] = useState("100000.00");
  const [events, setEvents] = useState<Readonly<Record<string, string>>>({});
  const total = totalOf(nodes);
  const types = [...new Set(nodes.map((node) => node.nodeType))];
  if (nodes.length === 0) return null;
  return (
    <section className="pg-section" aria-label={say(["付款试算", "Simulator"])}>
      <h2 className="pg-h2">{say(["付款试算", "Simulator"])}</h2>
      <Stack>
        <Words as="p" role="status" tone={total === "100" ? "success" : "error"}>
          {say([`比例合计 ${total}%`, `Proportions total ${total}%`])}
          {total === "100" ? "" : say(["，必须等于 100%", ", must be 100%"])} · {say(summaryOf(nodes))}
        </Words>
        <Inline align="end" gap="m">
          <Labelled label={say(["金额", "Amount"])}>
            <Input style={{ width: 180 }} value={amount} onChange={(event) => setAmount(event.target.value)} />
          </Labelled>
          {types.map((type) => (
            <Labelled key={type} label={kind.meaning(type)}>
              <DateInput kind="date" value={events[type] ?? ""} change={(value) => setEvents({ ...events, [type]: value ?? "" })} />
            </Labelled>
          ))}
        </Inline>
        {isDecimal(amount) && total === "100" ? (
          <PlainTable
            label={say(["付款试算", "Simulator"])}
            rows={scheduleOf(nodes, amount, 2, events)}
            rowKey={({ nodeSeq }) => String(nodeSeq)}
            columns={[
              { key: "node", title: say(["节点", "Node"]), cell: ({ nodeType }) => kind.meaning(nodeType) },
              { key: "share", title: say(["比例", "Share"]), number: true, cell: ({ proportion }) => percentText(proportion) },
              { key: "amount", title: say(["金额", "Amount"]), number: true, cell: ({ amount: part }) => format(part) },
              {
                key: "due",
                title: say(["到期日", "Due"]),
                cell: ({ dueDate }) => dueDate ?? say(["填写日期后可见", "Enter the event date"]),
              },
            ]}
          />
        ) : null}
      </Stack>
    </section>
  );
}

/** A payment term with its parts and what they come to. */
export const slots: EditSlots<typeof paymentTerm> = { afterLines: (model) => <Simulator model={model} /> };
