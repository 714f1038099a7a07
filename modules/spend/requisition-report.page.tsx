import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, SpendFrame, useWords, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "purRequisitionReport", title: ["采购申请分析", "Requisition analysis"] };

const tones = ["warm", "dark", "good", "blue", "grey"] as const;

function Charts({ shown }: { readonly shown: Shown<"requisition"> }) {
  const say = useText();
  const status = useWords("PUR_REQ_LINE_STATUS");
  const rows = shown.reply.groups.ages;
  const statuses = shown.reply.groups.statuses;
  const open = [...new Set(rows.flatMap((row) => Object.keys(row.counts)))].toSorted();
  return (
    <>
      <ChartFrame
        question={say(["未清的行等了多少天", "Age of open lines in days"])}
        note={say(["点一段看明细", "click a segment for its lines"])}
        answer={rows.map((row) => `${row.bucket} ${figure(row.count)}`).join(say(["，", ", "]))}
        drawing={{
          shape: "columns",
          whole: true,
          labels: rows.map((row) => row.bucket),
          series: open.map((code, i) => ({
            label: status(code),
            tone: tones[i % tones.length]!,
            stack: "all",
            values: rows.map((row) => row.counts[code] ?? 0),
          })),
        }}
        choose={(index) => {
          const bucket = rows[index]?.bucket;
          if (bucket) shown.choose({ label: String(bucket), keep: (row) => row.bucket === bucket });
        }}
      />
      <ChartFrame
        question={say(["各状态多少行", "Lines by status"])}
        answer={statuses.map((row) => `${status(row.status)} ${figure(row.count)}`).join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          whole: true,
          labels: statuses.map((row) => status(row.status)),
          series: [{ label: say(["行", "Lines"]), tone: "dark", labelled: true, values: statuses.map((row) => Number(row.count)) }],
        }}
        choose={(index) => {
          const code = statuses[index]?.status;
          if (code) shown.choose({ label: status(code), keep: (row) => row.lineStatus === code });
        }}
      />
    </>
  );
}

/** Where requisitions stand and how long what is open has waited. */
export default function RequisitionReportPage() {
  const say = useText();
  return (
    <SpendFrame
      report="requisition"
      sentence={(shown) => (
        <>
          {say([
            `${figure(shown.reply.figures.documents)} 张申请 ${figure(shown.reply.figures.lines)} 行，预估 `,
            `${figure(shown.reply.figures.lines)} lines on ${figure(shown.reply.figures.documents)} requisitions, estimated `,
          ])}
          <b>{shown.money(shown.reply.figures.amount)}</b>
          {say([`；${figure(shown.reply.figures.openLines)} 行未清 `, `; ${figure(shown.reply.figures.openLines)} lines open `])}
          <b>{shown.money(shown.reply.figures.openAmount)}</b>
          {say(["。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row) => ({
        path: "purRequisitionManage/purRequisitionEdit",
        query: { id: row.headerId },
        title: row.requisitionNum,
      })}
    />
  );
}
