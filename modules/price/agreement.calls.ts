import { isDecimal, isZero, sum, trim } from "#kernel/decimal.ts";
import { isWithin } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { factsFor, findFor } from "#kernel/server/find/find-for.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, type CallInput, type InputNames } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { versionsOf } from "#kernel/server/constructs/revision-calls.ts";
import { say } from "#kernel/text.ts";
import { businessDay, isDay } from "#kernel/time.ts";
import { qtyLedger } from "#modules/demand/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { agreementLine } from "./agreement-line.entity.ts";
import { agreement } from "./agreement.entity.ts";
import { explainPrice } from "./find-price.ts";
import type { PriceAsked } from "./price-choice.ts";
import { priceList } from "./price-list.entity.ts";

type Body = Readonly<Record<string, unknown>>;
const text = (body: Body, key: string): string | null => (typeof body[key] === "string" && body[key] !== "" ? (body[key] as string) : null);

function asked(ctx: Context, body: Body): PriceAsked {
  const must = (key: string): string => {
    const value = text(body, key);
    if (value === null) throw refuse("PUR-0001", `${key}不能为空`, `${key} is required`);
    return value;
  };
  const onDate = text(body, "onDate") ?? businessDay(ctx.now.toISOString(), ctx.me);
  const qty = text(body, "qty") ?? "1";
  if (!isDay(onDate)) throw refuse("FIELD_TYPE", "onDate 须为日期", "onDate must be a date");
  if (!isDecimal(qty) || qty.startsWith("-")) throw refuse("FIELD_TYPE", "qty 须为数字文本", "qty must be a number in text form");
  return {
    orgId: must("orgId"),
    invOrgId: text(body, "invOrgId"),
    itemId: must("itemId"),
    qty: isZero(qty) ? "1" : qty,
    uom: must("uom"),
    supplierId: text(body, "supplierId"),
    supplierSiteId: text(body, "supplierSiteId"),
    currency: must("currency"),
    onDate,
    priceType: text(body, "priceType") ?? "STANDARD",
    exceptOrderId: text(body, "exceptOrderId"),
  };
}

/** The prices for what is asked, best first, each with why it stands there; and those that do not count, with why not. */
async function priced(kernel: Kernel, ctx: Context, body: Body) {
  if (ctx.me.audience !== "internal" || !kernel.finder.mayRead(priceList, ctx.me)) throw permDenied();
  const question = asked(ctx, body);
  if (!isWithin(ctx.me.orgs, question.orgId)) return { rows: [], leftOut: [] };
  const find = factsFor(kernel, ctx.me);
  const { rows, leftOut } = await explainPrice(find, question, { seen: findFor(kernel, ctx.me) });
  const ids = [...new Set([...rows, ...leftOut].map((row) => row.supplierId))];
  const suppliers = ids.length ? await find.where(supplierInfo, { id: ids }, 500) : [];
  const named = <R extends { readonly supplierId: string; readonly why: readonly [string, string] }>(current: R) => {
    const known = suppliers.find((it) => it.id === current.supplierId);
    const supplierName = ctx.language === "EN" ? (known?.supplierNameEn ?? known?.supplierName) : known?.supplierName;
    return { ...current, supplierCode: known?.supplierCode ?? "", supplierName: supplierName ?? "", why: say(current.why, ctx.language) };
  };
  return { rows: rows.map(named), leftOut: leftOut.map(named) };
}

/** Which orders hold and have released how much of an agreement, from its ledger. */
async function drawn(kernel: Kernel, ctx: Context, body: Body) {
  const doc = await kernel.finder.byId(agreement, body["id"], ctx.me);
  if (ctx.me.audience !== "internal") throw permDenied();
  const lines = (doc["lines"] ?? []) as readonly { readonly id: string; readonly lineNum: number }[];
  const rows = await factsFor(kernel, ctx.me).where(qtyLedger, { ownerId: [String(doc["id"]), ...lines.map((line) => line.id)] }, 50_000);
  const total = (own: typeof rows, bucket: string): string => sum(own.filter((row) => row.bucket === bucket).map((row) => row.delta));
  return [...Map.groupBy(rows, (row) => `${row.causeId}|${row.causeLineId}`).values()].map((own) => ({
    orderId: own[0]!.causeId,
    orderLineId: own[0]!.causeLineId,
    orderNum: own.find((row) => row.causeNum)?.causeNum ?? null,
    lineNum: lines.find((line) => own.some((row) => row.ownerId === line.id))?.lineNum ?? null,
    occupiedQty: total(own, "OCC"),
    releasedQty: total(own, "REL"),
    occupiedAmount: total(own, "OCC_AMT"),
    releasedAmount: total(own, "REL_AMT"),
    lastAt: own
      .map((row) => row.postedAt)
      .toSorted()
      .at(-1)!,
  }));
}

const shortened = (value: unknown): unknown => (typeof value === "string" && isDecimal(value) ? trim(value) : value);

/** Every revision of an agreement and what it changed, with the numbers of its lines. */
async function revisions(kernel: Kernel, ctx: Context, body: Body) {
  if (ctx.me.audience !== "internal") throw permDenied();
  const versions = await versionsOf(kernel, ctx, agreement, body["id"]);
  const ids = versions.flatMap((version) => version.rows.flatMap(({ path }) => (path[1] ? [path[1]] : [])));
  const lines = ids.length ? await factsFor(kernel, ctx.me).where(agreementLine, { id: ids }, 20_000) : [];
  const numbers = new Map(lines.map((line) => [line.id as string, line.lineNum]));
  return versions.map(({ number: revisionNum, rows, ...one }) => ({
    ...one,
    revisionNum,
    changeReason: one.reason,
    rows: rows.map(({ path, key, before, after }) => ({
      lineNum: numbers.get(path[1] ?? "") ?? null,
      key,
      before: shortened(before),
      after: shortened(after),
    })),
  }));
}

const asking: InputNames = {
  orgId: "id",
  invOrgId: "id",
  itemId: "id",
  qty: "text",
  uom: "text",
  supplierId: "id",
  supplierSiteId: "id",
  currency: "text",
  onDate: "date",
  priceType: "text",
  exceptOrderId: "id",
};

/** What pages and other areas ask about prices and agreements. */
export function agreementCalls(kernel: Kernel): Call[] {
  const call = (path: string, input: CallInput, handle: (ctx: Context, body: Body) => Promise<unknown>): Call => ({
    service: "srmServer",
    path: `v1/${path}`,
    guard: "session",
    input,
    handle: (ctx, body) => handle(ctx, body as Body),
  });
  return [
    call("srmPurSupplierPriceListRestful/findPrice", asks(asking), (ctx, body) => priced(kernel, ctx, body)),
    call("srmPurAgreementHeaderRestful/listDrawn", asks({ id: "id" }), (ctx, body) => drawn(kernel, ctx, body)),
    call("srmPurAgreementHeaderRestful/compareRevision", asks({ id: "id" }), (ctx, body) => revisions(kernel, ctx, body)),
  ];
}
