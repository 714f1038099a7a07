import { format, trim } from "#kernel/decimal.ts";
import { saidOf, type Row } from "#kernel/page-document.ts";
import { currentLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Fragment } from "react";
import { sampleTrial } from "../sample.entity.ts";

const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** What a line is about, as its reader calls it. */
const goodsOf = (line: Row): string => saidOf(sampleTrial.lines.lines, "itemDesc", line, currentLanguage());
const linesOf = (row: Row): readonly Row[] => (row["lines"] ?? []) as Row[];
const testsOf = (line: Row): readonly Row[] => (line["tests"] ?? []) as Row[];

/** "9.95 – 10.05", "≥ 9.95", "≤ 10.05". */
export function limitsOf(test: Row): string {
  const [low, high] = [text(test["lowerLimit"]), text(test["upperLimit"])].map((one) => (one ? trim(one) : ""));
  if (low && high) return `${low} – ${high}`;
  return low ? `≥ ${low}` : high ? `≤ ${high}` : "–";
}

/** OK or not, in words and colour. */
export function Judge({ code }: { readonly code: unknown }) {
  const words = useLookup("OK_NG");
  return code ? <span className={code === "OK" ? "tr-ok" : "tr-ng"}>{words.meaning(code)}</span> : <span className="tr-soft">–</span>;
}

/** Pass, conditional or fail, in words and colour. */
export function Result({ code }: { readonly code: unknown }) {
  const words = useLookup("TRIAL_RESULT");
  if (!code) return <span className="tr-soft">–</span>;
  return <span className={code === "PASS" ? "tr-ok" : code === "FAIL" ? "tr-ng" : "pc-warn"}>{words.meaning(code)}</span>;
}

/** The samples with everything known of each: what was asked, what came, what was measured on both sides. */
export function SampleTrace({ row }: { readonly row: Row }) {
  const say = useText();
  const uom = useLookup("UOM");
  const supplier = useViewer().audience === "supplier";
  const [result, judge, value] = supplier ? ["toldResult", "toldJudge", "toldValue"] : ["lineResult", "judge", "measuredValue"];
  return (
    <section className="tr-box" aria-label={say(["样品与检测", "Samples and tests"])}>
      <h3>{say(["样品与检测", "Samples and tests"])}</h3>
      <div className="tr-scroll">
        <table className="tr-table">
          <thead>
            <tr>
              <th>{say(["样品 / 检测项", "Sample / test item"])}</th>
              <th>{say(["要求 / 标准", "Requirement / standard"])}</th>
              <th>{say(["数量 / 限值", "Quantity / limits"])}</th>
              <th>{say(["收到 / 供方值", "Received / supplier"])}</th>
              <th>{say(["实测值", "Measured"])}</th>
              <th>{say(["结论", "Result"])}</th>
            </tr>
          </thead>
          <tbody>
            {linesOf(row).map((line) => (
              <Fragment key={String(line["id"])}>
                <tr data-line="yes">
                  <td>{[text(line["itemCode"]), goodsOf(line), text(line["drawingVersion"])].filter(Boolean).join(" ")}</td>
                  <td>{text(line["requirement"])}</td>
                  <td>
                    {format(text(line["sampleQty"]) || "0", { thousands: true })} {uom.meaning(line["uom"])}
                  </td>
                  <td>{line["receivedQty"] ? format(text(line["receivedQty"]), { thousands: true }) : "–"}</td>
                  <td />
                  <td>
                    <Result code={line[result!]} />
                  </td>
                </tr>
                {testsOf(line).map((test) => (
                  <tr key={String(test["id"])}>
                    <td>{text(test["testItem"])}</td>
                    <td>{text(test["standard"])}</td>
                    <td>{limitsOf(test)}</td>
                    <td>{text(test["supplierValue"]) || "–"}</td>
                    <td>{text(test[value!]) || "–"}</td>
                    <td>
                      <Judge code={test[judge!]} />
                    </td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** All rounds of one sample side by side: the same test in one row, each round in its column. Nothing while there is one round. */
export function SampleRounds({ row }: { readonly row: Row }) {
  const say = useText();
  const supplier = useViewer().audience === "supplier";
  const load = useLoad(`rounds:${String(row["chainId"])}:${String(row["versionNum"])}`, async () => {
    const { data } = await entityCall.page(sampleTrial, {
      pageIndex: 1,
      pageRows: 50,
      chainId: row["chainId"],
      orderBy: [{ key: "roundNo", dir: "asc" }],
    });
    return Promise.all(data.map((one) => entityCall.find(sampleTrial, String(one["id"]))));
  });
  const [result, judge, value] = supplier ? ["toldResult", "toldJudge", "toldValue"] : ["lineResult", "judge", "measuredValue"];
  if (load.data !== null && load.data.length < 2) return null;
  return (
    <section className="tr-box" aria-label={say(["各轮对比", "Rounds side by side"])}>
      <h3>{say(["各轮对比", "Rounds side by side"])}</h3>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(rounds) => {
          const keys = [
            ...new Map(
              rounds.flatMap((one) =>
                linesOf(one).flatMap((line) =>
                  testsOf(line).map((test) => [`${text(line["itemDesc"])}|${text(test["testItem"])}`, test] as const),
                ),
              ),
            ),
          ];
          const found = (round: Row, key: string): Row | undefined =>
            linesOf(round).flatMap((line) =>
              testsOf(line).filter((test) => `${text(line["itemDesc"])}|${text(test["testItem"])}` === key),
            )[0];
          return (
            <div className="tr-scroll">
              <table className="tr-table">
                <thead>
                  <tr>
                    <th>{say(["检测项", "Test item"])}</th>
                    <th>{say(["限值", "Limits"])}</th>
                    {rounds.map((one) => (
                      <th key={String(one["id"])}>
                        {say([`第 ${String(one["roundNo"])} 轮`, `Round ${String(one["roundNo"])}`])} ·{" "}
                        <PageLink href={`/main/sampleTrialDetail?id=${String(one["id"])}`}>{text(one["trialNo"])}</PageLink>
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {keys.map(([key, test]) => (
                    <tr key={key}>
                      <td>{key.replace("|", " · ")}</td>
                      <td>{limitsOf(test)}</td>
                      {rounds.map((one) => (
                        <td key={String(one["id"])}>
                          {text(found(one, key)?.[value!]) || "–"} <Judge code={found(one, key)?.[judge!]} />
                        </td>
                      ))}
                    </tr>
                  ))}
                  <tr data-line="yes">
                    <td colSpan={2}>{say(["结论", "Result"])}</td>
                    {rounds.map((one) => (
                      <td key={String(one["id"])}>
                        <StatusTag entity={sampleTrial} code={one["status"]} />{" "}
                        {linesOf(one).map((line) => (
                          <Result key={String(line["id"])} code={line[result!]} />
                        ))}
                      </td>
                    ))}
                  </tr>
                </tbody>
              </table>
            </div>
          );
        }}
      </PanelState>
    </section>
  );
}
