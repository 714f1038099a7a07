import type { Action, Entity } from "#kernel/entity.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Call } from "#kernel/server/http/call.ts";
import type { Premises, Shipped, Side } from "#kernel/server/install/side.ts";
import { LocalChat } from "#bridges/chat.ts";
import { offersInMail } from "#modules/messages/index.ts";
import { billType } from "./bill-type.entity.ts";
import { readBpmn } from "./engine/bpmn.ts";
import { readDiagramsBy } from "./publishing.ts";
import { ChatCalls, type Chat } from "./chat.calls.ts";
import { Clockwork } from "./clockwork.calls.ts";
import { MailLinks } from "./mail.calls.ts";
import { Desk } from "./server/desk.ts";
import { matterCalls } from "./server/matters.ts";
import { ModelCalls } from "./server/models.ts";
import { ReportCalls } from "./server/reports.ts";
import { TaskCalls } from "./server/tasks.ts";
import { TraceCalls } from "./server/trace.ts";
import { workflowNeeds } from "./needs.calls.ts";

readDiagramsBy(readBpmn);

/** One bill type for each approval that any module declares: whoever adds a document adds its bill type by itself. */
const billTypes: Shipped = {
  entity: billType,
  key: ["billTypeCode"],
  // Looked at on every start: which documents there are is no decision of this module.
  get version() {
    return newId();
  },
  rows: ({ declared }: Kernel) => {
    const found = new Map<string, Record<string, unknown>>();
    for (const e of declared.entities.values())
      for (const { approval } of Object.values(e.actions as Record<string, Action>))
        if (approval && !found.has(approval.bill)) found.set(approval.bill, billRow(e, approval, declared.moduleOf(e).code));
    return [...found.values()];
  },
};

function billRow(
  e: Entity,
  { bill, label, amount, currency, org, category, supplier, approve, reject, optional }: NonNullable<Action["approval"]>,
  moduleCode: string,
) {
  const [cn, en] = label ?? e.label;
  return {
    billTypeCode: bill,
    billTypeName: cn,
    billTypeNameEn: en,
    moduleCode: moduleCode.toUpperCase(),
    entityName: e.name,
    amountField: amount ?? null,
    currencyField: currency ?? null,
    orgField: org ?? null,
    categoryField: category ?? null,
    supplierField: supplier ?? null,
    formRoute: e.pages?.edit ?? e.pages?.list ?? null,
    callbackApprove: approve,
    callbackReject: reject,
    ...(optional ? { approvalMode: "NONE" } : {}),
    status: "EFFECTIVE",
  };
}

const chats = new WeakMap<Kernel, ChatCalls>();

/** Connects an office chat to this installation. */
export function connectChat(at: Pick<Premises, "kernel" | "clock" | "publicUrl">, chat: Chat): ChatCalls {
  const calls = new ChatCalls(new Desk(at.kernel), chat, new Clockwork(at.kernel, at.clock), at.publicUrl);
  chats.set(at.kernel, calls);
  return calls;
}

/** Every call of the workflow. */
function callsOf(at: Premises): readonly Call[] {
  const desk = new Desk(at.kernel);
  const secret = at.env["CHAT_APPROVAL_SECRET"];
  const chat = secret ? [connectChat(at, new LocalChat(secret))] : [];
  const mail = new MailLinks(desk, at.gate.keys, at.clock, at.publicUrl);
  offersInMail(at.kernel, ({ userId, route }) => mail.offer(userId, route));
  const rooms = [new TaskCalls(desk), new TraceCalls(desk), new ModelCalls(desk), new ReportCalls(desk), mail, ...chat];
  const engine = rooms.flatMap((room) => room.calls());
  return [...engine, ...matterCalls(desk, engine)];
}

/** Listens for what follows after a transaction. */
export function listen(kernel: Kernel, clock: { now(): Date }): void {
  const clockwork = new Clockwork(kernel, clock);
  const desk = new Desk(kernel);
  kernel.finder.welcome((e, id, me) => desk.laidBefore(e, id, me, clock.now()));
  kernel.outbox.on("BPM_WORK", (event) => clockwork.work(event));
  kernel.outbox.on("BPM_CALL", (event) => clockwork.call(event));
  kernel.outbox.on("BPM_MOVED", async ({ data }) => {
    await clockwork.returned(String(data["instanceId"]));
    await chats.get(kernel)?.moved(String(data["instanceId"]));
  });
  kernel.outbox.on("USER_DISABLED", ({ data }) =>
    clockwork.left(String(data["userId"]), typeof data["handOverTo"] === "string" ? data["handOverTo"] : null),
  );
}

/** What approvals need beyond their rules: the bill types of all documents, the clock, and what follows after a transaction. */
export const workflowSide: Side = {
  code: "workflow",
  needs: workflowNeeds,
  ships: [billTypes],
  calls: callsOf,
  programs: ({ kernel, clock }) => new Clockwork(kernel, clock).programs(),
  start: ({ kernel, clock }) => listen(kernel, clock),
};
