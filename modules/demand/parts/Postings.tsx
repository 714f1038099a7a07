import { cmp } from "#kernel/decimal.ts";
import { dateText, numberText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { currentYear } from "#kernel/web/page/today.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import type { Column } from "#kernel/web/table/types.ts";
import { Check } from "lucide-react";
import type { MouseEvent } from "react";
import { figureOf, figures, postingEvents, type FigureCode, type Posting } from "../postings.ts";
import { openWindow } from "./window.tsx";
import "./postings.css";

/** Which figure is asked about: the document it stands on, the rows it is the sum of, and what it says. */
export interface Asked {
  readonly docType: string;
  readonly docId: string;
  /** The delivery rows or lines it sums; the whole document unless said. */
  readonly ownerIds?: readonly string[];
  readonly label: Text;
  readonly buckets: Readonly<Record<string, 1 | -1>>;
  readonly value: string;
  /** What it is a figure of, such as an order line. */
  readonly of?: string;
}

interface Answer {
  readonly rows: readonly Posting[];
  readonly sum: string;
  readonly cut: boolean;
}

export const figureText = (value: string): string => numberText({ kind: "qty" }, value);
const signed = (value: string): string => (value.startsWith("-") ? figureText(value) : `+${figureText(value)}`);

/** A link where the reader's menus lead there; elsewhere the number alone. */
export function MayLink({ href, children }: { readonly href: string | null; readonly children: string }) {
  const path = href?.replace(/^\/main\//, "").split("?")[0] ?? "";
  const opens = useMenus((state) => path !== "" && menuForRoute(state.flat, path) !== undefined);
  return href && opens ? <PageLink href={href}>{children}</PageLink> : <span>{children}</span>;
}

function Rows({ rows }: { readonly rows: readonly Posting[] }) {
  const say = useText();
  return (
    <>
      {rows.map((one) => (
        <tr key={one.id}>
          <td className="pg-figure" title={one.postedAt}>
            {dateText({ kind: "datetime" }, one.postedAt, currentYear())}
          </td>
          <td>{say(postingEvents[one.eventCode] ?? [one.eventCode, one.eventCode])}</td>
          <td>
            <span className="dp-kind">{say(one.causeKind)}</span>{" "}
            <MayLink href={one.causeHref}>{one.causeNum || say(["无单号", "no number"])}</MayLink>
          </td>
          <td className={`pg-right pg-figure${one.delta.startsWith("-") ? " dp-minus" : ""}`}>{signed(one.delta)}</td>
          <td className="pg-right pg-figure">{figureText(one.balance)}</td>
          <td title={one.postedByName}>{one.postedByName}</td>
        </tr>
      ))}
    </>
  );
}

/** The postings behind one figure as a table; its foot says that they add up to it. */
export function PostingTable({ asked }: { readonly asked: Asked }) {
  const say = useText();
  const { docType, docId, ownerIds, buckets } = asked;
  const load = useLoad(JSON.stringify([docType, docId, ownerIds, buckets]), async () => {
    const body = { docType, docId, buckets, ...(ownerIds ? { ownerIds } : {}) };
    return (await call<Answer>("srmServer/v1/srmPurQtyLedgerRestful/findPostings", body)).data;
  });
  if (load.error)
    return (
      <p className="pg-note" role="alert">
        {load.error}
      </p>
    );
  if (!load.data) return <p className="pg-faint">{say(["正在取过账明细", "Fetching the postings"])}</p>;
  const { rows, sum, cut } = load.data;
  const equal = cmp(sum, asked.value) === 0;
  return (
    <div className="dp-scroll">
      <table className="dp-table">
        <thead>
          <tr>
            <th scope="col">{say(["日期", "Date"])}</th>
            <th scope="col">{say(["事件", "Event"])}</th>
            <th scope="col">{say(["单据", "Document"])}</th>
            <th scope="col" className="pg-right">
              {say(["变动", "Change"])}
            </th>
            <th scope="col" className="pg-right">
              {say(["余额", "Balance"])}
            </th>
            <th scope="col">{say(["经手", "By"])}</th>
          </tr>
        </thead>
        <tbody>
          <Rows rows={rows} />
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>
              {rows.length === 0 ? (
                say(["还没有过账", "Nothing has been posted yet"])
              ) : equal ? (
                <span className="dp-equal">
                  <Check size={13} aria-hidden />
                  {say([`${rows.length} 笔相加等于所点数字`, `${rows.length} postings add up to the figure`])}
                </span>
              ) : cut ? (
                say([`只列出最早的 ${rows.length} 笔`, `Only the first ${rows.length} postings`])
              ) : cmp(sum, "0") < 0 ? (
                say(["已超出，按 0 显示", "Exceeded, shown as 0"])
              ) : (
                <span className="dp-minus">{say(["相加与所点数字不符", "The postings do not add up to the figure"])}</span>
              )}
            </td>
            <td className="pg-right pg-figure">
              <b>{figureText(sum)}</b>
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function PostingWindow({ asked, close }: { readonly asked: Asked; close(): void }) {
  const say = useText();
  const figure = figureText(asked.value);
  return (
    <Dialog
      className="dp-window"
      title={say([`${asked.label[0]} ${figure} 是怎么来的`, `Why ${asked.label[1].toLowerCase()} is ${figure}`])}
      onClose={close}
    >
      {asked.of ? <p className="dp-of">{asked.of}</p> : null}
      <PostingTable asked={asked} />
    </Dialog>
  );
}

/** Shows why a figure is what it is. */
export const showPostings = (asked: Asked): void => openWindow((close) => <PostingWindow asked={asked} close={close} />);

/** A figure of a ledger that answers "why?" when it is pressed. */
export function LedgerFigure({ asked, tone }: { readonly asked: Asked; readonly tone?: "late" | "soon" | undefined }) {
  const say = useText();
  const press = (event: MouseEvent): void => {
    event.stopPropagation();
    showPostings(asked);
  };
  const none = cmp(asked.value, "0") === 0;
  return (
    <button
      type="button"
      className={`dp-figure pg-figure${none ? " dp-none" : ""}${tone ? ` dp-${tone}` : ""}`}
      title={say(["看它是怎么来的", "Why this number?"])}
      aria-label={say([`${asked.label[0]} ${figureText(asked.value)}，看过账`, `${asked.label[1]} ${figureText(asked.value)}, why?`])}
      onClick={press}
    >
      {none ? "–" : figureText(asked.value)}
    </button>
  );
}

/** Where the figures of a row come from. */
export interface StripOf {
  /** The document the reader must be able to see. */
  doc(row: Row): { readonly type: string; readonly id: string };
  owners?(row: Row): readonly string[];
  of?(row: Row): string;
}

/** The fixed group of quantity columns of a list or tree: each figure opens its postings. Suppliers see the figures alone. */
export function stripColumns(codes: readonly FigureCode[], from: StripOf, opens = true): readonly Column[] {
  return codes.map((code) => ({
    key: figures[code].field ?? `figure${code}`,
    title: figures[code].label,
    width: 92,
    align: "right" as const,
    sortable: false,
    resizable: true,
    cellType: "number" as const,
    render: (row: Row) => {
      const value = figureOf(code, row);
      if (!opens) return <span className="pg-figure">{cmp(value, "0") === 0 ? "–" : figureText(value)}</span>;
      const doc = from.doc(row);
      const owners = from.owners?.(row);
      const of = from.of?.(row);
      const asked: Asked = {
        docType: doc.type,
        docId: doc.id,
        ...(owners ? { ownerIds: owners } : {}),
        ...(of ? { of } : {}),
        label: figures[code].label,
        buckets: figures[code].of,
        value,
      };
      return <LedgerFigure asked={asked} />;
    },
  }));
}
