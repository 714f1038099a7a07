import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Entity, Me } from "#kernel/entity.ts";
import { idsOf } from "#kernel/file.ts";
import { entityAt } from "#kernel/revision-diff.ts";
import { answering, doerOf, type Call, type Context } from "#kernel/server/http/call.ts";
import { asks } from "#kernel/server/http/input.ts";
import type { FileParts } from "#kernel/server/file/parts.ts";
import { keepMade } from "#kernel/server/file/keep.ts";
import { disposition, sendStored } from "#kernel/server/file/send.ts";
import { rowsOf } from "#kernel/server/file/see.ts";
import { factsFor, findFor } from "#kernel/server/find/find-for.ts";
import { notFound } from "#kernel/server/find/find.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { textFacts, textOf, valueIn, type Contract } from "../contract-text-of.ts";
import { contract } from "../contract.entity.ts";
import { namesIn } from "../placeholders.ts";
import { template } from "../template.entity.ts";
import { lockOf } from "./lock.ts";
import { textMark, textVersion } from "./mark.entity.ts";
import { compareTexts, finaliseText, getText, papers, searchText, type Standing, type TextPage, type TextPart } from "./page-calls.ts";
import { searchTexts } from "../server/text-search.ts";
import { compareSnapshots, snapshotOf, type Snapshot } from "./versions.ts";
import { wordOf } from "../server/word-files.ts";
import { clausesIn, HEAD, TAIL } from "./word.ts";

const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const writable: readonly string[] = ["DRAFT", "REJECTED", "SUPPLIER_REFUSED"];
const markable: readonly string[] = [...writable, "APPROVING", "APPROVED", "CONFIRMING"];
const suggestable: readonly string[] = [...writable, "CONFIRMING"];
const most = 500;

const standingOf = (row: Contract["clauses"][number]): Standing =>
  row.fallbackSeq !== null ? "FALLBACK" : row.originText !== null && row.content === row.originText ? "STANDARD" : "FREE";

/** The text of contracts beyond reading and saving: its own page, Word files, versions and the search over all of them. */
export class Texts {
  readonly #kernel: Kernel;
  readonly #files: FileParts;

  constructor(kernel: Kernel, files: FileParts) {
    this.#kernel = kernel;
    this.#files = files;
  }

  calls(): Call[] {
    const raw = (path: string, names: Parameters<typeof asks>[0], handle: Call["handle"]): Call => ({
      service: "srmServer",
      path,
      guard: "session",
      raw: true,
      input: { names: names! },
      handle,
    });
    return [
      answering(getText, (ctx, { id }) => this.#page(ctx, id ?? "-")),
      answering(searchText, (ctx, { words }) => searchTexts(this.#kernel, ctx.me, words ?? "")),
      answering(compareTexts, (ctx, { id, from, to }) => this.#compared(ctx, id ?? "-", from ?? 0, to ?? 0)),
      answering(finaliseText, (ctx, { id }) => this.#finalised(ctx, id ?? "-")),
      raw(papers.word, { id: "id" }, async (ctx, body) => {
        const { name, bytes } = await this.#word(ctx.me, body["id"], "SHARED");
        return ctx.reply.headers({ "content-type": wordType, "content-disposition": disposition(name, "attachment") }).send(bytes);
      }),
      raw(papers.shared, { id: "id", documentId: "id" }, (ctx, body) => this.#shared(ctx, body)),
    ];
  }

  /** A contract this caller may read, with everything its text stands on. */
  async #contract(me: Me, id: unknown): Promise<Contract> {
    const seen = await this.#kernel.finder.byId(contract as Entity, id, me);
    return factsFor(this.#kernel, me).one(contract, String(seen["id"]));
  }

  async #page(ctx: Context, id: string): Promise<TextPage> {
    const { me } = ctx;
    const doc = await this.#contract(me, id);
    const [find, beyond, isOurs] = [findFor(this.#kernel, me), factsFor(this.#kernel, me), me.audience === "internal"];
    const [facts, marks, versions, from, lock] = await Promise.all([
      textFacts(doc, beyond),
      find.where(textMark, { parentId: doc.id }, most),
      find.where(textVersion, { parentId: doc.id }, most),
      beyond.maybe(template, doc.templateId ?? null),
      lockOf(beyond, doc.id),
    ]);
    const valueOf = valueIn(doc, facts);
    const names = [...new Set(clausesIn(doc).flatMap(({ content }) => namesIn(content)))];
    const may = (button: string, states: readonly string[]): boolean => states.includes(doc.status) && me.may(contract.name, button);
    const isHeld = isOurs && lock?.userId && (lock.lockedUntil ?? "") > ctx.now.toISOString();
    return {
      id: doc.id,
      num: doc.contractNum,
      name: doc.contractName,
      status: doc.status,
      parts: this.#parts(doc, from?.editMode ?? "CLAUSE", isOurs),
      values: Object.fromEntries(names.flatMap((name) => (valueOf(name) === null ? [] : [[name, valueOf(name)!]]))),
      marks: marks.map(({ parentId: _, createdBy: __, lastUpdatedBy: ___, lastUpdateDate: ____, versionNum: _____, ...row }) => row),
      lock: isHeld ? { name: lock.userName ?? "", isMine: lock.userId === me.userId } : null,
      versions: versions.map(({ versionNo, occasion, madeAt, hash }) => ({ versionNo, occasion, madeAt, hash })),
      documents: await this.#documents(ctx, doc),
      may: {
        edit: isOurs && may("btnEditDoc", writable),
        mark: may("btnRevision", markable),
        suggest: may("btnRevision", suggestable),
        finalise: isOurs && may("btnFinalize", ["DRAFT", "REJECTED", "APPROVED", "SUPPLIER_REFUSED"]),
      },
    };
  }

  #parts(doc: Contract, editMode: string, isOurs: boolean): readonly TextPart[] {
    let no = 0;
    return clausesIn(doc)
      .filter(({ id, content }) => (id !== HEAD && id !== TAIL) || content !== "")
      .map(({ id, title, content }): TextPart => {
        const row = doc.clauses.find((clause) => clause.id === id);
        return {
          id,
          no: row ? `${++no}.` : "",
          title,
          content,
          standing: row && isOurs ? standingOf(row) : null,
          isOpen: isOurs && (row ? editMode !== "LOCKED" : editMode === "FREE"),
        };
      });
  }

  /** The files of a contract: all of them for our own people, the shared ones for the supplier. */
  async #documents(ctx: Context, doc: Contract): Promise<TextPage["documents"]> {
    const shown = doc.documents.filter((row) => ctx.me.audience === "internal" || row.sharedFlag === "Y");
    const files = await rowsOf(
      ctx,
      shown.flatMap((row) => idsOf(row.fileId).slice(0, 1)),
    );
    const names = new Map(files.map((file) => [file.id, file.originalFileName]));
    return shown.map((row) => ({
      id: row.id,
      kind: row.docKind,
      name: names.get(idsOf(row.fileId)[0] ?? "") ?? "",
      versionNo: row.versionNo,
    }));
  }

  async #shared(ctx: Context, body: Record<string, unknown>): Promise<unknown> {
    const doc = await this.#contract(ctx.me, body["id"]);
    const found = doc.documents.find((row) => row.id === body["documentId"] && (ctx.me.audience === "internal" || row.sharedFlag === "Y"));
    const [file] = found ? await rowsOf(ctx, idsOf(found.fileId).slice(0, 1)) : [];
    if (!file || file.scanStatus === "INFECTED") throw notFound(contract as Entity);
    return sendStored(this.#files, ctx, file);
  }

  /** The file leaves the house, whoever takes it: of open suggestions and comments it holds those that both sides see. */
  async #word(
    me: Me,
    id: unknown,
    marked: "SHARED" | "NONE",
  ): Promise<{ readonly name: string; readonly bytes: Buffer; readonly doc: Contract }> {
    const doc = await this.#contract(me, id);
    const find = factsFor(this.#kernel, me);
    const [facts, from, open] = await Promise.all([
      textFacts(doc, find),
      find.maybe(template, doc.templateId ?? null),
      marked === "NONE" ? [] : find.where(textMark, { parentId: doc.id, status: "OPEN", sharedFlag: "Y" }, most),
    ]);
    const given = { doc, facts, layoutId: idsOf(from?.wordFile)[0] ?? null };
    const bytes = await wordOf(this.#files, this.#kernel.db, given, { open, isTracked: marked === "SHARED" });
    return { name: `${doc.contractNum ?? doc.contractName}.docx`, bytes, doc };
  }

  async #finalised(ctx: Context, id: string): Promise<{ readonly finalFileId: string; readonly hash: string }> {
    const { name, bytes, doc } = await this.#word(ctx.me, id, "NONE");
    const path = join(this.#files.temp, randomUUID());
    await writeFile(path, bytes);
    const file = await keepMade(this.#files, this.#kernel.db, { path, name, mimeType: wordType, by: ctx.me.userId, now: ctx.now });
    await this.#kernel.actor.act(
      { entity: contract as Entity, action: "doFinalize", targets: [{ id: doc.id, input: { finalFile: file.id } }] },
      doerOf(ctx),
    );
    return { finalFileId: file.id, hash: file.sha256 };
  }

  async #snapshot(me: Me, doc: Contract, no: number): Promise<Snapshot> {
    if (no === 0 && me.audience === "internal") return snapshotOf(doc, textOf(doc, await textFacts(doc, factsFor(this.#kernel, me))));
    const [found] = await findFor(this.#kernel, me).where(textVersion, { parentId: doc.id, versionNo: no }, 1);
    if (!found) throw notFound(contract as Entity);
    return found.snapshot as Snapshot;
  }

  async #compared(ctx: Context, id: string, from: number, to: number) {
    const doc = await this.#contract(ctx.me, id);
    const [before, after] = [await this.#snapshot(ctx.me, doc, from), await this.#snapshot(ctx.me, doc, to)];
    const found = compareSnapshots(contract as Entity, before, after);
    const visible = (path: readonly string[]) => this.#kernel.finder.visible(entityAt(contract as Entity, path), ctx.me);
    return { ...found, fields: found.fields.filter((row) => row.key === "" || visible(row.path).has(row.key)) };
  }
}
