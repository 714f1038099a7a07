import { Select } from "antd";
import { useState } from "react";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { serverNow } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { Timer } from "lucide-react";
import { hotness, slowest } from "./heat.ts";
import { reports } from "./wire.tsx";
import "./efficiency.css";

type By = "BILL_TYPE" | "NODE" | "USER";
const groupings: Readonly<Record<By, Text>> = {
  NODE: ["按节点", "By step"],
  BILL_TYPE: ["按单据类型", "By bill type"],
  USER: ["按处理人", "By person"],
};
const weekdays: readonly Text[] = [
  ["日", "Sun"],
  ["一", "Mon"],
  ["二", "Tue"],
  ["三", "Wed"],
  ["四", "Thu"],
  ["五", "Fri"],
  ["六", "Sat"],
];
/** The week as people work it. */
const order = [1, 2, 3, 4, 5, 6, 0];

/** How long approvals take, where they wait longest, what stands still and what was moved by hand. Hours are working hours. */
export function Efficiency({ watch }: { watch(instance: Row): void }) {
  const say = useText();
  const [days, setDays] = useState(90);
  const [by, setBy] = useState<By>("NODE");
  const [bill, setBill] = useState("");
  const load = useLoad(`efficiency:${days}:${by}:${bill}`, async () => {
    const from = new Date(serverNow() - days * 86_400_000).toISOString().slice(0, 10);
    const asked = { from: `${from} 00:00:00`, ...(bill ? { billTypeCode: bill } : {}) };
    const [rows, bills, nodes, stuck, moved] = await Promise.all([
      reports.efficiency({ ...asked, by }),
      reports.efficiency({ from: asked.from, by: "BILL_TYPE" }),
      reports.bottleneck(asked),
      reports.stuck(bill ? { billTypeCode: bill } : {}),
      reports.interventions({ from: asked.from }),
    ]);
    return { rows, bills, nodes, stuck, moved };
  });
  return (
    <div className="wf-efficiency" data-keep-scroll tabIndex={0} role="region" aria-label={say(["审批效率", "Efficiency"])}>
      <div className="wf-strip">
        <Select
          aria-label={say(["统计区间", "Period"])}
          value={days}
          style={{ width: 150 }}
          options={[30, 90, 365].map((n) => ({ value: n, label: say([`最近 ${n} 天`, `Last ${n} days`]) }))}
          onChange={setDays}
        />
        <Select
          aria-label={say(["单据类型", "Bill type"])}
          value={bill}
          style={{ width: 220 }}
          options={[
            { value: "", label: say(["全部单据类型", "All bill types"]) },
            ...(load.data?.bills ?? []).map((row) => ({ value: String(row["billTypeCode"]), label: String(row["billTypeName"]) })),
          ]}
          onChange={setBill}
        />
        <Select
          aria-label={say(["分组", "Grouped"])}
          value={by}
          style={{ width: 160 }}
          options={(Object.keys(groupings) as By[]).map((key) => ({ value: key, label: say(groupings[key]) }))}
          onChange={setBy}
        />
      </div>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {({ rows, nodes, stuck, moved }) => (
          <>
            {rows.length === 0 ? (
              <Blank
                icon={Timer}
                title={say(["这段时间没有审批决定", "No decisions in this period"])}
                text={say(["选更长的区间，或换一种单据类型。", "Choose a longer period or another bill type."])}
              />
            ) : (
              <>
                <Hint nodes={nodes} />
                <Figures rows={rows} by={by} />
                <Heat nodes={nodes} />
              </>
            )}
            <Matters title={["停滞的流程", "Standing still"]} rows={stuck} at="lastUpdateDate" watch={watch} />
            <Matters title={["人工干预", "Interventions"]} rows={moved} at="at" watch={watch} />
          </>
        )}
      </PanelState>
    </div>
  );
}

/** The one sentence a reader takes away. */
function Hint({ nodes }: { readonly nodes: readonly Row[] }) {
  const say = useText();
  const worst = slowest(nodes);
  if (!worst) return null;
  const [name, bill, hours] = [String(worst["nodeName"]), String(worst["billTypeName"]), String(worst["meanHours"])];
  const late = String(worst["overdueRate"]);
  return (
    <p className="pg-note">
      {say([
        `最慢的一步：${bill}的「${name}」，平均 ${hours} 个工作小时，超期 ${late}%。`,
        `Slowest step: ${name} of ${bill}, ${hours} working hours on average, ${late}% overdue.`,
      ])}
    </p>
  );
}

const figures: readonly (readonly [key: string, label: Text, unit: string])[] = [
  ["count", ["决定", "Decisions"], ""],
  ["meanHours", ["平均工时", "Mean hours"], ""],
  ["p90Hours", ["九成在此工时内", "90% within hours"], ""],
  ["overdueRate", ["超期率", "Overdue"], "%"],
  ["rejectRate", ["驳回率", "Rejected"], "%"],
  ["addSignRate", ["加签率", "Added signers"], "%"],
];

function Figures({ rows, by }: { readonly rows: readonly Row[]; readonly by: By }) {
  const say = useText();
  const sorted = [...rows].sort((a, b) => Number(b["meanHours"]) - Number(a["meanHours"]));
  const names = (row: Row): readonly string[] =>
    by === "USER"
      ? [String(row["userName"] ?? "–")]
      : [String(row["billTypeName"]), ...(by === "NODE" ? [String(row["nodeName"] ?? "–")] : [])];
  const heads: readonly Text[] =
    by === "USER" ? [["处理人", "Person"]] : [["单据类型", "Bill type"], ...(by === "NODE" ? ([["节点", "Step"]] as const) : [])];
  return (
    <section className="pg-block" aria-label={say(["用时", "How long"])}>
      <h3 className="pg-h3">{say(["用时", "How long"])}</h3>
      <div className="wf-report-table">
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head[1]} scope="col">
                  {say(head)}
                </th>
              ))}
              {figures.map(([key, label]) => (
                <th key={key} scope="col" className="pg-right">
                  {say(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr key={names(row).join("|")}>
                {names(row).map((name, at) => (
                  <td key={at}>{name}</td>
                ))}
                {figures.map(([key, , unit]) => (
                  <td key={key} className="pg-right">
                    {String(row[key])}
                    {unit}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Steps by the weekday a task arrived on: the darker, the longer it waited. */
function Heat({ nodes }: { readonly nodes: readonly Row[] }) {
  const say = useText();
  const most = Math.max(0, ...nodes.flatMap((row) => (row["weekdays"] as readonly Row[]).map((day) => Number(day["meanHours"]))));
  return (
    <section className="pg-block" aria-label={say(["星期与等待", "Weekdays"])}>
      <h3 className="pg-h3">
        {say(["星期与等待", "Weekdays"])}
        <span className="pg-faint">{say(["任务到达那天，平均工作小时", "by the day a task arrived, mean working hours"])}</span>
      </h3>
      <div className="wf-report-table">
        <table className="wf-heat">
          <thead>
            <tr>
              <th scope="col">{say(["节点", "Step"])}</th>
              {order.map((day) => (
                <th key={day} scope="col" className="pg-right">
                  {say(weekdays[day]!)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {nodes.map((row) => (
              <tr key={`${String(row["billTypeCode"])}|${String(row["nodeId"])}`}>
                <th scope="row">
                  {String(row["nodeName"] ?? "–")} <span className="pg-faint">{String(row["billTypeName"])}</span>
                </th>
                {order.map((day) => {
                  const one = (row["weekdays"] as readonly Row[])[day]!;
                  const count = Number(one["count"]);
                  return (
                    <td
                      key={day}
                      className="pg-right"
                      data-heat={count > 0 ? hotness(Number(one["meanHours"]), most) : undefined}
                      title={count > 0 ? say([`${count} 件`, `${count} tasks`]) : undefined}
                    >
                      {count > 0 ? String(one["meanHours"]) : <span className="pg-none">–</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface MattersProps {
  readonly title: Text;
  readonly rows: readonly Row[];
  /** The moment that matters here. */
  readonly at: string;
  watch(instance: Row): void;
}

function Matters({ title, rows, at, watch }: MattersProps) {
  const say = useText();
  return (
    <section className="pg-block" aria-label={say(title)}>
      <h3 className="pg-h3">
        {say(title)} <span className="pg-count">{rows.length}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="pg-faint">{say(["没有。", "None."])}</p>
      ) : (
        <ul className="wf-matters">
          {rows.slice(0, 50).map((row) => (
            <li key={String(row["id"])}>
              <button type="button" className="pg-link" onClick={() => watch({ ...row, id: row["instanceId"] ?? row["id"] })}>
                {String(row["instanceNum"] ?? "–")}
              </button>
              <span>{say([String(row["subject"] ?? ""), String(row["subjectEn"] || row["subject"] || "")])}</span>
              <span className="pg-faint">{String(row["comment"] ?? row["handlers"] ?? "")}</span>
              <time className="pg-faint">{String(row[at] ?? "").slice(0, 16)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
