import { withCheckDigit } from "../../check-digit.ts";
import type { Entity } from "../../entity.ts";
import { dayIn } from "../../time.ts";
import type { Bus } from "../journal/bus.ts";
import type { Db } from "../database/db.ts";
import type { Tracked } from "./working.ts";

/** A pattern like PO{yyyyMMdd}{0001} or {org}-{yyyy}-{00001}, split into what stays and what counts; {check} at its end is a check digit. */
export interface Pattern {
  readonly scope: string;
  readonly width: number;
  print(value: number): string;
}

const serial = /\{(0*1)\}/;
const check = "{check}";
const dates = ["yyyyMMdd", "yyMMdd", "yyyyMM", "yyMM", "yyyy", "yy", "MM", "dd"] as const;

/** Fills date and value tokens; the text around the serial is the series' scope, so that each day or organisation counts on its own. */
export function readPattern(pattern: string, now: string, zone: string, tokens: Readonly<Record<string, string>> = {}): Pattern {
  const day = dayIn(now, zone);
  const known: Record<(typeof dates)[number], string> & Record<string, string> = {
    yyyyMMdd: day.replaceAll("-", ""),
    yyMMdd: day.replaceAll("-", "").slice(2),
    yyyyMM: day.slice(0, 7).replace("-", ""),
    yyMM: day.slice(2, 7).replace("-", ""),
    yyyy: day.slice(0, 4),
    yy: day.slice(2, 4),
    MM: day.slice(5, 7),
    dd: day.slice(8, 10),
    ...tokens,
  };
  const filled = pattern.replace(/\{([A-Za-z]+)\}/g, (all, key: string) => known[key] ?? all);
  const found = serial.exec(filled);
  if (!found) throw new Error(`the number pattern ${pattern} has no serial`);
  const width = found[1]!.length;
  const plain = (value: number): string => filled.replace(serial, String(value).padStart(width, "0"));
  return {
    scope: filled,
    width,
    print: (value) => (filled.endsWith(check) ? withCheckDigit(plain(value).slice(0, -check.length)) : plain(value)),
  };
}

interface Block {
  next: number;
  end: number;
}

/** What an administrator wrote over the declared pattern. */
interface Ruled {
  readonly pattern: string;
  readonly gaplessFlag: string;
}

/** Hands out document numbers: unique and rising always, without gaps where declared. */
export class Numbers {
  readonly #blocks = new Map<string, Block>();
  readonly #waiting = new Map<string, Promise<void>>();
  readonly #db: Db;
  #rules: Promise<ReadonlyMap<string, Ruled>> | null = null;

  /** The database here must not be the pool an action's own connection comes from, or callers wait for each other. */
  constructor(db: Db, bus: Bus) {
    this.#db = db;
    bus.watch(["BaseNumberRule"], () => (this.#rules = null));
  }

  /** The rule of an installation, else the declared one. */
  async #rule(e: Entity): Promise<{ pattern: string; gapless: boolean }> {
    const [, pattern, how] = e.number!;
    this.#rules ??= this.#db
      .query<Ruled & { entity: string }>(`select entity, pattern, "gaplessFlag" from "BaseNumberRule"`)
      .then((rows) => new Map(rows.map((r) => [r.entity, r])));
    this.#rules.catch(() => (this.#rules = null));
    const ruled = (await this.#rules).get(e.name);
    return { pattern: ruled?.pattern ?? pattern, gapless: how?.gapless === true || ruled?.gaplessFlag === "Y" };
  }

  /** Which values of a document its number is made of besides the date: {org}, {supplier}, {billType}. */
  async tokens(e: Entity): Promise<string[]> {
    const { pattern } = await this.#rule(e);
    return [...pattern.matchAll(/\{([A-Za-z]+)\}/g)]
      .map((found) => found[1]!)
      .filter((token) => token !== "check" && !(dates as readonly string[]).includes(token));
  }

  async take(e: Entity, count: number, now: string, zone: string, tokens: Readonly<Record<string, string>>, inside: Db): Promise<string[]> {
    const ruled = await this.#rule(e);
    const pattern = readPattern(ruled.pattern, now, zone, tokens);
    if (ruled.gapless) {
      const end = await advance(inside, e.name, pattern.scope, count);
      return Array.from({ length: count }, (_, i) => pattern.print(end - count + 1 + i));
    }
    const values: number[] = [];
    while (values.length < count) values.push(await this.#next(e.name, pattern.scope, count - values.length));
    return values.map((v) => pattern.print(v));
  }

  async #next(rule: string, scope: string, wanted: number): Promise<number> {
    const key = `${rule}|${scope}`;
    for (;;) {
      const block = this.#blocks.get(key);
      if (block && block.next <= block.end) return block.next++;
      let filling = this.#waiting.get(key);
      if (!filling) {
        filling = this.#fill(key, rule, scope, Math.max(wanted, 10)).finally(() => this.#waiting.delete(key));
        this.#waiting.set(key, filling);
      }
      await filling;
    }
  }

  async #fill(key: string, rule: string, scope: string, size: number): Promise<void> {
    const end = await advance(this.#db, rule, scope, size);
    if (this.#blocks.size > 2_000) this.#blocks.clear();
    this.#blocks.set(key, { next: end - size + 1, end });
  }
}

async function advance(db: Db, rule: string, scope: string, count: number): Promise<number> {
  const row = await db.one<{ last: number }>(
    {
      name: "number_take",
      text: `insert into "NumberSeries" (rule, scope, last) values ($1, $2, $3) on conflict (rule, scope) do update set last = "NumberSeries".last + $3 returning last::int`,
    },
    [rule, scope, count],
  );
  return row!.last;
}

/** Whether a document is to have its number now: when it is made, or first when it leaves its first state. */
export function isNumbered({ entity: e, before, row }: Pick<Tracked, "entity" | "before" | "row">): boolean {
  if (!e.number || row[e.number[0]]) return false;
  return e.number[2]?.at === "submission" ? row[e.stateField] !== Object.keys(e.states ?? {})[0] : before === null;
}
