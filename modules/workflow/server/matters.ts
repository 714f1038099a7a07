import { answer, type Call } from "#kernel/server/http/call.ts";
import type { ListBody } from "#kernel/server/find/filter.ts";
import { like, type CallInput } from "#kernel/server/http/input.ts";
import { approval } from "../approval.entity.ts";
import { text, type Body, type Desk } from "./desk.ts";

/** A sheet and its instance share one id. */
const named = ({ id, reason, ...body }: Body): Body => ({
  ...body,
  ...(typeof id === "string" && !text(body, "instanceId") ? { instanceId: id } : {}),
  ...(typeof reason === "string" && !text(body, "comment") ? { comment: reason } : {}),
});

/** What a person does with the matters he has started, under the names of the approval sheet: the very calls of the engine. */
export function matterCalls(desk: Desk, engine: readonly Call[]): readonly Call[] {
  const at = (path: string, input: CallInput, handle: Call["handle"]): Call => ({
    service: "srmServer",
    path: `v1/${path}`,
    guard: "session" as const,
    input,
    handle,
  });
  const same = (path: string, of: string): Call => {
    const { handle, input } = engine.find((call) => call.path === of)!;
    return at(path, { ...input, names: { ...input.names, id: "id", reason: "text" } }, (ctx, body) => handle(ctx, named(body)));
  };
  return [
    at("baseApprovalRestful/listMyMatters", like(approval.name, "listByPage"), async (ctx, { requestId: _, ...body }) => {
      const { rows, page } = await desk.kernel.finder.list(approval, { ...body, list: "matters" } as ListBody, ctx.me);
      return answer(rows, { page });
    }),
    same("baseApprovalRestful/withdraw", "bpmListService/doWithdraw"),
    same("baseApprovalRestful/urge", "bpmListService/doUrge"),
    same("baseApprovalRestful/findTrack", "bpmHistoryService/findTrace"),
    same("srmBaseInsidePendingRestful/batchPass", "bpmTaskService/batchPass"),
  ];
}
