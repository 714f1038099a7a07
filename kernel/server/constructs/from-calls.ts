import { pathOf } from "../../declared.ts";
import { companions, fieldOf, type Entity } from "../../entity.ts";
import { mostOf, planned, type From, type FromContext, type FromGroup, type Offer, type Taken } from "../../from.ts";
import { factsOf, takenOf, wishesOf } from "../../from-rule.ts";
import { mostAtOnce, piecesOf, selectionIn, textOf } from "../../from-select.ts";
import { sum } from "../../decimal.ts";
import { businessDay } from "../../time.ts";
import { say } from "../../text.ts";
import { answer, type Call, type Context } from "../http/call.ts";
import { findFor } from "../find/find-for.ts";
import { notFound } from "../find/find.ts";
import { asks, type InputNames } from "../http/input.ts";
import type { Kernel } from "../kernel.ts";
import { whole } from "../find/list-body.ts";
import { readersOf } from "../http/need.ts";
import { isPerson } from "../act/verb.ts";
import { present, type Row } from "../find/visible.ts";

type Body = Readonly<Record<string, unknown>>;

const mostGroups = 500;

/** The list and the preview of every declared `from`. */
export class FromCalls {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  calls(): Call[] {
    const froms = this.#kernel.declared.modules.flatMap((module) => module.froms ?? []);
    return [
      ...froms.flatMap((of) => this.#callsOf(of)),
      ...[...Map.groupBy(froms, (of) => of.target as Entity)].map(([target, own]) => this.#createdCall(target, own)),
    ];
  }

  #callsOf(of: From): Call[] {
    const { chooses } = of.target.actions[of.action];
    const filters = Object.fromEntries(Object.keys(chooses.filters ?? {}).map((key) => [key, "text" as const]));
    const narrowing: InputNames = { keyword: "text", source: "text", ids: "ids", except: "ids", ...filters };
    const call = (name: string, names: InputNames, handle: (ctx: Context, body: Body) => Promise<unknown>): Call => ({
      service: of.target.service,
      path: `v1/${pathOf(of.target)}/${name}`,
      guard: "session" as const,
      needs: readersOf(of.target.name),
      input: asks(names),
      handle: (ctx, body) => this.#answer(of, ctx, body, handle),
    });
    return [
      call(chooses.list, { ...narrowing, pageRows: "int", after: "text" }, (ctx, body) => this.#list(of, ctx, body)),
      call(chooses.preview, { ...narrowing, chosen: "list", input: "object" }, (ctx, body) => this.#preview(of, ctx, body)),
    ];
  }

  /** Which documents were created from rows, for whoever reads them. */
  #createdCall(target: Entity, froms: readonly From[]): Call {
    return {
      service: target.service,
      path: `v1/${pathOf(target)}/listCreatedFrom`,
      guard: "session" as const,
      needs: readersOf(target.name),
      input: asks({ action: "text", source: "text", ids: "ids" }),
      handle: async ({ me }, body) => {
        const of = froms.find((from) => from.action === body["action"]) ?? froms[0]!;
        const link = of.links?.[textOf(body["source"]) || Object.keys(of.sources)[0]!];
        const [collection] = of.lines ?? [];
        if (!link || !collection || !Array.isArray(body["ids"])) return [];
        const ids = new Set(body["ids"].map(String).slice(0, mostOf(of)));
        const visible = this.#kernel.finder.visible(target, me);
        const docs = await findFor(this.#kernel, me).where(target, { [collection]: { some: { [link]: [...ids] } } }, 5000);
        return docs.flatMap((doc: Row) =>
          (doc[collection] as Row[])
            .filter((line) => ids.has(line[link]))
            .map((line) => ({ rowId: line[link], lineId: line["id"], ...titleOf(target, doc, visible) })),
        );
      },
    };
  }

  /** For whom the creating action is, for him the rows are listed. */
  async #answer(of: From, ctx: Context, body: Body, handle: (ctx: Context, body: Body) => Promise<unknown>): Promise<unknown> {
    if (!isPerson(ctx.me, {}, of.target.actions[of.action].who)) throw notFound(of.target);
    return handle(ctx, body);
  }

  #pieces(of: From, ctx: Context, body: Body): AsyncGenerator<readonly Offer[]> {
    // A find keeps what it read: each piece is read by a new one.
    return piecesOf(of, () => findFor(this.#kernel, ctx.me), ctx.me, selectionIn(of, body), textOf(body["after"]));
  }

  async #list(of: From, ctx: Context, body: Body): Promise<unknown> {
    const most = whole(body["pageRows"] ?? mostAtOnce, "pageRows", 1, mostAtOnce);
    const rows: Offer[] = [];
    let hasMore = false;
    for await (const piece of this.#pieces(of, ctx, body)) {
      rows.push(...piece);
      if ((hasMore = rows.length > most)) break;
    }
    const shown = rows.slice(0, most);
    const last = shown.at(-1);
    return answer(
      shown.map(({ source, id, left, suggested, row }) => ({ ...row, id, source, left, suggested })),
      hasMore && last ? { beside: { next: `${last.source}:${last.id}` } } : {},
    );
  }

  async #preview(of: From, ctx: Context, body: Body): Promise<unknown> {
    const input = (typeof body["input"] === "object" && body["input"] !== null ? body["input"] : {}) as Body;
    const now = ctx.now.toISOString();
    const how: FromContext = { me: ctx.me, at: { now, today: businessDay(now, ctx.me) }, input };
    const { language } = ctx;
    const refusals: Row[] = [];
    const groups = new Map<string, Row & { rows: number; qty: string; lines: Row[] }>();
    const more = async (taken: readonly Taken[], drafts: boolean): Promise<void> => {
      const facts = await factsOf(of, taken, findFor(this.#kernel, ctx.me), how);
      const plan = planned(of, taken, facts, how);
      for (const { source, id, refusal } of plan.refusals)
        if (refusals.length < mostOf(of)) refusals.push({ source, id, code: refusal.code, msg: say(refusal.text, language) });
      for (const group of plan.groups) {
        const known = groups.get(group.key) ?? { rows: 0, qty: "0", row: group.taken[0]!.row, ...draftOf(of, group, ctx.me.zone) };
        groups.set(group.key, {
          ...known,
          rows: known.rows + group.taken.length,
          qty: sum([known.qty, ...group.taken.map((row) => row.qty)]),
          lines: drafts ? [...known.lines, ...group.lines.map((line, i) => lineOf(of, line, group.taken[i]!))] : [],
        });
      }
    };
    if (Array.isArray(body["chosen"])) {
      const wishes = wishesOf(of, body["chosen"]).slice(0, mostOf(of));
      const found = await takenOf(of, findFor(this.#kernel, ctx.me), ctx.me, wishes);
      refusals.push(
        ...found.refusals.map(({ source, id, refusal }) => ({ source, id, code: refusal.code, msg: say(refusal.text, language) })),
      );
      await more(found.taken, true);
    } else
      for await (const piece of this.#pieces(of, ctx, body)) {
        await more(
          piece.map((offer) => ({ ...offer, qty: offer.suggested })),
          false,
        );
        if (groups.size > mostGroups) break;
      }
    return { groups: [...groups.values()].slice(0, mostGroups), refusals, most: mostOf(of) };
  }
}

/** The names behind the references of a draft, as the chosen row knows them. */
const named = (e: Entity, draft: Row, row: Row): Row =>
  Object.fromEntries(
    Object.keys(draft).flatMap((key) =>
      fieldOf(e, key)?.kind === "ref"
        ? Object.values(companions(key)).flatMap((companion) => (companion in row ? [[companion, row[companion]] as const] : []))
        : [],
    ),
  );

/** The document of a group as its page shows it before it is saved. */
const draftOf = (of: From, group: FromGroup, zone: string): { readonly head: Row; readonly lines: Row[] } => ({
  head: present(of.target, { ...group.head, ...named(of.target, group.head, group.taken[0]!.row) }, zone),
  lines: [],
});

function lineOf(of: From, line: Row, taken: Taken): Row {
  const e = (of.target.lines as Record<string, Entity>)[of.lines![0]]!;
  return { ...line, ...named(e, line, taken.row) };
}

/** How a document is named in a link to it. */
const titleOf = (target: Entity, doc: Row, visible: ReadonlySet<string>): Row => ({
  id: doc["id"],
  title: target.title.flatMap((key) => (visible.has(key) && doc[key]) || []).join(" "),
  ...(target.states && visible.has(target.stateField) ? { [target.stateField]: doc[target.stateField] } : {}),
});
