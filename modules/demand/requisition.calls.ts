import { isDecimal, isPositive, trim } from "#kernel/decimal.ts";
import { isWithin } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { answer, doerOf } from "#kernel/server/http/call.ts";
import { factsFor, findFor } from "#kernel/server/find/find-for.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, like, takes, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { businessDay, dayIn } from "#kernel/time.ts";
import { daysBetween } from "#kernel/days.ts";
import { item } from "#modules/base/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { purchaseCodes } from "./common.ts";
import { demandTargets, suggestions } from "./doors.ts";
import { requisition } from "./requisition.entity.ts";
import { requisitionLine } from "./requisition-line.entity.ts";

type Body = Record<string, unknown>;
const path = "v1/srmPurRequisitionLineRestful";
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const rows = (value: unknown): readonly Body[] => (Array.isArray(value) ? (value as Body[]) : []);

/** The action and the button behind each kind of document that demand can become. */
const turns: Readonly<Record<string, readonly [action: string, button: string]>> = {
  ORDER: ["toOrder", "btnToOrder"],
  AGREEMENT: ["toAgreement", "btnToAgreement"],
  DEMAND_SUMMARY: ["toDemandSummary", "btnToDemandSummary"],
};

/** What the desk of lines asks beyond the calls of its tables. */
export class RequisitionDesk {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  calls(): Call[] {
    const entry = (name: string, input: CallInput, handle: Call["handle"]): Call => ({
      service: "srmServer",
      path: `${path}/${name}`,
      guard: "session",
      input,
      handle,
    });
    return [
      entry("doToTarget", takes({ targetType: "text", lines: "list", supplierId: "id", billTypeId: "id", mergeFlag: "yn" }), (ctx, body) =>
        this.#turn(ctx, body),
      ),
      entry("listTargets", asks(), async (ctx) => this.#targets(ctx)),
      entry("listOpenLines", like(requisitionLine.name, "listByPage"), async (ctx, body) => {
        const { rows: found, page } = await this.#kernel.finder.list(requisitionLine, { ...body, list: "pool" }, ctx.me);
        return answer(found, { page });
      }),
      entry("listOpenBuyers", asks(), (ctx) => this.#buyers(ctx)),
      entry("doSuggest", asks({ orgId: "id", currency: "text", lines: "list" }), (ctx, body) => this.#suggest(ctx, body)),
    ];
  }

  /** Which documents this reader may make out of lines, here. */
  #targets({ me }: Context): readonly { readonly targetType: string }[] {
    const find = findFor(this.#kernel, me);
    return Object.entries(demandTargets)
      .filter(([type, question]) => question.isAnswered(find) && me.may(requisition.name, turns[type]![1]))
      .map(([targetType]) => ({ targetType }));
  }

  /** How many lines wait for each buyer, and for how many days the oldest of them. */
  async #buyers(ctx: Context): Promise<unknown> {
    const { rows: open } = await this.#kernel.finder.list(requisitionLine, { list: "pool", pageRows: 0, count: "none" }, ctx.me);
    const today = dayIn(ctx.now.toISOString(), ctx.me.zone);
    const ageOf = (row: Readonly<Record<string, unknown>>): number =>
      Math.max(0, daysBetween(String(row["approvedAt"] ?? today).slice(0, 10), today));
    return [...Map.groupBy(open, (row) => text(row["buyerId"]))]
      .map(([buyerId, lines]) => ({
        buyerId,
        buyerName: text(lines[0]!["buyerName"]),
        lines: lines.length,
        oldest: Math.max(...lines.map(ageOf)),
      }))
      .toSorted((a, b) => b.oldest - a.oldest || b.lines - a.lines);
  }

  /** Lines of one or several requisitions become documents together; the first requisition carries the action. */
  async #turn(ctx: Context, body: Body): Promise<unknown> {
    const wished = rows(body["lines"]).map((row) => ({ reqLineId: text(row["reqLineId"]) ?? "", qty: text(row["qty"]) ?? "" }));
    const turn = turns[text(body["targetType"]) ?? ""];
    if (!turn || ctx.me.audience !== "internal") throw permDenied();
    if (wished.length === 0) throw refuse("PUR-0006", "至少需要一行明细", "At least one line is required");
    if (wished.some((candidate) => !isDecimal(candidate.qty) || !isPositive(candidate.qty)))
      throw refuse("FIELD_TYPE", "转采购数量须大于零", "Quantities to source must be above zero");
    const ids = wished.map((entry) => entry.reqLineId);
    const { rows: seen } = await this.#kernel.finder.list(requisitionLine, { ids, pageRows: 1000 }, ctx.me);
    const homes = new Map(seen.map((row) => [String(row["id"]), String(row["parentId"])]));
    if (ids.some((id) => !homes.has(id))) throw refuse(...purchaseCodes.notFound);
    const outcome = await this.#kernel.actor.act(
      {
        entity: requisition,
        action: turn[0],
        targets: [
          {
            id: homes.get(ids[0]!)!,
            input: {
              lines: wished,
              supplierId: text(body["supplierId"]),
              billTypeId: text(body["billTypeId"]),
              mergeFlag: body["mergeFlag"] === "N" ? "N" : "Y",
            },
          },
        ],
      },
      doerOf(ctx),
    );
    return outcome.revealed ?? {};
  }

  /** Supplier and price for lines that are being typed; nothing is stored. */
  async #suggest(ctx: Context, body: Body): Promise<unknown> {
    const orgId = text(body["orgId"]) ?? "";
    if (!ctx.me.may(requisition.name, "btnSuggest") || !isWithin(ctx.me.orgs, orgId)) throw permDenied();
    const find = factsFor(this.#kernel, ctx.me);
    const asked = rows(body["lines"]).slice(0, 200);
    const items = await findFor(this.#kernel, ctx.me).where(
      item,
      { id: [...new Set(asked.flatMap((entry) => text(entry["itemId"]) ?? []))] },
      200,
    );
    const unit = (id: string | null): string => {
      const of = items.find((doc) => doc.id === id);
      return of?.purchaseUom ?? of?.primaryUom ?? "";
    };
    // Prices are suggested for what the caller may see.
    const isSeen = (current: Body): boolean => !text(current["itemId"]) || items.some(({ id }) => id === text(current["itemId"]));
    const known = asked.map((entry, i) => ({ ...entry, lineId: text(entry["lineId"]) ?? String(i) }) as Body & { readonly lineId: string });
    const lines = known.filter(isSeen).map((entry) => ({
      lineId: entry.lineId,
      invOrgId: text(entry["invOrgId"]),
      itemId: text(entry["itemId"]),
      categoryId: text(entry["categoryId"]),
      qty: isDecimal(entry["qty"]) ? entry["qty"] : "1",
      uom: text(entry["uom"]) ?? unit(text(entry["itemId"])),
      supplierId: text(entry["supplierId"]),
    }));
    const onDate = businessDay(ctx.now.toISOString(), ctx.me);
    const found = await suggestions.ask(find, { orgId, currency: text(body["currency"]) ?? "CNY", onDate, lines });
    const suppliers = await find.where(supplierInfo, { id: [...new Set(found.map((suggestion) => suggestion.supplierId))] }, 1000);
    const names = new Map(suppliers.map((supplier) => [supplier.id as string, supplier.supplierName]));
    const uoms = new Map(lines.map((line) => [line.lineId, line.uom]));
    return {
      answered: suggestions.isAnswered(find),
      rows: found.map((suggestion) => ({
        ...suggestion,
        price: suggestion.price === null ? null : trim(suggestion.price),
        supplierName: names.get(suggestion.supplierId) ?? null,
        uom: uoms.get(suggestion.lineId) ?? "",
      })),
    };
  }
}
