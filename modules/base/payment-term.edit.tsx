import { format, isDecimal } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { percentText } from "#kernel/page-format.ts";
import { useText } from "#kernel/web/language.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { Input } from "antd";
import { useState } from "react";
import { useStore } from "zustand";
import { scheduleOf, summaryOf, totalOf, type TermNode } from "./schedule.ts";
import "./parts/base.css";

const whole = (value: unknown): number | null => (value === null || value === undefined || value === "" ? null : Number(value));
const isReady = (row: Row): boolean => isDecimal(String(row["proportion"] ?? "")) && Boolean(row["nodeType"]);
const nodeOf = (row: Row, index: number): TermNode => ({
  nodeSeq: Number(row["nodeSeq"] ?? index + 1),
  nodeType: String(row["nodeType"]),
  proportion: String(row["proportion"]),
  dueMode: String(row["dueMode"] ?? "DAYS_AFTER"),
  days: whole(row["days"]),
  months: whole(row["months"]),
  dayOfMonth: whole(row["dayOfMonth"]),
});

/** The sum of the parts while they are typed, and what an amount would come to. */
function Simulator({ model }: { readonly model: EditModel }) {
  const say = useText();
  const kind = useLookup("PAYMENT_NODE_TYPE");
  const rows = useStore(model.state, (state) => (state.doc["nodes"] as readonly Row[] | undefined) ?? []);
  const nodes = rows.filter(isReady).map(nodeOf);
  const [amount, setAmount] = useState("100000.00");
  const [events, setEvents] = useState<Readonly<Record<string, string>>>({});
  const total = totalOf(nodes);
  const types = [...new Set(nodes.map((one) => one.nodeType))];
  if (nodes.length === 0) return null;
  return (
    <section className="pg-section" aria-label={say(["付款试算", "Simulator"])}>
      <h2 className="pg-h2">{say(["付款试算", "Simulator"])}</h2>
      <p className={total === "100" ? "pc-ok" : "pc-bad"} role="status">
        {say([`比例合计 ${total}%`, `Proportions total ${total}%`])}
        {total === "100" ? "" : say(["，必须等于 100%", ", must be 100%"])} · {say(summaryOf(nodes))}
      </p>
      <div className="bd-row">
        <Input
          style={{ width: 180 }}
          aria-label={say(["金额", "Amount"])}
          addonBefore={say(["金额", "Amount"])}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        {types.map((type) => (
          <span key={type} className="pc-note" style={{ width: 170 }}>
            <label htmlFor={`due-${type}`}>{kind.meaning(type)}</label>
            <DateInput
              id={`due-${type}`}
              kind="date"
              value={events[type] ?? ""}
              change={(value) => setEvents({ ...events, [type]: value ?? "" })}
            />
          </span>
        ))}
      </div>
      {isDecimal(amount) && total === "100" ? (
        <table className="bd-table">
          <thead>
            <tr>
              <th>{say(["节点", "Node"])}</th>
              <th className="bd-num">{say(["比例", "Share"])}</th>
              <th className="bd-num">{say(["金额", "Amount"])}</th>
              <th>{say(["到期日", "Due"])}</th>
            </tr>
          </thead>
          <tbody>
            {scheduleOf(nodes, amount, 2, events).map((one) => (
              <tr key={one.nodeSeq}>
                <td>{kind.meaning(one.nodeType)}</td>
                <td className="bd-num">{percentText(one.proportion)}</td>
                <td className="bd-num">{format(one.amount)}</td>
                <td>{one.dueDate ?? say(["填写日期后可见", "Enter the event date"])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}

/** A payment term with its parts and what they come to. */
export const slots: EditSlots = { afterLines: (model) => <Simulator model={model} /> };
