import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { fileOf } from "./parts/open-supplier.ts";
import { figure, ReportFrame, useWords, type Shown } from "./parts/ReportFrame.tsx";
import type { Row } from "#kernel/report.ts";

export const page = { route: "supplierIntroduceQtyReport", title: ["供应商引入统计", "Supplier onboarding"] };

const count = (row: Row, key: string): number => Number(row[key] ?? 0);

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const scene = useWords("SCENE_TYPE");
  const node = useWords("SLC_NODE");
  const months = shown.reply.groups["months"] ?? [];
  // Where nothing was finished nothing took time: no bar without a length.
  const timed = (group: string): readonly Row[] => (shown.reply.groups[group] ?? []).filter((row) => row["median"] !== null);
  const [scenes, nodes] = [timed("scenes"), timed("nodes")];
  return (
    <>
      <ChartFrame
        question={say(["每月引入多少、通过几成", "Onboardings by month and result"])}
        answer={months.map((row) => `${String(row["name"])} ${count(row, "passed")}`).join(say(["，", ", "]))}
        drawing={{
          shape: "columns",
          labels: months.map((row) => String(row["name"])),
          series: [
            { label: say(["通过", "Passed"]), tone: "dark", stack: "end", values: months.map((row) => count(row, "passed")) },
            { label: say(["未通过", "Failed"]), tone: "warm", stack: "end", values: months.map((row) => count(row, "failed")) },
            { label: say(["开始", "Started"]), tone: "pale", values: months.map((row) => count(row, "started")) },
            {
              label: say(["通过率", "Pass rate"]),
              tone: "good",
              line: true,
              axis: "right",
              values: months.map((row) => (row["passRate"] === null ? null : Number(row["passRate"]))),
            },
          ],
        }}
        choose={(index) => {
          const month = String(months[index]?.["name"]);
          shown.choose({
            label: month,
            keep: (row) => [row["startDate"], row["endDate"]].some((day) => String(day ?? "").startsWith(month)),
          });
        }}
      />
      <ChartFrame
        question={say(["哪种场景、哪个节点最费时", "Duration by scenario and step"])}
        note={say(["中位天数", "median days"])}
        answer={[...scenes, ...nodes]
          .map((row) => `${scene(row["name"]) || node(row["name"])} ${figure(row["median"])}`)
          .join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          labels: [...scenes.map((row) => scene(row["name"]) || say(["未知", "Unknown"])), ...nodes.map((row) => node(row["name"]))],
          series: [
            {
              label: say(["中位天数", "Median days"]),
              tone: "pale",
              labelled: true,
              values: [...scenes, ...nodes].map((row) => Number(row["median"])),
              tones: [...scenes.map(() => "dark" as const), ...nodes.map(() => null)],
            },
          ],
        }}
        choose={(index) => {
          const type = scenes[index]?.["name"];
          if (type) shown.choose({ label: scene(type), keep: (row) => row["sceneType"] === type });
        }}
      />
    </>
  );
}

/** How many suppliers were introduced, and how long it took. */
export default function IntroduceQtyPage() {
  const say = useText();
  return (
    <ReportFrame
      report="introduceQty"
      sentence={({ reply: { figures } }) => (
        <>
          {say([
            `${String(figures["from"])} 至 ${String(figures["to"])} 开始 `,
            `From ${String(figures["from"])} to ${String(figures["to"])}: started `,
          ])}
          <b>{figure(figures["started"])}</b>
          {say(["，通过 ", ", passed "])}
          <b className="rp-good">{figure(figures["passed"])}</b>
          {say(["，未通过 ", ", failed "])}
          <b>{figure(figures["failed"])}</b>
          {say(["，通过率 ", ", pass rate "])}
          <b>{figure(figures["passRate"], figures["passRate"] === null ? "" : "%")}</b>
          {figures["median"] === null ? (
            say(["。", "."])
          ) : (
            <>
              {say(["；中位 ", "; median "])}
              <b>{figure(figures["median"])}</b>
              {say([" 天，九成在 ", " days, 90% within "])}
              <b>{figure(figures["p90"])}</b>
              {say([" 天内。", "."])}
            </>
          )}
        </>
      )}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row, key) => {
        const file = fileOf(row, "supplierId");
        return file && key === "trackNo" ? { ...file, query: { ...file.query, tab: "tracks" } } : file;
      }}
    />
  );
}
