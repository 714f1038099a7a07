import { cmp } from "#kernel/decimal.ts";
import { dateText, qtyText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { Words, type Tone } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
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

const signed = (value: string): string => (value.startsWith("-") ? qtyText(value) : `+${qtyText(value)}`);

/** A link where the reader's menus lead there; elsewhere the number alone. */
export function MayLink({ href, children }: { readonly href: string | null; readonly children: string }) {
  const path = href?.replace(/^\/main\//, "").split("?")[0] ?? "";
  const opens = useMenus((state) => path !== "" && menuForRoute(state.flat, path) !== undefined);
  return href && opens ? <PageLink href={href}>{children}</PageLink> : <span>{children}</span>;
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
  const { rows, sum } = load.data;
  return (
    <PlainTable
      dense
      most="60vh"
      label={say(["过账明细", "Postings"])}
      rows={rows}
      rowKey={(row) => row.id}
      foot={<Proof asked={asked} answer={load.data} />}
      columns={[
        {
          key: "date",
          title: say(["日期", "Date"]),
          noWrap: true,
          cell: (row) => <span title={row.postedAt}>{dateText({ kind: "datetime" }, row.postedAt, currentYear())}</span>,
        },
        { key: "event", title: say(["事件", "Event"]), cell: (row) => say(postingEvents[row.eventCode] ?? [row.eventCode, row.eventCode]) },
        {
          key: "document",
          title: say(["单据", "Document"]),
          cell: (row) => (
            <>
              <Words size="small">{say(row.causeKind)}</Words>{" "}
              <MayLink href={row.causeHref}>{row.causeNum || say(["无单号", "no number"])}</MayLink>
            </>
          ),
        },
        {
          key: "change",
          title: say(["变动", "Change"]),
          number: true,
          cell: (row) => <Words tone={row.delta.startsWith("-") ? "warning" : undefined}>{signed(row.delta)}</Words>,
        },
        { key: "balance", title: say(["余额", "Balance"]), number: true, cell: (row) => qtyText(row.balance), total: qtyText(sum) },
        { key: "by", title: say(["经手", "By"]), cell: (row) => row.postedByName },
      ]}
    />
  );
}

/** Whether the postings add up to the figure that was pressed. */
function Proof({ asked, answer: { rows, sum, cut } }: { readonly asked: Asked; readonly answer: Answer }) {
  const say = useText();
  if (rows.length === 0) return say(["还没有过账", "Nothing has been posted yet"]);
  if (cmp(sum, asked.value) === 0)
    return (
      <Words tone="success">
        <Check size={13} aria-hidden />{" "}
        {say([
          `${rows.length} 笔相加等于所点数字`,
          `${rows.length} ${rows.length === 1 ? "posting adds" : "postings add"} up to the figure`,
        ])}
      </Words>
    );
  if (cut) return say([`只列出最早的 ${rows.length} 笔`, `Only the first ${rows.length} postings`]);
  if (cmp(sum, "0") < 0) return say(["已超出，按 0 显示", "Exceeded, shown as 0"]);
  return <Words tone="warning">{say(["相加与所点数字不符", "The postings do not add up to the figure"])}</Words>;
}

function PostingWindow({ asked, close }: { readonly asked: Asked; close(): void }) {
  const say = useText();
  const figure = qtyText(asked.value);
  return (
    <Dialog
      className="fr-wide"
      title={say([`${asked.label[0]} ${figure} 是怎么来的`, `Why ${asked.label[1].toLowerCase()} is ${figure}`])}
      onClose={close}
    >
      {asked.of ? <p className="pc-note">{asked.of}</p> : null}
      <PostingTable asked={asked} />
    </Dialog>
  );
}

/** Shows why a figure is what it is. */
export const showPostings = (asked: Asked): void => openWindow((close) => <PostingWindow asked={asked} close={close} />);

/** A figure of a ledger that answers "why?" when it is pressed. */
export function LedgerFigure({ asked, tone }: { readonly asked: Asked; readonly tone?: Tone | undefined }) {
  const say = useText();
  const press = (event: MouseEvent): void => {
    event.stopPropagation();
    showPostings(asked);
  };
  const none = cmp(asked.value, "0") === 0;
  return (
    <button
      type="button"
      className="bk-figure"
      data-tone={none ? "neutral" : tone}
      title={say(["看它是怎么来的", "Why this number?"])}
      aria-label={say([`${asked.label[0]} ${qtyText(asked.value)}，看过账`, `${asked.label[1]} ${qtyText(asked.value)}, why?`])}
      onClick={press}
    >
      {none ? "–" : qtyText(asked.value)}
    </button>
  );
}

/** Where the figures of a row come from. */
export interface StripOf<R extends Row = Row> {
  /** The document the reader must be able to see. */
  doc(row: R): { readonly type: string; readonly id: string };
  owners?(row: R): readonly string[];
  of?(row: R): string;
}

/** The fixed group of quantity columns of a list or tree: each figure opens its postings. Suppliers see the figures alone. */
export function stripColumns<R extends Row = Row>(codes: readonly FigureCode[], from: StripOf<R>, opens = true): readonly Column<R>[] {
  return codes.map((code) => ({
    key: figures[code].field ?? `figure${code}`,
    title: figures[code].label,
    width: 92,
    align: "right" as const,
    sortable: false,
    resizable: true,
    cellType: "number" as const,
    render: (row: R) => {
      const value = figureOf(code, row);
      if (!opens) return <span className="pg-figure">{cmp(value, "0") === 0 ? "–" : qtyText(value)}</span>;
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
