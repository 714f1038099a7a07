import { lastPage, type Row } from "#kernel/table.ts";
import { rereadBranches } from "./branch.ts";
import { sumKeys } from "./footer.ts";
import type { Core, Failure } from "./model.ts";
import type { TableQuery, TableReply } from "./types.ts";

function failureOf(cause: unknown): Failure {
  const { msg, message, requestId, code, http } = (cause ?? {}) as {
    msg?: string;
    message?: string;
    requestId?: string;
    code?: string;
    http?: number;
  };
  return { message: msg ?? message ?? "", requestId: requestId ?? "", denied: code === "PERM_DENIED" || http === 403 };
}

const sameRow = (a: Row, b: Row): boolean => {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.is(a[key], b[key]) || JSON.stringify(a[key]) === JSON.stringify(b[key]))
  );
};

function queryOf({ state, config }: Core): TableQuery {
  const { params, pageIndex, pageRows, orderBy } = state.getState();
  const sums = config.footerConfig?.scope === "all" ? sumKeys(config) : [];
  return { ...params, pageIndex, pageRows, orderBy, ...(sums.length > 0 ? { needSums: sums } : {}) };
}

/** Rows that came back different from what was on the screen. */
function changedKeys(core: Core, rows: readonly Row[]): Set<string> {
  const before = new Map(core.state.getState().rows.map((row) => [core.keyOf(row), row]));
  if (before.size === 0) return new Set();
  return new Set(
    rows.flatMap((row) => {
      const was = before.get(core.keyOf(row));
      return was === undefined || !sameRow(was, row) ? [core.keyOf(row)] : [];
    }),
  );
}

/** Why rows are asked for; a second reading finds the same rows, named in another language. */
type Why = "first" | "move" | "reload" | "reread";

function accept(core: Core, reply: TableReply, reason: Why, took: number): void {
  const { picked, branches } = core.state.getState();
  const rows = reply.rows as readonly Row[];
  const fresh = new Map(picked);
  for (const row of rows) if (fresh.has(core.keyOf(row))) fresh.set(core.keyOf(row), row);
  core.state.setState({
    rows,
    page: reply.page,
    phase: "ready",
    failure: null,
    took: Math.round(took),
    flash: reason === "reload" ? changedKeys(core, rows) : new Set(),
    picked: fresh,
    branches: reason === "reload" || reason === "reread" ? branches : new Map(),
  });
  if (reason === "reread") rereadBranches(core);
  core.config.onLoadSuccess?.(reply, reason === "reread");
}

/** Asks for rows. Only the newest answer counts; a failure keeps the old rows; a page that is gone becomes the last one, once. */
export function createLoader(core: Core): (reason: Why, asking?: Partial<TableQuery>) => Promise<void> {
  let newest = 0;
  let abort: AbortController | null = null;
  const load = async (reason: Why, asking: Partial<TableQuery>, again: boolean): Promise<void> => {
    const { state, config } = core;
    if (config.api === undefined) return;
    const ticket = ++newest;
    abort?.abort();
    abort = new AbortController();
    const since = performance.now();
    state.setState({ phase: "loading" });
    let reply: TableReply;
    try {
      reply = await config.api({ ...queryOf(core), ...asking }, abort.signal);
    } catch (cause) {
      if (ticket !== newest) return;
      state.setState({ phase: "failed", failure: failureOf(cause) });
      core.config.onLoadSuccess?.(null);
      return;
    }
    if (ticket !== newest) return;
    const { pageRows, pageIndex } = state.getState();
    const last = lastPage(reply.page.count, pageRows);
    if (!again && reply.page.capped !== true && Math.max(reply.page.curIndex, pageIndex) > last) {
      state.setState({ pageIndex: last });
      return load(reason, asking, true);
    }
    accept(core, reply, reason, performance.now() - since);
  };
  return (reason, asking = {}) => load(reason, asking, false);
}
