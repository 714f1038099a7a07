import { refuse } from "../../refusal.ts";
import { answer, type Call, type Context } from "./call.ts";
import { permDenied } from "../find/find.ts";
import type { Kernel } from "../kernel.ts";
import { inOwnName } from "../access/permit.ts";
import { asks, takes, type CallInput } from "./input.ts";

type Body = Record<string, unknown>;

/** Columns of a table: the person's own, else the default an administrator saved for all, else nothing and the page uses its own. */
export function tableConfigCalls(kernel: Kernel): Call[] {
  const e = kernel.declared.entity("SrmBaseTableConfig");
  const find = async (ctx: Context, tableName: string) => {
    const { rows } = await kernel.finder.list(e, { tableName: [tableName], pageRows: 20 }, ctx.me);
    return { own: rows.find((r) => r["userId"] === ctx.me.userId), shared: rows.find((r) => r["userId"] === null) };
  };
  const call = (name: string, input: CallInput, handle: Call["handle"]): Call => ({
    service: "srmServer",
    path: `v1/srmBaseTableConfigRestful/${name}`,
    guard: "session",
    input,
    handle,
  });
  const named = (body: Body): string => {
    const name = body["tableName"];
    if (typeof name !== "string" || name === "" || name.length > 120) throw refuse("FIELD_TYPE", "tableName 必填", "tableName is required");
    return name;
  };
  const act = (ctx: Context, action: string, id: string | undefined, input: Body, me = ctx.me) =>
    kernel.actor.act({ entity: e, action, targets: [{ id, input }] }, { me, now: ctx.now, requestId: ctx.requestId, ip: ctx.ip });
  return [
    call("getTableConfig", asks({ tableName: "text", columns: "list" }), async (ctx, body) => {
      const { own, shared } = await find(ctx, named(body));
      return own ?? shared ?? null;
    }),
    call(
      "createOrUpdateTableConfig",
      takes({
        tableName: "text",
        columns: "list",
        pageSize: "int",
        customPageSizes: "any",
        forAll: "flag",
      }),
      async (ctx, body) => {
        const tableName = named(body);
        const { columns, pageSize, customPageSizes } = body;
        const input = { tableName, columns: columns ?? [], pageSize: pageSize ?? null, customPageSizes: customPageSizes ?? null };
        if (body["forAll"] !== true) return (await act(ctx, "saveOrUpdate", undefined, input)).documents[0];
        if (!ctx.me.may("BaseProfile", "btnSave")) throw permDenied();
        const outcome = await act(ctx, "saveOrUpdate", undefined, input, inOwnName(ctx.me));
        return answer(outcome.documents[0]);
      },
    ),
    call("deleteTableConfig", takes({ tableName: "text" }), async (ctx, body) => {
      const { own } = await find(ctx, named(body));
      if (own) await act(ctx, "delete", own["id"] as string, {});
      return {};
    }),
  ];
}
