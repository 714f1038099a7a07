import type { Call, Context } from "#kernel/server/http/call.ts";
import { pdfOf } from "#kernel/server/file/document-pdf.ts";
import type { FileParts } from "#kernel/server/file/parts.ts";
import { disposition } from "#kernel/server/file/send.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { meanings } from "#kernel/server/sheet/columns.ts";
import { say, type Text } from "#kernel/text.ts";
import { notice } from "./notice.entity.ts";
import { receive } from "./receive.entity.ts";
import { receivingLookups } from "./receiving.words.ts";
import { spokenLines } from "./server/titles.ts";
import { noticeBlocks, receiveBlocks, writeOffBlocks } from "./server/slips.ts";
import { writeOff } from "./write-off.entity.ts";

type Body = Record<string, unknown>;

/** The papers of call-offs, receipts and returns. */
export class Slips {
  readonly #kernel: Kernel;
  readonly #files: Pick<FileParts, "temp" | "preview">;

  constructor(kernel: Kernel, files: Pick<FileParts, "temp" | "preview">) {
    this.#kernel = kernel;
    this.#files = files;
  }

  calls(): Call[] {
    const call = (path: string, handle: Call["handle"]): Call => ({
      service: "srmServer",
      path: `v1/${path}`,
      guard: "session",
      raw: true,
      input: asks({ id: "id" }),
      handle,
    });
    return [
      call("srmPurDeliveryNoticeRestful/printPdf", (ctx, body) => this.#notice(ctx, body)),
      call("srmPurReceiveRestful/printPdf", (ctx, body) => this.#receipt(ctx, body)),
      call("srmPurWriteOffRestful/printPdf", (ctx, body) => this.#writeOff(ctx, body)),
    ];
  }

  #units = ({ language }: Context): ReadonlyMap<string, string> => meanings(this.#kernel.lookups, "UOM", language);

  async #notice(ctx: Context, body: Body): Promise<unknown> {
    if (!ctx.me.may(notice.name, "btnPrint")) throw permDenied();
    const doc = await spokenLines(this.#kernel, ctx.me, await this.#kernel.finder.byId(notice, body["id"], ctx.me));
    const name = say([`送货通知 ${String(doc["noticeNum"])}`, `Delivery notice ${String(doc["noticeNum"])}`], ctx.language);
    return sent(ctx, name, await pdfOf(this.#files, name, noticeBlocks(doc, ctx.language, this.#units(ctx))));
  }

  async #receipt(ctx: Context, body: Body): Promise<unknown> {
    if (!ctx.me.may(receive.name, "btnPrint")) throw permDenied();
    const doc = await spokenLines(this.#kernel, ctx.me, await this.#kernel.finder.byId(receive, body["id"], ctx.me));
    const name = say([`收货单 ${String(doc["receiveNum"])}`, `Receipt ${String(doc["receiveNum"])}`], ctx.language);
    return sent(ctx, name, await pdfOf(this.#files, name, receiveBlocks(doc, ctx.language, this.#units(ctx))));
  }

  async #writeOff(ctx: Context, body: Body): Promise<unknown> {
    if (!ctx.me.may(writeOff.name, "btnPrint")) throw permDenied();
    const doc = await spokenLines(this.#kernel, ctx.me, await this.#kernel.finder.byId(writeOff, body["id"], ctx.me));
    const type: Text = receivingLookups["PUR_WRITE_OFF_TYPE"]!.values[String(doc["writeOffType"])] ?? ["冲销", "Receipt reversal"];
    const name = `${say(type, ctx.language)} ${String(doc["writeOffNum"])}`;
    const reason = meanings(this.#kernel.lookups, "PUR_WRITE_OFF_REASON", ctx.language).get(String(doc["reasonCode"])) ?? "";
    const blocks = writeOffBlocks(doc, ctx.language, this.#units(ctx), say(type, ctx.language), reason);
    return sent(ctx, name, await pdfOf(this.#files, name, blocks));
  }
}

const sent = (ctx: Context, name: string, bytes: Buffer): unknown =>
  ctx.reply.headers({ "content-type": "application/pdf", "content-disposition": disposition(`${name}.pdf`, "attachment") }).send(bytes);
