import { createStore, type StoreApi } from "zustand/vanilla";
import { addPageSize, cleanParams, editorPageSize, lastPage, nextOrder, selectionKey, tablePageSize, type ColumnState, type OrderBy, type Row } from "#kernel/table.ts";
import { sumKeys } from "./footer.ts";
import type { PageInfo, Picked, Preferences, RowAnswer, TableConfig, TableQuery, TableReply, TableSettings } from "./types.ts";

/** Why a load failed, as far as a person needs it. */
export interface Failure {
  readonly message: string;
  readonly requestId: string;
  readonly denied: boolean;
}

export interface Place {
  readonly r: number;
  readonly c: number;
}

export interface Branch {
  readonly rows: readonly Row[];
  readonly phase: "loading" | "ready" | "failed";
}

export interface TableState {
  readonly rows: readonly Row[];
  readonly phase: "idle" | "loading" | "ready" | "failed";
  readonly failure: Failure | null;
  readonly took: number | null;
  readonly page: PageInfo;
  readonly pageIndex: number;
  readonly pageRows: number;
  readonly params: Row;
  readonly orderBy: readonly OrderBy[];
  readonly settings: TableSettings;
  readonly settled: boolean;
  readonly picked: ReadonlyMap<string, Row>;
  readonly filterPicked: boolean;
  readonly onlyPicked: boolean;
  readonly answers: ReadonlyMap<string, RowAnswer>;
  readonly open: ReadonlySet<string>;
  readonly branches: ReadonlyMap<string, Branch>;
  readonly flash: ReadonlySet<string>;
  readonly focus: Place;
  /** The other end of a marked range; null while one cell is meant. */
  readonly anchor: Place | null;
  readonly editing: { readonly seed: string | null } | null;
  /** The person has been in the table: from then on it has a current row. */
  readonly touched: boolean;
}

/** A row under its key. */
export interface Line {
  readonly key: string;
  readonly row: Row;
}

export interface TableModel {
  readonly state: StoreApi<TableState>;
  configure(config: TableConfig, preferences: Preferences | undefined, log: (message: string, cause: unknown) => void): void;
  start(defaults: readonly ColumnState[]): Promise<void>;
  search(params: Row | undefined): Promise<void>;
  /** Whether these filters would be a new search. */
  asks(params: Row | undefined): boolean;
  reload(): Promise<void>;
  goTo(pageIndex: number): Promise<void>;
  resize(pageRows: number): Promise<void>;
  addSize(size: number): Promise<void>;
  countAll(): Promise<void>;
  sort(key: string, more: boolean): Promise<void>;
  keyOf(row: Row): string;
  pick(lines: readonly Line[], on: boolean): void;
  pickOnly(line: Line): void;
  pickFilter(): void;
  clearPicked(): void;
  showPicked(on: boolean): void;
  picked(): Picked;
  answer(answers: readonly RowAnswer[]): void;
  forget(keys: readonly string[]): void;
  toggleOpen(row: Row, loadBranch: ((row: Row) => Promise<readonly Row[]>) | undefined): void;
  keep(settings: TableSettings): void;
}

const emptyPage: PageInfo = { count: 0, curIndex: 1 };

function failureOf(cause: unknown): Failure {
  const { msg, message, requestId, code, http } = (cause ?? {}) as { msg?: string; message?: string; requestId?: string; code?: string; http?: number };
  return { message: msg ?? message ?? "", requestId: requestId ?? "", denied: code === "PERM_DENIED" || http === 403 };
}

const shallowSame = (a: Row, b: Row): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]) || JSON.stringify(a[key]) === JSON.stringify(b[key]));
};

/** The state of one table and everything that may happen to it; it knows no screen and is tested without one. */
export function createTableModel(first: TableConfig): TableModel {
  let config = first;
  let preferences: Preferences | undefined;
  let log: (message: string, cause: unknown) => void = () => undefined;
  let newest = 0;
  let abort: AbortController | null = null;
  let started = false;
  let asked = "";
  let nameless = 0;
  const names = new WeakMap<Row, string>();

  const state = createStore<TableState>(() => ({
    rows: [], phase: "idle", failure: null, took: null, page: emptyPage, pageIndex: 1,
    pageRows: first.pageSize ?? (first.isEdit === true ? editorPageSize : tablePageSize),
    params: cleanParams(first.searchParams), orderBy: [], settings: {}, settled: false,
    picked: new Map(), filterPicked: false, onlyPicked: false, answers: new Map(), open: new Set(), branches: new Map(), flash: new Set(),
    focus: { r: 0, c: 0 }, anchor: null, editing: null, touched: false,
  }));
  const { getState: get, setState: set } = state;
  const crossPage = (): boolean => (config.pageSelection?.keyFields.length ?? 0) > 0;
  const keyOf = (row: Row): string => {
    const fields = config.pageSelection?.keyFields ?? [];
    if (fields.length > 0) return selectionKey(row, fields);
    const own = row["id"] ?? row["key"];
    if (own !== undefined && own !== null) return String(own);
    const name = names.get(row) ?? `#${++nameless}`;
    names.set(row, name);
    return name;
  };
  const tellPicked = (): void => config.onSelectionChange?.(pickedNow());
  const pickedNow = (): Picked => {
    const { picked, filterPicked, params, page } = get();
    return { rows: [...picked.values()], keys: [...picked.keys()], filter: filterPicked ? params : null, count: filterPicked ? page.count : picked.size };
  };
  const setPicked = (picked: ReadonlyMap<string, Row>, more: Partial<TableState> = {}): void => {
    set({ picked, filterPicked: false, ...(picked.size === 0 ? { onlyPicked: false } : {}), ...more });
    tellPicked();
  };

  const query = (more: Partial<TableQuery> = {}): TableQuery => {
    const { params, pageIndex, pageRows, orderBy } = get();
    const sums = config.footerConfig?.scope === "all" ? sumKeys(config) : [];
    return { ...params, pageIndex, pageRows, orderBy, ...(sums.length > 0 ? { needSums: sums } : {}), ...more };
  };

  async function load(reason: "first" | "move" | "reload", asking: Partial<TableQuery> = {}, again = false): Promise<void> {
    const api = config.api;
    if (api === undefined) return;
    const ticket = ++newest;
    abort?.abort();
    abort = new AbortController();
    const since = performance.now();
    set({ phase: "loading" });
    let reply: TableReply;
    try {
      reply = await api(query(asking), abort.signal);
    } catch (cause) {
      if (ticket !== newest) return;
      set({ phase: "failed", failure: failureOf(cause) });
      config.onLoadSuccess?.(null);
      return;
    }
    if (ticket !== newest) return;
    const { pageRows, pageIndex } = get();
    const last = lastPage(reply.page.count, pageRows);
    if (!again && reply.page.capped !== true && Math.max(reply.page.curIndex, pageIndex) > last) {
      set({ pageIndex: last });
      return load(reason, asking, true);
    }
    accept(reply, reason, performance.now() - since);
  }

  function accept(reply: TableReply, reason: string, took: number): void {
    const { rows: old, picked } = get();
    const before = new Map(reason === "reload" ? old.map((row) => [keyOf(row), row]) : []);
    const rows = reply.rows as readonly Row[];
    const flash = new Set(rows.flatMap((row) => {
      const was = before.get(keyOf(row));
      return before.size > 0 && (was === undefined || !shallowSame(was, row)) ? [keyOf(row)] : [];
    }));
    const fresh = new Map(picked);
    for (const row of rows) if (fresh.has(keyOf(row))) fresh.set(keyOf(row), row);
    set({ rows, page: reply.page, phase: "ready", failure: null, took: Math.round(took), flash, picked: fresh, branches: reason === "reload" ? get().branches : new Map() });
    config.onLoadSuccess?.(reply);
  }

  /** Paging, sorting and searching leave the page; only keyed selections survive that. */
  const leavePage = (more: Partial<TableState>): Promise<void> => {
    set({ anchor: null, editing: null, onlyPicked: false, answers: new Map(), ...more });
    if (!crossPage() && get().picked.size > 0) setPicked(new Map());
    return load("move");
  };

  async function resize(pageRows: number): Promise<void> {
    if (get().picked.size > 0) setPicked(new Map());
    keep({ ...get().settings, pageSize: pageRows });
    await leavePage({ pageRows, pageIndex: 1 });
  }

  function keep(settings: TableSettings): void {
    set({ settings });
    void preferences?.save(config.name, settings, false).catch((cause: unknown) => log("table settings not stored", cause));
  }

  async function readSettings(defaults: readonly ColumnState[]): Promise<void> {
    let settings: TableSettings | null = null;
    try {
      const answer = preferences?.load(config.name, defaults) ?? null;
      settings = answer instanceof Promise ? await answer : answer;
    } catch (cause) {
      log("table settings not loaded", cause);
    }
    set({ settings: settings ?? {}, settled: true, pageRows: settings?.pageSize ?? get().pageRows });
  }

  return {
    state,
    keyOf,
    keep,
    resize,
    configure(next, nextPreferences, nextLog) {
      config = next;
      preferences = nextPreferences;
      log = nextLog;
    },
    async start(defaults) {
      if (started) return;
      started = true;
      asked = JSON.stringify(get().params);
      await readSettings(defaults);
      if (config.isAutoRequest !== false) await load("first");
    },
    asks: (params) => started && JSON.stringify(cleanParams(params)) !== asked,
    async search(params) {
      const next = cleanParams(params);
      if (!started || JSON.stringify(next) === asked) return;
      asked = JSON.stringify(next);
      if (!get().settled) return set({ params: next });
      if (get().filterPicked) setPicked(new Map());
      await leavePage({ params: next, pageIndex: 1 });
    },
    reload: () => load("reload"),
    goTo: (pageIndex) => leavePage({ pageIndex: Math.max(1, pageIndex) }),
    async addSize(size) {
      set({ settings: { ...get().settings, customPageSizes: addPageSize(get().settings.customPageSizes ?? [], size) } });
      await resize(size);
    },
    countAll: () => load("reload", { countAll: true }),
    sort(key, more) {
      const orderBy = nextOrder(get().orderBy, key, more);
      config.onSort?.(orderBy);
      return leavePage({ orderBy, pageIndex: 1 });
    },
    pick(lines, on) {
      const picked = new Map(get().picked);
      for (const { key, row } of lines) {
        if (!on) picked.delete(key);
        else if (config.selectable?.(row) !== false) picked.set(key, row);
      }
      setPicked(picked);
    },
    pickOnly: ({ key, row }) => setPicked(new Map([[key, row]])),
    pickFilter() {
      set({ filterPicked: true });
      tellPicked();
    },
    clearPicked: () => setPicked(new Map(), { onlyPicked: false, answers: new Map() }),
    showPicked: (on) => set({ onlyPicked: on, anchor: null, focus: { r: 0, c: get().focus.c } }),
    picked: pickedNow,
    answer(list) {
      const picked = new Map(get().picked);
      for (const one of list) if (one.status === "S") picked.delete(one.key);
      setPicked(picked, { answers: new Map(list.filter((one) => one.status === "E").map((one) => [one.key, one])) });
    },
    forget(keys) {
      const picked = new Map(get().picked);
      for (const key of keys) picked.delete(key);
      if (picked.size !== get().picked.size) setPicked(picked);
    },
    toggleOpen(row, loadBranch) {
      const key = keyOf(row);
      const open = new Set(get().open);
      if (!open.delete(key)) open.add(key);
      set({ open });
      const known = get().branches.get(key);
      if (!open.has(key) || loadBranch === undefined || (known !== undefined && known.phase !== "failed")) return;
      const put = (branch: Branch) => set({ branches: new Map(get().branches).set(key, branch) });
      put({ rows: [], phase: "loading" });
      loadBranch(row).then(
        (rows) => put({ rows, phase: "ready" }),
        (cause: unknown) => {
          log("branch not loaded", cause);
          put({ rows: [], phase: "failed" });
        },
      );
    },
  };
}
