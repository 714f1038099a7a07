import { fieldOf, type Entity } from "../../entity.ts";
import { answer, type Call, type Context } from "../http/call.ts";
import { notFound, permDenied } from "../find/find.ts";
import { readable } from "../journal/history.ts";
import { seal, verifyJournal } from "../journal/journal.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../database/schema.ts";
import type { Row } from "../find/visible.ts";
import { say, type Language } from "../../text.ts";
import { base, type Body } from "./ask.ts";
import { nothing, wording } from "./log-words.ts";
import { asks, like, takes } from "../http/input.ts";

interface Change {
  readonly p: string;
  readonly o: unknown;
  readonly n: unknown;
}

const shownChanges = 6;

/** The shown changes of an entry in one line; of more there is the number. */
function sentence(shown: readonly Row[], count: number, word: (change: Row, value: unknown) => string, language: Language): string {
  const text = shown.map((c) => {
    const [old, now] = [word(c, c["old"]), word(c, c["new"])];
    return `${String(c["label"])}${say(["：", ": "], language)}${old === nothing ? "" : `${old} → `}${now}`;
  });
  return text.join(say(["；", "; "], language)) + (count > shownChanges ? ` … (${count})` : "");
}

/** The journal for people: each change with the name of its field, and the proof that nobody bent it. */
export function logCalls(kernel: Kernel): Call[] {
  const { finder, declared } = kernel;
  const log = declared.entity("BaseOperateLog");

  /** Field by field with labels, kinds and lookups, so that a page can say old and new in words. */
  function named(row: Row, ctx: Context): Row[] {
    const e = declared.entities.get(String(row["entity"]));
    return ((row["changes"] ?? []) as Change[]).map((change) => {
      const at = e ? readable(e, change, ctx.me.zone) : null;
      const field = at ? fieldOf(at.entity, at.key) : undefined;
      return {
        field: change.p,
        label: at ? say(at.label, ctx.language) : change.p,
        kind: field?.kind ?? "text",
        lookup: field?.lookup ?? null,
        target: field?.target ?? null,
        old: at ? at.old : change.o,
        new: at ? at.new : change.n,
      };
    });
  }

  /** Of a text that changed in both languages a summary says the half of its reader. */
  function halfOf(entity: unknown, changes: readonly Row[], language: Language): readonly Row[] {
    const e = declared.entities.get(String(entity));
    if (!e) return changes;
    const paths = new Set(changes.flatMap((change) => (change["new"] ? [String(change["field"])] : [])));
    const other = new Set(
      changes.flatMap((change) => {
        const path = String(change["field"]);
        const key = path.slice(path.lastIndexOf(".") + 1);
        const { entity: of } = readable(e, { p: path, o: null, n: null }, "UTC");
        const english = fieldOf(of, key)?.english;
        const pair = english ? path.slice(0, -key.length) + english : "";
        return paths.has(pair) ? [language === "EN" ? path : pair] : [];
      }),
    );
    return changes.filter((change) => !other.has(String(change["field"])));
  }

  /** Records known by what they belong to (a person's grant, a role's menu) are called by its name, not by its id. */
  async function withNames(ctx: Context, rows: readonly Row[]): Promise<Row[]> {
    const targetOf = (row: Row): Entity | undefined => {
      const e = declared.entities.get(String(row["entity"]));
      const title = e?.fields[e.title[0] ?? ""];
      return title?.kind === "ref" ? declared.entities.get(title.target!) : undefined;
    };
    const names = new Map<string, string>();
    for (const [target, some] of Map.groupBy(rows, targetOf)) {
      if (!target) continue;
      const found = await ctx.db.query<{ id: string; name: string }>(
        `select id, ${q(target.title[0]!)} as name from ${q(target.name)} where id = any($1)`,
        [some.map((row) => row["bizNum"])],
      );
      for (const row of found) names.set(row.id, row.name);
    }
    return rows.map((row) => ({ ...row, bizNum: names.get(String(row["bizNum"])) ?? row["bizNum"] }));
  }

  async function list(ctx: Context, body: Body): Promise<unknown> {
    const { rows, page } = await finder.list(log, body, ctx.me);
    const changes = new Map(
      (
        await ctx.db.query<{ no: number; changes: Change[] }>(`select no::int as no, changes from "Journal" where no = any($1)`, [
          rows.map((row) => row["no"]),
        ])
      ).map((row) => [row.no, row.changes]),
    );
    const all = new Map(rows.map((row) => [row["no"], named({ ...row, changes: changes.get(row["no"] as number) }, ctx)]));
    return answer(await withText(ctx, await withNames(ctx, rows), all), { page });
  }

  /** The first changes of each entry in one line, in the reader's words. */
  async function withText(ctx: Context, rows: readonly Row[], all: ReadonlyMap<unknown, readonly Row[]>): Promise<Row[]> {
    const said = new Map(
      rows.map((row) => [row["no"], halfOf(row["entity"], all.get(row["no"]) ?? [], ctx.language).slice(0, shownChanges)]),
    );
    const word = await wording(kernel, ctx, [...said.values()].flat());
    return rows.map((row) => {
      const count = all.get(row["no"])?.length ?? 0;
      return { ...row, changeText: sentence(said.get(row["no"])!, count, word, ctx.language), changeCount: count };
    });
  }

  async function one(ctx: Context, body: Body): Promise<unknown> {
    const no = Number(body["id"]);
    const { rows } = await finder.list(log, { no: Number.isSafeInteger(no) ? no : -1, pageRows: 1, count: "none" }, ctx.me);
    const row = rows[0];
    if (!row) throw notFound(log);
    const stored = await ctx.db.one<{ changes: Change[]; sealed: boolean }>(
      `select j.changes, exists (select 1 from "JournalSeal" s where s."uptoXid" >= j.xid) as sealed from "Journal" j where j.no = $1`,
      [no],
    );
    const changes = named({ ...row, changes: stored!.changes }, ctx);
    const [told] = await withText(ctx, await withNames(ctx, [row]), new Map([[row["no"], changes]]));
    return { ...told, changes, sealed: stored!.sealed };
  }

  /** Reads the whole chain again; what was written a moment ago is sealed first. */
  async function verify(ctx: Context): Promise<unknown> {
    if (!finder.mayRead(log, ctx.me)) throw permDenied();
    await seal(ctx.db, ctx.now);
    return verifyJournal(ctx.db);
  }

  return [
    base("v1/baseOperateLogRestful/listByPage", like("BaseOperateLog", "listByPage"), list),
    base("v1/baseOperateLogRestful/findById", asks({ id: "id" }), one),
    base("v1/baseOperateLogRestful/doVerify", takes(), verify),
  ];
}
