import { createHash } from "node:crypto";
import { some, type Me, type Where } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import { say } from "#kernel/text.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import { asks, takes, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { linesScope } from "#kernel/server/access/line-permits.ts";
import { scopeOf, type Row } from "#kernel/server/find/visible.ts";
import { isInPlace, order } from "#modules/order/index.ts";
import { barcode } from "./barcode.entity.ts";
import { note } from "./note.entity.ts";
import { receive } from "./receive.entity.ts";
import { ordersCalled, withGoods } from "./server/titles.ts";
import { isAbove, placesOf, receivable, rowName, type Place } from "./receive.place.ts";

type Body = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value.slice(0, 200) : null);

const receivableRow = (place: Place, qty: string, noteLineId: string | null) => ({
  orderDeliveryId: place.row.id,
  noteLineId,
  orderId: place.order.id,
  orderNum: place.order.orderNum,
  orderRow: rowName(place),
  orderType: place.order.orderType,
  supplierId: place.order.supplierId,
  itemId: place.line.itemId,
  itemDesc: place.line.itemDesc,
  uom: place.line.uom,
  receiptRouting: place.line.receiptRouting ?? "DIRECT",
  needByDate: place.row.needByDate,
  openQty: place.row.openQty,
  receivableQty: qty,
});

/** What the desk of receipts asks beside the documents themselves. */
export class Receipts {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  calls(): Call[] {
    const call = (path: string, input: CallInput, handle: Call["handle"]): Call => ({
      service: "srmServer",
      path: `v1/srmPurReceiveRestful/${path}`,
      guard: "session",
      input,
      handle,
    });
    return [
      call("doScan", takes({ barcode: "text", receiveId: "id", noteId: "id", requestId: "text" }), (ctx, body) => this.#scan(ctx, body)),
      call("listReceivable", asks({ noteId: "id", keyword: "text", supplierId: "id", orderType: "text" }), async (ctx, body) =>
        withGoods(this.#kernel, ctx.me, await this.#receivable(ctx, body)),
      ),
    ];
  }

  /** Rows of a note still on the road, or of orders that take more. */
  async #receivable({ me }: Context, body: Body): Promise<readonly ReturnType<typeof receivableRow>[]> {
    if (me.audience !== "internal" || !me.may(receive.name, "")) throw permDenied();
    const find = factsFor(this.#kernel, me);
    const noteId = text(body["noteId"]);
    if (noteId) {
      const [onNote] = await find.where(note, { all: [{ id: noteId }, this.#scope(note, me)] }, 2);
      if (!onNote) throw notFound(note);
      const ids = onNote.lines.flatMap((line) => line.orderId ?? []);
      const places = placesOf(await find.where(order, { id: [...new Set(ids)] }));
      return onNote.lines.flatMap((line) => {
        const place = places.get(line.orderDeliveryId ?? "");
        return place && isAbove(line.inTransitQty, "0") ? [receivableRow(place, line.inTransitQty, line.id)] : [];
      });
    }
    const keyword = text(body["keyword"]);
    const supplierId = text(body["supplierId"]);
    const orderType = text(body["orderType"]);
    const orders = await find.where(
      order,
      {
        all: [
          { liveId: null, status: ["PUBLISHED", "CONFIRMED", "CHANGING", ...(orderType === "CONSIGN" ? ["COMPLETED"] : [])] },
          keyword ? await ordersCalled(this.#kernel, keyword) : {},
          supplierId ? { supplierId } : {},
          orderType ? { orderType } : {},
          this.#orders(me),
        ],
      },
      5000,
    );
    const mine = [...placesOf(orders).values()].filter(({ order: of, row }) => isInPlace(me, { orgId: of.orgId, invOrgId: row.invOrgId }));
    const rows = mine.map((place) => receivableRow(place, receivable(place), null));
    return (orderType === "CONSIGN" ? rows : rows.filter((row) => isAbove(row.receivableQty, "0"))).slice(0, 200);
  }

  /** Orders this person sees, and those that bring something to his warehouse. */
  #orders(me: Me): Where {
    const own = this.#scope(order, me);
    if (!Array.isArray(me.orgs)) return own;
    const here: Where = { lines: some({ deliveries: some({ invOrgId: me.orgs }) }) };
    return { any: [own, { all: [here, ...linesScope(this.#kernel.declared, order, me)] }] };
  }

  #scope(e: typeof order | typeof note | typeof barcode | typeof receive, me: Me) {
    const scope = scopeOf(this.#kernel.declared, e, me);
    if (scope === null) throw permDenied();
    return scope;
  }

  /** Counts a box or a pallet onto the draft of its note; the first one makes the draft. */
  async #scan(ctx: Context, body: Body): Promise<unknown> {
    const { me } = ctx;
    const code = text(body["barcode"]);
    if (me.audience !== "internal") throw notFound(barcode);
    if (!me.may(receive.name, "btnScan")) throw permDenied();
    const find = factsFor(this.#kernel, me);
    const [found] = code ? await find.where(barcode, { all: [{ barcode: code }, this.#scope(barcode, me)] }, 2) : [];
    if (!code || !found) throw notFound(barcode);
    const named = text(body["receiveId"]);
    const noteId = text(body["noteId"]) ?? found.noteId;
    for (let tries = 1; ; tries++)
      try {
        return await this.#counted(ctx, code, named ?? (await this.#draftOf(me, noteId)), noteId, text(body["requestId"]));
      } catch (error) {
        // Somebody else began the same note at the same moment: their draft takes the box.
        if (!(error instanceof Refusal) || error.code !== "PUR-3407" || tries > 2) throw error;
      }
  }

  async #draftOf(me: Me, noteId: string | null): Promise<string | null> {
    const where = { all: [{ noteId, status: "DRAFT", sourceType: "SCAN" }, this.#scope(receive, me)] };
    const [found] = noteId ? await factsFor(this.#kernel, me).where(receive, where, 2) : [];
    return found?.id ?? null;
  }

  async #counted(ctx: Context, code: string, receiveId: string | null, noteId: string | null, requestId: string | null): Promise<unknown> {
    const { me, now, ip } = ctx;
    const input = receiveId ? { barcode: code } : { barcode: code, noteId: noteId ?? "" };
    const key = requestId ? { key: { key: `scan:${requestId}`, bodyHash: createHash("sha256").update(code).digest("hex") } } : {};
    const outcome = await this.#kernel.actor.act(
      {
        entity: receive,
        action: receiveId ? "doScanBox" : "doScanStart",
        targets: [{ ...(receiveId ? { id: receiveId } : {}), input }],
        ...key,
      },
      { me, now, requestId: ctx.requestId, ip },
    );
    const doc = (outcome.documents[0] ?? (outcome.stored ? (JSON.parse(outcome.stored) as Row)["data"] : {})) as Row;
    const find = factsFor(this.#kernel, me);
    const boxes = { noteId: String(doc["noteId"]), barcodeType: { not: "PALLET" } };
    const [scanned, total] = await Promise.all([
      find.count(barcode, { ...boxes, status: "RECEIVED" }),
      find.count(barcode, { ...boxes, status: { not: "VOID" } }),
    ]);
    const [box] = await find.where(barcode, { barcode: code }, 2);
    const lines = (doc["lines"] ?? []) as Row[];
    const line = lines.find((row) => row["noteLineId"] === box?.noteLineId && (row["batchNum"] ?? null) === (box?.batchNum ?? null));
    return {
      receiveId: doc["id"],
      line: line ?? lines.at(-1) ?? null,
      scannedBoxes: scanned,
      totalBoxes: total,
      already: outcome.notes.map((note) => say(note.text, me.language)),
    };
  }
}
