import { cmp } from "#kernel/decimal.ts";
import { type Entity, type Me, type Where } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/call.ts";
import { findFor } from "#kernel/server/find-for.ts";
import { notFound, permDenied } from "#kernel/server/find.ts";
import { asks, type InputNames } from "#kernel/server/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { scopeOf } from "#kernel/server/visible.ts";
import { businessDay, inZone, isDay, toUtc } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import { canNotice, canShip, order } from "#modules/order/index.ts";
import { barcode } from "./barcode.entity.ts";
import { note } from "./note.entity.ts";
import { notice } from "./notice.entity.ts";
import { ordersCalled, titlesOf, withGoods } from "./server/titles.ts";
import { placesOf, type Order, type Place } from "./receive.place.ts";

type Body = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value.slice(0, 200) : null);
const isSome = (qty: string): boolean => cmp(qty, "0") > 0;

/** What pages show of a schedule that may be called off or shipped. */
const rowOf = ({ order: of, line, row }: Place) => ({
  ...{
    id: row.id,
    orderDeliveryId: row.id,
    orderId: of.id,
    orderNum: of.orderNum,
    orderLineNum: line.lineNum,
    scheduleNum: row.scheduleNum,
  },
  ...{
    orgId: of.orgId,
    supplierId: of.supplierId,
    deliveryMode: of.deliveryMode,
    deliveryInfoId: row.deliveryInfoId,
    invOrgId: row.invOrgId,
  },
  ...{ itemId: line.itemId, itemDesc: line.itemDesc, uom: line.uom, uomDecimals: line.uomDecimals, qty: row.qty },
  ...{ needByDate: row.needByDate, promiseDate: row.currentPromiseDate ?? row.needByDate, noticeOpen: row.noticeOpenQty },
  ...{ inTransitQty: row.inTransitQty, receivedQty: row.receivedQty },
});

/** What the desks of call-offs, shipments and labels ask beside the documents themselves. */
export class Shipments {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  calls(): Call[] {
    const call = (path: string, names: InputNames, handle: Call["handle"]): Call => ({
      ...{ service: "srmServer", path: `v1/${path}`, guard: "session", input: asks(names), handle },
    });
    const sought = { keyword: "text", orgId: "id", supplierId: "id", orderId: "id" } as const;
    return [
      call("srmPurDeliveryNoticeRestful/listNoticeable", sought, (ctx, body) => this.#noticeable(ctx, body)),
      call("srmPurDeliveryNoteRestful/listShippable", { ...sought, sourceMode: "text" }, (ctx, body) => this.#shippable(ctx, body)),
      call("srmPurDeliveryNoteRestful/findByToken", { token: "text", qrToken: "text" }, (ctx, body) => this.#byToken(ctx, body)),
      call("srmPurDeliveryNoteRestful/findByIdForPrint", { id: "id" }, (ctx, body) => this.#forPrint(ctx, body)),
      call("srmPurDeliveryNoteRestful/listArrivals", { day: "date" }, (ctx, body) => this.#arrivals(ctx, body)),
      call("srmPurDeliveryNoteRestful/findByScan", { code: "text" }, (ctx, body) => this.#scanned(ctx, body)),
    ];
  }

  #scope(e: Entity, me: Me): Where {
    const scope = scopeOf(this.#kernel.declared, e, me);
    if (scope === null || !me.may(e.name, "")) throw permDenied();
    return scope;
  }

  /** Running orders this person sees, by number or item. */
  async #orders(me: Me, body: Body, through: Entity): Promise<readonly Order[]> {
    if (!me.may(through.name, "")) throw permDenied();
    const scope = scopeOf(this.#kernel.declared, order, me);
    if (scope === null) throw permDenied();
    const keyword = text(body["keyword"]);
    const open: Where = { status: ["PUBLISHED", "CONFIRMED", "CHANGING"], liveId: null };
    return findFor(this.#kernel, me).where(
      order,
      {
        all: [
          ...[open, scope],
          ...(text(body["orgId"]) ? [{ orgId: text(body["orgId"])! }] : []),
          ...(text(body["supplierId"]) ? [{ supplierId: text(body["supplierId"])! }] : []),
          ...(text(body["orderId"]) ? [{ id: text(body["orderId"])! }] : []),
          ...(keyword ? [await ordersCalled(this.#kernel, keyword)] : []),
        ],
      },
      2000,
    );
  }

  async #noticeable({ me }: Context, body: Body): Promise<unknown> {
    if (me.audience !== "internal") throw notFound(notice);
    const places = [...placesOf(await this.#orders(me, body, notice)).values()];
    const rows = places.map((place) => ({ ...rowOf(place), canNotice: canNotice(place.order, place.line, place.row) }));
    return this.#named(
      me,
      rows.filter((row) => isSome(row.canNotice)),
    );
  }

  async #shippable({ me }: Context, body: Body): Promise<unknown> {
    const places = placesOf(await this.#orders(me, body, note));
    const shippable = (place: Place) => ({ ...rowOf(place), canShip: canShip(place.order, place.line, place.row) });
    const mode = text(body["sourceMode"]);
    const free =
      mode === "NOTICE"
        ? []
        : [...places.values()]
            .filter((place) => place.order.deliveryMode !== "NOTICE")
            .map((place) => ({ ...shippable(place), noticeLineId: null }));
    const called = mode === "ORDER" ? [] : await this.#called(me, places, shippable);
    return this.#named(
      me,
      [...called, ...free].filter((row) => isSome(row.canShip)),
    );
  }

  /** Lines of live call-offs with something left to send. */
  async #called<R extends object>(me: Me, places: ReadonlyMap<string, Place>, shown: (place: Place) => R & { readonly canShip: string }) {
    const scope = scopeOf(this.#kernel.declared, notice, me);
    if (scope === null) return [];
    const live = await findFor(this.#kernel, me).where(notice, { all: [{ status: ["CONFIRMED", "PARTIAL"] }, scope] }, 2000);
    return live.flatMap((doc) =>
      doc.lines.flatMap((line) => {
        const place = places.get(line.orderDeliveryId);
        if (!place || !isSome(line.openQty)) return [];
        const row = shown(place);
        const canShipNow = cmp(line.openQty, row.canShip) < 0 ? line.openQty : row.canShip;
        return [
          {
            ...row,
            ...{ id: line.id, noticeLineId: line.id, noticeNum: doc.noticeNum, noticeOpen: line.openQty, canShip: canShipNow },
            ...{ dockCode: doc.dockCode, arriveFrom: doc.confirmFrom ?? doc.arriveFrom, arriveTo: doc.confirmTo ?? doc.arriveTo },
          },
        ];
      }),
    );
  }

  /** Names beside the ids, asked once for all rows. */
  async #named<R extends { readonly supplierId: string; readonly itemId: string | null; readonly deliveryInfoId: string | null }>(
    me: Me,
    rows: readonly R[],
  ): Promise<unknown> {
    const first = rows.slice(0, 500);
    const [suppliers, goods, places] = await Promise.all([
      titlesOf(
        this.#kernel,
        "SrmSupInfo",
        me,
        first.map((row) => row.supplierId),
        ["supplierCode", "supplierName"],
      ),
      withGoods(this.#kernel, me, first),
      titlesOf(
        this.#kernel,
        "SrmBaseDeliveryInfo",
        me,
        first.flatMap((row) => row.deliveryInfoId ?? []),
        ["deliveryCode", "deliveryName"],
      ),
    ]);
    return goods.map((row) => ({
      ...row,
      supplierName: suppliers.get(row.supplierId)?.[1] ?? "",
      deliveryName: places.get(row.deliveryInfoId ?? "")?.[1] ?? "",
    }));
  }

  async #byToken({ me }: Context, body: Body): Promise<unknown> {
    const token = text(body["token"]) ?? text(body["qrToken"]);
    const [found] = token ? await findFor(this.#kernel, me).where(note, { all: [{ qrToken: token }, this.#scope(note, me)] }, 2) : [];
    if (!found) throw notFound(note);
    return this.#kernel.finder.byId(note, found.id, me);
  }

  async #forPrint({ me }: Context, body: Body): Promise<unknown> {
    return this.#kernel.finder.byId(note, text(body["id"]) ?? "-", me);
  }

  /** What is expected on a day: every note with its dock and hour. */
  async #arrivals({ me, now }: Context, body: Body): Promise<unknown> {
    const day = text(body["day"]) ?? businessDay(now.toISOString(), me);
    if (!isDay(day)) throw refuse("FIELD_TYPE", "日期须为 yyyy-MM-dd", "The date must be yyyy-MM-dd");
    const [from, to] = [day, addDays(day, 1)].map((one) => toUtc(`${one} 00:00:00`, me.orgZone ?? me.zone)) as [string, string];
    const due: Where = { status: ["SHIPPED", "ARRIVED", "PARTIAL", "RECEIVED"], eta: { from, below: to } };
    const late: Where = { status: ["SHIPPED"], eta: { below: from } };
    const found = await findFor(this.#kernel, me).where(note, { all: [{ any: [due, late] }, this.#scope(note, me)] }, 500);
    const suppliers = await titlesOf(
      this.#kernel,
      "SrmSupInfo",
      me,
      found.flatMap((doc) => doc.supplierId ?? []),
      ["supplierCode", "supplierName"],
    );
    return found.map((doc) => ({
      ...{ id: doc.id, noteNum: doc.noteNum, status: doc.status, dockCode: doc.dockCode, plateNum: doc.plateNum },
      ...{
        eta: doc.eta,
        clock: inZone(doc.eta, me.zone).slice(0, 16),
        isLate: doc.eta < from,
        supplierName: suppliers.get(doc.supplierId ?? "")?.[1] ?? "",
      },
      ...{ totalBoxes: doc.totalBoxes, scannedBoxes: doc.scannedBoxes, lineCount: doc.lineCount },
    }));
  }

  /** What was scanned at the gate: the paper of a note, a box or a pallet, or a number typed in. */
  async #scanned({ me }: Context, body: Body): Promise<unknown> {
    const code = (text(body["code"]) ?? "").trim();
    const find = findFor(this.#kernel, me);
    const scope = this.#scope(note, me);
    const [byPaper] = code ? await find.where(note, { all: [{ any: [{ qrToken: code }, { noteNum: code }] }, scope] }, 2) : [];
    if (byPaper) return { kind: "NOTE", noteId: byPaper.id, noteNum: byPaper.noteNum, status: byPaper.status };
    const boxScope = scopeOf(this.#kernel.declared, barcode, me);
    const [box] = code && boxScope ? await find.where(barcode, { all: [{ barcode: code }, boxScope] }, 2) : [];
    const [of] = box?.noteId ? await find.where(note, { all: [{ id: box.noteId }, scope] }, 2) : [];
    if (!box || !of) throw notFound(barcode);
    return {
      kind: box.barcodeType,
      noteId: of.id,
      noteNum: of.noteNum,
      status: of.status,
      barcode: box.barcode,
      barcodeStatus: box.status,
    };
  }
}
