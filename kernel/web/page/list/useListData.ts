import { nowText } from "../../clock.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { nestRows } from "../../../page.ts";
import type { TableHandle } from "../../table/DataTable.tsx";
import type { PageInfo, TableApi, TableReply } from "../../table/types.ts";
import { firstPageIsOpen } from "../../opened.ts";
import { useChanged } from "../changes.ts";
import { entityCall } from "../entityCall.ts";

type Counts = Readonly<Record<string, { readonly count: number; readonly capped?: boolean }>>;

export interface ListData {
  readonly api: TableApi;
  readonly rows: readonly Row[];
  readonly page: PageInfo | null;
  readonly at: string;
  readonly counts: Counts | null;
  loaded(reply: TableReply | null): void;
  recount(): void;
}

const clockText = (): string => nowText().slice(11, 16);

/** Asks a list for its rows and views, and renews single rows when somebody changed them. */
export function useListData(
  entity: Entity,
  list: string | undefined,
  params: Row,
  hasViews: boolean,
  table: RefObject<TableHandle | null>,
): ListData {
  const [reply, setReply] = useState<{ readonly rows: readonly Row[]; readonly page: PageInfo; readonly at: string } | null>(null);
  const [counts, setCounts] = useState<Counts | null>(null);
  const [turn, setTurn] = useState(0);
  const tree = entity.tree?.parent;
  const api = useMemo<TableApi>(
    () => async (query, signal) => {
      const { countAll, ...body } = query;
      const { data, page } = await entityCall.page(
        entity,
        { ...body, ...(tree ? { pageIndex: 1, pageRows: 0 } : {}), ...(list ? { list } : {}), ...(countAll ? { count: "exact" } : {}) },
        signal,
      );
      const rows = (tree ? nestRows(data, tree) : data) as Record<string, unknown>[];
      return { rows, page: (page ?? { count: data.length, curIndex: 1 }) as PageInfo };
    },
    [entity, list, tree],
  );
  const { view: _view, ...filters } = params as Row & { view?: unknown };
  const asked = JSON.stringify(filters);
  const newest = useRef(0);
  useEffect(() => {
    if (!hasViews) return;
    const ticket = ++newest.current;
    entityCall.countViews(entity, { ...(JSON.parse(asked) as Row), ...(list ? { list } : {}) }).then(
      (found) => void (ticket === newest.current && setCounts(found)),
      () => void (ticket === newest.current && setCounts((now) => now ?? {})),
    );
  }, [entity, list, asked, hasViews, turn]);

  const renew = useCallback(
    async (id: string, document?: Row) => {
      const model = table.current?.model;
      const known = model?.state.getState().rows.find((row) => row["id"] === id);
      if (!model || !known || tree) return table.current?.reload();
      const fresh = document ?? (await entityCall.find(entity, id).catch(() => null));
      if (fresh === null) return table.current?.reload();
      const put = <R extends Row>(row: R): R => (row["id"] === id ? { ...row, ...fresh } : row);
      model.state.setState({ rows: model.state.getState().rows.map(put), flash: new Set([id]) });
      setReply((now) => now && { ...now, rows: now.rows.map(put) });
    },
    [entity, table, tree],
  );
  useChanged(entity.name, (changed) => {
    setTurn((now) => now + 1);
    const gone = changed.filter((row) => row.gone).map((row) => row.id);
    if (gone.length > 0) table.current?.forget(gone);
    // Cells somebody has typed in are not read over: saving them, or leaving, reads the list anew.
    if ((table.current?.store?.dirty() ?? 0) > 0) return;
    const rows = table.current?.model.state.getState().rows ?? [];
    if (gone.length > 0 || changed.length > 5 || changed.some((candidate) => !rows.some((row) => row["id"] === candidate.id)))
      void table.current?.reload();
    else for (const row of changed) void renew(row.id, row.document);
  });
  return {
    api,
    counts: hasViews ? counts : reply && { all: { count: reply.page.count, ...(reply.page.capped ? { capped: true } : {}) } },
    rows: reply?.rows ?? [],
    page: reply?.page ?? null,
    at: reply?.at ?? "",
    loaded(answer) {
      if (answer) setReply({ rows: answer.rows as readonly Row[], page: answer.page, at: clockText() });
      firstPageIsOpen();
    },
    recount: () => setTurn((now) => now + 1),
  };
}
