import { add, cmp, isDecimal, sub } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { figureText } from "#modules/demand/web.tsx";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { rowsIn, textOf } from "./start.tsx";
import "./ship.css";

interface Judged {
  readonly accepted: string;
  readonly rejected: string;
  readonly result: string;
  readonly reason: string | null;
  readonly deduct: string;
}

const waiting = (row: Row): readonly Row[] => rowsIn(row, "lines").filter((line) => Number(line["inspectingQty"] ?? 0) > 0);
const figure = (value: string): string => (isDecimal(value) ? value : "0");

interface JudgedRowProps {
  readonly line: Row;
  readonly judged: Judged;
  readonly fits: boolean;
  accept(value: string): void;
  put(patch: Partial<Judged>): void;
}

/** One line and the word on it. */
function JudgedRow({ line, judged, fits, accept, put }: JudgedRowProps) {
  const say = useText();
  const results = useLookup("PUR_INSPECT_RESULT");
  const reasons = useLookup("PUR_REJECT_REASON");
  const options = (of: ReturnType<typeof useLookup>, codes: readonly string[]) =>
    codes.map((value) => ({ value, label: of.meaning(value) }));
  return (
    <tr>
      <td className="rv-what">
        {textOf(line["itemName"]) || textOf(line["itemDesc"])}
        <small className="pg-faint pg-figure">{textOf(line["orderRow"])}</small>
      </td>
      <td className="sp-number pg-figure">{figureText(textOf(line["inspectingQty"]))}</td>
      <td className="sp-number">
        <Input
          className="sp-qty"
          inputMode="decimal"
          aria-label={say(["合格数量", "Accepted"])}
          status={fits ? "" : "error"}
          value={judged.accepted}
          onChange={(event) => accept(event.target.value.trim())}
        />
      </td>
      <td className="sp-number pg-figure">{figureText(judged.rejected)}</td>
      <td>
        <Select
          style={{ width: 112 }}
          aria-label={say(["结论", "Result"])}
          value={judged.result}
          options={options(results, ["PASS", "CONCESSION", "REJECT"])}
          onChange={(result) => put({ result })}
        />
      </td>
      <td>
        <Select
          allowClear
          style={{ width: 130 }}
          aria-label={say(["拒收原因", "Reason"])}
          value={judged.reason}
          options={options(reasons, ["QUALITY", "DAMAGE", "WRONG_ITEM", "EXPIRED", "NO_REPORT", "EXCESS", "OTHER"])}
          onChange={(reason) => put({ reason: reason ?? null })}
        />
      </td>
      <td className="sp-number">
        {judged.result === "CONCESSION" ? (
          <Input
            className="sp-qty"
            inputMode="decimal"
            aria-label={say(["让步扣款", "Deduction"])}
            value={judged.deduct}
            onChange={(event) => put({ deduct: event.target.value.trim() })}
          />
        ) : (
          "–"
        )}
      </td>
    </tr>
  );
}

/** What waits for the inspector: each line is decided whole, lines may be decided one by one. */
export function InspectPanel({ row, done }: { readonly row: Row; done(document: Row): void }) {
  const say = useText();
  const [judged, setJudged] = useState<ReadonlyMap<string, Judged>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const lines = waiting(row);
  const of = (line: Row): Judged =>
    judged.get(textOf(line["id"])) ?? { accepted: textOf(line["inspectingQty"]), rejected: "0", result: "PASS", reason: null, deduct: "" };
  const put = (line: Row, patch: Partial<Judged>): void => setJudged(new Map(judged).set(textOf(line["id"]), { ...of(line), ...patch }));
  const accept = (line: Row, accepted: string): void => {
    const whole = textOf(line["inspectingQty"]);
    const rest = isDecimal(accepted) && cmp(accepted, whole) <= 0 ? sub(whole, accepted) : of(line).rejected;
    put(line, { accepted, rejected: rest, result: cmp(figure(accepted), "0") === 0 ? "REJECT" : of(line).result });
  };
  const fits = (line: Row): boolean => {
    const { accepted, rejected, reason } = of(line);
    const isWhole = cmp(add(figure(accepted), figure(rejected)), textOf(line["inspectingQty"])) === 0;
    return isWhole && (cmp(figure(rejected), "0") === 0 || reason !== null);
  };
  const send = async (some: readonly Row[]): Promise<void> => {
    setBusy(true);
    try {
      const body = some.map((line) => {
        const { accepted, rejected, result, reason, deduct } = of(line);
        const more = result === "CONCESSION" && isDecimal(deduct) ? { concessionDeduct: deduct } : {};
        return { receiveLineId: line["id"], acceptedQty: accepted, rejectedQty: rejected, result, reason, ...more };
      });
      const { data } = await call<Row>("srmServer/v1/srmPurReceiveRestful/doInspect", { id: row["id"], lines: body });
      toast.success(["已判定", "Inspected"]);
      done(data);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  if (lines.length === 0) return null;
  return (
    <section className="rv-panel" data-section="inspection">
      <h2>{say(["检验判定", "Inspection"])}</h2>
      <div className="sp-scroll">
        <table className="sp-rows">
          <thead>
            <tr>
              <th>{say(["物料", "Item"])}</th>
              <th className="sp-number">{say(["待检", "Waiting"])}</th>
              <th className="sp-number">{say(["合格", "Accepted"])}</th>
              <th className="sp-number">{say(["不合格", "Rejected"])}</th>
              <th>{say(["结论", "Result"])}</th>
              <th>{say(["拒收原因", "Reason"])}</th>
              <th className="sp-number">{say(["让步扣款", "Deduction"])}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <JudgedRow
                key={textOf(line["id"])}
                line={line}
                judged={of(line)}
                fits={fits(line)}
                accept={(value) => accept(line, value)}
                put={(patch) => put(line, patch)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="sp-tools rv-press">
        <span className="pg-grow" />
        <Button type="primary" loading={isBusy} disabled={!lines.every(fits)} onClick={() => void send(lines)}>
          {say(["提交判定", "Post result"])}
        </Button>
      </div>
    </section>
  );
}
