import { add, cmp, div, mul, sub } from "#kernel/decimal.ts";
import type { Doc, Draft } from "#kernel/entity.ts";
import { make, set, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import type { agreement } from "./agreement.entity.ts";
import { taxPercents } from "./find-price.ts";
import { cutBy, overlaps, statusOn, type Span } from "./price-cut.ts";
import { priceKey } from "./price-key.ts";
import { priceList } from "./price-list.entity.ts";
import { isOver } from "#kernel/effective.ts";

type Agreement = Doc<typeof agreement>;
export type Price = Doc<typeof priceList>;
type PriceDraft = Draft<typeof priceList> & Span & { readonly priceKey: string; readonly price: string; readonly priceUnit: string };

const orgsOf = (doc: Agreement, lineNum: number | null) =>
  doc.orgs.length === 0
    ? [{ orgId: doc.orgId as string, invOrgId: null as string | null }]
    : doc.orgs.filter((org) => org.enabledFlag === "Y" && (org.lineNum === null || org.lineNum === lineNum));

const stepsOf = (line: Agreement["lines"][number]) =>
  line.steps
    .toSorted((a, b) => cmp(a.fromQty, b.fromQty))
    .map((step, i) => ({ stepNum: i + 1, fromQty: step.fromQty, toQty: step.toQty, price: step.price }));

/** The prices an agreement brings to the library: one for each line in force and each organisation that may draw on it. `idOf` names the line they belong to. */
export function pricesOf(doc: Agreement, of: { id: string; num: string | null }, idOf: (line: Agreement["lines"][number]) => string) {
  const drafts = doc.lines
    .filter((line) => line.lineStatus === "EFFECTIVE")
    .flatMap((line) => {
      const steps = line.stepFlag === "Y" ? stepsOf(line) : [];
      return orgsOf(doc, line.lineNum).map((org): PriceDraft => {
        const draft = {
          orgId: org.orgId,
          invOrgId: org.invOrgId,
          supplierId: doc.supplierId,
          supplierSiteId: doc.supplierSiteId,
          itemId: line.itemId,
          categoryId: line.categoryId,
          itemDesc: line.itemDesc,
          priceType: doc.priceType,
          currency: doc.currency,
          uom: line.uom,
          sourceGroup: "AGREEMENT",
        };
        return {
          ...draft,
          priceUnit: line.priceUnit,
          price: steps[0]?.price ?? line.price ?? "0",
          taxRate: line.taxRate ?? doc.taxRate,
          taxIncludedFlag: doc.taxIncludedFlag,
          stepFlag: line.stepFlag,
          stepMode: line.stepFlag === "Y" ? line.stepMode : null,
          stepJson: steps.length ? steps : null,
          startDate: line.startDate ?? doc.startDate,
          endDate: line.endDate ?? doc.endDate,
          moq: line.moq,
          mpq: line.mpq,
          leadTimeDays: line.leadTimeDays,
          priority: doc.priority,
          sourceType: doc.sourceType === "MANUAL" ? "AGREEMENT" : doc.sourceType,
          sourceId: of.id,
          sourceNum: of.num,
          agreementLineId: idOf(line),
          priceKey: priceKey(draft),
        } as PriceDraft;
      });
    });
  return [...new Map(drafts.map((draft) => [`${draft.priceKey}|${draft.startDate}`, draft])).values()];
}

export interface PriceFacts {
  /** Rows of the library with one of the keys, and those of the agreement itself. */
  readonly older: readonly Price[];
  readonly taxes: ReadonlyMap<string, string>;
}

/** What the library says already about these prices. */
export async function priceFacts(find: Find, drafts: readonly PriceDraft[], agreementId: string | null): Promise<PriceFacts> {
  const keys = [...new Set(drafts.map((draft) => draft.priceKey))];
  const [alike, own] = await Promise.all([
    keys.length ? find.where(priceList, { priceKey: keys, status: { not: "INVALID" } }, 20_000) : [],
    agreementId ? find.where(priceList, { sourceId: agreementId, sourceGroup: "AGREEMENT", status: { not: "INVALID" } }, 20_000) : [],
  ]);
  const older = [...new Map([...alike, ...own].map((doc) => [doc.id as string, doc])).values()];
  return {
    older,
    taxes: await taxPercents(
      find,
      [...drafts, ...older].map((draft) => String(draft.taxRate)),
    ),
  };
}

type Rated = { readonly price: string; readonly priceUnit: string; readonly taxRate?: string; readonly taxIncludedFlag?: string };

/** By how many percent a price differs from another, without tax, for one unit. */
export function changePercent(now: Rated, before: Rated, taxes: ReadonlyMap<string, string>): string {
  const excl = (rated: Rated): string => {
    const share = rated.taxIncludedFlag === "Y" ? add("100", taxes.get(rated.taxRate ?? "") ?? "0") : "100";
    return div(mul(rated.price, "100"), mul(rated.priceUnit, share), 12);
  };
  const old = excl(before);
  return cmp(old, "0") === 0 ? "0" : div(mul(sub(excl(now), old), "100"), old, 4);
}

const copied = ({ id: _, createdBy: __, creationDate: ___, lastUpdatedBy: _a, lastUpdateDate: _b, versionNum: _c, ...row }: Price) => row;

/** Older rows give way: shortened, put out of force, or going on behind the newer ones. */
export function cutEffects(older: readonly Price[], newer: readonly Span[], at: Moment): Effect[] {
  return cutBy(older, newer).flatMap(({ row, end, rests }): Effect[] => [
    end === "void" ? set(row, { status: "INVALID" }) : set(row, { endDate: end, status: statusOn({ ...row, endDate: end }, at.today) }),
    ...rests.map((rest) =>
      make(priceList, at.newId(), {
        ...copied(row),
        ...rest,
        prevPriceId: row.id,
        changePercent: null,
        status: statusOn(rest, at.today),
      } as Draft<typeof priceList>),
    ),
  ]);
}

/** Writes prices into the library; older ones of the same key and group give way. */
export function writePrices(drafts: readonly PriceDraft[], { older, taxes }: PriceFacts, at: Moment): Effect[] {
  const byKey = Map.groupBy(drafts, (draft) => draft.priceKey);
  return [...byKey].flatMap(([key, own]) => {
    const known = older.filter((row) => row.priceKey === key);
    return [
      ...cutEffects(known, own, at),
      ...own.map((draft) => {
        const prev = known.filter((row) => row.startDate <= draft.startDate).toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))[0];
        return make(priceList, at.newId(), {
          ...draft,
          prevPriceId: prev?.id ?? null,
          changePercent: prev ? changePercent(draft as Rated, prev, taxes) : null,
          status: statusOn(draft, at.today),
        } as Draft<typeof priceList>);
      }),
    ];
  });
}

const compared = [
  ...(["price", "priceUnit", "taxRate", "taxIncludedFlag", "stepFlag", "stepMode", "endDate"] as const),
  ...(["moq", "mpq", "leadTimeDays", "priority", "agreementLineId"] as const),
];
const text = (value: unknown): string =>
  typeof value === "string" && /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, "") : JSON.stringify(value ?? null);

/** Is the library's row the same price as the draft's, whatever day it began? */
const same = (row: Price, draft: PriceDraft): boolean =>
  row.priceKey === draft.priceKey &&
  compared.every((key) => text(row[key]) === text(draft[key])) &&
  JSON.stringify(row.stepJson ?? null) === JSON.stringify(draft.stepJson ?? null);

/** A revised agreement brings its prices anew: what is as it was stays, what differs ends yesterday and begins today, what is gone ends yesterday. */
export function revisePrices(drafts: readonly PriceDraft[], agreementId: string, facts: PriceFacts, at: Moment): Effect[] {
  const own = facts.older.filter((row) => row.sourceId === agreementId);
  const prices = own.filter((row) => drafts.some((draft) => same(row, draft) && overlaps(row, draft)));
  const ended = own.filter((row) => !prices.includes(row));
  const begun = drafts.flatMap((draft) => {
    if (prices.some((row) => row.priceKey === draft.priceKey && same(row, draft))) return [];
    const startDate =
      ended.some((row) => row.priceKey === draft.priceKey && row.startDate < at.today) && draft.startDate < at.today
        ? at.today
        : draft.startDate;
    return draft.endDate !== null && draft.endDate < startDate ? [] : [{ ...draft, startDate }];
  });
  const foreign = facts.older.filter((row) => row.sourceId !== agreementId);
  return [
    ...ended
      .filter((row) => !isOver(row.endDate, at.today))
      .flatMap((row) => cutEffects([row], [{ startDate: at.today, endDate: null }], at)),
    ...writePrices(begun, { ...facts, older: foreign }, at),
  ];
}

/** Prices of an agreement that ends: from that day on nothing of it counts. `from` is the first day without them. */
export const endPrices = (rows: readonly Price[], from: string, at: Moment): Effect[] =>
  cutEffects(
    rows.filter((row) => !isOver(row.endDate, from)),
    [{ startDate: from, endDate: null }],
    at,
  );
