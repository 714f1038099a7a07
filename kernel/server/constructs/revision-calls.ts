import { pathOf } from "../../declared.ts";
import type { Entity } from "../../entity.ts";
import { composed, differences, entityAt, type Difference } from "../../revision-diff.ts";
import { keptRows } from "../../revision-rule.ts";
import { revisesOf } from "../../revision.ts";
import { say, type Text } from "../../text.ts";
import { sameAs, versionDifferences } from "../../versioned-rule.ts";
import { hasVersions, versionedOf } from "../../versioned.ts";
import type { Call, Context } from "../http/call.ts";
import { factsFor, findFor } from "../find/find-for.ts";
import { asks } from "../http/input.ts";
import type { Kernel } from "../kernel.ts";
import { readersOf } from "../http/need.ts";
import { masked } from "../find/visible.ts";

type Row = Readonly<Record<string, unknown>>;

/** One revision as its reader is told of it. */
interface Version {
  readonly id: string;
  readonly number: number;
  /** Not in force yet. */
  readonly isOpen: boolean;
  readonly reason: string | null;
  readonly date: string;
  readonly rows: readonly Difference[];
}

const most = 200;

/** The differences this reader may see, without the fields that are not shown to him. */
function shownTo(kernel: Kernel, ctx: Context, e: Entity, rows: readonly Difference[]): Difference[] {
  return rows.flatMap((row): Difference[] => {
    const line = entityAt(e, row.path);
    const visible = kernel.finder.visible(line, ctx.me);
    const value = (key: string, of: unknown): unknown => masked(line, key, of);
    if (row.key) return visible.has(row.key) ? [{ ...row, before: value(row.key, row.before), after: value(row.key, row.after) }] : [];
    const whole = (of: unknown): unknown =>
      of === null
        ? null
        : Object.fromEntries(Object.entries(of as Row).flatMap(([key, entry]) => (visible.has(key) ? [[key, value(key, entry)]] : [])));
    return [{ ...row, before: whole(row.before), after: whole(row.after) }];
  });
}

/** Every revision of a document, or every version of a definition, with what it changed, newest first. */
export const versionsOf = (kernel: Kernel, ctx: Context, e: Entity, id: unknown): Promise<Version[]> =>
  revisesOf(e) ? revisionsOf(kernel, ctx, e, id) : numberedOf(kernel, ctx, e, id);

/** The versions of a definition that this reader sees, each against the one before it. */
async function numberedOf(kernel: Kernel, ctx: Context, e: Entity, id: unknown): Promise<Version[]> {
  const doc = await kernel.finder.byId(e, id, ctx.me);
  const found = (await findFor(kernel, ctx.me).where(e, sameAs(e, doc), most)) as unknown as readonly Row[];
  const { number, open } = versionedOf(e)!;
  return versionDifferences(e, found)
    .map(([version, rows]): Version => {
      const entry = version as Row;
      return {
        id: String(entry["id"]),
        number: Number(entry[number]),
        date: String(entry["lastUpdateDate"]),
        reason: null,
        isOpen: open?.includes(entry[e.stateField] as string) ?? false,
        rows: shownTo(kernel, ctx, e, rows),
      };
    })
    .toReversed();
}

async function revisionsOf(kernel: Kernel, ctx: Context, e: Entity, id: unknown): Promise<Version[]> {
  const r = revisesOf(e)!;
  const doc = await kernel.finder.byId(e, id, ctx.me);
  const find = factsFor(kernel, ctx.me);
  const live = await find.one(e, String(doc[r.live] ?? doc["id"]));
  const isOurs = ctx.me.audience === "internal";
  const drafts = (await find.where(e, { [r.live]: live.id }, most)) as unknown as readonly Row[];
  const found = await Promise.all(
    drafts.map(async (draft): Promise<Version | null> => {
      const state = draft[e.stateField] as string;
      const isOpen = (r.open as readonly string[]).includes(state);
      if (state === r.discarded || (isOpen && !(await kernel.finder.sees(e, String(draft["id"]), ctx.me)))) return null;
      return {
        id: String(draft["id"]),
        number: Number(draft[r.number]),
        isOpen,
        date: String(draft["lastUpdateDate"]),
        reason: isOurs && r.reason ? ((draft[r.reason] as string | null) ?? null) : null,
        rows: shownTo(kernel, ctx, e, isOpen ? differences(e, live, draft) : keptRows(e, draft)),
      };
    }),
  );
  return found.filter((version) => version !== null).toSorted((a, b) => b.number - a.number);
}

const whole = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** The revisions of a document after one number and up to another, and what they changed together. */
async function compared(kernel: Kernel, ctx: Context, e: Entity, body: Row) {
  const versions = await versionsOf(kernel, ctx, e, body["id"]);
  const [from, to] = [whole(body["from"], -1), whole(body["to"], Number.MAX_SAFE_INTEGER)];
  const between = versions.filter((version) => version.number > from && version.number <= to);
  const rows = composed(between.toReversed().map((version) => version.rows));
  const describe = (where: Text): string => say(where, ctx.me.language);
  return {
    versions,
    rows: rows.map((row) => ({
      ...row,
      label: [describe(row.where), row.key ? describe(entityAt(e, row.path).fields[row.key]!.label) : ""],
    })),
  };
}

/** The comparison of versions, for every document with revisions and every definition with versions: its readers make the call. */
export const revisionCalls = (kernel: Kernel): Call[] =>
  [...kernel.declared.entities.values()].filter(hasVersions).map((e) => ({
    service: e.service,
    path: `v1/${pathOf(e)}/compareVersions`,
    guard: "session" as const,
    needs: readersOf(e.name),
    input: asks({ id: "id", from: "int", to: "int" }),
    handle: (ctx, body) => compared(kernel, ctx, e, body as Row),
  }));
