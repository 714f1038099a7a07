import type { Entity } from "#kernel/entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/call.ts";
import { permDenied } from "#kernel/server/find.ts";
import { newId } from "#kernel/server/id.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import { note } from "#kernel/server/journal.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";
import type { Row } from "#kernel/server/visible.ts";
import { supplierChange } from "./change.entity.ts";
import { buildDiff, changeable, fileParts, guardOfLine, partOf, strictest, type FileDraft } from "./change.ts";
import { changesDue } from "./server/due.ts";
import { factsFor } from "#kernel/server/find-for.ts";
import { asks, type InputNames } from "#kernel/server/input.ts";
import { houseDay } from "#kernel/time.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { numbersOnFile } from "./verify.ts";

const path = "v1/srmSupChangeInfoRestful";

const supplierOf = (ctx: Context, body: Row): string => {
  const id = ctx.me.audience === "supplier" ? ctx.me.supplierId : body["supplierId"];
  if (typeof id !== "string" || id === "") throw refuse("TABLE_REQUIRED", "请选择供应商", "Choose a supplier");
  return id;
};

/** The supplier's file as this caller may see it, table by table. */
async function fileFor(kernel: Kernel, ctx: Context, supplierId: string): Promise<Record<string, readonly Row[]>> {
  const basics = await kernel.finder.byId(supplierInfo, supplierId, ctx.me);
  const parts = fileParts.filter((part) => changeable(part, ctx.me.audience).length > 0 && part.entity.name !== supplierInfo.name);
  const rows = await Promise.all(
    parts.map(
      async ({ entity }) => (await kernel.finder.list(entity, { supplierId: [supplierId], pageRows: 0, count: "none" }, ctx.me)).rows,
    ),
  );
  return { [supplierInfo.name]: [basics], ...Object.fromEntries(parts.map((part, i) => [part.entity.name, rows[i]!])) };
}

/** Calls of change requests beyond what every entity answers. */
export function changeCalls(kernel: Kernel): Call[] {
  const session = (name: string, names: InputNames, handle: (ctx: Context, body: Row) => Promise<unknown>): Call => ({
    service: "srmServer",
    path: `${path}/${name}`,
    guard: "session",
    input: asks(names),
    handle: async (ctx, body) => {
      if (!kernel.finder.mayRead(supplierChange, ctx.me)) throw permDenied();
      return handle(ctx, body);
    },
  });
  return [
    session("findFile", { supplierId: "id" }, async (ctx, body) => fileFor(kernel, ctx, supplierOf(ctx, body))),
    // What a file as somebody wants it would come to, before anything is saved.
    session("buildDiff", { supplierId: "id", draft: "object" }, async (ctx, body) => {
      const draft = body["draft"];
      if (typeof draft !== "object" || draft === null) throw refuse("FIELD_TYPE", "draft 须为对象", "draft must be an object");
      const lines = buildDiff(await fileFor(kernel, ctx, supplierOf(ctx, body)), draft as FileDraft, ctx.me.audience).map((line) => ({
        ...line,
        section: partOf(line.entityName)!.section,
        guardLevel: guardOfLine(line),
      }));
      const sections = [...new Set(lines.map((line) => line.section))];
      return {
        lines,
        sections,
        changeScope: strictest(lines.map((line) => line.guardLevel)),
        bankFlag: sections.includes("ACCOUNT") ? "Y" : "N",
      };
    }),
    // The numbers finance may call: shown whole to whoever verifies, and remembered that they were.
    session("findNumbers", { id: "id" }, async (ctx, body) => {
      if (ctx.me.audience !== "internal" || !ctx.me.may(supplierChange.name, "btnVerifyBank")) throw permDenied();
      const doc = await kernel.finder.byId(supplierChange, body["id"], ctx.me);
      const numbers = await numbersOnFile(factsFor(kernel, ctx.me), String(doc["supplierId"]), ctx.now.toISOString());
      await note(ctx.db, {
        at: ctx.now.toISOString(),
        me: ctx.me,
        entity: supplierChange.name,
        action: "findNumbers",
        changes: [{ p: String(doc["changeNo"]), o: null, n: numbers.length }],
        requestId: ctx.requestId,
        ip: ctx.ip,
      });
      return numbers;
    }),
  ];
}

/** Approved changes whose day has come take effect; one that no longer fits the file goes back to whoever asked. */
export function changePrograms(kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> {
  const act = (entity: Entity, action: string, id: string, input: Row): Promise<unknown> =>
    kernel.actor.act(
      { entity, action, targets: [{ id, input }] },
      { me: systemMe("supplier"), now: clock.now(), requestId: newId(), ip: null },
    );
  return {
    SUP_CHANGE_EFFECT: async () => {
      const today = houseDay(clock.now());
      const due = await changesDue(kernel.db, today);
      let done = 0;
      for (const { id } of due)
        try {
          await act(supplierChange, "doTakeEffect", id, {});
          done += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          await act(supplierChange, "doFail", id, { reason: error.text[0].slice(0, 500) });
        }
      return [`生效 ${done} 条，退回 ${due.length - done} 条`, `${done} took effect, ${due.length - done} sent back`];
    },
  };
}
