import type { Row } from "#kernel/page-document.ts";
import { messageOf } from "#kernel/web/call.ts";
import { markMine } from "#kernel/web/inbox.ts";
import type { BoxMessage } from "#kernel/web/inbox.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { onPush } from "#kernel/web/push.ts";
import { useEffect, useRef, useState } from "react";
import { msgBox } from "../box.entity.ts";

export type InboxView = "" | "unread" | "starred" | "archived";

export interface InboxFilter {
  readonly view: InboxView;
  readonly keyword: string;
  readonly kind: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
}

export const noFilter: InboxFilter = { view: "", keyword: "", kind: [], from: null, to: null };

const pageRows = 50;
const orderBy = [
  { key: "readFlag", dir: "asc" },
  { key: "creationDate", dir: "desc" },
];

/** How a filter is asked: archived messages stand apart from all others. */
export const queryOf = ({ view, keyword, kind, from, to }: InboxFilter): Row => ({
  ...(view === "" ? { archiveFlag: "N" } : { view }),
  ...(keyword ? { keyword } : {}),
  ...(kind.length > 0 ? { kind } : {}),
  ...(from ? { creationDateFrom: from } : {}),
  ...(to ? { creationDateTo: to } : {}),
});

/** Rows stay where they were while one walks through them; what is new comes first. */
function inOrderOf(shown: readonly BoxMessage[], found: readonly BoxMessage[]): readonly BoxMessage[] {
  const place = new Map(shown.map((row, at) => [row.id, at]));
  return found.toSorted((a, b) => (place.get(a.id) ?? -1) - (place.get(b.id) ?? -1));
}

interface Inbox {
  readonly rows: readonly BoxMessage[] | null;
  readonly count: number;
  readonly counts: Readonly<Record<string, { readonly count: number }>>;
  readonly error: string;
  more(): void;
  reload(): void;
  /** Marks messages and shows it at once; the server's word follows. */
  mark(name: "doRead" | "doStar" | "doArchive", ids: readonly string[], patch: Partial<BoxMessage>): Promise<void>;
  readAll(): Promise<void>;
}

/** My messages under a filter, with the counts of the views; a new one that is pushed appears by itself. */
export function useInbox(filter: InboxFilter): Inbox {
  const [rows, setRows] = useState<readonly BoxMessage[] | null>(null);
  const [counts, setCounts] = useState<Inbox["counts"]>({});
  const [count, setCount] = useState(0);
  const [error, setError] = useState("");
  const [pages, setPages] = useState(1);
  const [turn, setTurn] = useState(0);
  const language = useLanguage((state) => state.language);
  const asked = JSON.stringify(queryOf(filter));
  const reload = (): void => setTurn((now) => now + 1);
  const recount = (): void => void entityCall.countViews(msgBox, {}).then(setCounts, () => undefined);
  const before = useRef("");
  useEffect(() => setPages(1), [asked]);
  useEffect(() => {
    const stop = new AbortController();
    entityCall.page(msgBox, { ...(JSON.parse(asked) as Row), pageIndex: 1, pageRows: pages * pageRows, orderBy }, stop.signal).then(
      ({ data, page }) => {
        const found = data as readonly unknown[] as readonly BoxMessage[];
        setRows((now) => (before.current === asked && now !== null ? inOrderOf(now, found) : found));
        before.current = asked;
        setCount(page?.count ?? data.length);
        setError("");
      },
      (cause: unknown) => void (stop.signal.aborted || setError(messageOf(cause))),
    );
    recount();
    return () => stop.abort();
  }, [asked, pages, turn, language]);
  useEffect(() => onPush("msg", (frame) => frame.data?.id !== undefined && setTurn((now) => now + 1)), []);
  useChanged(msgBox.name, reload);
  return {
    rows,
    count,
    counts,
    error,
    reload,
    more: () => setPages((now) => now + 1),
    async mark(name, ids, patch) {
      setRows((now) => now?.map((row) => (ids.includes(row.id) ? { ...row, ...patch } : row)) ?? null);
      const flags = {
        ...("starFlag" in patch ? { starFlag: patch.starFlag } : {}),
        ...("archiveFlag" in patch ? { archiveFlag: patch.archiveFlag } : {}),
      };
      try {
        await markMine(name, { ids, ...flags });
        // What was read stays where it stands; only the counts change.
        if (name === "doRead") recount();
        else reload();
      } catch (cause) {
        toast.error(cause);
        reload();
      }
    },
    async readAll() {
      await markMine("doRead", { all: true }).catch(toast.error);
      reload();
    },
  };
}
