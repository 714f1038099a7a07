import { add, cmp, sub } from "#kernel/decimal.ts";
import type { Declared } from "#kernel/declared.ts";
import type { Action, Entity, Me, Who } from "#kernel/entity.ts";
import { isDecimalKind, scaleOf, tiesOf, type Field, type Fields } from "#kernel/field.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { houseZone } from "#kernel/time.ts";
import { bend } from "./database.ts";
import { save, someone } from "./kernel.ts";

export type Row = Record<string, any>;

/** Numbers that look random and are the same for the same seed. */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }
  one<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error("nothing to choose from");
    return list[this.int(0, list.length - 1)]!;
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join("");
  }
}

/** What a declaration cannot say and a rule demands: values that replace the generated ones; undefined takes a key away. `given` is what the test itself asks for: it wins over the hint, so what hangs together with it must agree. Under `Entity.field` stands the row a reference may choose, under `Entity.doAction` the input. */
export type Hints = Readonly<Record<string, (generate: Generate, row: Row, given: Row) => Row | Promise<Row>>>;

export interface GenerateOptions {
  readonly seed?: number;
  readonly hints?: Hints;
  /** Entities that people may change but only the product itself makes. */
  readonly madeBySystem?: ReadonlySet<string>;
  readonly supplierId?: string;
}

export interface BodyOptions {
  /** Optional fields and fields with an initial value too. */
  readonly full?: boolean;
  readonly lines?: number;
  /** What the test puts in place of the generated values afterwards. */
  readonly given?: Row;
}

/** One wrong value: where it stands, which code is due, and the body that carries it. */
export interface Wrong {
  readonly path: string;
  readonly code: string;
  readonly value: unknown;
}

export const system: Me = someone({ audience: "system", userId: "system:test", userName: "system:test" });

const listed = (who: Action["who"]): readonly Who[] => (Array.isArray(who) ? (who as readonly Who[]) : [who as Who]);

/** Which audience may be the one who does it; null when only the system may. */
export function sideOf(who: Action["who"] | undefined): "internal" | "supplier" | null {
  const sides = listed(who ?? "system").map((w) => (typeof w === "string" ? w : "owner" in w || "side" in w ? "internal" : w.of));
  return sides.some((s) => s === "internal" || s === "both") ? "internal" : sides.includes("supplier") ? "supplier" : null;
}

const isOpen = (field: Field): boolean => !field.computed && field.kind !== "files";

/** Example documents from declarations alone: every kind, references to rows made before, keys that never repeat. */
export class Generate {
  readonly kernel: Kernel;
  readonly declared: Declared;
  readonly random: Random;
  readonly hints: Hints;
  readonly supplierId: string;
  readonly #madeBySystem: ReadonlySet<string>;
  #count: number;
  readonly #made = new Map<string, string[]>();
  readonly #used = new Set<string>();
  readonly #bent: { table: string; key: string; id: string; from: unknown; to: unknown }[] = [];

  constructor(kernel: Kernel, options: GenerateOptions = {}) {
    const { seed = 1, hints = {}, madeBySystem = new Set<string>(), supplierId = "S-A" } = options;
    this.kernel = kernel;
    this.declared = kernel.declared;
    this.random = new Random(seed);
    this.hints = hints;
    this.supplierId = supplierId;
    this.#madeBySystem = madeBySystem;
    this.#count = seed * 10_000;
  }

  /** A short word nobody has used before. */
  word(): string {
    return (++this.#count).toString(36);
  }

  /** Somebody who may create it: a person when the declaration names one, else the system. */
  writer(e: Entity): Me {
    const side = sideOf(e.saves);
    if (side === null || this.#madeBySystem.has(e.name)) return system;
    return side === "supplier" ? this.supplier() : someone();
  }

  supplier(more: Partial<Me> = {}): Me {
    return someone({
      audience: "supplier",
      userId: `u-${this.supplierId}`,
      userName: `user.${this.supplierId}`,
      supplierId: this.supplierId,
      orgs: [],
      categories: [],
      items: [],
      ...more,
    });
  }

  /** A body that the declaration and the rules accept from its writer. */
  async body(e: Entity, options: BodyOptions = {}): Promise<Row> {
    const asSystem = this.writer(e) === system;
    const row = await this.#values(e, e.fields, options, asSystem);
    const parent = this.declared.parent(e);
    if (parent) row["parentId"] = await this.id(parent.entity.name);
    const { given = {}, ...below } = options;
    await this.#lines(e, row, below);
    await this.#settle(e, row, given);
    const fresh = Object.fromEntries(Object.keys(e.lines).map((key) => [key, row[key]]));
    await this.#relate([[e, { ...row, ...given, ...fresh }], ...(await this.#above(e, row["parentId"]))]);
    return this.#fitAll(e, row);
  }

  /** The documents a line is to stand in, nearest first. */
  async #above(e: Entity, id: unknown): Promise<readonly (readonly [Entity, Row])[]> {
    const parent = this.declared.parent(e)?.entity;
    const [row] = parent && id ? await this.kernel.db.query<Row>(`select * from "${parent.name}" where id = $1`, [id]) : [];
    return parent && row ? [[parent, row], ...(await this.#above(parent, row["parentId"]))] : [];
  }

  /** What a document names together is made to go together; under "fits.name" stands what that takes. */
  async #relate(line: readonly (readonly [Entity, Row])[]): Promise<void> {
    const [[e, row]] = line as readonly [readonly [Entity, Row]];
    for (const [key, { fits, computed, target }] of Object.entries(e.fields)) {
      const holder = fits && line.find(([of]) => of.fields[fits[1]] && !of.fields[fits[1]]!.computed);
      const [id, of] = [row[key], holder?.[1][fits?.[1] ?? ""]];
      if (fits && !computed && id && of) await this.hints[`fits.${fits[0]}`]?.(this, { id, of, target }, {});
    }
    for (const [key, below] of Object.entries(e.lines as Record<string, Entity>))
      for (const entry of (row[key] ?? []) as readonly Row[]) await this.#relate([[below, entry], ...line]);
  }

  async #lines(e: Entity, row: Row, options: BodyOptions): Promise<void> {
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][]) {
      const rows: Row[] = [];
      const count = line.single ? Math.min(options.lines ?? 1, 1) : (options.lines ?? 1);
      for (let n = 0; n < count; n++) rows.push(await this.line(line, n, options));
      row[key] = rows;
    }
  }

  /** One line; numbered lines count up in tens. */
  async line(line: Entity, n: number, options: BodyOptions = {}): Promise<Row> {
    const row = await this.#values(line, line.fields, options, false);
    for (const key of ["lineNum", "seqNum"]) if (line.fields[key] && !line.fields[key].computed) row[key] = (n + 1) * 10;
    await this.#lines(line, row, { ...options, lines: 1 });
    await this.#settle(line, row, {});
    return this.#fitAll(line, row);
  }

  async #values(e: Entity, fields: Fields, options: BodyOptions, asSystem: boolean): Promise<Row> {
    const row: Row = {};
    for (const [key, field] of Object.entries(fields)) {
      const kept = field.computed && (!asSystem || key === e.stateField || key === e.number?.[0] || e.computes?.[key] !== undefined);
      if (kept || field.kind === "files") continue;
      const wanted = options.full || (!field.optional && (field.initial === undefined || field.initial === ""));
      if (wanted && !(field.kind === "ref" && field.optional && field.target === e.name)) row[key] = await this.value(e, key, field);
    }
    return row;
  }

  /** Brings a row into agreement with what its declaration demands of fields together, then with the hints. */
  async #settle(e: Entity, row: Row, given: Row): Promise<void> {
    Object.assign(row, await this.hints[e.name]?.(this, row, given));
    const document = { ...Object.fromEntries(Object.entries(e.fields).map(([key, f]) => [key, f.initial ?? null])), ...row };
    for (const [key, needed] of Object.entries(e.requires ?? {}))
      if (e.fields[key] && needed!(document) && (row[key] === undefined || row[key] === null))
        row[key] = await this.value(e, key, e.fields[key]);
    for (const [left, op, right] of Object.values(e.holds ?? {})) await this.#hold(e, row, left, op, right);
    const result: Row = {};
    for (const [key, field] of Object.entries(e.fields))
      if (field.within && row[key] && !(key in given)) await this.#agree(row, key, field, given, result);
    for (const key of Object.keys(row)) if (row[key] === undefined) delete row[key];
  }

  /** A row is about the same as what it refers to: what is given, or the first such reference, says of whom; the others are made to agree. */
  async #agree(row: Row, key: string, { target, within }: Field, given: Row, entry: Row): Promise<void> {
    const [theirs] = await this.kernel.db.query<Row>(`select * from "${target}" where id = $1`, [row[key]]);
    const ties = tiesOf(within!).flatMap(([there, [here]]) => (theirs?.[there] ? [[there, here!] as const] : []));
    const fixed = ties.flatMap(([there, here]) => ((given[here] ?? entry[here]) ? [[there, given[here] ?? entry[here]] as const] : []));
    if (fixed.some(([there, mine]) => theirs![there] !== mine))
      row[key] = (await this.lone(this.declared.entity(target!), Object.fromEntries(fixed), {}, system))["id"];
    else for (const [there, here] of ties) row[here] = entry[here] = theirs![there];
  }

  async #hold(e: Entity, row: Row, left: string, op: string, right: string | number): Promise<void> {
    if (typeof right === "number" || !e.fields[left] || !e.fields[right] || row[left] == null || row[right] == null) return;
    if (op === "<>") {
      if (row[left] === row[right]) row[right] = await this.value(e, right, e.fields[right]!, true);
      return;
    }
    const isNumber = isDecimalKind(e.fields[left]!.kind) || e.fields[left]!.kind === "int";
    const order = isNumber ? cmp(String(row[left]), String(row[right])) : row[left] < row[right] ? -1 : 1;
    if (op.startsWith("<") ? order > 0 : order < 0) [row[left], row[right]] = [row[right], row[left]];
  }

  /** A good value of a field; `fresh` asks for one that nobody has. */
  async value(e: Entity, key: string, field: Field, fresh = this.#isKey(e, key)): Promise<unknown> {
    const { random } = this;
    switch (field.kind) {
      case "text":
      case "longtext":
      case "richtext":
      case "code":
      case "secret":
        return this.#text(key, field);
      case "int":
        return random.int(Number(field.least ?? 1), Math.min(Number(field.most ?? 1000), 2_000_000));
      case "qty":
      case "price":
      case "money":
      case "rate":
      case "percent":
        return this.decimal(field);
      case "date":
        return `2026-0${random.int(1, 9)}-${random.int(10, 28)}`;
      case "datetime":
        return `2026-0${random.int(1, 9)}-${random.int(10, 28)} 0${random.int(0, 9)}:${random.int(10, 59)}:${random.int(10, 59)}`;
      case "month":
        return `2026-0${random.int(1, 9)}`;
      case "year":
        return `20${random.int(10, 40)}`;
      case "yn":
        return random.one(["Y", "N"]);
      case "pick":
        return this.#code(field.lookup!, fresh ? `${e.name}.${key}` : null);
      case "picks":
        return [this.#code(field.lookup!)];
      case "ref":
        return (await this.hints[`${e.name}.${key}`]?.(this, {}, {}))?.[key] ?? this.chosen(field, fresh);
      case "refs":
        return [await this.chosen(field, fresh)];
      case "rows":
        return [await this.#values(e, field.rows!, { full: true }, false)];
      case "snapshot":
      case "payload":
        return { note: this.word() };
      case "files":
        return null;
    }
  }

  /** Words never repeat; of a key made of references alone, the last one that must be there is new each time. */
  #isKey(e: Entity, key: string): boolean {
    return (e.unique ?? []).some(({ fields }) => {
      const kinds = fields.map((f) => e.fields[f]?.kind ?? "");
      if (kinds.some((kind) => ["text", "code", "longtext"].includes(kind))) return false;
      const must = fields.filter(
        (f) => e.fields[f] && !e.fields[f]!.optional && !e.fields[f]!.computed && e.fields[f]!.initial === undefined,
      );
      return (must.findLast((f) => e.fields[f]!.kind === "ref") ?? must.at(-1)) === key;
    });
  }

  /** A code of the lookup; where it is part of a key, one not taken yet as long as there are any. */
  #code(lookup: string, key: string | null = null): string {
    const codes = this.kernel.lookups
      .values(lookup)
      .filter((v) => v.enabledFlag === "Y")
      .map((v) => v.lookupCode);
    if (codes.length === 0) return `ANY${this.random.int(1, 9)}`;
    const free = key === null ? codes : codes.filter((code) => !this.#used.has(`${key}|${code}`));
    const code = this.random.one(free.length ? free : codes);
    if (key !== null) this.#used.add(`${key}|${code}`);
    return code;
  }

  /** Uses as many digits as the field keeps, so that a float on the way would show. */
  decimal(field: Field): string {
    const scale = scaleOf(field)!;
    const width = (field.kind === "rate" ? 18 : 20) - scale;
    const whole =
      String(this.random.int(1, 9)) + this.random.digits(field.most === undefined ? Math.min(width - 1, this.random.int(0, 4)) : 0);
    const value = scale === 0 ? whole : `${whole}.${this.random.digits(scale - 1)}${this.random.int(1, 9)}`;
    if (field.least !== undefined && cmp(value, field.least) < 0) return add(field.least, "1");
    if (field.most !== undefined && cmp(value, field.most) > 0) return sub(field.most, "0");
    return value;
  }

  #text(key: string, field: Field): string {
    const word = this.word();
    const formats: Record<string, string> = {
      email: `m${word}@example.com`,
      phone: `138${String(this.#count).padStart(8, "0").slice(-8)}`,
      url: `https://example.com/${word}`,
      account: `acc.${word}`,
      creditCode: `91${String(this.#count).padStart(16, "0")}`,
      ip: "10.0.0.1",
      zone: houseZone,
      route: `page/${word}`,
    };
    if (field.format) return formats[field.format]!;
    const digits = Number(/^\[0-9\]\{(\d+)\}$/.exec(field.pattern ?? "")?.[1] ?? 0);
    if (digits) return String(this.#count).padStart(digits, "7").slice(-digits);
    const prefix = /^[A-Z_]+_SECRET_/.exec(field.pattern ?? "")?.[0];
    if (prefix) return `${prefix}${word.toUpperCase()}`;
    const shown = field.kind === "code" ? `${word}`.toUpperCase() : field.pattern ? word : `${key} ${word}`;
    return shown.slice(-(field.max ?? 60));
  }

  /** The id of a row of that entity: one made before, or a new one. Entities of later modules are only named. */
  async id(name: string, fresh = false): Promise<string> {
    const e = this.declared.entities.get(name);
    if (!e || e.view) return `none${this.word()}`;
    const known = this.#made.get(name) ?? [];
    if (!fresh && known.length) return this.random.one(known);
    return (await this.make(e))["id"] as string;
  }

  /** What a limited reference may choose is kept apart: other references want their rows as they were made. */
  async chosen(field: Field, fresh = false): Promise<string> {
    const e = this.declared.entities.get(field.target!);
    if (!field.pick || !e || e.view) return this.id(field.target!, fresh);
    const pool = `${e.name} ${JSON.stringify(field.pick)}`;
    const known = this.#made.get(pool) ?? [];
    if (!fresh && known.length) return this.random.one(known);
    const id = (await this.lone(e))["id"] as string;
    await this.#fit(field, [id]);
    this.#made.set(pool, [...known, id].slice(-5));
    return id;
  }

  /** Brings what limited references lead to where they want it, past its own actions. */
  async fit(fields: Fields, row: Row): Promise<Row> {
    for (const [key, field] of Object.entries(fields))
      if (field.pick && (field.kind === "ref" || field.kind === "refs")) await this.#fit(field, [row[key]].flat());
    return row;
  }

  /** The same for a document with its lines. */
  async #fitAll(e: Entity, row: Row): Promise<Row> {
    await this.fit(e.fields, row);
    for (const [key, line] of Object.entries(e.lines as Record<string, Entity>))
      for (const below of Array.isArray(row[key]) ? (row[key] as Row[]) : []) await this.#fitAll(line, below);
    return row;
  }

  async #fit({ target = "", pick = {} }: Field, values: readonly unknown[]): Promise<void> {
    const fields: Fields = this.declared.entities.get(target)?.fields ?? {};
    const ids = values.filter((id) => typeof id === "string");
    // A list of choices is given by a hint: it cannot be bent to one of them.
    const bendable = Object.entries(pick).filter(([name]) => ids.length > 0 && name in fields && fields[name]!.kind !== "picks");
    for (const [key, wanted] of bendable) {
      const allowed = [wanted].flat().flatMap((part) => String(part).split(","));
      const where = `where id = any($1) and "${key}" <> all($2)`;
      const misfits = await this.kernel.db.query<Row>(`select id, "${key}" as value from "${target}" ${where}`, [ids, allowed]);
      if (misfits.length === 0) continue;
      this.#bent.push(...misfits.map((row) => ({ table: target, key, id: row["id"], from: row["value"], to: allowed[0] })));
      await bend(this.kernel, `update "${target}" set "${key}" = $3 where id = any($1) and "${key}" <> all($2)`, [
        ids,
        allowed,
        allowed[0],
      ]);
    }
  }

  /** Puts back what `fit` changed past the journal, where nothing has changed it since. */
  async unfit(): Promise<void> {
    for (const { table, key, id, from, to } of this.#bent.splice(0).reverse())
      await bend(this.kernel, `update "${table}" set "${key}" = $2 where id = $1 and "${key}" = $3`, [id, from, to]);
  }

  /** Makes a document and answers it as its maker sees it; others may refer to it from now on. */
  async make(e: Entity, more: Row = {}, options: BodyOptions = {}): Promise<Row> {
    const made = await this.lone(e, more, options);
    this.#made.set(e.name, [...(this.#made.get(e.name) ?? []), made["id"] as string].slice(-5));
    return made;
  }

  /** A document that nothing else will refer to: it may be spoilt or deleted. */
  async lone(e: Entity, more: Row = {}, options: BodyOptions = {}, me: Me = this.writer(e)): Promise<Row> {
    const body = { ...(await this.body(e, { ...options, given: more })), ...(await this.#fitAll(e, more)) };
    return this.try(e, body, () => save(this.kernel, e.name, body, me));
  }

  /** A refusal of a generated body names the entity and what is missing, so that a hint can be written. */
  async try<T>(e: Entity, body: Row, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code, fieldErrors } = error as { code?: string; fieldErrors?: unknown };
      throw new Error(
        `no valid example of ${e.name}: ${code ?? String(error)} ${JSON.stringify(fieldErrors ?? [])} for ${JSON.stringify(body)}`,
        { cause: error },
      );
    }
  }

  /** A document that stands in a state: made there by the system, or set there where its rules insist on another. */
  async inState(e: Entity, state: string, more: Row = {}): Promise<Row> {
    const body = { ...(await this.body(e, { given: more })), ...(await this.#fitAll(e, more)), [e.stateField]: state };
    const made = await this.try(e, body, () => save(this.kernel, e.name, body, system));
    if (made[e.stateField] !== state)
      await this.kernel.db.query(`update "${e.name}" set "${e.stateField}" = $2 where id = $1`, [made["id"], state]);
    return { ...made, [e.stateField]: state };
  }

  /** The input of an action; nothing for save and delete. */
  async input(e: Entity, name: string): Promise<Row> {
    const row: Row = {};
    const input = ((e.actions as Record<string, Action>)[name]?.input ?? {}) as Fields;
    for (const [key, field] of Object.entries(input))
      if (isOpen(field) && !field.optional) row[key] = await this.value(e, key, field, true);
    return this.fit(input, { ...row, ...(await this.hints[`${e.name}.${name}`]?.(this, row, {})) });
  }
}

/** Every way a field's value can be wrong, with the code that is due. */
export function wrongValues(key: string, field: Field): Wrong[] {
  const wrong = (code: string, ...values: unknown[]): Wrong[] => values.map((value) => ({ path: key, code, value }));
  const tooLong = "x".repeat((field.max ?? ({ code: 60, longtext: 4000, secret: 2000 } as Record<string, number>)[field.kind] ?? 200) + 1);
  const beyond = [
    ...(field.least === undefined ? [] : wrong("TABLE_RANGE", sub(field.least, "1"))),
    ...(field.most === undefined ? [] : wrong("TABLE_RANGE", add(field.most, "1"))),
  ];
  switch (field.kind) {
    case "text":
    case "code":
    case "secret":
    case "longtext":
      return [
        ...wrong("FIELD_TYPE", 7, ["a"], { a: 1 }, "a\u0000b"),
        ...(field.format || field.pattern ? wrong("FIELD_FORMAT", "§ no") : wrong("FIELD_LENGTH", tooLong)),
      ];
    case "richtext":
    case "files":
      return wrong("FIELD_TYPE", 7, ["a"]);
    case "int":
      return [
        ...wrong("FIELD_TYPE", 1.5, "1.5", "many", [1], "1e3"),
        ...wrong("TABLE_RANGE", 3_000_000_000),
        ...beyond.map((w) => ({ ...w, value: Number(w.value) })),
      ];
    case "qty":
    case "price":
    case "money":
    case "rate":
    case "percent":
      return [
        ...wrong("FIELD_TYPE", 1.5, 1, "1e3", "1,5", "NaN", "+1", ["1"], ".5"),
        ...wrong("TABLE_RANGE", `1.${"1".repeat(scaleOf(field)! + 1)}`, "9".repeat(25)),
        ...beyond,
      ];
    case "date":
      return wrong("FIELD_TYPE", "2026-02-30", "14.11.2026", 20261114, "2026-1-1");
    case "datetime":
      return wrong("FIELD_TYPE", "2026-02-30 10:00:00", "yesterday", 1, "2026-01-01 25:00:00");
    case "month":
      return wrong("FIELD_TYPE", "2026-13", "2026", 202601);
    case "year":
      return wrong("FIELD_TYPE", "26", 2026);
    case "yn":
      return wrong("TABLE_CHECK_VALUE", "X", true, 1, "y");
    case "pick":
      return [...wrong("FIELD_TYPE", 7, ["A"], "x".repeat(61)), ...wrong("LOOKUP_VALUE", "NO_SUCH_CODE")];
    case "picks":
      return [...wrong("FIELD_TYPE", "A", [7]), ...wrong("LOOKUP_VALUE", ["NO_SUCH_CODE"])];
    case "ref":
      return [...wrong("FIELD_TYPE", 7, { id: "x" }, "x".repeat(65)), ...wrong("DATA_NOT_FOUND", "nobody00000000000000")];
    case "refs":
      return [...wrong("FIELD_TYPE", "x", [7], [""]), ...wrong("DATA_NOT_FOUND", ["nobody00000000000000"])];
    case "rows":
      return wrong("FIELD_TYPE", "x", [7], { a: 1 });
    case "snapshot":
    case "payload":
      return [];
  }
}
