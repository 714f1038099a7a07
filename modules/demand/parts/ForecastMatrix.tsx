import { Button } from "antd";
import { Save, Send } from "lucide-react";
import { Fragment, useState } from "react";
import { useStore } from "zustand";
import { cmp, isNonNegative, sub, sum } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { pastedDemand } from "../forecast-paste.ts";
import { periodsOf, zoneOf } from "../forecast.ts";
import { forecast } from "../forecast.entity.ts";
import { Heads, ZoneTerms, type Slot } from "./ForecastHeads.tsx";
import { figureText } from "./Postings.tsx";
import "./planning.css";

interface Answer {
  readonly commitQty: string;
  readonly gapReason: string;
}
type Answers = Readonly<Record<string, Answer>>;

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const decimal = (value: unknown): string => (isNonNegative(text(value)) ? text(value) : "0");
const periodsIn = (line: Row): readonly Row[] => (Array.isArray(line["periods"]) ? (line["periods"] as Row[]) : []);
const periodAt = (line: Row, start: string): Row | undefined =>
  periodsIn(line).find((one) => text(one["periodStart"]).slice(0, 10) === start);

/** The periods of a line with another demand in one of them. */
function withDemand(line: Row, at: string, qty: string): readonly Row[] {
  const known = periodAt(line, at);
  return known
    ? periodsIn(line).map((one) => (one === known ? { ...one, demandQty: qty } : one))
    : [...periodsIn(line), { periodStart: at, demandQty: qty }];
}

/** The answer to one period as it stands on the page: typed now, or stored before. */
const answerOf = (period: Row | undefined, answers: Answers): Answer =>
  answers[text(period?.["id"])] ?? { commitQty: text(period?.["commitQty"]), gapReason: text(period?.["gapReason"]) };

const gapOf = (period: Row | undefined, commit: string): string | null =>
  period && isNonNegative(commit) ? sub(commit, decimal(period["demandQty"])) : null;

interface LineProps {
  readonly line: Row;
  readonly slots: readonly Slot[];
  readonly doc: Row;
  readonly answers: Answers;
  readonly demands: boolean;
  readonly answering: boolean;
  /** Whether what was ordered is shown: to the planner, once the forecast is out. */
  readonly counts: boolean;
  demand(start: string, qty: string): void;
  /** A block out of a spreadsheet, pasted into the cell of a period. */
  paste(start: string, text: string): void;
  answer(id: string, answer: Answer): void;
}

interface Cell {
  readonly slot: Slot;
  readonly period: Row | undefined;
  readonly told: Answer;
  /** How much more or less is promised than asked for; nothing where nobody promised. */
  readonly gap: string | null;
  readonly tone: string;
}
interface CellsProps {
  readonly cells: readonly Cell[];
}
const isShort = (gap: string | null): boolean => gap !== null && cmp(gap, "0") < 0;

/** What was ordered so far, period by period. */
function OrderedRow({ cells }: CellsProps) {
  const say = useText();
  return (
    <tr>
      <td className="fm-kind">{say(["已下单", "Ordered"])}</td>
      {cells.map(({ slot, period, tone }) => (
        <td key={slot.start} className={tone}>
          {figureText(decimal(period?.["orderedQty"]))}
        </td>
      ))}
      <td className="fm-total">{figureText(sum(cells.map(({ period }) => decimal(period?.["orderedQty"]))))}</td>
    </tr>
  );
}

/** What is asked for in each period, and what was asked before where that differs. */
function DemandCells({ line, cells, demands, demand, paste }: Pick<LineProps, "line" | "demands" | "demand" | "paste"> & CellsProps) {
  return cells.map(({ slot, period, tone }) => (
    <td key={slot.start} className={tone}>
      {demands ? (
        <input
          inputMode="decimal"
          aria-label={`${text(line["itemName"])} ${slot.start}`}
          value={text(period?.["demandQty"] ?? "")}
          placeholder="0"
          onChange={(event) => demand(slot.start, event.target.value.trim())}
          onPaste={(event) => {
            const block = event.clipboardData.getData("text/plain");
            if (!/[\t\n]/.test(block.trim())) return;
            event.preventDefault();
            paste(slot.start, block);
          }}
        />
      ) : (
        figureText(decimal(period?.["demandQty"]))
      )}
      {period?.["prevDemandQty"] != null && cmp(decimal(period["prevDemandQty"]), decimal(period["demandQty"])) !== 0 ? (
        <small className="fm-was">{figureText(decimal(period["prevDemandQty"]))}</small>
      ) : null}
    </td>
  ));
}

/** What is promised, to be typed by whoever answers; less than asked for needs its reason. */
function PromiseCells({ line, cells, answering, answer }: Pick<LineProps, "line" | "answering" | "answer"> & CellsProps) {
  const say = useText();
  const reasons = useLookup("PUR_GAP_REASON");
  return cells.map(({ slot, period, told, gap, tone }) => (
    <td key={slot.start} className={tone}>
      {answering && period ? (
        <>
          <input
            inputMode="decimal"
            aria-label={`${say(["承诺", "Promise"])} ${text(line["itemName"])} ${slot.start}`}
            value={told.commitQty}
            onChange={(event) => answer(text(period["id"]), { ...told, commitQty: event.target.value.trim() })}
          />
          {isShort(gap) ? (
            <select
              aria-label={`${say(["差异原因", "Gap reason"])} ${slot.start}`}
              className={told.gapReason ? "" : "fm-wanted"}
              value={told.gapReason}
              onChange={(event) => answer(text(period["id"]), { ...told, gapReason: event.target.value })}
            >
              <option value="">{say(["原因", "Reason"])}</option>
              {reasons.values.map((one) => (
                <option key={one.lookupCode} value={one.lookupCode}>
                  {reasons.meaning(one.lookupCode)}
                </option>
              ))}
            </select>
          ) : null}
        </>
      ) : told.commitQty === "" ? (
        "–"
      ) : (
        <span title={told.gapReason ? reasons.meaning(told.gapReason) : undefined}>{figureText(told.commitQty)}</span>
      )}
    </td>
  ));
}

function GapRow({ cells, answering }: CellsProps & Pick<LineProps, "answering">) {
  const say = useText();
  const reasons = useLookup("PUR_GAP_REASON");
  const gaps = cells.flatMap((one) => one.gap ?? []);
  return (
    <tr>
      <td className="fm-kind">{say(["差异", "Gap"])}</td>
      {cells.map(({ slot, gap, told, tone }) => (
        <td key={slot.start} className={`${tone}${isShort(gap) ? " fm-short" : ""}`}>
          {gap === null ? "–" : figureText(gap)}
          {!answering && isShort(gap) && told.gapReason ? <small>{reasons.meaning(told.gapReason)}</small> : null}
        </td>
      ))}
      <td className="fm-total">{gaps.length ? figureText(sum(gaps)) : "–"}</td>
    </tr>
  );
}

/** The rows of one item: what is asked for, what is promised, the difference, and what was ordered. */
function MatrixLine({ line, slots, doc, answers, demands, answering, counts, demand, paste, answer }: LineProps) {
  const say = useText();
  const uoms = useLookup("UOM");
  const zone = { firmPeriods: Number(doc["firmPeriods"] ?? 0), materialPeriods: Number(doc["materialPeriods"] ?? 0) };
  const cells = slots.map((slot, i): Cell => {
    const period = periodAt(line, slot.start);
    const told = answerOf(period, answers);
    return { slot, period, told, gap: gapOf(period, told.commitQty), tone: `fm-${zoneOf(i, zone).toLowerCase()}` };
  });
  return (
    <Fragment>
      <tr className="fm-first">
        <th className="fm-item" rowSpan={counts ? 4 : 3}>
          <b>{text(line["itemName"] || line["itemCode"]) || say(["未选物料", "No item yet"])}</b>
          <small>
            {text(line["invOrgName"])} {line["uom"] ? uoms.meaning(text(line["uom"])) : ""}
          </small>
        </th>
        <td className="fm-kind">{say(["需求", "Demand"])}</td>
        <DemandCells line={line} cells={cells} demands={demands} demand={demand} paste={paste} />
        <td className="fm-total">{figureText(sum(cells.map(({ period }) => decimal(period?.["demandQty"]))))}</td>
      </tr>
      <tr>
        <td className="fm-kind">{say(["承诺", "Promise"])}</td>
        <PromiseCells line={line} cells={cells} answering={answering} answer={answer} />
        <td className="fm-total">{figureText(sum(cells.map(({ told }) => decimal(told.commitQty))))}</td>
      </tr>
      <GapRow cells={cells} answering={answering} />
      {counts ? <OrderedRow cells={cells} /> : null}
    </Fragment>
  );
}

/** Keeps or sends what the supplier typed. */
function AnswerBar({ doc, answers, done }: { readonly doc: Row; readonly answers: Answers; done(document: Row): void }) {
  const say = useText();
  const work = useWork();
  const send = (action: "doSaveCommit" | "doReply") =>
    work.run(async () => {
      const given = Object.entries(answers).map(([periodId, one]) => ({
        ...{ periodId, commitQty: one.commitQty === "" ? null : one.commitQty, gapReason: one.gapReason || null },
      }));
      const { document } = await entityCall.act(forecast, action, { id: doc["id"], versionNum: doc["versionNum"], answers: given });
      toast.success(action === "doReply" ? ["已回复", "Answered"] : ["已暂存", "Kept"]);
      done(document);
    });
  return (
    <div className="fm-bar">
      {work.error ? (
        <span className="pc-bad" role="alert">
          {work.error}
        </span>
      ) : null}
      <Button
        icon={<Save size={14} />}
        loading={work.busy}
        disabled={Object.keys(answers).length === 0}
        onClick={() => void send("doSaveCommit")}
      >
        {say(["暂存", "Keep"])}
      </Button>
      <Button type="primary" icon={<Send size={14} />} loading={work.busy} onClick={() => void send("doReply")}>
        {say(["回复", "Reply"])}
      </Button>
    </div>
  );
}

/** Items down, periods across: what is asked for, what is promised, and where they differ. */
export function ForecastMatrix({ model }: { readonly model: EditModel }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const edits = useStore(model.lines["lines"]!.state, (state) => state.rows);
  const [answers, setAnswers] = useState<Answers>({});
  const start = text(doc["startPeriod"]).slice(0, 10);
  const type = text(doc["periodType"]);
  const count = Math.min(52, Math.max(0, Number(doc["periodCount"] ?? 0)));
  const slots = start && count ? periodsOf(start, type, count) : [];
  const isSupplier = model.viewer.audience === "supplier";
  const status = text(doc["status"]);
  const answering = isSupplier && ["PUBLISHED", "REFUSED"].includes(status) && model.viewer.may("btnReply");
  const demands = !isSupplier && model.editable();
  const lines = edits.filter((edit) => !edit.deleted);
  const demand = (key: string, line: Row, at: string, qty: string): void =>
    model.lines["lines"]!.set([{ key, field: "periods", value: withDemand(line, at, qty) }], `demand.${at}`);
  /** Rows go down the items and columns along the periods, one column a period, as in the spreadsheet. */
  const paste = (from: number, at: string, block: string): void => {
    const first = slots.findIndex((slot) => slot.start === at);
    const figures = pastedDemand(block);
    const changes = lines.slice(from).flatMap(({ key, row }, down) => {
      const own = figures.filter((one) => one.down === down && slots[first + one.right]);
      const filled = own.reduce(
        (line: Row, one) => ({ ...line, periods: withDemand(line, slots[first + one.right]!.start, one.qty) }),
        row,
      );
      return own.length ? [{ key, field: "periods", value: filled["periods"] }] : [];
    });
    if (changes.length) model.lines["lines"]!.set(changes);
  };
  const done = (document: Row): void => {
    setAnswers({});
    model.take(document);
    tellChanged({ entity: forecast.name, id: text(document["id"]), document });
  };
  return (
    <section className="pg-section" data-section="matrix" aria-label={say(["需求与承诺", "Demand and promises"])}>
      <h2 className="pg-h2">{say(["需求与承诺", "Demand and promises"])}</h2>
      {slots.length === 0 || lines.length === 0 ? (
        <p className="pc-note">
          {say(["先选时段与物料，再填各时段的需求。", "Choose the horizon and items first, then fill in each period."])}
        </p>
      ) : (
        <div className="fm-scroll">
          <table className="fm-table">
            <thead>
              <Heads slots={slots} doc={doc} type={type} />
            </thead>
            <tbody>
              {lines.map(({ key, row }, index) => (
                <MatrixLine
                  key={key}
                  {...{ line: row, slots, doc, answers, demands, answering, counts: !isSupplier && status !== "DRAFT" && status !== "" }}
                  demand={(at, qty) => demand(key, row, at, qty)}
                  paste={(at, block) => paste(index, at, block)}
                  answer={(id, one) => setAnswers((now) => ({ ...now, [id]: one }))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {slots.length > 0 && lines.length > 0 ? <ZoneTerms doc={doc} /> : null}
      {answering ? <AnswerBar doc={doc} answers={answers} done={done} /> : null}
    </section>
  );
}
