import { add, sub, sum } from "#kernel/decimal.ts";
import { businessDay } from "#kernel/time.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import { newId } from "#kernel/server/act/id.ts";
import { asks, type InputNames } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { scopeOf } from "#kernel/server/find/visible.ts";
import { bucketFields, net, openOf, type Bucket, type Counters } from "#modules/order/index.ts";
import { isAbove, isSome } from "./receive.place.ts";
import { receive } from "./receive.entity.ts";
import { withGoods } from "./server/titles.ts";
import { writeOff } from "./write-off.entity.ts";
import { undoneDeltas, undoneDraft, type WriteOffType } from "./write-off.posting.ts";
import { Books, originFacts, reversible, undoingOf, type Asked, type OriginFacts, type Undoing } from "./write-off.origin.ts";

type Body = Record<string, unknown>;
const types: readonly string[] = ["REVERSAL", "RETURN_REPLACE", "RETURN_REFUND", "RETURN_REV"];
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value.slice(0, 200) : null);
const qtyOf = (value: unknown): string => (typeof value === "string" && /^\d{1,12}(\.\d{1,6})?$/.test(value) ? value : "0");

/** What may be undone, and what undoing it would change, asked before anything is saved. */
export class WriteOffs {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  calls(): Call[] {
    const call = (path: string, names: InputNames, handle: Call["handle"]): Call => ({
      service: "srmServer",
      path: `v1/srmPurWriteOffRestful/${path}`,
      guard: "session",
      input: asks(names),
      handle,
    });
    const sought = { type: "text", keyword: "text", receiveId: "id", supplierId: "id" } as const;
    return [
      call("doPreview", { type: "text", lines: "list" }, (ctx, body) => this.#preview(ctx, body)),
      call("listReversible", sought, (ctx, body) => this.#list(ctx, body)),
    ];
  }

  #mayAsk({ me }: Context): void {
    if (me.audience !== "internal" || !me.may(writeOff.name, "")) throw permDenied();
  }

  /** Posted lines with what is left of them; for returns taken back, the returns themselves. */
  async #list(ctx: Context, body: Body): Promise<unknown> {
    this.#mayAsk(ctx);
    const scope = scopeOf(this.#kernel.declared, receive, ctx.me);
    if (scope === null) throw permDenied();
    const [type, keyword, receiveId, supplierId] = [
      text(body["type"]) ?? "REVERSAL",
      text(body["keyword"]),
      text(body["receiveId"]),
      text(body["supplierId"]),
    ];
    const find = factsFor(this.#kernel, ctx.me);
    const words = keyword ? [{ any: [{ receiveNum: { contains: keyword } }, { sourceNums: { contains: keyword } }] }] : [];
    const where = [
      scope,
      { status: ["POSTED", "INSPECTING"] },
      ...words,
      receiveId ? { id: receiveId } : {},
      supplierId ? { supplierId } : {},
    ];
    const found = await find.where(receive, { all: where }, 20_000);
    const lines = found
      .toReversed()
      .slice(0, 200)
      .flatMap((doc) => doc.lines);
    const asked = lines.map((line): Asked => ({
      id: line.id,
      receiveLineId: line.id,
      transactionId: null,
      qty: "0",
      undoRejectedQty: "0",
    }));
    const facts = await originFacts(find, asked, type);
    const books = new Books(facts, this.#moment(ctx));
    const rows = asked.flatMap((line) => {
      const undoing = undoingOf(line, facts);
      if (!undoing) return [];
      if (type === "RETURN_REV") return this.#returns(undoing, facts, books);
      const { reversal, back } = reversible(undoing, facts, books, "0");
      const refused = sub(undoing.receipt.rejectedQty ?? "0", add(undoing.receipt.undoneRejectedQty, undoing.receipt.heldRejectedQty));
      const left = type === "REVERSAL" ? reversal : back;
      return isAbove(left, "0") || (type === "REVERSAL" && isSome(refused))
        ? [shown(undoing, left, type === "REVERSAL" ? refused : "0")]
        : [];
    });
    return withGoods(this.#kernel, ctx.me, rows);
  }

  #returns(undoing: Undoing, facts: OriginFacts, books: Books): ReturnType<typeof shown>[] {
    const rows = facts.posted.filter(
      (row) => row.receiveLineId === undoing.receipt.id && ["RETURN_REPLACE", "RETURN_REFUND"].includes(row.transactionType),
    );
    return rows.flatMap((origin) => {
      const { back } = reversible({ ...undoing, origin }, facts, books, "0");
      return isAbove(back, "0")
        ? [{ ...shown({ ...undoing, origin }, back, "0"), transactionId: origin.id, transactionNum: origin.transactionNum }]
        : [];
    });
  }

  #moment = (ctx: Context) => ({
    now: ctx.now.toISOString(),
    today: businessDay(ctx.now.toISOString(), ctx.me),
    newId,
    seal: this.#kernel.declared.seal,
    before: () => null,
  });

  /** Order open, note in transit, goods owed for and money, as they would be. */
  async #preview(ctx: Context, body: Body): Promise<unknown> {
    this.#mayAsk(ctx);
    const type = text(body["type"]) ?? "";
    const given = Array.isArray(body["lines"]) ? (body["lines"] as Body[]).slice(0, 500) : [];
    if (!types.includes(type)) return { rows: [] };
    const asked = given.map((line, i): Asked => ({
      id: String(i),
      receiveLineId: text(line["receiveLineId"]),
      transactionId: type === "RETURN_REV" ? text(line["transactionId"]) : null,
      qty: qtyOf(line["qty"]),
      undoRejectedQty: qtyOf(line["undoRejectedQty"]),
    }));
    const facts = await originFacts(factsFor(this.#kernel, ctx.me), asked, type);
    for (const row of facts.receives) if (!(await this.#kernel.finder.sees(receive, row.id, ctx.me))) throw notFound(receive);
    const books = new Books(facts, this.#moment(ctx));
    const seen = new Map<string, Counters>();
    return {
      rows: asked.map((line) => this.#effect(type as WriteOffType, undoingOf(line, facts), facts, books, seen, this.#moment(ctx).today)),
    };
  }

  #effect(
    type: WriteOffType,
    undoing: Undoing | null,
    facts: OriginFacts,
    books: Books,
    seen: Map<string, Counters>,
    day: string,
  ): unknown {
    if (!undoing) return null;
    const { line } = undoing.place;
    const before = seen.get(line.id) ?? line;
    const after: { -readonly [K in keyof Counters]: Counters[K] } = { ...before };
    for (const [bucket, delta] of Object.entries(undoneDeltas(type, undoing))) {
      const key = bucketFields[bucket as Bucket];
      after[key] = add(after[key] ?? "0", delta);
    }
    seen.set(line.id, after);
    const { reversal, back } = reversible(undoing, facts, books, "0");
    const book = books.of(undoing);
    const known = book.booked.length;
    if (isSome(undoing.line.qty) && undoing.origin) book.post(undoneDraft(type, { ...undoing, transactionId: null }, day));
    const booked = book.booked.slice(known);
    return {
      receiveLineId: undoing.receipt.id,
      transactionId: undoing.origin?.id ?? null,
      orderRow: undoing.receipt.orderRow,
      reversible: type === "REVERSAL" ? reversal : back,
      openBefore: openOf(before),
      inTransitBefore: before.inTransitQty,
      netBefore: net(before),
      openAfter: openOf(after),
      inTransitAfter: after.inTransitQty,
      netAfter: net(after),
      amountExcl: sum(booked.map((row) => row.amountExcl)),
      taxAmount: sum(booked.map((row) => row.taxAmount)),
      amountIncl: sum(booked.map((row) => row.amountIncl)),
      currency: undoing.place.order.currency,
    };
  }
}

const shown = (undoing: Undoing, left: string, refused: string) => ({
  receiveId: undoing.receive.id,
  receiveNum: undoing.receive.receiveNum,
  receiveLineId: undoing.receipt.id,
  transactionId: undoing.origin?.id ?? null,
  orderRow: undoing.receipt.orderRow,
  itemId: undoing.receipt.itemId,
  itemDesc: undoing.receipt.itemDesc,
  uom: undoing.receipt.uom,
  batchNum: undoing.receipt.batchNum,
  receiveDate: undoing.receive.receiveDate,
  supplierId: undoing.receive.supplierId,
  acceptedQty: undoing.receipt.acceptedQty,
  reversibleQty: left,
  reversibleRejectedQty: refused,
  transactionType: undoing.origin?.transactionType ?? null,
});
