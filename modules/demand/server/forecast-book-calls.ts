import { cmp } from "#kernel/decimal.ts";
import type { Entity } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { every, sql } from "#kernel/query.ts";
import { refuse, type FieldError } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { readWorkbook, type ExportSheet } from "#kernel/server/excel/pool.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, inMeta, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { mustBeSent, sendBook } from "#kernel/server/sheet/book.ts";
import { meanings } from "#kernel/server/sheet/columns.ts";
import { doerOf } from "#kernel/server/sheet/parts.ts";
import { resolve, type Meant } from "#kernel/server/sheet/refs.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { say, type Text } from "#kernel/text.ts";
import { businessDay } from "#kernel/time.ts";
import { item } from "#modules/base/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import {
  bookColumns,
  horizonOf,
  readBook,
  totalOf,
  wrongRow,
  type BookColumn,
  type BookedForecast,
  type BookLine,
  type Horizon,
} from "../forecast-book.ts";
import { forecast } from "../forecast.entity.ts";
import { periodsOf } from "../forecast.ts";

const mostForecasts = 100;
const keys = Object.keys(bookColumns) as (keyof typeof bookColumns)[];
const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const rowsIn = (row: Row, key: string): Row[] => (row[key] as Row[] | undefined) ?? [];

/** A line of the workbook with everything it names found. */
interface Placed {
  readonly line: BookLine;
  readonly supplierId: string;
  readonly orgId: string;
  readonly itemId: string;
  readonly invOrgId: string;
  readonly uom: string | null;
}

interface Store {
  readonly id: string;
  readonly parentOrgId: string | null;
}

/** What the words of a workbook mean. */
interface Known {
  readonly named: Readonly<Record<"supplier" | "item" | "org" | "invOrg", ReadonlyMap<string, Meant>>>;
  readonly stores: readonly Store[];
  readonly units: readonly (readonly [code: string, meaning: string])[];
}

/** One forecast as the workbook leaves it. */
interface Plan extends BookedForecast {
  readonly input: Row;
}

/** Forecasts as planners keep them: an item a row, a period a column; out to a workbook and back into drafts. */
export class ForecastBooks {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  calls(): Call[] {
    const entry = (name: string, input: CallInput, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
      service: "srmServer",
      path: `v1/srmPurForecastRestful/${name}`,
      guard: "session",
      perMinute: 60,
      input,
      handle,
      ...more,
    });
    return [
      entry("exportMatrix", asks({ ids: "ids" }), (ctx, body) => this.#export(ctx, body), { raw: true }),
      entry("importMatrix", inMeta({ confirmed: "yn", replyDeadline: "text" }), (ctx) => this.#import(ctx)),
    ];
  }

  async #export(ctx: Context, body: Row): Promise<unknown> {
    const { me, language } = ctx;
    if (!me.may(forecast.name, "btnExport") && !me.may(forecast.name, "btnImport")) throw permDenied();
    const ids = Array.isArray(body["ids"]) ? body["ids"].map(String) : [];
    if (ids.length > mostForecasts) throw refuse("BATCH_SIZE", `一次最多 ${mostForecasts} 张`, `At most ${mostForecasts} at a time`);
    const docs = await Promise.all(ids.map((id) => this.#kernel.finder.byId(forecast, id, me)));
    const starts = docs.length ? startsOf(docs) : templateStarts(businessDay(ctx.now.toISOString(), ctx.me));
    const units = meanings(this.#kernel.lookups, "UOM", language);
    const sheet = (name: Text, field: string): ExportSheet => ({
      name: say(name, language),
      columns: [
        ...keys.map((key) => ({ key, title: say(bookColumns[key], language), width: key === "itemName" ? 180 : 120 })),
        ...starts.map((start) => ({ key: start, title: start, kind: "number" as const, width: 90 })),
        { key: "total", title: say(["合计", "Total"], language), kind: "number" as const, width: 100 },
      ],
      batches: [docs.flatMap((doc) => rowsIn(doc, "lines").map((line) => cellsOf(doc, line, starts, field, units)))],
    });
    const more = [
      sheet(["承诺", "Promises"], "commitQty"),
      ...(me.audience === "internal" ? [sheet(["已下单", "Ordered"], "orderedQty")] : []),
    ];
    const book = { ...sheet(["需求", "Demand"], "demandQty"), more: docs.length ? more : [] };
    return sendBook(ctx, say(["采购预测", "Forecast"], language), book);
  }

  async #import(ctx: Context): Promise<unknown> {
    const { me } = ctx;
    if (!me.may(forecast.name, "btnImport")) throw permDenied();
    const { said, read } = mustBeSent(ctx);
    const rows = [];
    for await (const batch of readWorkbook(await read(), {})) rows.push(...batch);
    const book = readBook(rows);
    if (book.lines.length === 0)
      throw refuse("IMPORT_HEADER", "没有找到“物料编码”表头或数据行", "No header with “Item code”, or no rows below it");
    const horizon = horizonOf(book.starts);
    if (!horizon)
      throw refuse(
        "IMPORT_HEADER",
        "时段列须为连续的日、周（周一）或月初日期，最多52列",
        "Period columns must be consecutive days, Mondays or firsts of months, at most 52",
      );
    const { placed, errors } = await this.#placed(ctx, book.lines);
    const faults = [...book.errors, ...errors];
    if (faults.length)
      throw refuse("IMPORT_ROW", `有${faults.length}处错误，未导入`, `${faults.length} errors; nothing was imported`, {
        fieldErrors: faults,
      });
    const plans = await this.#plans(ctx, placed, horizon, text(said["replyDeadline"]));
    const entries = plans.map(({ input: _, ...plan }) => plan);
    if (said["confirmed"] !== "Y") return { done: false, horizon, forecasts: entries };
    await this.#kernel.actor.act(
      {
        entity: forecast,
        action: "saveOrUpdate",
        reason: "Excel",
        bulk: true,
        targets: plans.map((plan) => ({ ...(plan.id ? { id: plan.id } : {}), input: plan.input })),
      },
      doerOf(ctx),
    );
    return { done: true, horizon, forecasts: entries };
  }

  /** Finds what the lines name: suppliers, items and places, each kind in one question. */
  async #placed(ctx: Context, lines: readonly BookLine[]): Promise<{ readonly placed: readonly Placed[]; readonly errors: FieldError[] }> {
    const known = (of: Entity, ...columns: readonly BookColumn[]) =>
      resolve(this.#kernel, of, [...new Set(lines.flatMap((line) => columns.map((key) => line[key]).filter(Boolean)))], ctx.me);
    const o = every(organization);
    const [suppliers, items, orgs, stores] = await Promise.all([
      known(supplierInfo, "supplier"),
      known(item, "item"),
      known(organization, "org", "invOrg"),
      this.#kernel.db.query<Store>(sql`select ${o.id}, ${o.parentOrgId} from ${o} where ${o.orgType} = 'INV' and ${o.enabledFlag} = 'Y'`),
    ]);
    const units = [...meanings(this.#kernel.lookups, "UOM", "CN"), ...meanings(this.#kernel.lookups, "UOM", "EN")];
    const meant: Known = { named: { supplier: suppliers, item: items, org: orgs, invOrg: orgs }, stores, units };
    const each = lines.map((line) => placeLine(line, meant));
    return { placed: each.flatMap((entry) => entry.placed ?? []), errors: each.flatMap((entry) => entry.errors) };
  }

  /** Rows of one organisation and supplier go into its draft of that horizon, or into a new one. */
  async #plans(ctx: Context, placed: readonly Placed[], horizon: Horizon, deadline: string): Promise<readonly Plan[]> {
    const { me } = ctx;
    const where = { status: ["DRAFT"], supplierId: [...new Set(placed.map((entry) => entry.supplierId))], pageRows: 2000 };
    const { rows } = await this.#kernel.finder.list(forecast, { ...where, count: "none" }, me);
    const fits = (row: Row, entry: Placed): boolean =>
      row["supplierId"] === entry.supplierId &&
      row["orgId"] === entry.orgId &&
      row["periodType"] === horizon.periodType &&
      text(row["startPeriod"]).slice(0, 10) === horizon.startPeriod;
    const groups = [...Map.groupBy(placed, (entry) => `${entry.orgId}|${entry.supplierId}`).values()];
    return Promise.all(
      groups.map(async (own): Promise<Plan> => {
        const known = rows.find((row) => fits(row, own[0]!));
        const doc = known ? await this.#kernel.finder.byId(forecast, text(known["id"]), me) : null;
        if (!doc && !deadline) throw refuse("IMPORT_DEADLINE", "新预测须填写回复截止时间", "New forecasts need a reply deadline");
        return planOf(doc, own, horizon, deadline);
      }),
    );
  }
}

/** The place a line is for: the one it names, else the only one of its organisation; a place tells its organisation. */
function whereOf(named: { readonly org: string | null; readonly invOrg: string | null }, stores: readonly Store[]) {
  const orgId = named.org ?? stores.find((store) => store.id === named.invOrg)?.parentOrgId ?? null;
  const own = stores.filter((store) => store.parentOrgId === orgId);
  return { orgId, invOrgId: named.invOrg ?? (own.length === 1 ? own[0]!.id : null) };
}

/** One line with everything it names, or what is wrong with it. */
function placeLine(
  line: BookLine,
  { named, stores, units }: Known,
): { readonly placed: Placed | null; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const fail = (path: BookColumn, cn: string, en: string): void => void errors.push(wrongRow(line.row, path, cn, en));
  const found = (key: keyof Known["named"]): string | null => {
    const meant = line[key] ? named[key].get(line[key]) : null;
    if (meant && meant !== "many") return meant.id;
    const [cn, en] = bookColumns[key];
    if (meant) fail(key, `${cn}“${line[key]}”不唯一`, `${en} "${line[key]}" is not unique`);
    else if (line[key]) fail(key, `${cn}“${line[key]}”不存在`, `${en} "${line[key]}" does not exist`);
    return null;
  };
  const [supplierId, itemId] = [found("supplier"), found("item")];
  const { orgId, invOrgId } = whereOf({ invOrg: found("invOrg"), org: found("org") }, stores);
  if (!line.org && !orgId) fail("org", "组织编码必填", "Organisation code is required");
  if (orgId && !invOrgId && !line.invOrg)
    fail("invOrg", "组织下有多个收货组织，请填收货组织编码", "The organisation has several locations. Enter the inventory organisation");
  const isUnit = ([code, meaning]: readonly [string, string]): boolean =>
    code.toUpperCase() === line.uom.toUpperCase() || meaning === line.uom;
  const uom = line.uom ? (units.find(isUnit)?.[0] ?? null) : null;
  if (line.uom && !uom) fail("uom", `单位“${line.uom}”不存在`, `Unit "${line.uom}" does not exist`);
  const placed = supplierId && itemId && orgId && invOrgId ? { line, supplierId, orgId, itemId, invOrgId, uom } : null;
  return { placed, errors };
}

/** What one forecast takes over: lines it has get other figures, lines it lacks are added, lines the sheet does not name stay. */
function planOf(doc: Row | null, own: readonly Placed[], horizon: Horizon, replyDeadline: string): Plan {
  const first = own[0]!;
  const lines = doc ? rowsIn(doc, "lines") : [];
  let [added, changed] = [0, 0];
  const input = [...Map.groupBy(own, (placed) => `${placed.itemId}|${placed.invOrgId}`).values()].flatMap((same) => {
    const last = same.at(-1)!;
    const line = lines.find((row) => row["itemId"] === last.itemId && row["invOrgId"] === last.invOrgId);
    const qtys = new Map(same.flatMap((placed) => [...placed.line.qtys]));
    const periods = [...qtys].flatMap(([periodStart, demandQty]) => {
      const period = line ? rowsIn(line, "periods").find((row) => text(row["periodStart"]).slice(0, 10) === periodStart) : undefined;
      if (period && cmp(text(period["demandQty"]) || "0", demandQty) === 0) return [];
      return [{ ...(period ? { id: period["id"] } : { periodStart }), demandQty }];
    });
    if (line && periods.length === 0) return [];
    if (line) changed++;
    else added++;
    const place = line ? { id: line["id"] } : { itemId: last.itemId, invOrgId: last.invOrgId, ...(last.uom ? { uom: last.uom } : {}) };
    return [{ ...place, periods: { changed: periods } }];
  });
  const head = doc
    ? { periodCount: Math.max(Number(doc["periodCount"]), horizon.periodCount) }
    : { ...horizon, orgId: first.orgId, supplierId: first.supplierId, replyDeadline };
  return {
    id: doc ? text(doc["id"]) : null,
    num: doc ? text(doc["forecastNum"]) : null,
    supplier: first.line.supplier,
    org: first.line.org,
    added,
    changed,
    total: totalOf(own.flatMap((placed) => [...placed.line.qtys.values()])),
    input: { ...head, lines: { changed: input } },
  };
}

const startsOf = (docs: readonly Row[]): string[] =>
  [
    ...new Set(
      docs.flatMap((doc) =>
        periodsOf(text(doc["startPeriod"]).slice(0, 10), text(doc["periodType"]), Number(doc["periodCount"])).map((period) => period.start),
      ),
    ),
  ].toSorted();

/** An empty sheet begins with this week and has a quarter of them. */
const templateStarts = (today: string): string[] => periodsOf(today, "WEEK", 13).map((period) => period.start);

function cellsOf(doc: Row, line: Row, starts: readonly string[], field: string, units: ReadonlyMap<string, string>): unknown[] {
  const at = new Map(rowsIn(line, "periods").map((row) => [text(row["periodStart"]).slice(0, 10), row[field] ?? null]));
  const values = [...at.values()].filter((value) => value !== null).map(text);
  return [
    ...[
      doc["supplierCode"],
      doc["orgCode"],
      line["itemCode"],
      line["itemName"],
      line["invOrgCode"],
      units.get(text(line["uom"])) ?? line["uom"],
    ],
    ...starts.map((start) => at.get(start) ?? null),
    values.length ? totalOf(values) : null,
  ];
}
