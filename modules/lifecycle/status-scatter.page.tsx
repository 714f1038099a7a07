import { useText } from "#kernel/web/language.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import type { Tone } from "#kernel/web/part/drawing.ts";
import { fileOf } from "./parts/open-supplier.ts";
import { ReportFrame, useWords, type Shown } from "./parts/ReportFrame.tsx";
import type { Row } from "#kernel/report.ts";

export const page = { route: "statusScatterReport", title: ["供应商状态分布", "Status distribution"] };

const tones: Readonly<Record<string, Tone>> = {
  QUALIFIED: "good",
  TRIAL: "blue",
  INTRODUCING: "dark",
  POTENTIAL: "pale",
  TEMPORARY: "faint",
  FROZEN: "warm",
  QUIT: "grey",
  BLACKLISTED: "bad",
  MERGED: "faint",
};
const wordsOf: Readonly<Record<string, string>> = { TYPE: "SUP_TYPE", LEVEL: "SUP_LEVEL" };
const most = 12;

function Charts({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const status = useWords("SUP_STATUS");
  const dimension = String(shown.reply.figures["dimension"]);
  const word = useWords(wordsOf[dimension] ?? "");
  const dimensionWord = useWords("REPORT_DIMENSION");
  const name = (row: Row): string => (wordsOf[dimension] ? word(row["name"]) : String(row["name"])) || say(["未填写", "Not given"]);
  const statuses = shown.reply.groups["statuses"] ?? [];
  const groups = (shown.reply.groups["byDimension"] ?? []).slice(0, most);
  const codes = Object.keys(tones).filter((code) => code !== "MERGED" && groups.some((row) => row[code]));
  const whole = statuses.map((row) => `${status(row["supStatus"])} ${String(row["count"])}`).join(say(["，", ", "]));
  return (
    <>
      <ChartFrame
        question={say([`各${dimensionWord(dimension)}处于什么状态`, `Status by ${dimensionWord(dimension).toLowerCase()}`])}
        note={say(["家，点一段看供应商", "suppliers; click a segment to list them"])}
        answer={groups.map((row) => `${name(row)} ${String(row["total"])}`).join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          whole: true,
          labels: groups.map(name),
          series: codes.map((code) => ({
            label: status(code),
            tone: tones[code]!,
            stack: "all",
            values: groups.map((row) => Number(row[code] ?? 0)),
          })),
        }}
        choose={(index, series) => {
          const [group, code] = [groups[index], codes[series]];
          if (!group || !code) return;
          const key = { TYPE: "supplierType", LEVEL: "supLevel", REGION: "region" }[dimension];
          shown.choose({
            label: `${name(group)} · ${status(code)}`,
            keep: (row) =>
              row["supStatus"] === code &&
              (key
                ? (row[key] ?? "") === group["name"]
                : ((row["names"] as string[]).length ? (row["names"] as string[]) : [""]).includes(String(group["name"]))),
          });
        }}
      />
      <ChartFrame
        question={say(["各状态占多少", "Suppliers by status"])}
        answer={whole}
        drawing={{
          shape: "donut",
          labels: statuses.map((row) => status(row["supStatus"])),
          tones: statuses.map((row) => tones[String(row["supStatus"])] ?? "grey"),
          series: [{ label: say(["家数", "Suppliers"]), tone: "dark", values: statuses.map((row) => Number(row["count"])) }],
        }}
        choose={(index) => {
          const code = statuses[index]?.["supStatus"];
          if (code) shown.choose({ label: status(code), keep: (row) => row["supStatus"] === code });
        }}
      />
    </>
  );
}

function Sentence({ shown }: { readonly shown: Shown }) {
  const say = useText();
  const status = useWords("SUP_STATUS");
  const { day, total } = shown.reply.figures;
  const qualified = (shown.reply.groups["statuses"] ?? []).find((row) => row["supStatus"] === "QUALIFIED");
  return (
    <>
      {say([`${String(day)} 共有 `, `On ${String(day)} there were `])}
      <b>{String(total)}</b>
      {say([" 家供应商", " suppliers"])}
      {qualified ? (
        <>
          {say([`，其中${status("QUALIFIED")} `, `, ${status("QUALIFIED").toLowerCase()} `])}
          <b className="rp-good">
            {say([
              `${String(qualified["count"])}（${String(qualified["share"])}%）`,
              `${String(qualified["count"])} (${String(qualified["share"])}%)`,
            ])}
          </b>
        </>
      ) : null}
      {say(["。", "."])}
    </>
  );
}

/** How many suppliers stand how, on any day. */
export default function StatusScatterPage() {
  return (
    <ReportFrame
      report="statusScatter"
      sentence={(shown) => <Sentence shown={shown} />}
      charts={(shown) => <Charts shown={shown} />}
      opens={(row) => fileOf(row)}
    />
  );
}
