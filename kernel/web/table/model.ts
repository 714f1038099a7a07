import { createStore, type StoreApi } from "zustand/vanilla";
import {
  addPageSize,
  cleanParams,
  editorPageSize,
  nextOrder,
  selectionKey,
  tablePageSize,
  type ColumnState,
  type OrderBy,
  type Row,
} from "#kernel/table.ts";
import { createLoader } from "./load.ts";
import { createSelection, type Selection } from "./selection.ts";
import { toggleBranch } from "./branch.ts";
import type { PageInfo, Preferences, RowAnswer, TableConfig, TableSettings } from "./types.ts";

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

export interface TableModel extends Selection {
  readonly state: StoreApi<TableState>;
  configure(config: TableConfig, preferences: Preferences | undefined, log: (message: string, cause: unknown) => void): void;
  start(defaults: readonly ColumnState[]): Promise<void>;
  search(params: Row | undefined): Promise<void>;
  /** Whether these filters would be a new search. */
  asks(params: Row | undefined): boolean;
  reload(): Promise<void>;
  /** Reads the rows at hand once more, in the language of this moment; page, marks and place stay. */
  reread(): Promise<void>;
  goTo(pageIndex: number): Promise<void>;
  resize(pageRows: number): Promise<void>;
  addSize(size: number): Promise<void>;
  countAll(): Promise<void>;
  sort(key: string, more: boolean): Promise<void>;
  keyOf(row: Row): string;
  toggleOpen(row: Row, loadBranch: ((row: Row) => Promise<readonly Row[]>) | undefined): void;
  keep(settings: TableSettings): void;
}

/** What the parts of a model share: its state and what the page says now. */
export interface Core {
  readonly state: StoreApi<TableState>;
  config: TableConfig;
  preferences: Preferences | undefined;
  log(message: string, cause: unknown): void;
  keyOf(row: Row): string;
}

const firstState = (config: TableConfig): TableState => ({
  rows: [],
  phase: "idle",
  failure: null,
  took: null,
  page: { count: 0, curIndex: 1 },
  pageIndex: 1,
  pageRows: config.pageSize ?? (config.isEdit === true ? editorPageSize : tablePageSize),
  params: cleanParams(config.searchParams),
  orderBy: [],
  settings: {},
  settled: false,
  picked: new Map(),
  filterPicked: false,
  onlyPicked: false,
  answers: new Map(),
  open: new Set(),
  branches: new Map(),
  flash: new Set(),
  focus: { r: 0, c: 0 },
  anchor: null,
  editing: null,
  touched: false,
});

function createCore(config: TableConfig): Core {
  const names = new WeakMap<Row, string>();
  let nameless = 0;
  const core: Core = {
    state: createStore<TableState>(() => firstState(config)),
    config,
    preferences: undefined,
    log: () => undefined,
    keyOf(row) {
      const fields = core.config.pageSelection?.keyFields ?? [];
      if (fields.length > 0) return selectionKey(row, fields);
      const own = row["id"] ?? row["key"];
      if (own !== undefined && own !== null) return String(own);
      const name = names.get(row) ?? `#${++nameless}`;
      names.set(row, name);
      return name;
    },
  };
  return core;
}

async function readSettings(core: Core, defaults: readonly ColumnState[]): Promise<void> {
  let settings: TableSettings | null = null;
  try {
    const answer = core.preferences?.load(core.config.name, defaults) ?? null;
    settings = answer instanceof Promise ? await answer : answer;
  } catch (cause) {
    core.log("table settings not loaded", cause);
  }
  core.state.setState({ settings: settings ?? {}, settled: true, pageRows: settings?.pageSize ?? core.state.getState().pageRows });
}

/** The state of one table and everything that may happen to it; it knows no screen and is tested without one. */
export function createTableModel(first: TableConfig): TableModel {
  const core = createCore(first);
  const { getState: get, setState: set } = core.state;
  const { setPicked, ...selection } = createSelection(core);
  const load = createLoader(core);
  let started = false;
  let asked = "";

  /** Paging, sorting and searching leave the page; only keyed selections survive that. */
  const leavePage = (more: Partial<TableState>): Promise<void> => {
    set({ anchor: null, editing: null, onlyPicked: false, answers: new Map(), ...more });
    if ((core.config.pageSelection?.keyFields.length ?? 0) === 0 && get().picked.size > 0) setPicked(new Map());
    return load("move");
  };
  const keep = (settings: TableSettings): void => {
    set({ settings });
    void core.preferences?.save(core.config.name, settings, false).catch((cause: unknown) => core.log("table settings not stored", cause));
  };
  const resize = async (pageRows: number): Promise<void> => {
    if (get().picked.size > 0) setPicked(new Map());
    keep({ ...get().settings, pageSize: pageRows });
    await leavePage({ pageRows, pageIndex: 1 });
  };

  return {
    ...selection,
    state: core.state,
    keyOf: core.keyOf,
    keep,
    resize,
    configure: (config, preferences, log) => void Object.assign(core, { config, preferences, log }),
    async start(defaults) {
      if (started) return;
      started = true;
      asked = JSON.stringify(get().params);
      await readSettings(core, defaults);
      if (core.config.isAutoRequest !== false) await load("first");
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
    reread: async () => (get().phase === "idle" ? undefined : load("reread")),
    goTo: (pageIndex) => leavePage({ pageIndex: Math.max(1, pageIndex) }),
    async addSize(size) {
      set({ settings: { ...get().settings, customPageSizes: addPageSize(get().settings.customPageSizes ?? [], size) } });
      await resize(size);
    },
    countAll: () => load("reload", { countAll: true }),
    sort(key, more) {
      const orderBy = nextOrder(get().orderBy, key, more);
      core.config.onSort?.(orderBy);
      return leavePage({ orderBy, pageIndex: 1 });
    },
    toggleOpen: (row, loadBranch) => toggleBranch(core, row, loadBranch),
  };
}
