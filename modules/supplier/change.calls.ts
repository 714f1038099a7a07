import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { note } from "#kernel/server/journal/journal.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { supplierChange } from "./change.entity.ts";
import { buildDiff, changeable, fileParts, guardOfLine, partOf, strictest, type FileDraft } from "./change.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { asks, type InputNames } from "#kernel/server/http/input.ts";
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
