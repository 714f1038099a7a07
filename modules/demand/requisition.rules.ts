import { cmp, isDecimal } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { rule, set, type Find, type Moment } from "#kernel/rule.ts";
import { department, person } from "#modules/admin/index.ts";
import { broughtBy, getRate, item, serves, typeOfSaved, withoutConversion } from "#modules/base/index.ts";
import { fault, fitsDecimals, required, tooFine, uomDecimals } from "./common.ts";
import { overAsked } from "./customer-cover.ts";
import { ordersFollow } from "./customer-order.ts";
import { suggestions, type Requisition, type RequisitionLine } from "./doors.ts";
import { planPlaces, planSteps } from "./requisition-plan.ts";
import { requisition } from "./requisition.entity.ts";
import { requisitionLine } from "./requisition-line.entity.ts";

type Item = Doc<typeof item>;

/** Kinds of need that may be described in words alone. */
const inWords = ["SERVICE", "ASSET", "SAMPLE"];

/** The rate of the request's day into the organisation's own currency; unknown it stays empty until submission. */
export async function rateOf(find: Find, doc: Requisition, today: string): Promise<string | Refusal | null> {
  if (!doc.orgId || !doc.currency) return null;
  const org = await find.maybe(organization, doc.orgId);
  const to = org?.functionalCurrency ?? "CNY";
  if (to === doc.currency) return "1";
  try {
    const rated = await getRate(find, { rateType: "CORPORATE", from: doc.currency, to, day: doc.requestDate ?? today, orgId: doc.orgId });
    return rated.rate;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function itemsOf(find: Find, lines: readonly RequisitionLine[]): Promise<ReadonlyMap<string, Item>> {
  const ids = [...new Set(lines.flatMap((line) => line.itemId ?? []))];
  const found = ids.length ? await find.where(item, { id: ids }, ids.length + 1) : [];
  return new Map(found.map((doc) => [doc.id as string, doc]));
}

async function decimalsOf(find: Find, uoms: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const all = [...new Set(uoms)];
  const digits = await Promise.all(all.map((uom) => uomDecimals(find, uom)));
  return new Map(all.map((uom, i) => [uom, digits[i]!]));
}

async function saveFacts(doc: Requisition, find: Find, before: Requisition | null, me: { readonly userId: string }, at: Moment) {
  const items = await itemsOf(find, doc.lines);
  const [decimals, rate, org, account, type] = await Promise.all([
    decimalsOf(
      find,
      doc.lines.flatMap((line) => line.uom ?? uomOf(items.get(line.itemId ?? "")) ?? []),
    ),
    rateOf(find, doc, at.today),
    find.maybe(organization, doc.orgId),
    find.maybe(user, doc.requesterId ?? me.userId),
    typeOfSaved(find, "REQUISITION", doc, before),
  ]);
  const employee = doc.deptId ? null : await find.maybe(person, account?.personId ?? null);
  const dept = await find.maybe(department, employee?.deptId ?? null);
  const [serving] = dept && doc.orgId ? await serves(find, [{ id: dept.orgId, of: doc.orgId }], at.today) : [];
  const chosen = type === null || type instanceof Refusal ? null : type.type.id;
  // without any type it is saved all the same; it is asked for when it is submitted
  const misplaced = type instanceof Refusal && doc.billTypeId ? [fault("billTypeId", type.code, ...type.text)] : [];
  return { items, decimals, rate, org, type: chosen, misplaced, requester: account?.id ?? null, dept: serving ? dept!.id : null };
}
type SaveFacts = Awaited<ReturnType<typeof saveFacts>>;

const uomOf = (of: Item | undefined): string | null => of?.purchaseUom ?? of?.primaryUom ?? null;

/** What a line takes over from its item and its header. */
function filledLine(line: RequisitionLine, lineNum: number, doc: Requisition, facts: SaveFacts): Partial<RequisitionLine> {
  const of = facts.items.get(line.itemId ?? "");
  const uom = line.uom ?? uomOf(of);
  return {
    lineNum,
    itemDesc: line.itemDesc?.trim() ? line.itemDesc : (of?.itemName ?? line.itemDesc),
    categoryId: of?.categoryId ?? line.categoryId,
    spec: line.spec ?? of?.specification ?? null,
    brand: line.brand ?? of?.brandName ?? null,
    uom,
    uomDecimals: uom ? (facts.decimals.get(uom) ?? 6) : 0,
    invOrgId: line.invOrgId ?? (facts.org?.orgType === "INV" ? doc.orgId : null),
  };
}

/** Quantities of a line that is over, or with the buyer, are no longer the requester's. */
const isLocked = (line: RequisitionLine): boolean => !["DRAFT", "RETURNED"].includes(line.lineStatus);
const values = ["itemId", "uom", "requestQty", "needByDate", "estPrice"] as const;

const differs = (a: unknown, b: unknown): boolean => (isDecimal(a) && isDecimal(b) ? cmp(a, b) !== 0 : (a ?? null) !== (b ?? null));

function lineFaults(
  line: RequisitionLine,
  i: number,
  doc: Requisition,
  before: RequisitionLine | undefined,
  filled: Partial<RequisitionLine>,
): (Refusal | false)[] {
  const at = (key: string): string => `lines[${i}].${key}`;
  const digits = filled.uomDecimals ?? 6;
  const isChanged = before !== undefined && isLocked(before) && values.some((key) => differs(before[key], line[key]));
  return [
    !line.itemId && !inWords.includes(doc.requisitionType) && required(at("itemId"), "物料", "Item"),
    Boolean(line.requestQty) &&
      cmp(line.requestQty, "0") <= 0 &&
      fault(at("requestQty"), "TABLE_RANGE", "申请数量须大于零", "The requested quantity must be above zero"),
    Boolean(line.requestQty && filled.uom) &&
      !fitsDecimals(line.requestQty, digits) &&
      tooFine(at("requestQty"), line.requestQty, filled.uom!, digits),
    isChanged &&
      fault(at("requestQty"), "PUR-0003", `行[${line.lineNum}]已取消，不能修改`, `Line ${line.lineNum} is cancelled and cannot change`),
  ];
}

const save = rule(requisition, "saveOrUpdate", {
  reads: async (doc, find, { before }, me, at) => {
    const facts = await saveFacts(doc, find, before, me, at);
    const lines = doc.lines.map((line) => ({ ...line, uom: filledLine(line, 0, doc, facts).uom ?? null }));
    const units = lines.map((line) => ({ item: facts.items.get(line.itemId ?? ""), uom: line.uom }));
    const unconverted = await withoutConversion(find, units, at.today);
    return { ...facts, unconverted, overAsked: await overAsked(find, { id: doc.id, lines }, before?.lines ?? [], at.today) };
  },
  decide: (doc, facts, { before }, me, at) => {
    const used = doc.lines.map((line) => line.lineNum);
    let last = Math.max(0, ...used);
    const lines = doc.lines.map((line) => filledLine(line, line.lineNum || (last += 10), doc, facts));
    const gone = (before?.lines ?? []).filter((old) => isLocked(old) && !doc.lines.some((line) => line.id === old.id));
    return [
      ...facts.misplaced,
      ...facts.overAsked,
      ...gone.map((line) => refuse("PUR-0003", `行[${line.lineNum}]不能删除`, `Line ${line.lineNum} cannot be removed`)),
      ...facts.unconverted.map((no, i) => no !== null && !isLocked(doc.lines[i]!) && fault(`lines[${i}].uom`, no.code, ...no.text)),
      ...doc.lines.flatMap((line, i) =>
        lineFaults(
          line,
          i,
          doc,
          before?.lines.find((old) => old.id === line.id),
          lines[i]!,
        ),
      ),
      ...doc.lines.map((line, i) => set(line, lines[i]!)),
      set(doc, {
        ...(before === null && doc.sourceType === "MANUAL" ? { sourceType: broughtBy(me, "MANUAL") } : {}),
        billTypeId: doc.billTypeId ?? facts.type,
        requesterId: doc.requesterId ?? facts.requester,
        requestDate: doc.requestDate ?? at.today,
        deptId: doc.deptId ?? facts.dept,
        exchangeRate: typeof facts.rate === "string" ? facts.rate : null,
      }),
      ...ordersFollow(
        doc.id,
        doc.lines.map((line, i) => ({ ...line, ...lines[i] })),
        before?.lines,
      ),
    ];
  },
});

/** A draft that still holds something of a plan, as returned lines do, lets it go. */
const remove = rule(requisition, "delete", {
  reads: async (doc, find) => {
    const lines = await find.where(requisitionLine, { parentId: doc.id }, 20_000);
    return { lines, places: await planPlaces(find, doc, lines, false) };
  },
  decide: (doc, { lines, places }) => {
    const steps = lines.map((line) => ({
      line,
      after: null,
      cause: { eventCode: "DELETE", causeType: requisition.name, causeId: doc.id as string, causeLineId: line.id as string },
    }));
    // The lines themselves go: only the plans learn of it.
    return [...ordersFollow(doc.id, [], lines), ...planSteps(places, steps).effects.filter((effect) => effect.kind === "run")];
  },
});

const lineKeys = [
  ...(["lineNum", "itemId", "itemDesc", "categoryId", "spec", "brand", "uom", "uomDecimals", "requestQty", "needByDate"] as const),
  ...([
    "estPrice",
    "suggestSupplierId",
    "suggestPriceId",
    "invOrgId",
    "deliveryInfoId",
    "projectCode",
    "costCenter",
    "accountCode",
  ] as const),
  ...(["customerOrderId", "remark"] as const),
];
export const picked = <R extends object, K extends keyof R>(row: R, keys: readonly K[]): Pick<R, K> =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<R, K>;
/** What of a line makes the same need once more. */
export const sameNeed = (line: RequisitionLine) => picked(line, lineKeys);

/** The best supplier and price for every line that names none. */
const suggest = rule(requisition, "doSuggest", {
  reads: async (doc, find, _, __, at) => ({
    found: await suggestions.ask(find, {
      orgId: doc.orgId,
      currency: doc.currency,
      onDate: at.today,
      lines: doc.lines.map((line) => ({
        lineId: line.id as string,
        invOrgId: line.invOrgId,
        itemId: line.itemId,
        categoryId: line.categoryId,
        qty: line.requestQty,
        uom: line.uom ?? "",
        supplierId: line.suggestSupplierId,
      })),
    }),
  }),
  decide: (doc, { found }) => {
    const best = doc.lines.map((line) => ({ line, one: found.find((some) => some.lineId === line.id) }));
    if (!best.some(({ one }) => one))
      return refuse("PUR-2110", "没有找到合格货源或有效价格", "No approved supplier and no effective price was found");
    return best.flatMap(({ line, one }) =>
      one
        ? [
            set(line, {
              suggestSupplierId: line.suggestSupplierId ?? one.supplierId,
              suggestPriceId: one.priceListId,
              estPrice: one.price ?? line.estPrice,
            }),
          ]
        : [],
    );
  },
});

export const requisitionRules = [save, suggest, remove];
