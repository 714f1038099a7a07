import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entity, Me } from "#kernel/entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { say, type Language, type Text } from "#kernel/text.ts";
import { shift } from "#kernel/time.ts";
import { answer, type Context } from "../http/call.ts";
import { keepMade } from "../file/keep.ts";
import type { FileRow } from "../file/parts.ts";
import { sendStored } from "../file/send.ts";
import { newId } from "../act/id.ts";
import type { JobHandler, Run } from "../jobs/job.ts";
import { nameResponsibility, readResponsibility } from "../access/lent.ts";
import { inOwnName, systemMe } from "../access/permit.ts";
import type { Row } from "../find/visible.ts";
import { doerOf, endingOf, stampOf, type SheetParts } from "./parts.ts";
import { mustExport, noteExport, planExport } from "./plan.ts";

const keptDays = 7;
const mostWaiting = 20;
const mostRows = 2_000_000;
const tellMs = 2_000;

const failedText: Text = ["导出失败，请重试或联系管理员", "The export failed; try again or ask an administrator"];
/** The delegation that lends the responsibility somebody has; null for an own responsibility. */
const lendingOf = ({ me, session }: Context): string | null =>
  me.lentBy && session?.responsibilityId ? readResponsibility(session.responsibilityId).authorisationId : null;
const permitLost = (): Refusal => refuse("EXPORT_PERMIT_LOST", "权限已变化，请重新导出", "Permission changed, export again");

/** Exports that run beside requests: asked for, run again, taken away. */
export class BackExports {
  readonly #parts: SheetParts;
  readonly #entity: Entity;

  constructor(parts: SheetParts) {
    this.#parts = parts;
    this.#entity = parts.kernel.declared.entity("BaseReportBackExport");
  }

  /** Answers the number of the export; the same wish that still waits or runs keeps its number. */
  async submit(ctx: Context, body: Row): Promise<unknown> {
    const { kernel } = this.#parts;
    const order = (body["paramsValue"] ?? {}) as Row;
    const plan = await planExport(kernel, { ...order, fileName: body["fileName"] ?? order["fileName"] }, ctx.me, 500_000);
    mustExport(plan, ctx.me);
    const authorisationId = lendingOf(ctx);
    const wish = createHash("sha256")
      .update(JSON.stringify([order, ctx.me.responsibilityId, authorisationId, ctx.language]))
      .digest("hex");
    const open = await ctx.db.query<{ exportNum: string; permitDigest: string | null }>(
      `select "exportNum", "permitDigest" from "BaseReportBackExport" where "ownerUserId" = $1 and status in ('WAITING', 'RUNNING')`,
      [ctx.me.userId],
    );
    const same = open.find((row) => row.permitDigest === wish);
    if (same) return answer(null, { msg: same.exportNum });
    if (open.length >= mostWaiting)
      throw refuse("EXPORT_WAITING", `已有${mostWaiting}个导出在排队`, `${mostWaiting} exports are waiting already`);
    const input = {
      sourceType: "TABLE",
      sourceCode: String(order["requestUrl"]),
      sourceName: say(plan.entity.label, ctx.language),
      paramsValue: order,
      fileName: `${plan.fileName}_${stampOf(ctx.now, ctx.me.zone)}${endingOf(plan).ending}`,
      language: ctx.language,
      ownerUserId: ctx.me.userId,
      respId: ctx.me.responsibilityId,
      permitDigest: wish,
      authorisationId,
      submittedAt: ctx.now.toISOString(),
      sheetMaxRow: 500_000,
    };
    const outcome = await kernel.actor.act(
      { entity: this.#entity, action: "saveOrUpdate", targets: [{ input }] },
      { ...doerOf(ctx), me: inOwnName(ctx.me) },
    );
    const made = outcome.documents[0]!;
    await this.#queue(made["id"] as string, ctx.me);
    return answer(made, { msg: made["exportNum"] as string });
  }

  async rerun(ctx: Context, body: Row): Promise<unknown> {
    const id = String(body["id"] ?? "");
    const version = typeof body["versionNum"] === "number" ? { versionNum: body["versionNum"] } : {};
    const outcome = await this.#parts.kernel.actor.act(
      { entity: this.#entity, action: "doRerun", targets: [{ id, ...version, input: {} }] },
      doerOf(ctx),
    );
    await this.#queue(id, ctx.me);
    return outcome.documents[0];
  }

  async #queue(id: string, me: Me): Promise<void> {
    await this.#parts.kernel.jobs.add("BACK_EXPORT_RUN", { id, supplierId: me.supplierId }, me.userId);
  }

  /** The owner under the responsibility the export was asked for with: an own one, or one that a colleague lends for a while. */
  #ownerOf(row: Row, supplierId: string | null, language: Language): Promise<Me> {
    const responsibility =
      row["respId"] === null
        ? null
        : nameResponsibility({ responsibilityId: row["respId"], authorisationId: row["authorisationId"] ?? null });
    return this.#parts.kernel.permits.me({ userId: row["ownerUserId"], responsibilityId: responsibility, supplierId, language });
  }

  /** Only its owner takes it away, whatever responsibility he has now, and only while the one it was made with still shows such rows. */
  async download(ctx: Context, body: Row): Promise<unknown> {
    const { kernel, files } = this.#parts;
    const row = await kernel.finder.byId(this.#entity, body["id"], ctx.me);
    const stored = await ctx.db.one<Row>(`select * from "BaseReportBackExport" where id = $1 and "ownerUserId" = $2`, [
      row["id"],
      ctx.me.userId,
    ]);
    if (!stored) throw refuse("EXPORT_NOT_FOUND", "导出不存在或无权查看", "Export not found or not visible");
    const file = stored["fileId"]
      ? await ctx.db.one<FileRow>(`select * from "BaseFile" where id = $1 and "deletedFlag" = 'N'`, [stored["fileId"]])
      : null;
    if (stored["status"] !== "DONE" || !file || Date.parse(String(stored["expireAt"])) < ctx.now.getTime())
      throw refuse("EXPORT_EXPIRED", "文件已过期", "File expired");
    try {
      const owner = await this.#ownerOf(stored, ctx.me.supplierId, ctx.language);
      mustExport(await planExport(kernel, stored["paramsValue"] as Row, owner, 500_000), owner);
    } catch (error) {
      throw error instanceof Refusal ? permitLost() : error;
    }
    await this.#save(row["id"] as string, { downloadCount: Number(stored["downloadCount"] ?? 0) + 1 });
    return sendStored(files, ctx, file);
  }

  async #save(id: string, input: Row): Promise<void> {
    await this.#parts.kernel.actor.act(
      { entity: this.#entity, action: "saveOrUpdate", targets: [{ id, input }] },
      { me: systemMe("export"), now: this.#parts.clock.now(), requestId: newId(), ip: null },
    );
  }

  /** Runs an export under the permits of the person who asked for it, as they are now. */
  async run(job: Run): Promise<void> {
    const { kernel } = this.#parts;
    const id = job.params["id"] as string;
    const row = await kernel.db.one<Row>(`select * from "BaseReportBackExport" where id = $1`, [id]);
    if (!row || row["status"] === "CANCELLED") return;
    const owner = await this.#ownerOf(row, (job.params["supplierId"] ?? null) as string | null, row["language"]);
    const folder = await mkdtemp(join(tmpdir(), "base-srm-export-"));
    try {
      await this.#write(row, owner, job, join(folder, "export"));
    } catch (error) {
      if ((await this.#isCancelled(id)) || job.signal.aborted) return;
      if (!job.isLastTry && !(error instanceof Refusal)) throw error;
      await this.#failed(row, owner, error);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #write(row: Row, owner: Me, job: Run, path: string): Promise<void> {
    const { kernel, exports, clock, files } = this.#parts;
    const id = row["id"] as string;
    const plan = await planExport(kernel, { ...row["paramsValue"], fileName: row["fileName"] }, owner, 500_000);
    mustExport(plan, owner);
    const total = await exports.count(plan, mostRows);
    if (total > mostRows) throw refuse("EXPORT_CAP", "超过导出上限", "Over the export cap");
    await this.#save(id, { status: "RUNNING", startedAt: clock.now().toISOString(), tryCount: job.tries });
    let notifiedCount = 0;
    const progress = async (rows: number): Promise<void> => {
      const now = clock.now().getTime();
      if (now - notifiedCount < tellMs) return;
      notifiedCount = now;
      if ((await this.#isCancelled(id)) || job.signal.aborted) throw new Error("cancelled");
      const percent = total === 0 ? 100 : Math.min(99, Math.floor((rows / total) * 100));
      await Promise.all([this.#save(id, { progress: String(percent) }), job.progress(percent)]);
      await this.#tell(row, owner, "RUNNING", percent);
    };
    const rows = await exports.write(plan, createWriteStream(path), { signal: job.signal, progress });
    const file = await keepMade(files, kernel.db, {
      path,
      name: row["fileName"],
      mimeType: endingOf(plan).mime,
      by: owner.userId,
      now: clock.now(),
    });
    const now = clock.now();
    await this.#save(id, {
      status: "DONE",
      progress: "100",
      rowCount: rows,
      fileId: file.id,
      fileSize: file.fileSize,
      parts: 1,
      errorCode: null,
      errorMsg: null,
      finishedAt: now.toISOString(),
      expireAt: shift(now.toISOString(), { days: keptDays }),
    });
    await noteExport(this.#parts, owner, plan, rows, { requestId: newId(), ip: null, exportNum: row["exportNum"] });
    await this.#tell(row, owner, "DONE", 100);
    await this.#announce("EXPORT_DONE", row, owner, { rows });
  }

  async #failed(row: Row, owner: Me, error: unknown): Promise<void> {
    const text = error instanceof Refusal ? error.text : failedText;
    await this.#save(row["id"], {
      status: "FAILED",
      errorCode: error instanceof Refusal ? error.code : "EXPORT_FAILED",
      errorMsg: say(text, row["language"]),
      finishedAt: this.#parts.clock.now().toISOString(),
    });
    await this.#tell(row, owner, "FAILED", 0);
    await this.#announce("EXPORT_FAILED", row, owner, { reason: say(text, row["language"]) });
  }

  /** Whoever has gone on to other work finds it in the inbox. */
  #announce(event: "EXPORT_DONE" | "EXPORT_FAILED", row: Row, owner: Me, more: Row): Promise<void> {
    const { kernel, clock } = this.#parts;
    const of = { entity: this.#entity.name, docId: String(row["id"]) };
    return kernel.outbox.add(event, { userId: owner.userId, no: row["exportNum"], ...more }, clock.now(), of);
  }

  async #isCancelled(id: string): Promise<boolean> {
    const row = await this.#parts.kernel.db.one<{ status: string }>(`select status from "BaseReportBackExport" where id = $1`, [id]);
    return row?.status === "CANCELLED";
  }

  async #tell(row: Row, owner: Me, status: string, progress: number): Promise<void> {
    await this.#parts.push.tell(owner.userId, { type: "export", data: { exportNum: row["exportNum"], status, progress } });
  }
}

/** Ends what is past its days: the row stays and says so, the file goes the way of all deleted files. */
export async function expireExports({ kernel, clock }: Pick<SheetParts, "kernel" | "clock">): Promise<void> {
  const now = clock.now();
  const rows = await kernel.db.query<{ id: string; fileId: string | null }>(
    `select id, "fileId" from "BaseReportBackExport" where status = 'DONE' and "expireAt" < $1 limit 500`,
    [now],
  );
  if (rows.length === 0) return;
  const targets = rows.map(({ id }) => ({ id, input: { status: "EXPIRED", fileId: null } }));
  await kernel.actor.act(
    { entity: kernel.declared.entity("BaseReportBackExport"), action: "saveOrUpdate", targets },
    { me: systemMe("export"), now, requestId: newId(), ip: null },
  );
  await kernel.db.query(`update "BaseFile" set "deletedFlag" = 'Y', "deletedAt" = $2 where id = any($1)`, [
    rows.flatMap((row) => row.fileId ?? []),
    now,
  ]);
}

/** The job behind every background export. */
export function backExportJob(parts: SheetParts): JobHandler {
  const back = new BackExports(parts);
  return (job) => back.run(job);
}
