import { isWithin } from "#kernel/entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import type { Call } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { newId } from "#kernel/server/act/id.ts";
import { asks, takes } from "#kernel/server/http/input.ts";
import type { JobHandler, Run } from "#kernel/server/jobs/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { say } from "#kernel/text.ts";
import { businessDay, isDay } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import { qualify } from "./qualify.entity.ts";
import { requalifiable, requestState } from "./server/due.ts";

const code = "SLC_REQUALIFY";
const path = "v1/srmSlcQualifyHeaderRestful";

/** One review for each supplier, sent to it at once where something is missing; whoever is reviewed already is left alone. */
async function wave(kernel: Kernel, clock: { now(): Date }, run: Run): Promise<readonly [string, string]> {
  const { categoryId, orgId, until, dueDate } = run.params as Record<string, string>;
  const found = await requalifiable(kernel.db, { categoryId: categoryId!, orgId: orgId!, until: until! });
  const act = async (action: string, id: string | undefined, input: Record<string, unknown>) =>
    (
      await kernel.actor.act(
        { entity: qualify, action, targets: [{ id, input }] },
        { me: systemMe("requalify"), now: clock.now(), requestId: newId(), ip: null },
      )
    ).documents[0]!;
  let made = 0;
  for (const [i, entry] of found.entries()) {
    run.signal.throwIfAborted();
    try {
      const doc = await act("saveOrUpdate", undefined, {
        supplierId: entry.supplierId,
        orgId,
        purpose: "REQUALIFY",
        introduceReason: `合格资格将于${entry.validTo}到期，复审`,
        categories: entry.categoryIds.map((id) => ({ categoryId: id })),
      });
      made += 1;
      if (Number(doc["missingCount"]) > 0) await act("doSendSupplier", String(doc["id"]), { dueDate });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      run.log([`${entry.supplierId}：${error.text[0]}`, `${entry.supplierId}: ${error.text[1]}`], "WARN");
    }
    await run.progress(Math.round(((i + 1) / found.length) * 100), [`${i + 1}/${found.length}`, `${i + 1}/${found.length}`]);
  }
  return [`发起复审 ${made} 家，共 ${found.length} 家`, `${made} of ${found.length} suppliers are being reviewed again`];
}

export const requalifyPrograms = (kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> => ({
  [code]: (run) => wave(kernel, clock, run),
});

const text = (body: Record<string, unknown>, key: string): string => (typeof body[key] === "string" ? body[key] : "");

const unseen = () => refuse("SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible");

/** Begins the requalification of a category, and tells how far it is. */
export const requalifyCalls = (kernel: Kernel): Call[] => [
  {
    service: "srmServer",
    path: `${path}/requalify`,
    guard: "session",
    input: takes({ categoryId: "id", orgId: "id", dueDate: "date", withinDays: "int" }),
    handle: async (ctx, body) => {
      if (ctx.me.audience !== "internal" || !ctx.me.may(qualify.name, "btnRequalify")) throw permDenied();
      const today = businessDay(ctx.now.toISOString(), ctx.me);
      const [categoryId, orgId, dueDate] = [text(body, "categoryId"), text(body, "orgId"), text(body, "dueDate")];
      const within = Number(body["withinDays"] ?? 90);
      if (!categoryId || !orgId) throw refuse("TABLE_REQUIRED", "请选择品类和组织", "Choose category and organisation");
      // The wave goes in the system's name: what the caller does not reach is kept from it here.
      if (!isWithin(ctx.me.orgs, orgId)) throw unseen();
      if (!isDay(dueDate) || dueDate < today)
        throw refuse("FIELD_RANGE", "供应商提交期限不能早于今天", "The supplier's due date cannot be in the past");
      if (!Number.isInteger(within) || within < 0 || within > 730)
        throw refuse("FIELD_RANGE", "天数须为 0 至 730", "Days must be 0 to 730");
      const params = { categoryId, orgId, until: addDays(today, within), dueDate };
      return { requestId: await kernel.jobs.add(code, params, ctx.me.userId) };
    },
  },
  {
    service: "srmServer",
    path: `${path}/requalifyState`,
    guard: "session",
    input: asks({ requestId: "id" }),
    handle: async (ctx, body) => {
      const row = await requestState(kernel.db, code, text(body, "requestId"), ctx.me.userId);
      if (!row) throw unseen();
      const result = say([String(row["resultMsg"] ?? ""), String(row["resultMsgEn"] ?? "")], ctx.me.language);
      return { status: row["status"], progress: Number(row["progress"] ?? 0), result };
    },
  },
];
