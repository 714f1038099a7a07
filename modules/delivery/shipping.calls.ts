import { type Entity, type Me, type Where } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import { asks, type InputNames } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { scopeOf } from "#kernel/server/find/visible.ts";
import { businessDay, inZone, isDay, toUtc } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import { barcode } from "./barcode.entity.ts";
import { note } from "./note.entity.ts";
import { titlesOf } from "./server/titles.ts";

type Body = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value.slice(0, 200) : null);
/** What the desks of call-offs, shipments and labels ask beside the documents themselves. */
export class Shipments {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  calls(): Call[] {
    const call = (path: string, names: InputNames, handle: Call["handle"]): Call => ({
      service: "srmServer",
      path: `v1/${path}`,
      guard: "session",
      input: asks(names),
      handle,
    });
    return [
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
    const [from, to] = [day, addDays(day, 1)].map((value) => toUtc(`${value} 00:00:00`, me.orgZone ?? me.zone)) as [string, string];
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
      id: doc.id,
      noteNum: doc.noteNum,
      status: doc.status,
      dockCode: doc.dockCode,
      plateNum: doc.plateNum,
      eta: doc.eta,
      clock: inZone(doc.eta, me.zone).slice(0, 16),
      isLate: doc.eta < from,
      supplierName: suppliers.get(doc.supplierId ?? "")?.[1] ?? "",
      totalBoxes: doc.totalBoxes,
      scannedBoxes: doc.scannedBoxes,
      lineCount: doc.lineCount,
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
