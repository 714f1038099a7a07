import { eachAs } from "#kernel/server/act/each.ts";
import type { Entity } from "#kernel/entity.ts";
import { isDecimal } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { answer, type Call, type Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { say } from "#kernel/text.ts";
import { businessDay, houseDay, isDay } from "#kernel/time.ts";
import { factsOf, tradeFacts } from "./ask.ts";
import { suppliersLike } from "./duplicate.ts";
import { leftOnlyReads } from "./reading.ts";
import { countsOf } from "./server/counts.ts";
import { standingsDue } from "./server/due.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { asks, paging, type InputNames } from "#kernel/server/http/input.ts";
import { groupCurrency } from "#modules/base/index.ts";
import { TradeDays } from "./server/trades.ts";
import { categorySpend, tradeFigures } from "./trading.ts";
import type { Supplier } from "./standing.ts";
import type { Operation, Question } from "./standing.types.ts";
import { supplierCategory } from "./standing.entity.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { operationName, tradable } from "./tradable.ts";

type Body = Record<string, unknown>;
const operations = ["SOURCING", "AWARD", "ORDER", "DELIVERY", "STATEMENT", "PAYMENT", "LOGIN"];
const text = (body: Body, key: string): string | null => (typeof body[key] === "string" && body[key] !== "" ? (body[key] as string) : null);

function operation(body: Body): Operation {
  const op = text(body, "op") ?? "";
  if (!operations.includes(op))
    throw refuse("FIELD_TYPE", `op 须为 ${operations.join("、")} 之一`, `op must be one of ${operations.join(", ")}`);
  return op as Operation;
}

function question(ctx: Context, body: Body): Question & { readonly date: string } {
  const date = text(body, "date") ?? businessDay(ctx.now.toISOString(), ctx.me);
  if (!isDay(date)) throw refuse("FIELD_TYPE", "date 须为日期", "date must be a date");
  const amount = text(body, "amount");
  if (amount !== null && !isDecimal(amount)) throw refuse("FIELD_TYPE", "amount 须为数字文本", "amount must be a number in text form");
  return {
    supplierId: text(body, "supplierId") ?? "",
    op: operation(body),
    orgId: text(body, "orgId"),
    categoryId: text(body, "categoryId"),
    siteId: text(body, "siteId"),
    itemId: text(body, "itemId"),
    date,
    amount,
    qty: text(body, "qty"),
    trial: body["trial"] === true || body["trial"] === "Y",
  };
}

/** What is asked about a supplier before anything is done with it. */
const asking: InputNames = {
  supplierId: "id",
  op: "text",
  orgId: "id",
  categoryId: "id",
  siteId: "id",
  itemId: "id",
  date: "date",
  amount: "text",
  qty: "text",
  trial: "yn",
};

/** How many suppliers a chooser looks through before it says that there are more. */
const mostCandidates = 3000;

/** Answers about suppliers besides those every entity gives. */
export function masterCalls(kernel: Kernel): Call[] {
  const path = (name: string): string => `v1/srmSupInfoRestful/${name}`;
  const reads: Reads = (e, name, names, handle) => ({
    service: "srmServer",
    path: path(name),
    guard: "session",
    input: asks(names),
    handle: async (ctx, body) => {
      if (!kernel.finder.mayRead(e, ctx.me)) throw permDenied();
      return handle(ctx, body);
    },
  });
  const asPerson = (supplier: Supplier, ctx: Context) => ({
    id: supplier.id,
    supplierCode: supplier.supplierCode,
    supplierName: ctx.language === "EN" && supplier.supplierNameEn ? supplier.supplierNameEn : supplier.supplierName,
    supStatus: supplier.supStatus,
    supLevel: supplier.supLevel,
    riskLight: supplier.riskLight,
  });
  return [
    // Only suppliers with whom the operation is allowed today: the chooser of every other area.
    reads(supplierInfo, "listByPermission", { ...asking, ...paging, searchParams: "object" }, async (ctx, body) => {
      if (ctx.me.audience !== "internal") throw permDenied();
      const asked = question(ctx, (body["searchParams"] as Body | undefined) ?? body);
      const keyword = text((body["searchParams"] as Body | undefined) ?? body, "keyword");
      const find = factsFor(kernel, ctx.me);
      const rows = await find.where(
        supplierInfo,
        {
          infoStatus: "EFFECTIVE",
          mergedIntoId: null,
          supStatus: { not: ["MERGED", "BLACKLISTED"] },
          ...(keyword
            ? { any: ["supplierName", "supplierNameEn", "supplierCode", "uscc"].map((key) => ({ [key]: { contains: keyword } })) }
            : {}),
        },
        mostCandidates,
      );
      const facts = await factsOf(find, rows, asked);
      const passing = facts
        .filter((fact) => tradable(fact, { ...asked, supplierId: fact.supplier.id }).ok)
        .map((fact) => asPerson(fact.supplier, ctx));
      const size = Math.min(Math.max(Number(body["pageRows"] ?? 20) || 20, 1), 200);
      const index = Math.max(Number(body["pageIndex"] ?? 1) || 1, 1);
      return answer(passing.slice((index - 1) * size, index * size), { page: { count: passing.length, curIndex: index, pageRows: size } });
    }),
    reads(supplierInfo, "assertTradable", asking, async (ctx, body) => {
      const asked = question(ctx, body);
      if (ctx.me.audience !== "internal") throw permDenied();
      await kernel.finder.byId(supplierInfo, asked.supplierId, ctx.me);
      const found = tradable(await tradeFacts(factsFor(kernel, ctx.me), asked), asked);
      return {
        ok: found.ok,
        code: found.code,
        message: found.text ? say(found.text, ctx.language) : null,
        messageCn: found.text?.[0] ?? null,
        messageEn: found.text?.[1] ?? null,
        by: found.by,
        warnings: found.warnings.map((warning) => ({ code: warning.code, msg: say(warning.text, ctx.language) })),
      };
    }),
    // What is allowed today, operation by operation: the first thing a buyer wants to know of a supplier.
    reads(supplierInfo, "whatAllowed", asking, async (ctx, body) => {
      if (ctx.me.audience !== "internal") throw permDenied();
      const asked = question(ctx, { ...body, op: "ORDER" });
      await kernel.finder.byId(supplierInfo, asked.supplierId, ctx.me);
      const facts = await tradeFacts(factsFor(kernel, ctx.me), asked);
      return operations.map((op) => {
        const found = tradable(facts, { ...asked, op: op as Operation });
        return { op, name: say(operationName(op), ctx.language), ok: found.ok, message: found.text ? say(found.text, ctx.language) : null };
      });
    }),
    ...fileCalls(kernel, reads),
  ];
}

type Reads = (e: Entity, name: string, names: InputNames, handle: (ctx: Context, body: Body) => Promise<unknown>) => Call;

/** What is known of one supplier, for colleagues and for itself. */
function fileCalls(kernel: Kernel, reads: Reads): Call[] {
  return [
    reads(
      supplierInfo,
      "findAlike",
      { id: "id", supplierName: "text", uscc: "text", taxNo: "text", email: "text", mobile: "text" },
      async (ctx, body) => {
        if (ctx.me.audience !== "internal") throw permDenied();
        const sought = {
          id: text(body, "id") ?? undefined,
          companyName: text(body, "supplierName") ?? "",
          uscc: text(body, "uscc"),
          taxNo: text(body, "taxNo"),
          email: text(body, "email"),
          mobile: text(body, "mobile"),
        };
        const found = await suppliersLike(factsFor(kernel, ctx.me), sought);
        return found.map((alikeSupplier) => ({ ...alikeSupplier, why: say(alikeSupplier.why, ctx.language) }));
      },
    ),
    reads(supplierInfo, "find360", { supplierId: "id" }, async (ctx, body) => {
      if (ctx.me.audience !== "internal") throw permDenied();
      const id = text(body, "supplierId") ?? "";
      const profile = await kernel.finder.byId(supplierInfo, id, ctx.me);
      const find = factsFor(kernel, ctx.me);
      const today = businessDay(ctx.now.toISOString(), ctx.me);
      const [counts, [figures], currency] = await Promise.all([
        countsOf(kernel.db, id),
        tradeFigures.ask(find, { db: kernel.db, source: kernel.finder.sourceFor(ctx.me), supplierIds: [id], today }),
        groupCurrency(find),
      ]);
      // Parts per million come from quality.
      return {
        profile,
        counts,
        figures: { spend12m: figures?.spend12m ?? null, onTimeRate: figures?.onTimeRate ?? null, ppm: null, currency },
      };
    }),
    reads(supplierCategory, "categorySpend", {}, async (ctx) => {
      if (ctx.me.audience !== "internal") throw permDenied();
      const today = businessDay(ctx.now.toISOString(), ctx.me);
      const source = kernel.finder.sourceFor(ctx.me);
      return categorySpend.ask(factsFor(kernel, ctx.me), { db: kernel.db, source, today, categories: ctx.me.categories });
    }),
    reads(supplierInfo, "findPortal", {}, async (ctx) => {
      if (ctx.me.audience !== "supplier" || !ctx.me.supplierId) throw permDenied();
      const profile = await kernel.finder.byId(supplierInfo, ctx.me.supplierId, ctx.me);
      const { contacts, locations, accounts, certificates, expired, expiring, categories } = await countsOf(kernel.db, ctx.me.supplierId);
      const closed = await leftOnlyReads(factsFor(kernel, ctx.me), ctx.me.supplierId);
      return {
        profile,
        counts: { contacts, locations, accounts, certificates, expired, expiring, categories },
        readsOnly: closed && say(closed.text, ctx.language),
      };
    }),
  ];
}

/** What the passing of days does to suppliers. */
export function masterPrograms(kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> {
  const today = (): string => houseDay(clock.now());
  return {
    SUP_STANDING_DAY: async () => {
      const rows = await standingsDue(kernel.db, today());
      const done = await eachAs(kernel, clock, "supplier")("SrmSupInfo", "doDerive", rows);
      await new TradeDays(kernel, clock).all();
      return [`更新 ${done} 家供应商`, `${done} suppliers updated`];
    },
  };
}
