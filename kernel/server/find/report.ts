import { checkValues, wrongInput, type CheckContext } from "../../check.ts";
import type { Me } from "../../entity.ts";
import { percentText } from "../../page-format.ts";
import { refuse, type FieldError } from "../../refusal.ts";
import { columnsFor, isFigure } from "../../report.ts";
import type { ReportColumn, ReportDesk, ReportParts, ReportReply, ReportShape, Row } from "../../report.ts";
import { isCovered, spanBefore, type Span } from "../../report-period.ts";
import type { Sources } from "../../query.ts";
import type { Find } from "../../rule.ts";
import { say } from "../../text.ts";
import { businessDay } from "../../time.ts";
import type { Call, Context } from "../http/call.ts";
import type { Db } from "../database/db.ts";
import { factsFor } from "./find-for.ts";
import { permDenied } from "./find.ts";
import type { Kernel } from "../kernel.ts";
import type { Lookups } from "./lookups.ts";
import { onPage, onPages } from "../http/need.ts";
import { sendBook } from "../sheet/book.ts";
import { stampOf } from "../sheet/parts.ts";

/** Which organisation and category a report was asked about, with the categories below. */
export interface Asked {
  readonly orgId: string | null;
  readonly categoryIds: readonly string[] | null;
}

/** Who asks what, when, and where the facts come from. */
export interface Asking {
  readonly db: Db;
  readonly find: Find;
  /** What this reader may see of an entity; reports read from it and from no table of documents. */
  readonly source: Sources;
  readonly me: Me;
  readonly today: string;
  readonly asked: Asked;
  readonly filter: Row;
  /** So many rows are taken; one more says that there are more. */
  readonly most: number;
}
export type Answered<P extends ReportParts = ReportParts> = Omit<ReportReply<P>, "permits" | "at" | "before">;
/** The functions behind the reports of an area. */
export type ReportWork<R extends Readonly<Record<string, ReportParts>>> = {
  readonly [N in keyof R]: (asking: Asking) => Promise<Answered<R[N]>>;
};

/** How a report is held against the period before: which days it is about, and since when there is something to count. */
export interface Comparison {
  spanOf(asking: Asking): Span;
  sinceOf(asking: Asking): Promise<string | null>;
  /** The headline figures alone, where they cost less than the whole report. */
  figuresOf?(asking: Asking): Promise<Row>;
}

/** A page lists what a person may read through, a workbook what a program may work on. */
const listed = 2_000;
const count = 50_000;

/** Rows beyond the limit are left out, and that is said. */
function limited(answer: Answered, most: number): Answered {
  if (answer.rows.length <= most) return answer;
  const many = most.toLocaleString("en-US");
  const text = [`只列出前 ${many} 行；合计按全部。`, `Only the first ${many} rows are listed; totals count all.`] as const;
  return { ...answer, rows: answer.rows.slice(0, most), notes: [...answer.notes, { code: "MORE_ROWS", text, count: most }] };
}

/** How an area knows what stands below a category, and the names of what its reader is kept to. */
interface ReportLimits {
  branchOf(find: Find, categoryId: string | null): Promise<readonly string[] | null>;
  permitsOf(find: Find, me: Me): Promise<ReportReply["permits"]>;
}

/** Codes no longer offered may still be asked for: what they stood for is in the figures. */
function knows(lookups: Lookups, type: string, code: string): boolean | undefined {
  const rows = lookups.values(type);
  return rows.length === 0 ? undefined : rows.some((row) => row.lookupCode === code);
}

/** What was asked, each value by the kind its filter declares; a name no filter has is refused, so that a typo never answers for something else. */
function checked(shape: ReportShape, { language: _, ...body }: Row, at: CheckContext): Row {
  const errors: FieldError[] = [];
  const values = checkValues(shape.filters, body, at, "", errors, false);
  if (errors.length) throw wrongInput(errors);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

type Work<N extends string> = Readonly<Record<N, (asking: Asking) => Promise<Answered>>>;
type Compared<N extends string> = Readonly<Partial<Record<N, Comparison>>>;

/** The reports of one area, as figures and as workbooks. */
export class Reports<N extends string> {
  readonly #kernel: Kernel;
  readonly #desk: ReportDesk<N>;
  readonly #limits: ReportLimits;
  readonly #work: Work<N>;
  readonly #compared: Compared<N> | undefined;

  constructor(kernel: Kernel, desk: ReportDesk<N>, limits: ReportLimits, work: Work<N>, compared?: Compared<N>) {
    this.#kernel = kernel;
    this.#desk = desk;
    this.#limits = limits;
    this.#work = work;
    this.#compared = compared;
  }

  /** The figures of the period before, where it is complete: a rate against half a year says nothing. */
  async #before(name: N, asking: Asking): Promise<ReportReply["before"]> {
    const comparison = this.#compared?.[name];
    if (!comparison) return undefined;
    const span = spanBefore(comparison.spanOf(asking));
    const since = await comparison.sinceOf(asking);
    const [from, to] = span;
    if (!isCovered(span, since)) return { from, to, figures: null, since };
    const before: Asking = { ...asking, filter: { ...asking.filter, from, to }, most: 1 };
    const figures = comparison.figuresOf ? await comparison.figuresOf(before) : (await this.#work[name](before)).figures;
    return { from, to, figures, since };
  }

  async answer(ctx: Context, name: N, body: Row, most = listed): Promise<ReportReply> {
    const { me } = ctx;
    const { db, finder, lookups } = this.#kernel;
    if (!me.opens(this.#desk.shapes[name].route)) throw permDenied();
    await lookups.ready();
    const filter = checked(this.#desk.shapes[name], body, {
      zone: me.zone,
      lookup: (type, code) => knows(lookups, type, code),
      clean: "later",
    });
    const find = factsFor(this.#kernel, me);
    const asked = {
      orgId: (filter["orgId"] as string | undefined) ?? null,
      categoryIds: await this.#limits.branchOf(find, (filter["categoryId"] as string | undefined) ?? null),
    };
    const today = businessDay(ctx.now.toISOString(), me);
    const asking: Asking = { db, find, source: finder.sourceFor(me), me, today, asked, filter, most };
    const [answer, permits, before] = await Promise.all([
      this.#work[name](asking),
      this.#limits.permitsOf(find, me),
      most === listed ? this.#before(name, asking) : undefined,
    ]);
    return { ...limited(answer, most), permits, at: ctx.now.toISOString(), ...(before ? { before } : {}) };
  }

  #shown(column: ReportColumn, value: unknown, ctx: Context): unknown {
    if (value === null || value === undefined) return null;
    if (!column.lookup) return value;
    const found = this.#kernel.lookups.values(column.lookup).find((lookup) => lookup.lookupCode === value);
    return found ? (ctx.language === "EN" && found.meaningEn) || found.meaning : value;
  }

  /** The rows of a report, and on a second sheet what was asked, what it means and what was left out. */
  async #workbook(ctx: Context, name: N, { report: _, ...body }: Row) {
    const shape = this.#desk.shapes[name];
    const reply = await this.answer(ctx, name, body, count);
    const title = say(shape.label, ctx.language);
    const columns = columnsFor(shape, reply.rows);
    const lines: string[][] = [
      [title, stampOf(ctx.now, ctx.me.zone)],
      [say(["口径", "Meaning"], ctx.language), say(shape.formula, ctx.language)],
      ...Object.entries(shape.filters).flatMap(([key, field]) =>
        body[key] === undefined || body[key] === null || body[key] === "" ? [] : [[say(field.label, ctx.language), String(body[key])]],
      ),
      ...(reply.currency ? [[say(["金额币种", "Currency of amounts"], ctx.language), reply.currency]] : []),
      ...columns.flatMap((column) => {
        const total = reply.totals?.[column.key];
        return total === undefined || total === null
          ? []
          : [
              [
                `${say(["合计", "Total"], ctx.language)} ${say(column.label, ctx.language)}`,
                column.kind === "percent" ? percentText(total) : total,
              ],
            ];
      }),
      ...reply.notes.map((note) => [say(["说明", "Note"], ctx.language), say(note.text, ctx.language)]),
      [say(["组织权限", "Organisations"], ctx.language), reply.permits.orgs?.join("、") ?? say(["全部", "All"], ctx.language)],
      [say(["品类权限", "Categories"], ctx.language), reply.permits.categories?.join("、") ?? say(["全部", "All"], ctx.language)],
    ];
    return sendBook(ctx, title, {
      name: title.slice(0, 28),
      columns: columns.map((column) => ({
        key: column.key,
        title: say(column.label, ctx.language),
        width: column.width ?? 120,
        kind: isFigure(column) ? "number" : column.kind === "date" ? "date" : "text",
        ...(column.kind === "money" ? { scale: 2, thousands: true } : {}),
      })),
      batches: [reply.rows.map((row) => columns.map((column) => this.#shown(column, row[column.key], ctx)))],
      more: [
        {
          name: say(["说明", "Notes"], ctx.language),
          columns: [
            { key: "what", title: say(["项目", "What"], ctx.language), width: 140 },
            { key: "text", title: say(["内容", "Text"], ctx.language), width: 600 },
          ],
          batches: [lines],
        },
      ],
    });
  }

  calls(): Call[] {
    const { path: base, shapes } = this.#desk;
    const names = Object.keys(shapes) as N[];
    const call = (path: string, handle: Call["handle"], more: Pick<Call, "input" | "needs" | "raw">): Call => ({
      service: "srmServer",
      path: `v1/${base}/${path}`,
      guard: "session",
      perMinute: 120,
      handle,
      ...more,
    });
    return [
      ...names.map((name) =>
        call(shapes[name].call, (ctx, body) => this.answer(ctx, name, body), {
          needs: onPages(shapes[name].route),
          input: { fields: shapes[name].filters, reads: true },
        }),
      ),
      call(
        "exportReport",
        (ctx, body) => {
          const name = names.find((candidate) => candidate === body["report"]);
          if (!name) throw refuse("FIELD_TYPE", "没有这张报表", "There is no such report");
          if (!ctx.me.opens(shapes[name].route, "btnExport")) throw permDenied();
          return this.#workbook(ctx, name, body);
        },
        {
          raw: true,
          needs: names.flatMap((name) => onPage(shapes[name].route, "btnExport")),
          input: { fields: Object.assign({}, ...names.map((name) => shapes[name].filters)), names: { report: "text" }, reads: true },
        },
      ),
    ];
  }
}
