import { format } from "#kernel/decimal.ts";
import { saidOf, type Row } from "#kernel/page-document.ts";
import { currentLanguage, useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { NumberInput } from "#kernel/web/page/field/NumberInput.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Input, Select } from "antd";
import { Fragment, useState } from "react";
import { isLimited, judgeOf, proposedResult } from "../judge.ts";
import { sampleTrial } from "../sample.entity.ts";
import { useDeed } from "./DocumentFrame.tsx";
import { Judge, limitsOf, Result } from "./SampleTrace.tsx";

interface Props {
  readonly row: Row;
  done(document: Row): void;
}

export const linesOf = (row: Row): readonly Row[] => (row["lines"] ?? []) as Row[];
const testsOf = (line: Row): readonly Row[] => (line["tests"] ?? []) as Row[];
const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** What a line is about, as its reader calls it. */
const goodsOf = (line: Row): string => saidOf(sampleTrial.lines.lines, "itemDesc", line, currentLanguage());

/** What has to be done with the samples now, for whoever may do it. */
export function SampleWork(props: Props) {
  const viewer = useViewer();
  const status = String(props.row["status"]);
  const may = (button: string) => viewer.may(button);
  if (viewer.audience === "supplier") return status === "CONFIRMED" && may("btnDispatch") ? <Dispatch {...props} /> : null;
  if ((status === "DISPATCHED" || status === "CONFIRMED") && may("btnReceive")) return <Receive {...props} />;
  if ((status === "RECEIVED" || status === "TESTING") && may("btnFillResult"))
    return <Testing key={String(props.row["versionNum"])} {...props} />;
  return null;
}

/** The supplier sends: carrier, number, files, and the values it measured itself. */
function Dispatch({ row, done }: Props) {
  const say = useText();
  const deed = useDeed(sampleTrial, row, done);
  const [head, setHead] = useState<Row>({ carrier: "", trackingNo: "", dispatchDate: null, dispatchFileIds: "" });
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const patch = (one: Row) => setHead((now) => ({ ...now, ...one }));
  const send = () =>
    deed.press(
      "doDispatch",
      {
        ...{ carrier: head["carrier"], trackingNo: head["trackingNo"], dispatchDate: head["dispatchDate"] },
        dispatchFiles: head["dispatchFileIds"] || null,
        values: Object.entries(values).map(([testId, supplierValue]) => ({ testId, supplierValue: supplierValue || null })),
      },
      ["已寄出", "Dispatched"],
    );
  return (
    <section className="tr-box" data-now="yes" aria-label={say(["寄出样品", "Send the samples"])}>
      <h3>{say(["寄出样品", "Send the samples"])}</h3>
      <div className="tr-row">
        <label className="tr-field">
          {say(["承运商 *", "Carrier *"])}
          <Input value={text(head["carrier"])} maxLength={60} onChange={(e) => patch({ carrier: e.target.value })} />
        </label>
        <label className="tr-field">
          {say(["运单号 *", "Tracking no *"])}
          <Input value={text(head["trackingNo"])} maxLength={60} onChange={(e) => patch({ trackingNo: e.target.value })} />
        </label>
        <label className="tr-field">
          {say(["发出日期", "Dispatched on"])}
          <DateInput kind="date" value={head["dispatchDate"]} change={(dispatchDate) => patch({ dispatchDate })} />
        </label>
      </div>
      <div className="tr-scroll tr-row">
        <table className="tr-table">
          <thead>
            <tr>
              <th>{say(["检测项", "Test item"])}</th>
              <th>{say(["标准", "Standard"])}</th>
              <th>{say(["限值", "Limits"])}</th>
              <th>{say(["自测值", "Your value"])}</th>
            </tr>
          </thead>
          <tbody>
            {linesOf(row).flatMap((line) =>
              testsOf(line).map((test) => (
                <tr key={String(test["id"])}>
                  <td>{text(test["testItem"])}</td>
                  <td>{text(test["standard"])}</td>
                  <td>{limitsOf(test)}</td>
                  <td>
                    <Input
                      value={values[String(test["id"])] ?? ""}
                      maxLength={200}
                      aria-label={`${text(test["testItem"])} ${say(["自测值", "your value"])}`}
                      onChange={(e) => setValues((now) => ({ ...now, [String(test["id"])]: e.target.value }))}
                    />
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      <FilesBlock
        entity={sampleTrial}
        fieldKey="dispatchFileIds"
        row={{ dispatchFileIds: head["dispatchFileIds"] }}
        showVisibility={false}
        change={(dispatchFileIds) => patch({ dispatchFileIds })}
      />
      <WorkError of={deed} />
      <div className="tr-row">
        <Button type="primary" loading={deed.busy} disabled={!head["carrier"] || !head["trackingNo"]} onClick={() => void send()}>
          {say(["确认寄出", "Dispatch"])}
        </Button>
      </div>
    </section>
  );
}

/** What came, line by line; at most twice what was asked for. */
function Receive({ row, done }: Props) {
  const say = useText();
  const uom = useLookup("UOM");
  const deed = useDeed(sampleTrial, row, done);
  const [qty, setQty] = useState<Readonly<Record<string, string | null>>>(() =>
    Object.fromEntries(linesOf(row).map((line) => [String(line["id"]), text(line["sampleQty"])])),
  );
  const [receiveDate, setDate] = useState<unknown>(null);
  const lines = Object.entries(qty).map(([lineId, receivedQty]) => ({ lineId, receivedQty }));
  return (
    <section className="tr-box" data-now="yes" aria-label={say(["签收样品", "Receive the samples"])}>
      <h3>
        {say(["签收样品", "Receive the samples"])}
        {row["trackingNo"] ? <small>{`${text(row["carrier"])} ${text(row["trackingNo"])}`}</small> : null}
      </h3>
      <table className="tr-table">
        <thead>
          <tr>
            <th>{say(["样品", "Sample"])}</th>
            <th className="tr-num">{say(["要求数量", "Requested"])}</th>
            <th style={{ width: 180 }}>{say(["收到数量", "Received"])}</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(row).map((line) => (
            <tr key={String(line["id"])}>
              <td>{goodsOf(line)}</td>
              <td className="tr-num">
                {format(text(line["sampleQty"]) || "0", { thousands: true })} {uom.meaning(line["uom"])}
              </td>
              <td>
                <NumberInput
                  value={qty[String(line["id"])]}
                  scale={6}
                  label={`${goodsOf(line)} ${say(["收到数量", "received"])}`}
                  change={(value) => setQty((now) => ({ ...now, [String(line["id"])]: value }))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="tr-row">
        <label className="tr-field">
          {say(["签收日期（空为今天）", "Received on (empty: today)"])}
          <DateInput kind="date" value={receiveDate} change={setDate} />
        </label>
        <Button
          type="primary"
          loading={deed.busy}
          onClick={() => void deed.press("doReceive", { lines, receiveDate }, ["已签收", "Received"])}
        >
          {say(["确认签收", "Receive"])}
        </Button>
      </div>
      <WorkError of={deed} />
    </section>
  );
}

/** What was measured; where there are limits the judgement follows while typing, elsewhere a person gives it. */
function Testing({ row, done }: Props) {
  const say = useText();
  const results = useLookup("TRIAL_RESULT");
  const deed = useDeed(sampleTrial, row, done);
  const [tests, setTests] = useState<Readonly<Record<string, Row>>>({});
  const [chosen, setChosen] = useState<Readonly<Record<string, string | null>>>({});
  const now = (test: Row): Row => ({ ...test, ...tests[String(test["id"])] });
  const patch = (test: Row, one: Row) => setTests((all) => ({ ...all, [String(test["id"])]: { ...all[String(test["id"])], ...one } }));
  const judge = (test: Row): unknown =>
    isLimited(test as never) ? judgeOf(test as never, text(now(test)["measuredValue"]) || null) : now(test)["judge"];
  const proposed = (line: Row) => proposedResult(testsOf(line).map((test) => (judge(test) as string | null) ?? null));
  const save = () =>
    deed.press(
      "doTest",
      {
        tests: Object.entries(tests).map(([testId, one]) => {
          const test = linesOf(row)
            .flatMap(testsOf)
            .find((t) => t["id"] === testId)!;
          return { testId, measuredValue: text(now(test)["measuredValue"]) || null, judge: one["judge"] ?? test["judge"] ?? null };
        }),
        lines: Object.entries(chosen).map(([lineId, lineResult]) => ({ lineId, lineResult })),
      },
      ["已保存检测结果", "Results saved"],
    );
  const changed = Object.keys(tests).length + Object.keys(chosen).length > 0;
  return (
    <section className="tr-box" data-now="yes" aria-label={say(["检测", "Tests"])}>
      <h3>
        {say(["检测", "Tests"])}{" "}
        <small>
          {say(["有上下限的自动判定；多个实测值用逗号分隔", "Limits are checked automatically; separate several values with commas"])}
        </small>
      </h3>
      <div className="tr-scroll">
        <table className="tr-table">
          <thead>
            <tr>
              <th>{say(["检测项", "Test item"])}</th>
              <th>{say(["标准", "Standard"])}</th>
              <th>{say(["限值", "Limits"])}</th>
              <th>{say(["供方值", "Supplier"])}</th>
              <th style={{ width: 200 }}>{say(["实测值", "Measured"])}</th>
              <th style={{ width: 130 }}>{say(["判定", "Assessment"])}</th>
            </tr>
          </thead>
          <tbody>
            {linesOf(row).map((line) => (
              <Fragment key={String(line["id"])}>
                <tr data-line="yes">
                  <td colSpan={5}>{goodsOf(line)}</td>
                  <td>
                    <Select
                      size="small"
                      style={{ width: 120 }}
                      aria-label={say(["行结论", "Line result"])}
                      placeholder={say(["行结论", "Line result"])}
                      value={chosen[String(line["id"])] ?? proposed(line) ?? (line["lineResult"] as string | null) ?? undefined}
                      options={results.values.map((one) => ({ value: one.lookupCode, label: one.meaning }))}
                      onChange={(value: string) => setChosen((all) => ({ ...all, [String(line["id"])]: value }))}
                    />
                  </td>
                </tr>
                {testsOf(line).map((test) => (
                  <TestRow key={String(test["id"])} test={now(test)} judge={judge(test)} patch={(one) => patch(test, one)} />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      <WorkError of={deed} />
      <div className="tr-row">
        <Button type="primary" loading={deed.busy} disabled={!changed} onClick={() => void save()}>
          {say(["保存检测结果", "Save results"])}
        </Button>
        {linesOf(row).every((line) => line["lineResult"]) ? (
          <span className="pc-note">
            {say(["全部样品已判定，可提交结论", "All samples are assessed. You can submit the result"])}{" "}
            {linesOf(row).map((line) => (
              <Result key={String(line["id"])} code={line["lineResult"]} />
            ))}
          </span>
        ) : null}
      </div>
    </section>
  );
}

interface TestProps {
  readonly test: Row;
  readonly judge: unknown;
  patch(one: Row): void;
}

function TestRow({ test, judge, patch }: TestProps) {
  const say = useText();
  return (
    <tr>
      <td>{text(test["testItem"])}</td>
      <td>{text(test["standard"])}</td>
      <td>{limitsOf(test)}</td>
      <td>{text(test["supplierValue"]) || "–"}</td>
      <td>
        <Input
          value={text(test["measuredValue"])}
          maxLength={200}
          aria-label={`${text(test["testItem"])} ${say(["实测值", "measured"])}`}
          onChange={(e) => patch({ measuredValue: e.target.value })}
        />
      </td>
      <td>
        {isLimited(test as never) ? (
          <Judge code={judge} />
        ) : (
          <Select
            allowClear
            style={{ width: 110 }}
            aria-label={`${text(test["testItem"])} ${say(["判定", "assessment"])}`}
            value={(judge as string | null) ?? undefined}
            options={[
              { value: "OK", label: say(["合格", "OK"]) },
              { value: "NG", label: say(["不合格", "Not OK"]) },
            ]}
            onChange={(value?: string) => patch({ judge: value ?? null })}
          />
        )}
      </td>
    </tr>
  );
}
