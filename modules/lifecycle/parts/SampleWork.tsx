import { format } from "#kernel/decimal.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns, Inline, Stack } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { NumberInput } from "#kernel/web/page/field/NumberInput.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { isLimited, judgeOf, proposedResult } from "../judge.ts";
import { sampleTrial } from "../sample.entity.ts";
import { useDeed } from "./DocumentFrame.tsx";
import { begins, goodsOf, Judge, limitsOf, Result, testsOf, type Line, type Test, type Trial } from "./SampleTrace.tsx";

interface Props {
  readonly row: Trial;
  done(document: Trial): void;
}

/** What has to be done with the samples now, for whoever may do it. */
export function SampleWork(props: Props) {
  const viewer = useViewer();
  const status = props.row.status ?? "";
  const may = (button: string) => viewer.may(button);
  if (viewer.audience === "supplier") return status === "CONFIRMED" && may("btnDispatch") ? <Dispatch {...props} /> : null;
  if ((status === "DISPATCHED" || status === "CONFIRMED") && may("btnReceive")) return <Receive {...props} />;
  if ((status === "RECEIVED" || status === "TESTING") && may("btnFillResult")) return <Testing key={props.row.versionNum} {...props} />;
  return null;
}

/** The supplier sends: carrier, number, files, and the values it measured itself. */
function Dispatch({ row, done }: Props) {
  const say = useText();
  const deed = useDeed(sampleTrial, row, done);
  const [carrier, setCarrier] = useState("");
  const [trackingNo, setTrackingNo] = useState("");
  const [dispatchDate, setDate] = useState<string | null>(null);
  const [files, setFiles] = useState("");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const send = () =>
    deed.press(
      "doDispatch",
      {
        carrier,
        trackingNo,
        dispatchDate,
        dispatchFiles: files || null,
        values: Object.entries(values).map(([testId, supplierValue]) => ({ testId, supplierValue: supplierValue || null })),
      },
      ["已寄出", "Dispatched"],
    );
  return (
    <Box now title={say(["寄出样品", "Send the samples"])}>
      <Stack>
        <Columns of={{ least: 200 }}>
          <Labelled label={say(["承运商", "Carrier"])} required>
            <Input value={carrier} maxLength={60} onChange={(e) => setCarrier(e.target.value)} />
          </Labelled>
          <Labelled label={say(["运单号", "Tracking no."])} required>
            <Input value={trackingNo} maxLength={60} onChange={(e) => setTrackingNo(e.target.value)} />
          </Labelled>
          <Labelled label={say(["发出日期", "Dispatched on"])}>
            <DateInput kind="date" value={dispatchDate} change={setDate} />
          </Labelled>
        </Columns>
        <PlainTable
          label={say(["自测值", "Your values"])}
          rows={testsOf(row)}
          rowKey={({ test }) => test.id}
          columns={[
            { key: "test", title: say(["检测项", "Test item"]), cell: ({ test }) => test.testItem },
            { key: "standard", title: say(["标准", "Standard"]), cell: ({ test }) => test.standard },
            { key: "limits", title: say(["限值", "Limits"]), cell: ({ test }) => limitsOf(test) },
            {
              key: "value",
              title: say(["自测值", "Your value"]),
              cell: ({ test }) => (
                <Input
                  value={values[test.id] ?? ""}
                  maxLength={200}
                  aria-label={`${test.testItem} ${say(["自测值", "your value"])}`}
                  onChange={(e) => setValues((now) => ({ ...now, [test.id]: e.target.value }))}
                />
              ),
            },
          ]}
        />
        <FilesBlock
          entity={sampleTrial}
          fieldKey="dispatchFileIds"
          row={{ dispatchFileIds: files }}
          showVisibility={false}
          change={setFiles}
        />
        <WorkError of={deed} />
        <Inline>
          <Button type="primary" loading={deed.busy} disabled={!carrier || !trackingNo} onClick={() => void send()}>
            {say(["确认寄出", "Dispatch"])}
          </Button>
        </Inline>
      </Stack>
    </Box>
  );
}

/** What came, line by line; at most twice what was asked for. */
function Receive({ row, done }: Props) {
  const say = useText();
  const uom = useLookup("UOM");
  const deed = useDeed(sampleTrial, row, done);
  const samples = row.lines ?? [];
  const [qty, setQty] = useState<Readonly<Record<string, string | null>>>(() =>
    Object.fromEntries(samples.map((line) => [line.id, line.sampleQty ?? ""])),
  );
  const [receiveDate, setDate] = useState<string | null>(null);
  const lines = Object.entries(qty).map(([lineId, receivedQty]) => ({ lineId, receivedQty }));
  return (
    <Box now title={say(["签收样品", "Receive the samples"])} note={row.trackingNo ? `${row.carrier} ${row.trackingNo}` : null}>
      <Stack>
        <PlainTable
          label={say(["收到数量", "Received"])}
          rows={samples}
          rowKey={({ id }) => id}
          columns={[
            { key: "goods", title: say(["样品", "Sample"]), cell: goodsOf },
            {
              key: "asked",
              title: say(["要求数量", "Requested"]),
              number: true,
              cell: (line) => `${format(line.sampleQty || "0", { thousands: true })} ${uom.meaning(line.uom)}`,
            },
            {
              key: "came",
              title: say(["收到数量", "Received"]),
              width: 180,
              cell: (line) => (
                <NumberInput
                  value={qty[line.id]}
                  scale={6}
                  label={`${goodsOf(line)} ${say(["收到数量", "received"])}`}
                  change={(value) => setQty((now) => ({ ...now, [line.id]: value }))}
                />
              ),
            },
          ]}
        />
        <Inline align="end">
          <Labelled label={say(["签收日期（空为今天）", "Received on (empty: today)"])}>
            <DateInput kind="date" value={receiveDate} change={setDate} />
          </Labelled>
          <Button
            type="primary"
            loading={deed.busy}
            onClick={() => void deed.press("doReceive", { lines, receiveDate }, ["已签收", "Received"])}
          >
            {say(["确认签收", "Receive"])}
          </Button>
        </Inline>
        <WorkError of={deed} />
      </Stack>
    </Box>
  );
}

interface Measured {
  readonly measuredValue?: string | null;
  readonly judge?: string | null;
}

const limitsIn = ({ lowerLimit = null, upperLimit = null }: Test) => ({ lowerLimit, upperLimit });

interface JudgementProps {
  readonly test: Test;
  readonly judge: string | null;
  patch(judge: string | null): void;
}

/** What the limits say, or where there are none, what a person says. */
function Judgement({ test, judge, patch }: JudgementProps) {
  const say = useText();
  if (isLimited(limitsIn(test))) return <Judge code={judge} />;
  return (
    <Select
      allowClear
      style={{ width: 110 }}
      aria-label={`${test.testItem} ${say(["判定", "assessment"])}`}
      value={judge ?? undefined}
      options={[
        { value: "OK", label: say(["合格", "OK"]) },
        { value: "NG", label: say(["不合格", "Not OK"]) },
      ]}
      onChange={(value?: string) => patch(value ?? null)}
    />
  );
}

function AllAssessed({ samples }: { readonly samples: readonly Line[] }) {
  const say = useText();
  if (!samples.every((line) => line.lineResult)) return null;
  return (
    <span className="pc-note">
      {say(["全部样品已判定，可提交结论", "All samples are assessed. You can submit the result"])}{" "}
      {samples.map((line) => (
        <Result key={line.id} code={line.lineResult} />
      ))}
    </span>
  );
}

/** What was measured; where there are limits the judgement follows while typing, elsewhere a person gives it. */
function Testing({ row, done }: Props) {
  const say = useText();
  const results = useLookup("TRIAL_RESULT");
  const deed = useDeed(sampleTrial, row, done);
  const [typed, setTyped] = useState<Readonly<Record<string, Measured>>>({});
  const [chosen, setChosen] = useState<Readonly<Record<string, string | null>>>({});
  const tests = testsOf(row);
  const samples = row.lines ?? [];
  const valueOf = (test: Test): string => (typed[test.id] ?? test).measuredValue ?? test.measuredValue ?? "";
  const judge = (test: Test): string | null =>
    isLimited(limitsIn(test)) ? judgeOf(limitsIn(test), valueOf(test) || null) : (typed[test.id]?.judge ?? test.judge ?? null);
  const patch = (test: Test, more: Measured) => setTyped((all) => ({ ...all, [test.id]: { ...all[test.id], ...more } }));
  const proposed = (line: Line) => proposedResult((line.tests ?? []).map(judge));
  const save = () =>
    deed.press(
      "doTest",
      {
        tests: tests
          .filter(({ test }) => typed[test.id])
          .map(({ test }) => ({
            testId: test.id,
            measuredValue: valueOf(test) || null,
            judge: typed[test.id]?.judge ?? test.judge ?? null,
          })),
        lines: Object.entries(chosen).map(([lineId, lineResult]) => ({ lineId, lineResult })),
      },
      ["已保存检测结果", "Results saved"],
    );
  const lineResult = (line: Line) => (
    <Item
      key={line.id}
      title={goodsOf(line)}
      end={
        <Select
          size="small"
          style={{ width: 120 }}
          aria-label={say(["行结论", "Line result"])}
          placeholder={say(["行结论", "Line result"])}
          value={chosen[line.id] ?? proposed(line) ?? line.lineResult ?? undefined}
          options={results.values.map(({ lookupCode, meaning }) => ({ value: lookupCode, label: meaning }))}
          onChange={(value: string) => setChosen((all) => ({ ...all, [line.id]: value }))}
        />
      }
    />
  );
  return (
    <Box
      now
      title={say(["检测", "Tests"])}
      note={say(["有上下限的自动判定；多个实测值用逗号分隔", "Limits are checked automatically; separate several values with commas"])}
    >
      <Stack>
        <PlainTable
          label={say(["检测", "Tests"])}
          rows={tests}
          rowKey={({ test }) => test.id}
          group={({ line }, at) => (samples.length > 1 && begins(tests, at) ? goodsOf(line) : null)}
          columns={[
            { key: "test", title: say(["检测项", "Test item"]), cell: ({ test }) => test.testItem },
            { key: "standard", title: say(["标准", "Standard"]), cell: ({ test }) => test.standard },
            { key: "limits", title: say(["限值", "Limits"]), cell: ({ test }) => limitsOf(test) },
            { key: "supplier", title: say(["供方值", "Supplier"]), cell: ({ test }) => test.supplierValue || "–" },
            {
              key: "value",
              title: say(["实测值", "Measured"]),
              width: 200,
              cell: ({ test }) => (
                <Input
                  value={valueOf(test)}
                  maxLength={200}
                  aria-label={`${test.testItem} ${say(["实测值", "measured"])}`}
                  onChange={(e) => patch(test, { measuredValue: e.target.value })}
                />
              ),
            },
            {
              key: "judge",
              title: say(["判定", "Assessment"]),
              width: 130,
              cell: ({ test }) => <Judgement test={test} judge={judge(test)} patch={(value) => patch(test, { judge: value })} />,
            },
          ]}
        />
        <ItemList label={say(["行结论", "Line result"])}>{samples.map(lineResult)}</ItemList>
        <WorkError of={deed} />
        <Inline>
          <Button
            type="primary"
            loading={deed.busy}
            disabled={Object.keys(typed).length + Object.keys(chosen).length === 0}
            onClick={() => void save()}
          >
            {say(["保存检测结果", "Save results"])}
          </Button>
          <AllAssessed samples={samples} />
        </Inline>
      </Stack>
    </Box>
  );
}
