import { add, neg } from "../../decimal.ts";
import { pathOf } from "../../declared.ts";
import { collections, type Entity } from "../../entity.ts";
import type { ExplainedPosting, Postings } from "../../ledger-postings.ts";
import { refuse } from "../../refusal.ts";
import type { Call, Context } from "../http/call.ts";
import { notFound, permDenied } from "../find/find.ts";
import { asks } from "../http/input.ts";
import type { Kernel } from "../kernel.ts";
import { named } from "../find/statement.ts";

type Row = Readonly<Record<string, unknown>>;

/** The ids of a document and of everything inside it. */
function idsIn(e: Entity, row: Row): string[] {
  const inside = Object.entries(collections(e)).flatMap(([key, line]) =>
    Array.isArray(row[key]) ? (row[key] as Row[]).flatMap((entry) => idsIn(line, entry)) : [],
  );
  return [String(row["id"]), ...inside];
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((candidate): candidate is string => typeof candidate === "string") : [];

/** Which buckets are added and which are taken away. */
function signsIn(value: unknown): ReadonlyMap<string, 1 | -1> {
  const given = typeof value === "object" && value !== null ? Object.entries(value as Row) : [];
  const signs = given.flatMap(([bucket, sign]) => (sign === 1 || sign === -1 ? [[bucket, sign] as const] : []));
  if (signs.length === 0 || signs.length > 20) throw refuse("LEDGER_BUCKET", "数量栏不能为空", "A bucket is required");
  return new Map(signs);
}

const most = 5000;

/** Why a figure is what it is: every posting behind it, for readers of the document it is on. */
export class Explanations {
  readonly #kernel: Kernel;
  readonly #postings: Postings;

  constructor(kernel: Kernel, postings: Postings) {
    this.#kernel = kernel;
    this.#postings = postings;
  }

  async answer(
    ctx: Context,
    body: Row,
  ): Promise<{ readonly rows: readonly ExplainedPosting[]; readonly sum: string; readonly cut: boolean }> {
    const { finder, declared } = this.#kernel;
    const { me } = ctx;
    if (me.audience !== "internal") throw permDenied();
    const entity = declared.entities.get(String(body["docType"]));
    if (!entity || entity.internal) throw notFound(this.#postings);
    const [doc, signs] = [await finder.byId(entity, body["docId"], me), signsIn(body["buckets"])];
    const inside = new Set(idsIn(entity, doc));
    const asked = texts(body["ownerIds"]);
    if (asked.some((id) => !inside.has(id))) throw notFound(entity);
    const ownerIds = asked.length > 0 ? asked : [...inside];
    const rows = await this.#numbered(await this.#rows(ownerIds, [...signs.keys()], ctx));
    let balance = "0";
    const postings = rows.map((row): ExplainedPosting => {
      const delta = signs.get(String(row["bucket"])) === -1 ? neg(String(row["delta"])) : String(row["delta"]);
      balance = add(balance, delta);
      return this.#posting(row, delta, balance);
    });
    return { rows: postings, sum: balance, cut: rows.length >= most };
  }

  /** Whoever sees the document may know why its figures are so: its rows are read with the document's own permit. */
  #rows(ownerIds: readonly string[], buckets: readonly string[], { me }: Context): Promise<Row[]> {
    return this.#kernel.db.query<Row>(
      `select l.*, ${named(me, "u", "displayName")} as "postedByName", to_char(l."postedAt" at time zone $3, 'YYYY-MM-DD HH24:MI') as "at"
         from "${this.#postings.name}" l left join "BaseUsers" u on u.id = l."postedBy"
        where l."ownerId" = any($1) and l.bucket = any($2) order by l."postedAt", l.id limit ${most}`,
      [ownerIds, buckets, me.zone],
    );
  }

  /** A posting names the document that caused it, also where only its id was written down: one statement for each kind of document. */
  async #numbered(rows: readonly Row[]): Promise<readonly Row[]> {
    const nameless = Map.groupBy(
      rows.filter((row) => !row["causeNum"] && row["causeId"]),
      (row) => String(row["causeType"]),
    );
    const numbers = new Map<string, string>();
    for (const [type, of] of nameless) {
      const entity = this.#kernel.declared.entities.get(type);
      const key = entity?.number?.[0] ?? entity?.title.find((value) => entity.fields[value]?.kind === "code");
      if (!entity || entity.internal || !key || !entity.fields[key]) continue;
      const found = await this.#kernel.db.query<{ id: string; num: string | null }>(
        `select id, "${key}" as num from "${entity.name}" where id = any($1)`,
        [[...new Set(of.map((row) => String(row["causeId"])))]],
      );
      for (const row of found) if (row.num) numbers.set(`${type}:${row.id}`, row.num);
    }
    return rows.map((row) => (row["causeNum"] ? row : { ...row, causeNum: numbers.get(`${row["causeType"]}:${row["causeId"]}`) ?? "" }));
  }

  #posting(row: Row, delta: string, balance: string): ExplainedPosting {
    const cause = this.#kernel.declared.entities.get(String(row["causeType"]));
    const edit = cause?.pages?.edit;
    return {
      id: String(row["id"]),
      postedAt: String(row["at"]),
      eventCode: String(row["eventCode"]),
      causeType: String(row["causeType"]),
      causeKind: cause?.label ?? ["单据", "Document"],
      causeNum: String(row["causeNum"] ?? ""),
      causeHref: edit ? `/main/${edit}?id=${encodeURIComponent(String(row["causeId"]))}` : null,
      delta,
      balance,
      postedByName: String(row["postedByName"] ?? ""),
    };
  }

  get call(): Call {
    return {
      service: this.#postings.service,
      path: `v1/${pathOf(this.#postings)}/findPostings`,
      guard: "session",
      input: asks({ docType: "text", docId: "id", buckets: "object", ownerIds: "ids" }),
      handle: (ctx, body) => this.answer(ctx, body),
    };
  }
}
