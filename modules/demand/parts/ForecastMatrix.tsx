import type { Form, Seen } from "#kernel/seen.ts";
import { Button } from "antd";
import { Save, Send } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { cmp, isNonNegative, sub, sum } from "#kernel/decimal.ts";
import { qtyText, textOf } from "#kernel/page-format.ts";
import { Inline, Words, type Tone } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { TableInput, TableSelect } from "#kernel/web/block/TableInput.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { pastedDemand } from "../forecast-paste.ts";
import { periodsOf, zoneOf } from "../forecast.ts";
import { forecast, type forecastLine, type forecastPeriod } from "../forecast.entity.ts";
import { Uom } from "./Uom.tsx";
import { ZoneTerms } from "./ZoneTerms.tsx";

/** One period of a forecast. */
interface Slot {
  readonly start: string;
  readonly end: string;
}
interface Answer {
  readonly commitQty: string;
  readonly gapReason: string;
}
type Line = Form<typeof forecastLine>;
type Period = Form<typeof forecastPeriod>;
type Answers = Readonly<Record<string, Answer>>;

const decimal = (value: unknown): string => (isNonNegative(textOf(value)) ? textOf(value) : "0");
const periodsIn = (line: Line): readonly Period[] => line.periods ?? [];
const periodAt = (line: Line, start: string): Period | undefined =>
  periodsIn(line).find((period) => textOf(period.periodStart).slice(0, 10) === start);

/** The periods of a line with another demand in one of them. */
function withDemand(line: Line, at: string, qty: string): readonly Period[] {
  const known = periodAt(line, at);
  return known
    ? periodsIn(line).map((period) => (period === known ? { ...period, demandQty: qty } : period))
    : [...periodsIn(line), { periodStart: at, demandQty: qty }];
}

/** The answer to one period as it stands on the page: typed now, or stored before. */
const answerOf = (period: Period | undefined, answers: Answers): Answer =>
  answers[textOf(period?.id)] ?? { commitQty: textOf(period?.commitQty), gapReason: textOf(period?.gapReason) };

const gapOf = (period: Period | undefined, commit: string): string | null =>
  period && isNonNegative(commit) ? sub(commit, decimal(period.demandQty)) : null;

const isShort = (gap: string | null): boolean => gap !== null && cmp(gap, "0") < 0;

interface Cell {
  readonly slot: Slot;
  readonly period: Period | undefined;
  readonly given: Answer;
  /** How much more or less is promised than asked for; nothing where nobody promised. */
  readonly gap: string | null;
}

/** One row of the matrix: of an item, what is asked for, what is promised, the difference, or what was ordered. */
interface MatrixRow {
  readonly key: string;
  readonly title: string;
  /** Begins the rows of its item. */
  readonly line?: Line;
  readonly total: string;
  cell(at: number): ReactNode;
}

interface Writing {
  readonly demands: boolean;
  readonly answering: boolean;
  demand(at: string, qty: string): void;
  /** A block out of a spreadsheet, pasted into the cell of a period. */
  paste(at: string, block: string): void;
  answer(id: string, answer: Answer): void;
}

/** What is asked for in a period, and what was asked before where that differs. */
function Demand({ line, cell: { slot, period }, writing }: { readonly line: Line; readonly cell: Cell; readonly writing: Writing }) {
  const isChanged = period?.prevDemandQty != null && cmp(decimal(period.prevDemandQty), decimal(period.demandQty)) !== 0;
  return (
    <>
      {writing.demands ? (
        <TableInput
          label={`${textOf(line.itemName)} ${slot.start}`}
          value={textOf(period?.demandQty)}
          placeholder="0"
          change={(qty) => writing.demand(slot.start, qty)}
          paste={(block) => writing.paste(slot.start, block)}
        />
      ) : (
        qtyText(decimal(period?.demandQty))
      )}
      {isChanged ? <small>{qtyText(decimal(period.prevDemandQty))}</small> : null}
    </>
  );
}

/** What is promised, to be typed by whoever answers; less than asked for needs its reason. */
function Promised({ line, cell, writing }: { readonly line: Line; readonly cell: Cell; readonly writing: Writing }) {
  const say = useText();
  const reasons = useLookup("PUR_GAP_REASON");
  const { slot, period, given, gap } = cell;
  if (!writing.answering || !period)
    return (
      <span title={given.gapReason ? reasons.meaning(given.gapReason) : undefined}>
        {given.commitQty === "" ? "–" : qtyText(given.commitQty)}
      </span>
    );
  const put = (patch: Partial<Answer>): void => writing.answer(textOf(period.id), { ...given, ...patch });
  return (
    <>
      <TableInput
        label={`${say(["承诺", "Promise"])} ${textOf(line.itemName)} ${slot.start}`}
        value={given.commitQty}
        change={(commitQty) => put({ commitQty })}
      />
      {isShort(gap) ? (
        <TableSelect
          label={`${say(["差异原因", "Gap reason"])} ${slot.start}`}
          empty={say(["原因", "Reason"])}
          value={given.gapReason}
          options={reasons.values.map(({ lookupCode }) => ({ value: lookupCode, label: reasons.meaning(lookupCode) }))}
          change={(gapReason) => put({ gapReason })}
        />
      ) : null}
    </>
  );
}

function Gap({ cell: { gap, given }, answering }: { readonly cell: Cell; readonly answering: boolean }) {
  const reasons = useLookup("PUR_GAP_REASON");
  return (
    <>
      <Words tone={isShort(gap) ? "error" : undefined}>{gap === null ? "–" : qtyText(gap)}</Words>
      {!answering && isShort(gap) && given.gapReason ? <small>{reasons.meaning(given.gapReason)}</small> : null}
    </>
  );
}

/** The rows of one item; `counts` adds what was ordered, which the planner sees once the forecast is out. */
function rowsOf(
  key: string,
  line: Line,
  cells: readonly Cell[],
  writing: Writing,
  counts: boolean,
  say: ReturnType<typeof useText>,
): readonly MatrixRow[] {
  const gaps = cells.flatMap((cell) => cell.gap ?? []);
  const total = (figure: (cell: Cell) => unknown): string => qtyText(sum(cells.map((cell) => decimal(figure(cell)))));
  return [
    {
      key: `${key}.demand`,
      line,
      title: say(["需求", "Demand"]),
      total: total(({ period }) => period?.demandQty),
      cell: (at) => <Demand line={line} cell={cells[at]!} writing={writing} />,
    },
    {
      key: `${key}.promise`,
      title: say(["承诺", "Promise"]),
      total: total(({ given }) => given.commitQty),
      cell: (at) => <Promised line={line} cell={cells[at]!} writing={writing} />,
    },
    {
      key: `${key}.gap`,
      title: say(["差异", "Gap"]),
      total: gaps.length ? qtyText(sum(gaps)) : "–",
      cell: (at) => <Gap cell={cells[at]!} answering={writing.answering} />,
    },
    ...(counts
      ? [
          {
            key: `${key}.ordered`,
            title: say(["已下单", "Ordered"]),
            total: total(({ period }) => period?.orderedQty),
            cell: (at: number) => qtyText(decimal(cells[at]!.period?.orderedQty)),
          },
        ]
      : []),
  ];
}

interface AnswerBarProps {
  readonly doc: Seen<typeof forecast>;
  readonly answers: Answers;
  done(document: Seen<typeof forecast>): void;
}

/** Keeps or sends what the supplier typed. */
function AnswerBar({ doc, answers, done }: AnswerBarProps) {
  const say = useText();
  const work = useWork();
  const send = (action: "doSaveCommit" | "doReply") =>
    work.run(async () => {
      const given = Object.entries(answers).map(([periodId, { commitQty, gapReason }]) => ({
        periodId,
        commitQty: commitQty === "" ? null : commitQty,
        gapReason: gapReason || null,
      }));
      const { document } = await entityCall.act(forecast, action, { id: doc.id, versionNum: doc.versionNum, answers: given });
      toast.success(action === "doReply" ? ["已回复", "Answered"] : ["已暂存", "Kept"]);
      done(document);
    });
  return (
    <Inline spread="end">
      <WorkError of={work} />
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
    </Inline>
  );
}

const zoneTones: Readonly<Record<string, Tone | undefined>> = { FIRM: "warning", MATERIAL: "neutral" };

/** Items down, periods across: what is asked for, what is promised, and where they differ. */
export function ForecastMatrix({ model }: { readonly model: EditModel<typeof forecast> }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const base = useStore(model.state, (state) => state.base);
  const edits = useStore(model.lines.lines!.state, (state) => state.rows);
  const [answers, setAnswers] = useState<Answers>({});
  const start = textOf(doc.startPeriod).slice(0, 10);
  const type = textOf(doc.periodType);
  const count = Math.min(52, Math.max(0, Number(doc.periodCount ?? 0)));
  const slots = start && count ? periodsOf(start, type, count) : [];
  const isSupplier = model.viewer.audience === "supplier";
  const status = textOf(doc.status);
  const answering = isSupplier && ["PUBLISHED", "REFUSED"].includes(status) && model.viewer.may("btnReply");
  const demands = !isSupplier && model.editable();
  const lines = edits.filter((edit) => !edit.deleted);
  const demand = (key: string, line: Line, at: string, qty: string): void =>
    model.lines.lines!.set([{ key, field: "periods", value: withDemand(line, at, qty) }], `demand.${at}`);
  /** Rows go down the items and columns along the periods, one column a period, as in the spreadsheet. */
  const paste = (from: number, at: string, block: string): void => {
    const first = slots.findIndex((slot) => slot.start === at);
    const figures = pastedDemand(block);
    const changes = lines.slice(from).flatMap(({ key, row }, down) => {
      const own = figures.filter((pasted) => pasted.down === down && slots[first + pasted.right]);
      const filled = own.reduce(
        (line: Line, pasted) => ({ ...line, periods: withDemand(line, slots[first + pasted.right]!.start, pasted.qty) }),
        row,
      );
      return own.length ? [{ key, field: "periods", value: filled.periods }] : [];
    });
    if (changes.length) model.lines.lines!.set(changes);
  };
  const done = (document: Seen<typeof forecast>): void => {
    setAnswers({});
    model.take(document);
    tellChanged({ entity: forecast.name, id: textOf(document.id), document });
  };
  const zone = { firmPeriods: Number(doc.firmPeriods ?? 0), materialPeriods: Number(doc.materialPeriods ?? 0) };
  const zones = { FIRM: say(["锁定", "Firm"]), MATERIAL: say(["备料", "Material"]), FREE: "" };
  const rows = lines.flatMap(({ key, row: line }, index) => {
    const cells = slots.map((slot): Cell => {
      const period = periodAt(line, slot.start);
      const given = answerOf(period, answers);
      return { slot, period, given, gap: gapOf(period, given.commitQty) };
    });
    const writing: Writing = {
      demands,
      answering,
      demand: (at, qty) => demand(key, line, at, qty),
      paste: (at, block) => paste(index, at, block),
      answer: (id, given) => setAnswers((now) => ({ ...now, [id]: given })),
    };
    return rowsOf(key, line, cells, writing, !isSupplier && status !== "DRAFT" && status !== "", say);
  });
  return (
    <Section name="matrix" title={say(["需求与承诺", "Demand and promises"])}>
      {slots.length === 0 || lines.length === 0 ? (
        <p className="pc-note">
          {say(["先选时段与物料，再填各时段的需求。", "Choose the horizon and items first, then fill in each period."])}
        </p>
      ) : (
        <>
          <PlainTable
            dense
            pinned
            label={say(["需求与承诺", "Demand and promises"])}
            rows={rows}
            rowKey={(row) => row.key}
            group={({ line }) =>
              line ? (
                <>
                  {textOf(line.itemName || line.itemCode) || say(["未选物料", "No item yet"])}
                  <small>
                    {textOf(line.invOrgName)} <Uom code={line.uom} />
                  </small>
                </>
              ) : null
            }
            columns={[
              { key: "kind", title: say(["物料 · 收货组织", "Item · place"]), noWrap: true, cell: (row) => row.title },
              ...slots.map((slot, at) => ({
                key: slot.start,
                number: true,
                tone: zoneTones[zoneOf(at, zone)],
                title: (
                  <>
                    {type === "MONTH" ? slot.start.slice(0, 7) : slot.start.slice(5)}
                    <small>{zones[zoneOf(at, zone)]}</small>
                  </>
                ),
                cell: (row: MatrixRow) => row.cell(at),
              })),
              { key: "total", title: say(["合计", "Total"]), number: true, cell: (row) => <b>{row.total}</b> },
            ]}
          />
          <ZoneTerms {...zone} />
        </>
      )}
      {answering && base ? <AnswerBar doc={base} answers={answers} done={done} /> : null}
    </Section>
  );
}
