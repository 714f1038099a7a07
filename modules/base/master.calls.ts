import { isDecimal } from "#kernel/decimal.ts";
import type { Entity } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { answer, doerOf, type Call, type Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { meanings } from "#kernel/server/sheet/columns.ts";
import { whereUsed } from "#kernel/server/find/uses.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { say } from "#kernel/text.ts";
import { businessDay, isDay } from "#kernel/time.ts";
import { billType, billTypeRel } from "./bill-type.entity.ts";
import { families } from "./bill-type-families.ts";
import { category } from "./category.entity.ts";
import { digitsOf } from "./config.rules.ts";
import { district } from "./district.entity.ts";
import { besideCalls } from "./beside.calls.ts";
import { buyingFor } from "./belonging.ts";
import { convertUom, getProfile, resolveBuyer } from "./doors.ts";
import { item, itemOrg } from "./item.entity.ts";
import { itemFacts, type ItemFact } from "./panorama.ts";
import { processTemplate } from "./process-template.entity.ts";
import { configProfile } from "./profile.entity.ts";
import { exchangeRate } from "./rate.entity.ts";
import { getRate } from "./rate.rules.ts";
import { coverage, type RateRow } from "./rate.ts";
import { noRates, type RatePull } from "./server/pull.ts";
import { scheduleOf, type TermNode } from "./schedule.ts";
import { itemsAlike } from "./server/alike.ts";
import { itemQuality, itemsLacking, itemsTwice, qualityChecks } from "./server/quality.ts";
import { factsFor, findFor } from "#kernel/server/find/find-for.ts";
import { asks, like, takes, type CallInput, type InputNames } from "#kernel/server/http/input.ts";
import { addDays } from "#kernel/days.ts";
import { paymentTerm } from "./term.entity.ts";

type Body = Record<string, unknown>;

const text = (body: Body, key: string): string => (typeof body[key] === "string" ? body[key] : "");
const must = (body: Body, key: string): string => {
  const value = text(body, key);
  if (value === "") throw refuse("TABLE_REQUIRED", `${key} 必填`, `${key} is required`);
  return value;
};
const list = (body: Body, key: string, most = 500): string[] => {
  const value = body[key];
  if (!Array.isArray(value) || value.length === 0 || value.length > most || !value.every((candidate) => typeof candidate === "string"))
    throw refuse("FIELD_TYPE", `${key} 须为 1 至 ${most} 项的列表`, `${key} must be a list of 1 to ${most}`);
  return value as string[];
};
const day = (ctx: Context, body: Body, key: string): string => {
  const value = text(body, key) || businessDay(ctx.now.toISOString(), ctx.me);
  if (!isDay(value)) throw refuse("FIELD_TYPE", `${key} 须为日期`, `${key} must be a date`);
  return value;
};

const pathOf = (e: Entity): string => `v1/${e.name[0]!.toLowerCase()}${e.name.slice(1)}Restful`;

/** Calls of base data that only answer, besides what every entity answers. */
export function masterCalls(kernel: Kernel, pull: RatePull): Call[] {
  const reads: Reads = (e, name, input, handle) => ({
    service: "srmServer",
    path: `${pathOf(e)}/${name}`,
    guard: "session",
    input,
    handle: async (ctx, body) => {
      if (!kernel.finder.mayRead(e, ctx.me)) throw permDenied();
      return handle(ctx, body);
    },
  });
  return [
    ...rateCalls(kernel, reads, pull),
    ...treeCalls(kernel, reads),
    ...itemCalls(kernel, reads),
    ...besideCalls(kernel, reads),
    ...configCalls(kernel, reads),
  ];
}

export type Reads = (e: Entity, name: string, input: CallInput, handle: (ctx: Context, body: Body) => Promise<unknown>) => Call;
const at = { orgId: "id", categoryId: "id" } as const;
/** Of one organisation the items it buys are listed, by the filters of both. */
const ofPlants: InputNames = { ...Object.fromEntries(Object.keys(itemOrg.fields).map((key) => [key, "any"] as const)), orgId: "id" };
const terms = asks({ amount: "text", currency: "text", termId: "id", nodes: "list", events: "object" });
const names = asks({ id: "id", itemName: "text", specification: "text", manufacturerPartNo: "text" });

const rateCalls = (kernel: Kernel, reads: Reads, pull: RatePull): Call[] => [
  reads(exchangeRate, "getRate", asks({ rateType: "text", fromCurrency: "text", toCurrency: "text", date: "date" }), async (ctx, body) =>
    getRate(factsFor(kernel, ctx.me), {
      rateType: text(body, "rateType") || "CORPORATE",
      from: must(body, "fromCurrency"),
      to: must(body, "toCurrency"),
      day: day(ctx, body, "date"),
    }),
  ),
  reads(exchangeRate, "pullRates", takes({ rateType: "text", date: "date" }), async (ctx, body) => {
    if (!ctx.me.may(exchangeRate.name, "btnPull")) throw permDenied();
    const on = day(ctx, body, "date");
    if (on > businessDay(ctx.now.toISOString(), ctx.me)) throw refuse("FIELD_TYPE", "日期不能晚于今天", "The day cannot be after today");
    const done = await pull.pull(on, text(body, "rateType") || "CORPORATE", ctx.me);
    if (done === null) throw noRates(on);
    const { taken, skipped, failed, quoted, source } = done;
    return {
      ...{ inserted: taken.length, skipped: skipped.length, date: quoted, source },
      failed: failed.map((entry) => ({ pair: entry.pair, reason: say(entry.reason, ctx.language) })),
    };
  }),
  // Each pair of a month: which days have a rate of their own, which carry an older one, which have none.
  reads(exchangeRate, "coverage", asks({ rateType: "text", date: "date" }), async (ctx, body) => {
    const to = day(ctx, body, "date");
    const from = addDays(to, -59);
    const find = factsFor(kernel, ctx.me);
    const stale = Number((await getProfile(find, "FX_MAX_STALE_DAYS")).value);
    const rows: readonly RateRow[] = await find.where(
      exchangeRate,
      { rateType: text(body, "rateType") || "CORPORATE", status: "ACTIVE", effectiveDate: { from: addDays(from, -stale), to } },
      20_000,
    );
    const pairs = [...new Set(rows.map((row) => `${row.fromCurrency}→${row.toCurrency}`))].toSorted();
    return {
      from,
      to,
      staleDays: stale,
      pairs: pairs.slice(0, 40).map((pair) => {
        const days = coverage(rows, pair.split("→") as [string, string], from, to, stale);
        return { pair, days, usable: days.filter((value) => value !== "MISSING").length };
      }),
    };
  }),
  reads(paymentTerm, "simulate", terms, async (ctx, body) => {
    const find = factsFor(kernel, ctx.me);
    const amount = must(body, "amount");
    if (!isDecimal(amount)) throw refuse("FIELD_TYPE", "金额须为数字", "The amount must be a number");
    const nodes = Array.isArray(body["nodes"])
      ? readNodes(body["nodes"] as Row[])
      : (await find.one(paymentTerm, must(body, "termId"))).nodes;
    const given = (typeof body["events"] === "object" && body["events"] !== null ? body["events"] : {}) as Record<string, string>;
    const events = Object.fromEntries(Object.entries(given).filter(([, at]) => typeof at === "string" && isDay(at)));
    return scheduleOf(nodes, amount, await digitsOf(find, text(body, "currency") || "CNY"), {
      ...events,
      PREPAY: events["PREPAY"] ?? events["ORDER"],
    });
  }),
];

const readNodes = (rows: readonly Row[]): TermNode[] => {
  const whole = (value: unknown): number | null => (value === null || value === undefined || value === "" ? null : Number(value));
  if (rows.length === 0 || rows.length > 100 || rows.some((row) => !isDecimal(String(row["proportion"] ?? ""))))
    throw refuse("FIELD_TYPE", "节点须有比例", "Every node needs a proportion");
  return rows.map((row, index) => ({
    nodeSeq: Number(row["nodeSeq"] ?? index + 1),
    nodeType: String(row["nodeType"] ?? ""),
    proportion: String(row["proportion"]),
    dueMode: String(row["dueMode"] ?? "DAYS_AFTER"),
    days: whole(row["days"]),
    months: whole(row["months"]),
    dayOfMonth: whole(row["dayOfMonth"]),
  }));
};

const treeCalls = (kernel: Kernel, reads: Reads): Call[] => [
  reads(category, "findTree", asks({ permitOnly: "flag" }), async (ctx, body) => {
    const { rows } = await kernel.finder.list(category, { pageRows: 0, count: "none", enabledFlag: ["Y"] }, ctx.me);
    const permitted = body["permitOnly"] === true && ctx.me.categories !== "all" ? ctx.me.categories : null;
    const nodes = new Map(
      rows.map((row) => [
        String(row["id"]),
        {
          id: row["id"],
          title: row["categoryName"],
          code: row["categoryCode"],
          expand: false,
          checked: false,
          children: [] as Row[],
          isOwn: true,
        },
      ]),
    );
    const may = (id: string): boolean => permitted === null || ("not" in permitted ? !permitted.not.includes(id) : permitted.includes(id));
    const roots: Row[] = [];
    for (const row of rows) {
      const node = nodes.get(String(row["id"]))!;
      (nodes.get(String(row["parentId"] ?? ""))?.children ?? roots).push(node);
    }
    const kept = (list: readonly Row[]): Row[] =>
      list.flatMap((node) => {
        const children = kept(node["children"] as Row[]);
        return may(String(node["id"])) || children.length > 0 ? [{ ...node, children }] : [];
      });
    return kept(roots);
  }),
  reads(category, "resolveBuyer", asks({ ...at, role: "text", date: "date" }), async (ctx, body) => {
    const buyerId = await resolveBuyer(factsFor(kernel, ctx.me), {
      categoryId: must(body, "categoryId"),
      orgId: must(body, "orgId"),
      role: (text(body, "role") || "EXECUTION") as "EXECUTION",
      day: day(ctx, body, "date"),
    });
    return { buyerId };
  }),
  reads(district, "listChildren", asks({ parentId: "id" }), async (ctx, body) => {
    const parentId = text(body, "parentId");
    const { rows } = await kernel.finder.list(
      district,
      { pageRows: 0, count: "none", enabledFlag: ["Y"], ...(parentId ? { parentId: [parentId] } : { districtLevel: ["COUNTRY"] }) },
      ctx.me,
    );
    return rows;
  }),
];

const itemCalls = (kernel: Kernel, reads: Reads): Call[] => [
  reads(item, "findDuplicates", names, async (ctx, body) => {
    const named = {
      itemName: text(body, "itemName").slice(0, 200),
      specification: text(body, "specification").slice(0, 400) || null,
      manufacturerPartNo: text(body, "manufacturerPartNo").slice(0, 120) || null,
    };
    return itemsAlike(kernel.db, named, text(body, "id"));
  }),
  reads(item, "quality", asks(), async (ctx) => itemQuality({ kernel, me: ctx.me, today: day(ctx, {}, "") })),
  reads(item, "lacking", asks({ check: "text" }), async (ctx, body) => {
    const check = qualityChecks.find((qualityCheck) => qualityCheck === body["check"]);
    if (!check) throw refuse("FIELD_TYPE", "没有这项检查", "There is no such check");
    return itemsLacking({ kernel, me: ctx.me, today: day(ctx, {}, "") }, check);
  }),
  reads(item, "listDuplicates", asks(), async (ctx) => {
    if (!ctx.me.may(item.name, "btnDupCheck")) throw permDenied();
    return itemsTwice({ kernel, me: ctx.me });
  }),
  reads(item, "listByPermission", like(item.name, "listByPage", ofPlants), async (ctx, body) => {
    const { orgId, ...filters } = body;
    const me = ctx.me;
    if (typeof orgId !== "string" || orgId === "") {
      const { rows, page } = await kernel.finder.list(item, { ...filters, itemStatus: ["ACTIVE"] }, me);
      return answer(rows, { page });
    }
    const { rows, page } = await kernel.finder.list(
      itemOrg,
      { ...filters, orgId: [orgId], status: ["ACTIVE"], purchasableFlag: ["Y"] },
      me,
    );
    return answer(rows, { page });
  }),
  reads(item, "assignOrg", takes({ itemIds: "ids", orgIds: "ids", copyFromOrgId: "id" }), async (ctx, body) => {
    if (!ctx.me.may(item.name, "btnAssignOrg")) throw permDenied();
    const [itemIds, orgIds] = [list(body, "itemIds"), list(body, "orgIds", 50)];
    const there = await factsFor(kernel, ctx.me).where(itemOrg, { itemId: itemIds, orgId: orgIds }, 20_000);
    const from = text(body, "copyFromOrgId");
    const models = from ? await findFor(kernel, ctx.me).where(itemOrg, { itemId: itemIds, orgId: from }, 20_000) : [];
    const wanted = itemIds.flatMap((itemId) =>
      orgIds
        .filter((orgId) => !there.some((row) => row.itemId === itemId && row.orgId === orgId))
        .map((orgId) => ({ ...copyOf(models.find((row) => row.itemId === itemId)), itemId, orgId })),
    );
    if (wanted.length > 500) throw refuse("BATCH_SIZE", "一次最多分配 500 条", "Assign at most 500 at a time");
    if (wanted.length)
      await kernel.actor.act({ entity: itemOrg, action: "saveOrUpdate", targets: wanted.map((input) => ({ input })) }, doerOf(ctx));
    return { created: wanted.length, existed: there.length };
  }),
  // Prices, orders, stock, sources and quality are what other areas answer; the three newest prices are enough.
  reads(item, "find360", asks({ itemId: "id", orgId: "id" }), async (ctx, body) => {
    const found = await kernel.finder.byId(item, must(body, "itemId"), ctx.me);
    const orgId = text(body, "orgId") || null;
    const { rows } = await kernel.finder.list(
      itemOrg,
      { itemId: [found["id"]], pageRows: 200, ...(orgId ? { orgId: [orgId] } : {}) },
      ctx.me,
    );
    const find = findFor(kernel, ctx.me);
    const orgIds = orgId
      ? (await buyingFor(factsFor(kernel, ctx.me), [orgId], businessDay(ctx.now.toISOString(), ctx.me))).get(orgId)!
      : null;
    const facts = orgId && rows.length === 0 ? [] : await itemFacts.ask(find, { itemId: String(found["id"]), orgIds });
    const units = meanings(kernel.lookups, "UOM", ctx.language);
    const told = ({ uom = "", note = "", ...one }: ItemFact) => ({
      ...{ ...one, title: say(one.title, ctx.language), note: note.replace("{uom}", units.get(uom) ?? uom) },
    });
    const of = (kind: ItemFact["kind"]) => facts.filter((fact) => fact.kind === kind).map(told);
    const prices = of("PRICE")
      .toSorted((a, b) => (b.at ?? "").localeCompare(a.at ?? ""))
      .slice(0, 3);
    const [openOrders, stock, asl, quality] = [of("ORDER"), of("STOCK"), of("ASL"), of("QUALITY")];
    return {
      ...{ item: found, orgs: rows, prices, openOrders, stock, asl, ppm: quality[0]?.value ?? null },
      facts: [...prices, ...openOrders, ...stock, ...asl, ...quality],
      answered: itemFacts.isAnswered(find),
    };
  }),
  reads(item, "convertUom", asks({ itemId: "id", qty: "text", from: "text", to: "text", date: "date" }), async (ctx, body) =>
    convertUom(findFor(kernel, ctx.me), {
      itemId: text(body, "itemId") || null,
      qty: must(body, "qty"),
      from: must(body, "from"),
      to: must(body, "to"),
      day: day(ctx, body, "date"),
    }),
  ),
];

const copied = Object.entries(itemOrg.fields)
  .filter(([key, field]) => !field.computed && !["itemId", "orgId", "defaultStorageId"].includes(key))
  .map(([key]) => key);
const copyOf = (row: Row | undefined): Row => (row ? Object.fromEntries(copied.map((key) => [key, row[key]])) : {});

const configCalls = (kernel: Kernel, reads: Reads): Call[] => [
  reads(processTemplate, "listUsage", asks({ id: "id" }), async (ctx, body) => {
    if (!ctx.me.may(processTemplate.name, "btnViewUsage")) throw permDenied();
    const { id } = await kernel.finder.byId(processTemplate, must(body, "id"), ctx.me);
    return whereUsed(kernel.finder, processTemplate, String(id), ctx.me);
  }),
  {
    ...{ service: "srmServer", path: `${pathOf(configProfile)}/getProfile`, guard: "session" },
    input: asks({ profileCode: "text", ...at }),
    handle: async (ctx, body) =>
      getProfile(factsFor(kernel, ctx.me), must(body, "profileCode"), {
        orgId: text(body, "orgId") || null,
        categoryId: text(body, "categoryId") || null,
      }),
  },
  {
    ...{ service: "srmServer", path: `${pathOf(configProfile)}/getProfiles`, guard: "session" },
    input: asks({ profileCodes: "texts", ...at }),
    handle: async (ctx, body) => {
      const find = factsFor(kernel, ctx.me);
      const at = { orgId: text(body, "orgId") || null, categoryId: text(body, "categoryId") || null };
      const codes = list(body, "profileCodes", 100);
      return Object.fromEntries(await Promise.all(codes.map(async (code) => [code, await getProfile(find, code, at)] as const)));
    },
  },
  reads(billTypeRel, "checkGaps", asks({ orgId: "id" }), async (ctx, body) => {
    const find = findFor(kernel, ctx.me);
    const orgId = text(body, "orgId");
    const all = (await find.where(billType, { status: "EFFECTIVE" })).filter(
      (doc) => !orgId || !doc.orgIds?.length || doc.orgIds.includes(orgId),
    );
    const relations = await find.where(billTypeRel, { status: "EFFECTIVE" }, 5000);
    const last = families.at(-1);
    return {
      withoutTarget: all
        .filter((doc) => doc.billCategory !== last && !relations.some((rel) => rel.sourceTypeId === doc.id))
        .map((doc) => ({ id: doc.id, billTypeCode: doc.billTypeCode, billTypeName: doc.billTypeName })),
      withoutDefault: families.filter((family) => !all.some((doc) => doc.billCategory === family && doc.defaultFlag === "Y")),
    };
  }),
];
