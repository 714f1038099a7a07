import type { Declared } from "../../declared.ts";
import type { Entity, Me, Where } from "../../entity.ts";
import type { Holder, Standing } from "../../rule.ts";
import { houseDay } from "../../time.ts";
import type { Reading } from "../database/db.ts";
import { prepared } from "../find/find.ts";
import { goodsOf } from "./line-permits.ts";
import { heldOn, type Permits } from "./permit.ts";
import { q } from "../database/schema.ts";
import { Params, whereSql } from "../find/sql.ts";
import { mayRead, scopeOf, type Row } from "../find/visible.ts";

const unlimited = { orgs: "all", categories: "all", items: "all" } as const;

/** Answers who could press a button on a document now: who has the responsibility is read in the action's own transaction, what a responsibility opens and shows is remembered. */
export class Holders {
  readonly #declared: Declared;
  readonly #permits: Permits;
  readonly #clock: { now(): Date };
  readonly #db: Reading;

  constructor(declared: Declared, permits: Permits, clock: { now(): Date }, db: Reading) {
    this.#db = db;
    this.#declared = declared;
    this.#permits = permits;
    this.#clock = clock;
  }

  /** Those of the holders who see the document. */
  async of(e: Entity, row: Row, holders: readonly Holder[], db: Reading = this.#db): Promise<readonly Holder[]> {
    let known: Promise<Referred> | undefined;
    const goods = () => (known ??= goodsOf(this.#declared, e, [row], db));
    const sees = await Promise.all(holders.map((holderRow) => this.#sees(e, row, holderRow, goods)));
    return holders.filter((_, i) => sees[i]);
  }

  /** Who has a responsibility with the button, whatever the document: one action asks it once. */
  async holders(e: Entity, button: string, db: Reading): Promise<readonly Holder[]> {
    const fitting = await this.#permits.remembered(`${e.name}|${button}`, () => this.#responsibilitiesWith(e, button));
    if (fitting.length === 0) return [];
    return db.query<Holder>(
      prepared(
        `select u."userId", u."responsibilityId" from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId" join "BaseUsers" a on a.id = u."userId"
         where r.id = any($1) and a."userType" = 'INTERNAL' and a."userStatus" = 'ACTIVE' and ${heldOn("$2")} order by u."userId", r.id`,
      ),
      [fitting, houseDay(this.#clock.now())],
    );
  }

  /** The responsibilities that have a button on documents of an entity. */
  async #responsibilitiesWith(e: Entity, button: string): Promise<readonly string[]> {
    // Few responsibilities have the button at all; only of these it is worked out what they open.
    const responsibilities = await this.#db.query<{ id: string }>(
      `select r.id from "BaseResponsibility" r where r.audience = 'INTERNAL' and r."enabledFlag" = 'Y' and exists (
        select 1 from "BaseRespRole" rr join "BaseResourceRole" g on g."roleId" = rr."roleId" join "BaseResource" s on s.id = g."resourceId"
        where rr."responsibilityId" = r.id and rr.status = 'ACTIVE' and g.status = 'ACTIVE' and s."resourceCode" = $1)`,
      [button],
    );
    const opens = await Promise.all(
      responsibilities.map(async ({ id }) => (await this.#permits.grants(id)).pressable.has(`${e.name}|${button}`)),
    );
    return responsibilities.filter((_, i) => opens[i]).map(({ id }) => id);
  }

  /** What each responsibility these people have today allows of these documents. */
  async standings(e: Entity, ids: readonly string[], userIds: readonly string[], db: Reading): Promise<readonly Standing[]> {
    const held = await db.query<Holder & { respCode: string }>(
      prepared(
        `select u."userId", u."responsibilityId", r."respCode" from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId" join "BaseUsers" a on a.id = u."userId"
         where u."userId" = any($1) and r.audience = 'INTERNAL' and a."userType" = 'INTERNAL' and a."userStatus" = 'ACTIVE' and ${heldOn("$2")} order by u."userId", r.id`,
      ),
      [[...new Set(userIds)], houseDay(this.#clock.now())],
    );
    return (await Promise.all(held.map((entry) => this.#standing(e, ids, entry, db)))).flat();
  }

  async #standing(e: Entity, ids: readonly string[], held: Holder & { readonly respCode: string }, db: Reading): Promise<Standing[]> {
    const me = await this.#holder(held);
    if (!me) return [];
    const isOpen = mayRead(this.#declared, e, me);
    const seen = isOpen ? await this.#seenBy(e, ids, me, db) : new Set<string>();
    const unseen = ids.filter((id) => !seen.has(id));
    // What somebody would not see without limits either (it shows him his own documents only) tells nothing of his permits.
    const shut = isOpen && unseen.length ? await this.#seenBy(e, unseen, { ...me, ...unlimited }, db) : new Set<string>();
    return [{ ...held, opens: (id) => seen.has(id) || shut.has(id), sees: (id) => seen.has(id), may: (button) => me.may(e.name, button) }];
  }

  async #seenBy(e: Entity, ids: readonly string[], me: Me, db: Reading): Promise<ReadonlySet<string>> {
    const scope = scopeOf(this.#declared, e, me);
    if (scope === null || ids.length === 0) return new Set();
    const params = new Params();
    const text = `select t.id from ${q(e.name)} t where t.id = any(${params.add(ids)}::text[]) and ${whereSql(e, "t", scope, params, this.#declared)}`;
    return new Set((await db.query<{ id: string }>(prepared(text), params.values)).map((row) => row.id));
  }

  async #holder({ userId, responsibilityId }: Holder): Promise<Me | null> {
    try {
      return await this.#permits.me({ userId, responsibilityId, supplierId: null, language: "CN" });
    } catch {
      // An account whose time is over holds nothing.
      return null;
    }
  }

  /** Leaves out of a list what its rule does not let the caller do now. */
  async withheld(e: Entity, me: Me, db: Reading): Promise<Where> {
    const { entity, id, by, allows, once } = e.offers!;
    const mine = e.mine ? `where t.${q(e.mine)} = $1` : "";
    const rows = await db.query<Row>(prepared(`select t.* from ${q(e.name)} t ${mine}`), e.mine ? [me.userId] : []);
    const refused: string[] = [];
    for (const [name, about] of Map.groupBy(rows, (row) => String(row[entity]))) {
      const of = this.#declared.entities.get(name);
      const ids = [...new Set(about.map((row) => String(row[id])))];
      const standings = of
        ? await this.standings(
            of,
            ids,
            about.map((row) => by(row, me)),
            db,
          )
        : [];
      const allowed = about.filter((row) => allows(row, standings, me));
      const chosen: readonly Row[] = once
        ? [...Map.groupBy(allowed, (row) => row[once[0]]).values()].map((ways) => once[1](ways))
        : allowed;
      const shown = new Set(chosen.map((row) => row["id"]));
      refused.push(...about.filter((row) => !shown.has(row["id"])).map((row) => String(row["id"])));
    }
    return { id: { not: refused } };
  }

  /** Goods are looked up once, and only for somebody who is limited to some. */
  async #sees(e: Entity, row: Row, holder: Holder, goods: () => Promise<Referred>): Promise<boolean> {
    const me = await this.#holder(holder);
    const scope = me ? scopeOf(this.#declared, e, me) : null;
    return scope !== null && passes(row, scope, me!.categories === "all" ? undefined : await goods());
  }
}

/** What a row refers to, by id, where a filter asks for it. */
type Referred = ReadonlyMap<string, Row>;
const nothingReferred: Referred = new Map();

/** Does this row, stored or about to be, pass the filter? */
export function passes(row: Row, where: Where, referred: Referred = nothingReferred): boolean {
  return Object.entries(where).every(([key, test]) => {
    if (key === "any") return (test as readonly Where[]).some((candidate) => passes(row, candidate, referred));
    if (key === "all") return (test as readonly Where[]).every((candidate) => passes(row, candidate, referred));
    return passesTest(row[key] ?? null, test, referred);
  });
}

function passesTest(value: unknown, test: unknown, referred: Referred): boolean {
  if (test === undefined || test === "all") return true;
  if (test === null) return value === null;
  if (Array.isArray(test)) return test.includes(value);
  if (typeof test !== "object") return value === test;
  if ("some" in test) return Array.isArray(value) && value.some((candidate) => passes(candidate as Row, test.some as Where, referred));
  if ("none" in test) return !Array.isArray(value) || !value.some((candidate) => passes(candidate as Row, test.none as Where, referred));
  if ("row" in test) {
    const found = typeof value === "string" ? referred.get(value) : undefined;
    return found !== undefined && passes(found, test.row as Where, referred);
  }
  if ("contains" in test)
    return String(value ?? "")
      .toLowerCase()
      .includes(String(test.contains).toLowerCase());
  if ("holds" in test) return Array.isArray(value) && (test.holds as readonly unknown[]).some((candidate) => value.includes(candidate));
  if ("not" in test) return test.not === null ? value !== null : ![test.not].flat().includes(value as never);
  const range = test as { from?: unknown; to?: unknown; below?: unknown; above?: unknown };
  const at = value as string;
  return (
    value !== null &&
    (range.from == null || at >= (range.from as string)) &&
    (range.to == null || at <= (range.to as string)) &&
    (range.below == null || at < (range.below as string)) &&
    (range.above == null || at > (range.above as string))
  );
}
