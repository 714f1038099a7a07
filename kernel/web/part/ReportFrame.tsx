import { useRef, useState } from "react";
import type { ReportDesk, ReportParts, ReportReply, ReportShape, Row } from "../../report.ts";
import { filterPieces, isChanged } from "../../report-filters.ts";
import { shortMoney } from "../../short-figure.ts";
import { call, download, saveBlob } from "../call.ts";
import { useLanguage, useText } from "../language.ts";
import { toast } from "../message.ts";
import { useLoad } from "../page/document/useLoad.ts";
import { useTab } from "../tabs.ts";
import { OwnPage, usePageTitle } from "./OwnPage.tsx";
import { ReportFilters } from "./ReportFilters.tsx";
import { ReportHead } from "./ReportHead.tsx";
import { ReportRows } from "./ReportRows.tsx";
import { Changes, ReportEmpty, ReportFailed, ReportWaiting } from "./ReportStates.tsx";
import type { Chosen, ReportProps, Shown } from "./reportShown.ts";

export { figure, useWords, type ReportProps, type Shown, type Target } from "./reportShown.ts";

interface BodyProps<P extends ReportParts> extends ReportProps<string, P> {
  readonly shape: ReportShape;
  readonly reply: ReportReply<P>;
  readonly filter: Row;
}

/** The sentence that answers, charts that each answer a question, and the rows behind. */
function Body<P extends ReportParts>({ report, shape, reply, filter, ...more }: BodyProps<P>) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [chosen, choose] = useState<Chosen<P["row"]> | null>(null);
  const money = (value: unknown, currency = reply.currency): string => shortMoney(value, currency, language);
  const shown: Shown<P> = { reply, filter, chosen, choose, money };
  return (
    <>
      <p className="rp-sentence" role="status">
        {more.sentence(shown)}
      </p>
      <Changes shape={shape} reply={reply} />
      {reply.notes.map((note) => (
        <p key={note.code} className="rp-note">
          {say(note.text)}
        </p>
      ))}
      <div className="rp-charts">{more.charts(shown)}</div>
      <ReportRows
        report={report}
        shape={shape}
        shown={shown}
        {...(more.opens ? { opens: more.opens } : {})}
        {...(more.picks ? { picks: more.picks } : {})}
        {...(more.rowActions ? { rowActions: more.rowActions } : {})}
      />
      {more.after?.(shown)}
    </>
  );
}

/** What is asked: what the address names, else what each filter begins with. */
function useAsked(shape: ReportShape, begin: Row | undefined) {
  const { query } = useTab();
  const keys = Object.keys(shape.filters);
  const initial: Row = Object.fromEntries(keys.map((key) => [key, shape.filters[key]!.initial ?? begin?.[key] ?? null]));
  // Another report that sends its reader here names what it was about.
  const arriving: Row = Object.fromEntries(keys.map((key) => [key, query[key] ?? initial[key]]));
  const [typed, setTyped] = useState<Row>(arriving);
  const [asked, setAsked] = useState<Row>(arriving);
  const wanted: Row = Object.fromEntries(keys.flatMap((key) => (asked[key] === null || asked[key] === "" ? [] : [[key, asked[key]]])));
  return { initial, typed, asked, wanted, setTyped, setAsked };
}

/** One report: filters in one line, the sentence that answers, charts that each answer a question, and the rows behind. */
export function ReportFrame<N extends string, P extends ReportParts = ReportParts>({
  desk,
  ...props
}: ReportProps<N, P> & { readonly desk: ReportDesk<N> }) {
  const { report } = props;
  const shape = desk.shapes[report];
  const base = `srmServer/v1/${desk.path}`;
  const title = usePageTitle(shape.label);
  const { initial, typed, asked, wanted, setTyped, setAsked } = useAsked(shape, props.begin);
  const [exporting, setExporting] = useState(false);
  const key = `${report} ${JSON.stringify(wanted)}`;
  const load = useLoad(key, async () => (await call<ReportReply<P>>(`${base}/${shape.call}`, wanted)).data);
  // What was there stays to be read until the newer answer is here.
  const last = useRef<{ readonly key: string; readonly filter: Row; readonly reply: ReportReply<P> } | null>(null);
  if (load.data) last.current = { key, filter: wanted, reply: load.data };
  const shown = load.error && !load.data ? null : last.current;
  const take = async (): Promise<void> => {
    setExporting(true);
    try {
      saveBlob(await download(`${base}/exportReport`, { report, ...wanted }));
    } catch (error) {
      toast.error(error);
    }
    setExporting(false);
  };
  const reset = (): void => (setTyped(initial), setAsked(initial));
  return (
    <OwnPage>
      <div className="rp-page" role="region" aria-label={title}>
        <ReportHead title={title} shape={shape} reply={shown?.reply ?? null} asked={asked} busy={exporting} take={() => void take()} />
        <ReportFilters
          shape={shape}
          typed={typed}
          initial={initial}
          type={(patch) => setTyped((now) => ({ ...now, ...patch }))}
          query={() => (setAsked(typed), load.again())}
          reset={reset}
        />
        {load.error && !load.data ? (
          <ReportFailed error={load.error} again={load.again} />
        ) : !shown ? (
          <ReportWaiting />
        ) : (
          <div className="rp-body" aria-busy={load.loading} data-old={shown.key === key ? undefined : ""}>
            {shown.reply.rows.length === 0 ? (
              <ReportEmpty
                {...(shape.none ? { none: shape.none } : {})}
                filtered={filterPieces(shape.filters).some((piece) => isChanged(piece, asked, initial))}
                reset={reset}
              />
            ) : (
              <Body key={shown.key} shape={shape} {...props} reply={shown.reply} filter={shown.filter} />
            )}
          </div>
        )}
      </div>
    </OwnPage>
  );
}
