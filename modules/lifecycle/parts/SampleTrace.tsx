import { format, trim } from "#kernel/decimal.ts";
import { saidOf } from "#kernel/page-document.ts";
import type { Seen } from "#kernel/seen.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { currentLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { sampleLine, sampleTest, sampleTrial } from "../sample.entity.ts";

export type Trial = Seen<typeof sampleTrial>;
export type Line = Seen<typeof sampleLine>;
export type Test = Seen<typeof sampleTest>;

/** What a line is about, as its reader calls it. */
export const goodsOf = (line: Line): string => saidOf(sampleLine, "itemDesc", line, currentLanguage());

export interface TestOfLine {
  readonly line: Line;
  readonly test: Test;
}

/** The tests of all samples, each with its sample. */
export const testsOf = (row: Trial): readonly TestOfLine[] =>
  (row.lines ?? []).flatMap((line) => (line.tests ?? []).map((test) => ({ line, test })));

/** Whether a row begins a sample: where its heading stands. */
export const begins = (rows: readonly TestOfLine[], at: number): boolean => rows[at]?.line !== rows[at - 1]?.line;

/** "9.95 – 10.05", "≥ 9.95", "≤ 10.05". */
export function limitsOf(test: Test): string {
  const [low, high] = [test.lowerLimit, test.upperLimit].map((limit) => (limit ? trim(limit) : ""));
  if (low && high) return `${low} – ${high}`;
  return low ? `≥ ${low}` : high ? `≤ ${high}` : "–";
}

const tones = { OK: "success", NG: "error", PASS: "success", FAIL: "error" } as const;

/** A judgement in words and colour: a test is OK or not, a sample passes, fails or passes under conditions. */
function Judged({ lookup, code }: { readonly lookup: string; readonly code: string | null | undefined }) {
  const words = useLookup(lookup);
  if (!code) return <span className="pg-faint">–</span>;
  return (
    <Words size="strong" tone={tones[code as "OK"] ?? "warning"}>
      {words.meaning(code)}
    </Words>
  );
}
export const Judge = ({ code }: { readonly code: string | null | undefined }) => <Judged lookup="OK_NG" code={code} />;
export const Result = ({ code }: { readonly code: string | null | undefined }) => <Judged lookup="TRIAL_RESULT" code={code} />;

/** What this reader learns: the supplier what was released, the house what was measured. */
const known = (supplier: boolean) =>
  ({
    result: (line: Line) => (supplier ? line.toldResult : line.lineResult),
    judge: (test: Test | undefined) => (supplier ? test?.toldJudge : test?.judge),
    value: (test: Test | undefined) => (supplier ? test?.toldValue : test?.measuredValue),
  }) as const;

/** The samples with everything known of each: what was asked, what came, what was measured on both sides. */
export function SampleTrace({ row }: { readonly row: Trial }) {
  const say = useText();
  const uom = useLookup("UOM");
  const { result, judge, value } = known(useViewer().audience === "supplier");
  const number = (qty: string | null | undefined): string => (qty ? format(qty, { thousands: true }) : "–");
  const lines = row.lines ?? [];
  return (
    <>
      <Box title={say(["样品", "Samples"])}>
        <PlainTable
          label={say(["样品", "Samples"])}
          rows={lines}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "item",
              title: say(["样品", "Sample"]),
              cell: (line) => [line.itemCode, goodsOf(line), line.drawingVersion].filter(Boolean).join(" "),
            },
            { key: "asked", title: say(["要求", "Requirement"]), cell: (line) => line.requirement },
            {
              key: "qty",
              title: say(["数量", "Quantity"]),
              number: true,
              cell: (line) => `${number(line.sampleQty)} ${uom.meaning(line.uom)}`,
            },
            { key: "came", title: say(["收到", "Received"]), number: true, cell: (line) => number(line.receivedQty) },
            { key: "result", title: say(["结论", "Result"]), cell: (line) => <Result code={result(line)} /> },
          ]}
        />
      </Box>
      <Box title={say(["样品与检测", "Samples and tests"])}>
        <PlainTable
          label={say(["样品与检测", "Samples and tests"])}
          rows={testsOf(row)}
          rowKey={({ test }) => test.id}
          group={({ line }, at) => (lines.length > 1 && begins(testsOf(row), at) ? goodsOf(line) : null)}
          columns={[
            { key: "test", title: say(["检测项", "Test item"]), cell: ({ test }) => test.testItem },
            { key: "standard", title: say(["标准", "Standard"]), cell: ({ test }) => test.standard },
            { key: "limits", title: say(["限值", "Limits"]), cell: ({ test }) => limitsOf(test) },
            { key: "supplier", title: say(["供方值", "Supplier"]), cell: ({ test }) => test.supplierValue || "–" },
            { key: "value", title: say(["实测值", "Measured"]), cell: ({ test }) => value(test) || "–" },
            { key: "judge", title: say(["判定", "Assessment"]), cell: ({ test }) => <Judge code={judge(test)} /> },
          ]}
        />
      </Box>
    </>
  );
}

/** All rounds of one sample side by side: the same test in one row, each round in its column. Nothing while there is one round. */
export function SampleRounds({ row }: { readonly row: Trial }) {
  const say = useText();
  const { result, judge, value } = known(useViewer().audience === "supplier");
  const load = useLoad(`rounds:${row.chainId}:${row.versionNum}`, async () => {
    const query = { pageIndex: 1, pageRows: 50, chainId: row.chainId, orderBy: [{ key: "roundNo", dir: "asc" }] };
    const { data } = await entityCall.page(sampleTrial, query);
    return Promise.all(data.map(({ id }) => entityCall.find(sampleTrial, id)));
  });
  if (load.data !== null && load.data.length < 2) return null;
  const keyOf = ({ line, test }: TestOfLine): string => `${line.itemDesc ?? ""} · ${test.testItem ?? ""}`;
  return (
    <Box title={say(["各轮对比", "Rounds side by side"])}>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(rounds) => (
          <PlainTable
            pinned
            label={say(["各轮对比", "Rounds side by side"])}
            rows={[...new Map(rounds.flatMap((round) => testsOf(round).map((of) => [keyOf(of), of.test] as const)))]}
            rowKey={([key]) => key}
            columns={[
              { key: "test", title: say(["检测项", "Test item"]), cell: ([key]) => key, total: say(["结论", "Result"]) },
              { key: "limits", title: say(["限值", "Limits"]), cell: ([, test]) => limitsOf(test), total: "" },
              ...rounds.map((round) => ({
                key: round.id,
                title: (
                  <>
                    {say([`第 ${round.roundNo} 轮`, `Round ${round.roundNo}`])} ·{" "}
                    <PageLink href={`/main/sampleTrialDetail?id=${round.id}`}>{round.trialNo}</PageLink>
                  </>
                ),
                cell: ([key]: readonly [string, Test]) => {
                  const test = testsOf(round).find((of) => keyOf(of) === key)?.test;
                  return (
                    <>
                      {value(test) || "–"} <Judge code={judge(test)} />
                    </>
                  );
                },
                total: (
                  <>
                    <StatusTag entity={sampleTrial} code={round.status} />{" "}
                    {round.lines?.map((line) => (
                      <Result key={line.id} code={result(line)} />
                    ))}
                  </>
                ),
              })),
            ]}
          />
        )}
      </PanelState>
    </Box>
  );
}
