import type { Text } from "../text.ts";
import { masked } from "./outside/outside-log.ts";
import type { Db } from "./database/db.ts";
import { newId } from "./act/id.ts";

/** How often something kept in memory answered, and how often it had to be read. */
export interface Counted {
  hits: number;
  misses: number;
}

/** Things of one kind that a process keeps in memory and can read again at any time. */
export interface CacheGroup {
  readonly code: string;
  readonly label: Text;
  /** What is read again once it is cleared. */
  readonly reloads: Text;
  readonly counted: Counted;
  entries(): Iterable<readonly [key: string, value: unknown]>;
  /** Forgets one thing; where only all can be forgotten, all. */
  drop(key: string): void;
  clear(): void;
}

export interface GroupFigures {
  readonly code: string;
  readonly keys: number;
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
}

export interface NodeFigures {
  readonly node: string;
  readonly heapUsed: number;
  readonly rss: number;
  readonly groups: readonly GroupFigures[];
}

export interface KeyRow {
  readonly key: string;
  readonly group: string;
  readonly type: string;
  readonly size: number;
}

const channel = "cache";
const gatherMs = 250;
const secretKey = /secret|password|token|key$/i;

type Note =
  | { readonly clear: string; readonly key?: string; readonly from: string }
  | { readonly ask: string }
  | { readonly answer: string; readonly figures: NodeFigures };

const bytesOf = (value: unknown): number => {
  try {
    return Buffer.byteLength(JSON.stringify(plain(value)) ?? "");
  } catch {
    return 0;
  }
};

/** Sets and maps as what they hold, so that they can be shown and weighed. */
function plain(value: unknown): unknown {
  if (value instanceof Set) return [...value].map(plain);
  if (value instanceof Map) return Object.fromEntries([...value].map(([k, v]) => [String(k), plain(v)]));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]));
  return typeof value === "function" ? undefined : value;
}

const typeOf = (value: unknown): string =>
  value instanceof Map
    ? "map"
    : value instanceof Set
      ? "set"
      : Array.isArray(value)
        ? "list"
        : value === null
          ? "null"
          : typeof value === "object"
            ? "object"
            : typeof value;

/** Everything this process keeps in memory by groups; what is cleared here is cleared in every process. */
export class Caches {
  readonly #db: Db;
  readonly #groups = new Map<string, CacheGroup>();
  readonly #waiting = new Map<string, NodeFigures[]>();
  readonly node: string;

  constructor(db: Db, node: string) {
    this.#db = db;
    this.node = node;
  }

  add(group: CacheGroup): void {
    this.#groups.set(group.code, group);
  }

  async open(): Promise<void> {
    await this.#db.listen(channel, (text) => this.#hear(JSON.parse(text) as Note));
  }

  get groups(): readonly CacheGroup[] {
    return [...this.#groups.values()];
  }

  has(group: string): boolean {
    return this.#groups.has(group);
  }

  #hear(note: Note): void {
    if ("ask" in note) void this.#db.notify(channel, JSON.stringify({ answer: note.ask, figures: this.figures() })).catch(() => undefined);
    else if ("answer" in note) this.#waiting.get(note.answer)?.push(note.figures);
    else if (note.from !== this.node) this.#forget(note.clear, note.key);
  }

  #forget(code: string, key: string | undefined): void {
    const group = this.#groups.get(code);
    if (key === undefined) group?.clear();
    else group?.drop(key);
  }

  figures(): NodeFigures {
    const { heapUsed, rss } = process.memoryUsage();
    const groups = this.groups.map(({ code, counted, entries }): GroupFigures => {
      const all = [...entries()];
      return { code, keys: all.length, bytes: all.reduce((sum, [key, value]) => sum + key.length + bytesOf(value), 0), ...counted };
    });
    return { node: this.node, heapUsed, rss, groups };
  }

  /** What every process keeps; one that does not answer in a moment is left out. */
  async everywhere(): Promise<NodeFigures[]> {
    const id = newId();
    const answers: NodeFigures[] = [];
    this.#waiting.set(id, answers);
    await this.#db.notify(channel, JSON.stringify({ ask: id }));
    await new Promise((done) => setTimeout(done, gatherMs));
    this.#waiting.delete(id);
    return answers.length ? answers.sort((a, b) => a.node.localeCompare(b.node)) : [this.figures()];
  }

  /** Forgets a group or one key of it, here at once and everywhere within moments. Answers how many things this process forgot. */
  async clear(code: string, key?: string): Promise<number> {
    const group = this.#groups.get(code);
    const count = key === undefined ? [...(group?.entries() ?? [])].length : 1;
    this.#forget(code, key);
    await this.#db.notify(channel, JSON.stringify({ clear: code, from: this.node, ...(key === undefined ? {} : { key }) }));
    return count;
  }

  /** Keys that begin so, in order, from one on. */
  keys(prefix: string, after: string | null, most: number): { rows: KeyRow[]; cursor: string | null } {
    const all = this.groups
      .flatMap((group) =>
        [...group.entries()].map(([key, value]): KeyRow => ({
          key: `${group.code}:${key}`,
          group: group.code,
          type: typeOf(value),
          size: bytesOf(value),
        })),
      )
      .filter((row) => row.key.toLowerCase().startsWith(prefix.toLowerCase()) && (after === null || row.key > after))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const rows = all.slice(0, most);
    return { rows, cursor: all.length > most ? rows.at(-1)!.key : null };
  }

  /** What is kept under a key, with secrets shown by their length only; undefined when it is not there. */
  value(key: string): unknown {
    const [code, ...rest] = key.split(":");
    const name = rest.join(":");
    for (const [own, value] of this.#groups.get(code!)?.entries() ?? [])
      if (own === name) return secretKey.test(name) && typeof value === "string" ? `••• (${value.length})` : masked(plain(value));
    return undefined;
  }

  /** Group and key of a full key. */
  parse(key: string): { group: string; key: string } {
    const [group, ...rest] = key.split(":");
    return { group: group ?? "", key: rest.join(":") };
  }
}
