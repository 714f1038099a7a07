import { some, type Doc, type Entity, type Me, type Where } from "#kernel/entity.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { pdfOf, sheetsPdf } from "#kernel/server/file/document-pdf.ts";
import type { FileParts } from "#kernel/server/file/parts.ts";
import { disposition } from "#kernel/server/file/send.ts";
import { factsFor, findFor } from "#kernel/server/find/find-for.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import { like, takes, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { meanings } from "#kernel/server/sheet/columns.ts";
import { doerOf } from "#kernel/server/sheet/parts.ts";
import { scopeOf } from "#kernel/server/find/visible.ts";
import { say } from "#kernel/text.ts";
import { goodsWords, item } from "#modules/base/index.ts";
import { barcode } from "./barcode.entity.ts";
import { labelSheet } from "./labels.ts";
import { note } from "./note.entity.ts";
import { noteBlocks } from "./server/note-paper.ts";
import { namesInBoth, spokenLines } from "./server/titles.ts";

type Box = Doc<typeof barcode>;
type Sheet = ReturnType<typeof labelSheet>;
type Body = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value.slice(0, 200) : null);
const ids = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((candidate) => typeof candidate === "string").slice(0, 2000) : [];

/** Batches, labels and papers of a shipment. */
export class Labels {
  readonly #kernel: Kernel;
  readonly #files: Pick<FileParts, "temp" | "preview">;

  constructor(kernel: Kernel, files: Pick<FileParts, "temp" | "preview">) {
    this.#kernel = kernel;
    this.#files = files;
  }

  calls(): Call[] {
    const call = (path: string, input: CallInput, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
      service: "srmServer",
      path: `v1/${path}`,
      guard: "session",
      input,
      handle,
      ...more,
    });
    const raw = { raw: true };
    const onLine = (action: string) => like(note.name, action, { noteLineId: "id" });
    return [
      call("srmPurDeliveryNoteRestful/printPdf", takes({ id: "id" }), (ctx, body) => this.#notePdf(ctx, body), raw),
      call("srmPurBarcodeRestful/doGenerate", onLine("doGenBarcode"), (ctx, body) => this.#generate(ctx, body)),
      call("srmPurBarcodeRestful/printLabels", takes({ noteId: "id", ids: "ids" }), (ctx, body) => this.#labels(ctx, body), raw),
      call("srmPurDeliveryBatchTemporaryRestful/doSplitEven", onLine("doSplitEven"), (ctx, body) => this.#onLine(ctx, body, "doSplitEven")),
      call("srmPurDeliveryBatchTemporaryRestful/doClear", onLine("doClear"), (ctx, body) => this.#onLine(ctx, body, "doClear")),
    ];
  }

  #scope(e: Entity, me: Me): Where {
    const scope = scopeOf(this.#kernel.declared, e, me);
    if (scope === null || !me.may(e.name, "")) throw permDenied();
    return scope;
  }

  /** The paper that travels with the goods; its QR opens the note at the gate. */
  async #notePdf(ctx: Context, body: Body): Promise<unknown> {
    const { me, language } = ctx;
    if (!me.may(note.name, "btnPrint")) throw permDenied();
    const doc = await spokenLines(this.#kernel, me, await this.#kernel.finder.byId(note, text(body["id"]) ?? "-", me));
    await this.#kernel.actor.act({ entity: note, action: "doPrint", targets: [{ id: String(doc["id"]), input: {} }] }, doerOf(ctx));
    const name = say([`送货单 ${String(doc["noteNum"])}`, `Delivery note ${String(doc["noteNum"])}`], language);
    return this.#sent(
      ctx,
      name,
      await pdfOf(this.#files, name, noteBlocks(doc, language, meanings(this.#kernel.lookups, "UOM", language))),
    );
  }

  #sent(ctx: Context, name: string, bytes: Buffer): unknown {
    return ctx.reply
      .headers({ "content-type": "application/pdf", "content-disposition": disposition(`${name}.pdf`, "attachment") })
      .send(bytes);
  }

  async #noteOfLine(me: Me, lineId: string | null): Promise<string> {
    const [found] = lineId
      ? await findFor(this.#kernel, me).where(note, { all: [{ lines: some({ id: lineId }) }, this.#scope(note, me)] }, 2)
      : [];
    if (!found) throw notFound(note);
    return found.id;
  }

  async #onLine(ctx: Context, body: Body, action: "doSplitEven" | "doClear" | "doGenBarcode"): Promise<unknown> {
    const lineId = text(body["noteLineId"]);
    const id = await this.#noteOfLine(ctx.me, lineId);
    const button = note.actions[action].button;
    if (!ctx.me.may(note.name, button)) throw permDenied();
    const { noteLineId: _, ...input } = body;
    const outcome = await this.#kernel.actor.act({ entity: note, action, targets: [{ id, input: { ...input, lineId } }] }, doerOf(ctx));
    return outcome.documents[0];
  }

  async #generate(ctx: Context, body: Body): Promise<unknown> {
    await this.#onLine(ctx, body, "doGenBarcode");
    const where = { noteLineId: text(body["noteLineId"]), status: { not: "VOID" } };
    const rows = await factsFor(this.#kernel, ctx.me).where(barcode, where, 20_000);
    const pallets = rows.filter((row) => row.barcodeType === "PALLET").length;
    const shown = rows.map(({ id, barcode: code, barcodeType, qty, batchNum, boxNo, palletId }) => ({
      id,
      barcode: code,
      barcodeType,
      qty,
      batchNum,
      boxNo,
      palletId,
    }));
    return { boxes: rows.length - pallets, pallets, rows: shown };
  }

  /** Labels to print, those of a note or those chosen; what was printed before is a reprint and asks for that right. */
  async #labels(ctx: Context, body: Body): Promise<unknown> {
    const { me } = ctx;
    const noteId = text(body["noteId"]);
    const chosen: Where = noteId ? { noteId } : { id: ids(body["ids"]) };
    const find = findFor(this.#kernel, me);
    const found = await find.where(barcode, { all: [chosen, { status: { not: "VOID" } }, this.#scope(barcode, me)] }, 20_000);
    if (found.length === 0) throw notFound(barcode);
    await this.#printed(ctx, found);
    const notes = await find.where(note, { id: [...new Set(found.flatMap((doc) => doc.noteId ?? []))] });
    const name = say(["条码标签", "Labels"], ctx.language);
    return this.#sent(ctx, name, await sheetsPdf(this.#files, name, await this.#sheets(me, found, notes)));
  }

  async #printed(ctx: Context, boxes: readonly Box[]): Promise<void> {
    const ways = [
      [boxes.filter((box) => box.printCount === 0), "doPrint", "btnPrintBarcode"],
      [boxes.filter((box) => box.printCount > 0), "doReprint", "btnReprint"],
    ] as const;
    for (const [some, action, button] of ways) {
      if (some.length === 0) continue;
      if (!ctx.me.may(barcode.name, button)) throw permDenied();
      const targets = some.map((box) => ({ id: box.id, input: {} }));
      await this.#kernel.actor.act({ entity: barcode, action, targets, bulk: true }, doerOf(ctx));
    }
  }

  /** A sheet for each box, in the order they were numbered. */
  async #sheets(me: Me, boxes: readonly Box[], notes: readonly Doc<typeof note>[]): Promise<readonly Sheet[]> {
    const each = (key: "itemId" | "supplierId"): string[] => boxes.flatMap((box) => box[key] ?? []);
    const shipTo = notes.flatMap((note) => note.deliveryInfoId ?? []);
    const itemIds = [...new Set(each("itemId"))];
    const [items, suppliers, places] = await Promise.all([
      itemIds.length ? factsFor(this.#kernel, me).where(item, { id: itemIds }, 2000) : [],
      namesInBoth(this.#kernel, "SrmSupInfo", me, each("supplierId"), "supplierName"),
      namesInBoth(this.#kernel, "SrmBaseDeliveryInfo", me, shipTo, "deliveryName"),
    ]);
    const byId = new Map(items.map((doc) => [doc.id as string | null, doc]));
    // A label is read on both sides of the border, whoever prints it.
    const [cn, en] = (["CN", "EN"] as const).map((language) => meanings(this.#kernel.lookups, "UOM", language));
    const unit = (code: string): string => [...new Set([cn!.get(code) ?? code, en!.get(code) ?? code])].join(" ");
    return boxes
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((box) => {
        const of = notes.find((doc) => doc.id === box.noteId);
        return labelSheet({
          barcode: box.barcode ?? "",
          isPallet: box.barcodeType === "PALLET",
          batchNum: box.batchNum,
          boxNo: String(box.boxNo ?? ""),
          qty: box.qty,
          uom: unit(box.uom ?? ""),
          noteNum: of?.noteNum ?? "",
          itemCode: byId.get(box.itemId)?.itemCode ?? "",
          itemName: [...new Set(goodsWords(box.itemDesc, byId.get(box.itemId)))].join(" "),
          supplier: suppliers.get(box.supplierId ?? "") ?? "",
          shipTo: places.get(of?.deliveryInfoId ?? "") ?? "",
        });
      });
  }
}
