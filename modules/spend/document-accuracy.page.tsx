import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { figure, SpendFrame, useWords, type Shown } from "./parts/SpendFrame.tsx";

export const page = { route: "purDocumentAccuracyReport", title: ["单据准确率", "Document accuracy"] };

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const doc = useWords("SPEND_DOC");
  const types = shown.reply.groups["types"] ?? [];
  const causes = shown.reply.groups["causes"] ?? [];
  const words: Readonly<Record<string, string>> = {
    rejected: say(["驳回", "Rejected"]),
    returned: say(["退回", "Returned"]),
    changed: say(["变更", "Changed"]),
    cancelled: say(["批准后取消", "Cancelled after approval"]),
    reversed: say(["冲销", "Reversed"]),
  };
  return (
    <>
      <ChartFrame
        question={say(["各类单据的准确率", "Accuracy of each kind"])}
        answer={types.map((row) => `${doc(row["docType"])} ${figure(row["accuracy"], "%")}`).join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          labels: types.map((row) => doc(row["docType"])),
          series: [
            {
              label: say(["准确率", "Accuracy"]),
              tone: "good",
              labelled: true,
              percent: true,
              values: types.map((row) => Number(row["accuracy"] ?? 0)),
            },
          ],
        }}
      />
      <ChartFrame
        question={say(["差错是什么", "What the faults were"])}
        answer={causes.map((row) => `${words[String(row["cause"])]} ${figure(row["count"])}`).join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          whole: true,
          labels: causes.map((row) => words[String(row["cause"])]!),
          series: [{ label: say(["张", "Documents"]), tone: "warm", labelled: true, values: causes.map((row) => Number(row["count"])) }],
        }}
      />
    </>
  );
}

/** How many documents went through without a fault. */
export default function DocumentAccuracyPage() {
  const say = useText();
  return (
    <SpendFrame
      report="accuracy"
      sentence={({ reply: { figures } }) => (
        <>
          {say([
            `${figure(figures["total"])} 张单据中 ${figure(figures["clean"])} 张无差错，准确率 `,
            `${figure(figures["clean"])} of ${figure(figures["total"])} documents went through without a fault: `,
          ])}
          <b>{figure(figures["accuracy"], figures["accuracy"] === null ? "" : "%")}</b>
          {say(["。", "."])}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={() => null}
    />
  );
}
