import { qtyText, textOf } from "#kernel/page-format.ts";
import { add, cmp, isDecimal, sub } from "#kernel/decimal.ts";
import type { Seen } from "#kernel/seen.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import type { receive, receiveLine } from "../receive.entity.ts";

interface Judged {
  readonly accepted: string;
  readonly rejected: string;
  readonly result: string;
  readonly reason: string | null;
  readonly deduct: string;
}

type Line = Seen<typeof receiveLine>;

const waiting = (row: Seen<typeof receive>): readonly Line[] => (row.lines ?? []).filter((line) => Number(line.inspectingQty ?? 0) > 0);
const figure = (value: string): string => (isDecimal(value) ? value : "0");

const optionsOf = (lookup: ReturnType<typeof useLookup>, codes: readonly string[]) =>
  codes.map((value) => ({ value, label: lookup.meaning(value) }));

/** The judgement of each line as it is typed: what is not accepted is rejected, and needs its reason. */
function useJudgements() {
  const [judged, setJudged] = useState<ReadonlyMap<string, Judged>>(new Map());
  const of = (line: Line): Judged =>
    judged.get(textOf(line.id)) ?? { accepted: textOf(line.inspectingQty), rejected: "0", result: "PASS", reason: null, deduct: "" };
  const put = (line: Line, patch: Partial<Judged>): void => setJudged(new Map(judged).set(textOf(line.id), { ...of(line), ...patch }));
  const accept = (line: Line, accepted: string): void => {
    const whole = textOf(line.inspectingQty);
    const rest = isDecimal(accepted) && cmp(accepted, whole) <= 0 ? sub(whole, accepted) : of(line).rejected;
    put(line, { accepted, rejected: rest, result: cmp(figure(accepted), "0") === 0 ? "REJECT" : of(line).result });
  };
  const fits = (line: Line): boolean => {
    const { accepted, rejected, reason } = of(line);
    const isWhole = cmp(add(figure(accepted), figure(rejected)), textOf(line.inspectingQty)) === 0;
    return isWhole && (cmp(figure(rejected), "0") === 0 || reason !== null);
  };
  return { of, put, accept, fits };
}

/** What waits for the inspector: each line is decided whole, lines may be decided one by one. */
export function InspectPanel({ row, done }: { readonly row: Seen<typeof receive>; done(document: Seen<typeof receive>): void }) {
  const say = useText();
  const results = useLookup("PUR_INSPECT_RESULT");
  const reasons = useLookup("PUR_REJECT_REASON");
  const { of, put, accept, fits } = useJudgements();
  const work = useWork();
  const lines = waiting(row);
  const send = () =>
    work.run(async () => {
      const body = lines.map((line) => {
        const { accepted, rejected, result, reason, deduct } = of(line);
        const more = result === "CONCESSION" && isDecimal(deduct) ? { concessionDeduct: deduct } : {};
        return { receiveLineId: line.id, acceptedQty: accepted, rejectedQty: rejected, result, reason, ...more };
      });
      const { data } = await call<Seen<typeof receive>>("srmServer/v1/srmPurReceiveRestful/doInspect", { id: row.id, lines: body });
      toast.success(["已判定", "Inspected"]);
      done(data);
    });
  if (lines.length === 0) return null;
  const quantity = (label: string, value: string, change: (value: string) => void, isGood = true) => (
    <Input
      inputMode="decimal"
      aria-label={label}
      status={isGood ? "" : "error"}
      value={value}
      onChange={(event) => change(event.target.value.trim())}
    />
  );
  return (
    <Section
      name="inspection"
      title={say(["检验判定", "Inspection"])}
      tools={
        <>
          <Button type="primary" loading={work.busy} disabled={!lines.every(fits)} onClick={() => void send()}>
            {say(["提交判定", "Post result"])}
          </Button>
          <WorkError of={work} />
        </>
      }
    >
      <PlainTable
        label={say(["检验判定", "Inspection"])}
        rows={lines}
        rowKey={(line) => line.id}
        columns={[
          {
            ...{ key: "item", title: say(["物料", "Item"]) },
            cell: (line) => (
              <>
                {textOf(line.itemName) || textOf(line.itemDesc)}
                <small>{textOf(line.orderRow)}</small>
              </>
            ),
          },
          { key: "qty", title: say(["待检", "Waiting"]), number: true, cell: (line) => qtyText(textOf(line.inspectingQty)) },
          {
            ...{ key: "accepted", title: say(["合格", "Accepted"]), number: true, width: 110 },
            cell: (line) => quantity(say(["合格数量", "Accepted"]), of(line).accepted, (value) => accept(line, value), fits(line)),
          },
          { key: "rejected", title: say(["不合格", "Rejected"]), number: true, cell: (line) => qtyText(of(line).rejected) },
          {
            ...{ key: "result", title: say(["结论", "Result"]) },
            cell: (line) => (
              <Select
                style={{ width: 112 }}
                aria-label={say(["结论", "Result"])}
                value={of(line).result}
                options={optionsOf(results, ["PASS", "CONCESSION", "REJECT"])}
                onChange={(result) => put(line, { result })}
              />
            ),
          },
          {
            ...{ key: "reason", title: say(["拒收原因", "Reason"]) },
            cell: (line) => (
              <Select
                allowClear
                style={{ width: 130 }}
                aria-label={say(["拒收原因", "Reason"])}
                value={of(line).reason}
                options={optionsOf(reasons, ["QUALITY", "DAMAGE", "WRONG_ITEM", "EXPIRED", "NO_REPORT", "EXCESS", "OTHER"])}
                onChange={(reason) => put(line, { reason: reason ?? null })}
              />
            ),
          },
          {
            ...{ key: "deduct", title: say(["让步扣款", "Deduction"]), number: true, width: 110 },
            cell: (line) =>
              of(line).result === "CONCESSION"
                ? quantity(say(["让步扣款", "Deduction"]), of(line).deduct, (deduct) => put(line, { deduct }))
                : "–",
          },
        ]}
      />
    </Section>
  );
}
