import { Notice } from "#kernel/web/block/Notice.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Select } from "antd";
import { useState } from "react";
import type { Row } from "#kernel/page-document.ts";
import type { Form } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { today } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { ReportTable, type ReportColumn } from "#kernel/web/part/ReportTable.tsx";
import { addDays } from "#kernel/days.ts";
import { Timer } from "lucide-react";
import { hotness, slowest } from "./heat.ts";
import { reports, type ReportedMatter } from "./wire.tsx";
import type { bpmInstance } from "../instance.entity.ts";

type By = "BILL_TYPE" | "NODE" | "USER";
const groupings: Readonly<Record<By, Text>> = {
  NODE: ["按节点", "By step"],
  BILL_TYPE: ["按单据类型", "By document type"],
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
export function Efficiency({ watch }: { watch(instance: Form<typeof bpmInstance>): void }) {
  const say = useText();
  const [days, setDays] = useState(90);
  const [by, setBy] = useState<By>("NODE");
  const [bill, setBill] = useState("");
  const load = useLoad(`efficiency:${days}:${by}:${bill}`, async () => {
    const from = addDays(today(), -days);
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
    <Stack scroll role="region" label={say(["审批效率", "Efficiency"])}>
      <Inline>
        <Select
          aria-label={say(["统计区间", "Period"])}
          value={days}
          style={{ width: 150 }}
          options={[30, 90, 365].map((n) => ({ value: n, label: say([`最近 ${n} 天`, `Last ${n} days`]) }))}
          onChange={setDays}
        />
        <Select
          aria-label={say(["单据类型", "Document type"])}
          value={bill}
          style={{ width: 220 }}
          options={[
            { value: "", label: say(["全部单据类型", "All document types"]) },
            ...(load.data?.bills ?? []).map((row) => ({ value: String(row.billTypeCode), label: String(row.billTypeName) })),
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
      </Inline>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {({ rows, nodes, stuck, moved }) => (
          <>
            {rows.length === 0 ? (
              <Blank
                icon={Timer}
                title={say(["这段时间没有审批决定", "No decisions in this period"])}
                text={say(["选更长的区间，或换一种单据类型。", "Choose a longer period or another document type."])}
              />
            ) : (
              <>
                <Hint nodes={nodes} />
                <Figures rows={rows} by={by} />
                <Heat nodes={nodes} />
              </>
            )}
            <Matters title={["停滞的流程", "Stalled"]} rows={stuck} at="lastUpdateDate" watch={watch} />
            <Matters title={["人工干预", "Interventions"]} rows={moved} at="at" watch={watch} />
          </>
        )}
      </PanelState>
    </Stack>
  );
}

/** The one sentence a reader takes away. */
function Hint({ nodes }: { readonly nodes: readonly Row[] }) {
  const say = useText();
  const worst = slowest(nodes);
  if (!worst) return null;
  const [name, bill, hours] = [String(worst.nodeName), String(worst.billTypeName), String(worst["meanHours"])];
  const late = String(worst["overdueRate"]);
  return (
    <Notice tone="warning">
      {say([
        `最慢的一步：${bill}的「${name}」，平均 ${hours} 个工作小时，超期 ${late}%。`,
        `Slowest step: ${name} of ${bill}, ${hours} working hours on average, ${late}% overdue.`,
      ])}
    </Notice>
  );
}

const figures: readonly (readonly [key: string, label: Text, unit: string])[] = [
  ["count", ["决定", "Decisions"], ""],
  ["meanHours", ["平均工时", "Average hours"], ""],
  ["p90Hours", ["九成在此工时内", "90% within (hours)"], ""],
  ["overdueRate", ["超期率", "Overdue"], "%"],
  ["rejectRate", ["驳回率", "Rejected"], "%"],
  ["addSignRate", ["加签率", "Added approvers"], "%"],
];

function Figures({ rows, by }: { readonly rows: readonly Row[]; readonly by: By }) {
  const sorted = [...rows].sort((a, b) => Number(b["meanHours"]) - Number(a["meanHours"]));
  const names = (row: Row): readonly string[] =>
    by === "USER" ? [String(row.userName ?? "–")] : [String(row.billTypeName), ...(by === "NODE" ? [String(row.nodeName ?? "–")] : [])];
  const heads: readonly Text[] =
    by === "USER" ? [["处理人", "Person"]] : [["单据类型", "Document type"], ...(by === "NODE" ? ([["节点", "Step"]] as const) : [])];
  const columns: readonly ReportColumn<Row>[] = [
    ...heads.map((head, at) => ({ head, cell: (row: Row) => names(row)[at] })),
    ...figures.map(([key, head, unit]) => ({ head, right: true, cell: (row: Row) => `${String(row[key])}${unit}` })),
  ];
  return <ReportTable title={["用时", "How long"]} columns={columns} rows={sorted} keyOf={(row) => names(row).join("|")} />;
}

/** Steps by the weekday a task arrived on: the darker, the longer it waited. */
function Heat({ nodes }: { readonly nodes: readonly Row[] }) {
  const say = useText();
  const most = Math.max(0, ...nodes.flatMap((row) => (row["weekdays"] as readonly Row[]).map((day) => Number(day["meanHours"]))));
  const dayOf = (row: Row, day: number): Row => (row["weekdays"] as readonly Row[])[day]!;
  const columns: readonly ReportColumn<Row>[] = [
    {
      head: ["节点", "Step"],
      cell: (row) => (
        <>
          {String(row.nodeName ?? "–")} <span className="pg-faint">{String(row.billTypeName)}</span>
        </>
      ),
    },
    ...order.map((day): ReportColumn<Row> => ({
      head: weekdays[day]!,
      right: true,
      cell: (row) => (Number(dayOf(row, day)["count"]) > 0 ? String(dayOf(row, day)["meanHours"]) : <span className="pg-none">–</span>),
      marks: (row) => {
        const count = Number(dayOf(row, day)["count"]);
        return count > 0
          ? { "data-heat": hotness(Number(dayOf(row, day)["meanHours"]), most), title: say([`${count} 件`, `${count} tasks`]) }
          : {};
      },
    })),
  ];
  return (
    <ReportTable
      title={["星期与等待", "Weekdays"]}
      note={["任务到达那天，平均工作小时", "by arrival date, average working hours"]}
      columns={columns}
      rows={nodes}
      keyOf={(row) => `${String(row.billTypeCode)}|${String(row.nodeId)}`}
      named
    />
  );
}

interface MattersProps {
  readonly title: Text;
  readonly rows: readonly ReportedMatter[];
  /** The moment that matters here. */
  readonly at: "lastUpdateDate" | "at";
  watch(instance: Form<typeof bpmInstance>): void;
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
        <ItemList>
          {rows.slice(0, 50).map((row) => (
            <Item
              key={String(row.id)}
              title={
                <Inline as="span">
                  <button type="button" className="pg-link" onClick={() => watch({ ...row, id: row.instanceId ?? row.id })}>
                    {String(row.instanceNum ?? "–")}
                  </button>
                  {say([String(row.subject ?? ""), String(row.subjectEn || row.subject || "")])}
                </Inline>
              }
              note={String(row.comment ?? row.handlers ?? "")}
              end={<time className="pg-faint">{String(row[at] ?? "").slice(0, 16)}</time>}
            />
          ))}
        </ItemList>
      )}
    </section>
  );
}
