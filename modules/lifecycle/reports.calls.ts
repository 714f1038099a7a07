import { PassThrough } from "node:stream";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/call.ts";
import { exportWorkbook } from "#kernel/server/excel/pool.ts";
import { disposition } from "#kernel/server/file/send.ts";
import { permDenied } from "#kernel/server/find.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { sheetMime, stampOf } from "#kernel/server/sheet/parts.ts";
import { say } from "#kernel/text.ts";
import { dayIn, isDay } from "#kernel/time.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { reportShapes, type ReportColumn, type ReportName, type ReportReply, type ReportShape, type Row } from "./report.ts";
import type { Answered, Asking } from "./server/asking.ts";
import { findFor } from "./server/find-for.ts";
import { branchOf, permitsOf } from "./server/report-limits.ts";
import { mainSupplier, purchaseAmount } from "./server/report-spend.ts";
import { introduceExit, introduceQty, noTransaction, statusScatter } from "./server/report-standing.ts";

const work: Readonly<Record<ReportName, (asking: Asking) => Promise<Answered>>> = {
  statusScatter,
  noTransaction,
  introduceQty,
  introduceExit,
  mainSupplier,
  purchaseAmount,
};
const shapeOf = (name: ReportName): ReportShape => reportShapes[name];
const names = Object.keys(reportShapes) as ReportName[];

/** Filters that cannot be read are refused, as everywhere. */
function checked(shape: ReportShape, body: Row): Row {
  const known: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(shape.filters)) {
    const value = body[key];
    if (value === undefined || value === null || value === "") continue;
    const isGood =
      field.kind === "date"
        ? typeof value === "string" && isDay(value)
        : field.kind === "month"
          ? /^\d{4}-(0[1-9]|1[0-2])$/.test(String(value))
          : field.kind === "year"
            ? /^\d{4}$/.test(String(value))
            : field.kind === "int"
              ? Number.isSafeInteger(Number(value)) &&
                Number(value) >= Number(field.least ?? 0) &&
                Number(value) <= Number(field.most ?? 1e6)
              : typeof value === "string" && value.length <= 64;
    if (!isGood) throw refuse("FIELD_TYPE", `${field.label[0]}不正确`, `${field.label[1]} is not right`);
    known[key] = value;
  }
  return known;
}

/** The reports of the supplier area, as figures and as workbooks. */
export class Reports {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  async answer(ctx: Context, name: ReportName, body: Row): Promise<ReportReply> {
    const { me } = ctx;
    const { db } = this.#kernel;
    if (me.audience !== "internal" || !this.#kernel.finder.mayRead(supplierInfo, me)) throw permDenied();
    const filter = checked(shapeOf(name), body);
    const asked = {
      orgId: (filter["orgId"] as string | undefined) ?? null,
      categoryIds: await branchOf(db, (filter["categoryId"] as string | undefined) ?? null),
    };
    const today = dayIn(ctx.now.toISOString(), me.zone);
    const [answer, permits] = await Promise.all([
      work[name]({ db, find: findFor(this.#kernel, me), me, today, asked, filter }),
      permitsOf(db, me),
    ]);
    return { ...answer, permits };
  }

  #shown(column: ReportColumn, value: unknown, ctx: Context): unknown {
    if (value === null || value === undefined) return null;
    if (!column.lookup) return value;
    const found = this.#kernel.lookups.values(column.lookup).find((one) => one.lookupCode === value);
    return found ? (ctx.language === "EN" && found.meaningEn) || found.meaning : value;
  }

  /** The rows of a report, and on a second sheet what was asked, what it means and what was left out. */
  async #workbook(ctx: Context, name: ReportName, body: Row) {
    const shape = shapeOf(name);
    const reply = await this.answer(ctx, name, body);
    const title = say(shape.label, ctx.language);
    const isNumber = (column: ReportColumn): boolean => ["int", "money", "percent", "number"].includes(column.kind ?? "");
    const lines: string[][] = [
      [title, stampOf(ctx.now, ctx.me.zone)],
      [say(["口径", "Meaning"], ctx.language), say(shape.formula, ctx.language)],
      ...Object.entries(shape.filters).flatMap(([key, field]) =>
        body[key] === undefined || body[key] === null || body[key] === "" ? [] : [[say(field.label, ctx.language), String(body[key])]],
      ),
      ...reply.notes.map((note) => [say(["说明", "Note"], ctx.language), say(note.text, ctx.language)]),
      [say(["组织权限", "Organisations"], ctx.language), reply.permits.orgs?.join("、") ?? say(["全部", "All"], ctx.language)],
      [say(["品类权限", "Categories"], ctx.language), reply.permits.categories?.join("、") ?? say(["全部", "All"], ctx.language)],
    ];
    const out = new PassThrough();
    exportWorkbook({
      name: title.slice(0, 28),
      columns: shape.columns.map((column) => ({
        key: column.key,
        title: say(column.label, ctx.language),
        width: column.width ?? 120,
        kind: isNumber(column) ? "number" : column.kind === "date" ? "date" : "text",
        ...(column.kind === "money" ? { scale: 2, thousands: true } : {}),
      })),
      batches: [reply.rows.map((row) => shape.columns.map((column) => this.#shown(column, row[column.key], ctx)))],
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
      out,
      zone: ctx.me.zone,
    }).catch((error: unknown) => out.destroy(error as Error));
    return ctx.reply
      .headers({
        "content-type": sheetMime,
        "content-disposition": disposition(`${title}_${stampOf(ctx.now, ctx.me.zone)}.xlsx`, "attachment"),
      })
      .send(out);
  }

  calls(): Call[] {
    const call = (path: string, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
      service: "srmServer",
      path: `v1/srmSupReportRestful/${path}`,
      guard: "session",
      perMinute: 120,
      handle,
      ...more,
    });
    return [
      ...names.map((name) => call(shapeOf(name).call, (ctx, body) => this.answer(ctx, name, body))),
      // The same figures under the name other systems know for the months.
      call("getSupplierIntroduceAndQuitQtyByMonth", async (ctx, body) => (await this.answer(ctx, "introduceExit", body)).rows),
      call(
        "exportReport",
        (ctx, body) => {
          const name = names.find((one) => one === body["report"]);
          if (!name) throw refuse("FIELD_TYPE", "没有这张报表", "There is no such report");
          if (!ctx.me.holds("btnExport")) throw permDenied();
          return this.#workbook(ctx, name, body);
        },
        { raw: true },
      ),
    ];
  }
}
