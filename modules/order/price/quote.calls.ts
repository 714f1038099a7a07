import { isDecimal } from "#kernel/decimal.ts";
import { isWithin, type Doc, type Me } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { answering, type Call, type Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { factsFor, findFor } from "#kernel/server/find/find-for.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inBoth, say } from "#kernel/text.ts";
import { billType, category, item, taxRateOf } from "#modules/base/index.ts";
import { aslFor, explainPrice, holdsOf, taxPercents, type PriceRow } from "#modules/price/index.ts";
import { supplierSite } from "#modules/supplier/index.ts";
import { order } from "../order.entity.ts";
import { findQuotes } from "../page-calls.ts";
import type { LastPaid, Quote, QuotedPrice } from "./quote.ts";
import { lastPaid } from "../server/price-facts.ts";

type Row = Readonly<Record<string, unknown>>;
type Item = Doc<typeof item>;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const most = 200;

/** Which prices of the library an order of this type asks for. */
export const priceTypeOf = (orderType: string): string => (["OUTSOURCE", "CONSIGN", "SAMPLE"].includes(orderType) ? orderType : "STANDARD");

const priced = (row: PriceRow, taxes: ReadonlyMap<string, string>): QuotedPrice => ({
  taxPercent: taxes.get(row.taxRate) ?? "0",
  priceListId: row.priceListId,
  price: row.price,
  priceUnit: row.priceUnit,
  uom: row.uom,
  taxRate: row.taxRate,
  taxIncludedFlag: row.taxIncludedFlag,
  agreementNum: row.agreementNum,
  agreementLineId: row.agreementLineId,
  sourceGroup: row.sourceGroup,
  stepNum: row.stepNum,
  moq: row.moq,
  mpq: row.mpq,
  leadTimeDays: row.leadTimeDays,
  validTo: row.validTo,
  why: row.why,
});

interface Asked {
  readonly key: string;
  readonly itemId: string;
  readonly qty: string;
  readonly uom: string;
}

/** What is read to judge, and what is read to be shown: within the caller's permits. */
interface Reading {
  readonly find: Find;
  readonly seen: Find;
}

/** What is asked once for all lines. */
interface Known {
  readonly last: ReadonlyMap<string, readonly LastPaid[]>;
  readonly own: ReturnType<typeof holdsOf>;
  readonly categories: ReadonlyMap<string, Doc<typeof category>>;
  readonly siteTax: string | null;
  readonly words: Me["language"];
  readonly isPriceJudged: boolean;
}

/** Prices, limits and what was paid before, for the lines of an order that is being written. */
export class Quotes {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  async #last(me: Me, orgId: string, itemIds: readonly string[]): Promise<ReadonlyMap<string, readonly LastPaid[]>> {
    const rows = await lastPaid(this.#kernel, me, { itemIds, orgIds: [orgId] }, 6);
    return Map.groupBy(rows, (row) => row.itemId);
  }

  async #quote({ find, seen }: Reading, body: Row, line: Asked, found: Item, known: Known): Promise<Quote> {
    const [orgId, supplierId, supplierSiteId] = [text(body["orgId"]), text(body["supplierId"]), text(body["supplierSiteId"]) || null];
    const uom = line.uom || found.primaryUom;
    const onDate = text(body["orderDate"]);
    const [choice, asl] = await Promise.all([
      explainPrice(
        find,
        {
          orgId,
          supplierId,
          supplierSiteId,
          itemId: line.itemId,
          qty: line.qty,
          uom,
          onDate,
          currency: text(body["currency"]) || "CNY",
          priceType: priceTypeOf(text(body["orderType"])),
        },
        { own: known.own, seen },
      ),
      aslFor(find, { orgId, itemId: line.itemId, categoryId: found.categoryId, supplierId, supplierSiteId, onDate }),
    ]);
    const family = known.categories.get(found.categoryId ?? "");
    const taxRate = taxRateOf(found, family) ?? known.siteTax;
    const taxes = await taxPercents(find, [...choice.rows.map((row) => row.taxRate), ...(taxRate ? [taxRate] : [])]);
    const best = choice.rows[0];
    return {
      key: line.key,
      item: {
        desc: found.itemName,
        uom: found.primaryUom,
        categoryId: found.categoryId,
        categoryName: family ? say(inBoth(family.categoryName, family.categoryNameEn), known.words) : "",
        taxRate,
        taxPercent: taxes.get(taxRate ?? "") ?? null,
      },
      prices: choice.rows.slice(0, 5).map((row) => priced(row, taxes)),
      leftOut: choice.leftOut.slice(0, 5).map((leftOut) => ({ num: leftOut.sourceNum, price: leftOut.price, why: leftOut.why })),
      last: known.last.get(line.itemId) ?? [],
      moq: best?.moq ?? asl.line?.moq ?? null,
      mpq: best?.mpq ?? asl.line?.mpq ?? null,
      leadTimeDays: best?.leadTimeDays ?? asl.line?.leadTimeDays ?? null,
      isPriceJudged: known.isPriceJudged,
      asl: { status: asl.line?.aslStatus ?? null, listed: asl.listExists, allowOrder: asl.line?.allowOrder === "Y" },
    };
  }

  async answer(ctx: Context, body: Row): Promise<readonly Quote[]> {
    const { me } = ctx;
    if (me.audience !== "internal" || !this.#kernel.finder.mayRead(order, me)) throw permDenied();
    const given = Array.isArray(body["lines"]) ? (body["lines"] as unknown[]).slice(0, most) : [];
    const lines = given
      .filter((line): line is Row => typeof line === "object" && line !== null)
      .map((line): Asked => ({
        key: text(line["key"]),
        itemId: text(line["itemId"]),
        qty: isDecimal(line["qty"]) ? line["qty"] : "1",
        uom: text(line["uom"]),
      }))
      .filter((line) => line.itemId !== "");
    if (lines.length === 0 || !isWithin(me.orgs, text(body["orgId"])) || !text(body["supplierId"]) || !text(body["orderDate"])) return [];
    const [find, seen] = [factsFor(this.#kernel, me), findFor(this.#kernel, me)];
    const items = await seen.where(item, { id: [...new Set(lines.map((line) => line.itemId))] }, most);
    const [last, type, site] = await Promise.all([
      this.#last(
        me,
        text(body["orgId"]),
        items.map((doc) => doc.id),
      ),
      find.maybe(billType, text(body["billTypeId"]) || null),
      find.maybe(supplierSite, text(body["supplierSiteId"]) || null),
    ]);
    const categories = await find.where(category, { id: [...new Set(items.map((doc) => doc.categoryId))] }, most);
    const known: Known = {
      last,
      isPriceJudged: type !== null && type.priceControl !== "NONE",
      own: holdsOf(find, text(body["orderId"]) || null),
      categories: new Map(categories.map((doc) => [doc.id as string, doc])),
      siteTax: site?.taxRate ?? null,
      words: me.language,
    };
    const byId = new Map(items.map((doc) => [doc.id as string, doc]));
    return Promise.all(
      lines.flatMap((line) => {
        const found = byId.get(line.itemId);
        return found ? [this.#quote({ find, seen }, body, line, found, known)] : [];
      }),
    );
  }

  calls(): Call[] {
    return [answering(findQuotes, (ctx, body) => this.answer(ctx, body))];
  }
}
