import { createHash } from "node:crypto";
import type { Me } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import type { Find } from "#kernel/rule.ts";
import { person } from "#modules/admin/index.ts";
import { billType } from "./bill-type.entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { tolerant } from "#kernel/server/http/input.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { bpmInstance } from "./instance.entity.ts";
import { isLight } from "./light.ts";
import type { InstanceDoc } from "./stored.ts";
import type { Clockwork } from "./clockwork.calls.ts";
import { Desk } from "./server/desk.ts";
import { TaskCalls } from "./server/tasks.ts";

/** What an office chat must be able to do; the bridges bring the chats themselves. */
export interface Chat {
  createInstance(card: Card): Promise<string>;
  updateInstance(chatInstanceId: string, card: Card): Promise<void>;
  cancelInstance(chatInstanceId: string): Promise<void>;
  parseCallback(
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): {
    readonly externalTaskId: string;
    readonly action: "PASS" | "REJECT";
    readonly userExternalId: string;
    readonly comment: string;
    readonly nonce: string;
    readonly pressedAt: number;
  } | null;
  resolveUser(chatUserId: string): Promise<string | null>;
}

interface Card {
  readonly instanceId: string;
  readonly subject: string;
  readonly status: string;
  readonly tasks: readonly {
    readonly taskId: string;
    readonly chatUserId: string | null;
    readonly node: string;
    readonly nonce: string;
  }[];
  readonly url: string;
}

/** How long a pressed button may be on its way. */
const buttonLifeMs = 5 * 60_000;

/** Names a task as it stands: whatever is done about it, and every time it comes up again, makes another. */
const nonceOf = (doc: InstanceDoc, taskId: string): string => {
  const task = doc.tasks.find((t) => t.id === taskId);
  const deeds = doc.deeds.filter((d) => d.taskId === taskId).map((d) => d.id);
  return createHash("sha256")
    .update(JSON.stringify([doc.id, taskId, task?.status === "DONE", task?.arrivedAt, task?.round, task?.doneAt, deeds]))
    .digest("base64url");
};

/** Approvals in an office chat: cards follow the instance after commit; what is pressed there enters like any other decision, and the first one counts. */
export class ChatCalls {
  readonly #desk: Desk;
  readonly #tasks: TaskCalls;
  readonly #chat: Chat;
  readonly #clockwork: Clockwork;
  readonly #publicUrl: string;

  constructor(desk: Desk, chat: Chat, clockwork: Clockwork, publicUrl: string) {
    this.#desk = desk;
    this.#tasks = new TaskCalls(desk);
    this.#chat = chat;
    this.#clockwork = clockwork;
    this.#publicUrl = publicUrl;
  }

  calls(): readonly Call[] {
    return [
      {
        service: "bpmServer",
        path: "bpmProcessService/chatCallback",
        guard: "public",
        perMinute: 600,
        input: tolerant("the chat signs and sends what it knows", {}),
        handle: (ctx, body) => this.pressed(ctx, ctx.request.bytes?.toString("utf8") ?? JSON.stringify(body)),
      },
    ];
  }

  /** Shows the card as the instance now stands; a chat that does not answer is tried again by the outbox. */
  async moved(instanceId: string): Promise<void> {
    const card = await this.#card(instanceId);
    if (!card) return;
    const { chatInstanceId, ...shown } = card;
    if (chatInstanceId === null) {
      const made = await this.#chat.createInstance(shown);
      await this.#clockwork.act(instanceId, "linkChat", { chatInstanceId: made });
    } else if (shown.status === "WITHDRAWN" || shown.status === "STOPPED") await this.#chat.cancelInstance(chatInstanceId);
    else await this.#chat.updateInstance(chatInstanceId, shown);
  }

  async #card(instanceId: string): Promise<(Card & { readonly chatInstanceId: string | null }) | null> {
    const find = this.#find();
    const doc = await find.maybe(bpmInstance, instanceId);
    const [bill] = doc ? await find.where(billType, { billTypeCode: doc.billTypeCode }, 1) : [];
    if (!doc || doc.parentInstanceId !== null || bill?.chatSyncFlag !== "Y") return null;
    const open = doc.tasks.filter((t) => t.status === "TODO" || t.status === "CLAIMED");
    const accounts = await Promise.all(open.map((t) => find.maybe(user, t.assigneeUserId)));
    const people = await Promise.all(accounts.map((a) => find.maybe(person, a?.personId ?? null)));
    const tasks = open.map((t, i) => ({
      taskId: t.id as string,
      chatUserId: people[i]?.chatUserId ?? null,
      node: t.nodeName ?? t.nodeId,
      nonce: nonceOf(doc as InstanceDoc, t.id),
    }));
    const url = `${this.#publicUrl}/main/myUpcoming?instanceId=${instanceId}`;
    return { instanceId, subject: doc.subject ?? "", status: doc.status, tasks, url, chatInstanceId: doc.chatInstanceId };
  }

  #find(): Find {
    return this.#desk.facts({ me: systemMe("chat"), now: this.#clockwork.now(), language: "CN" }).find;
  }

  /** A button pressed in the chat, signed by it. */
  async pressed(ctx: Pick<Context, "request" | "now" | "requestId" | "ip" | "language">, rawBody: string): Promise<Row> {
    const headers = ctx.request.headers as Record<string, string | undefined>;
    const pressed = this.#chat.parseCallback(rawBody, headers);
    if (!pressed) {
      await this.#raise("SIGNATURE_FORGED", ctx, "chatCallback");
      throw refuse("CHAT_SIGNATURE", "签名无效", "The signature is not valid", { http: 403 });
    }
    if (Math.abs(ctx.now.getTime() - pressed.pressedAt) > buttonLifeMs)
      throw refuse("CHAT_EXPIRED", "按钮已过期，请打开最新的卡片或网页处理", "This button has expired; use the newest card or the page", {
        http: 410,
      });
    const me = await this.#holder(pressed.userExternalId);
    const inName = { ...ctx, me } as Context;
    const instanceId = await this.#desk.instanceId(inName, { taskId: pressed.externalTaskId });
    await this.#mustBeCurrent(ctx, instanceId, pressed);
    await this.#mustBeLight(inName, instanceId, pressed.externalTaskId);
    try {
      const body = {
        taskId: pressed.externalTaskId,
        comment: pressed.comment,
        ...(pressed.action === "REJECT" ? { targetNodeId: "START" } : {}),
      };
      return (await this.#tasks.decide(inName, body, pressed.action === "PASS" ? "doPass" : "doReject", "", "CHAT")) as Row;
    } catch (error) {
      // Whoever comes late sees on the card how it ended.
      if (error instanceof Refusal) await this.moved(instanceId);
      throw error;
    }
  }

  /** A button decides the task as it stood on its card: once decided, or come back, it has another nonce. */
  async #mustBeCurrent(
    ctx: Pick<Context, "ip" | "requestId">,
    instanceId: string,
    { externalTaskId, nonce }: { readonly externalTaskId: string; readonly nonce: string },
  ): Promise<void> {
    const doc = (await this.#find().one(bpmInstance, instanceId)) as InstanceDoc;
    if (nonceOf(doc, externalTaskId) === nonce) return;
    await this.#raise("CALLBACK_REPLAYED", ctx, `chatCallback ${externalTaskId}`);
    await this.moved(instanceId);
    throw refuse(
      "CHAT_USED",
      "该按钮已使用过或任务已变化，请打开最新的卡片或网页处理",
      "This button was already used, or the task has changed. Use the newest card or the page",
      { http: 410 },
    );
  }

  #raise(
    kind: "SIGNATURE_FORGED" | "CALLBACK_REPLAYED",
    { ip, requestId }: Pick<Context, "ip" | "requestId">,
    what: string,
  ): Promise<void> {
    return this.#desk.kernel.security(kind, { ip, requestId, what: [what, what] });
  }

  /** The person behind a chat account, as he is without any responsibility. */
  async #holder(chatUserId: string): Promise<Me> {
    const find = this.#find();
    const own = await this.#chat.resolveUser(chatUserId);
    const [linked] = own ? [] : await find.where(person, { chatUserId, personStatus: "ACTIVE" }, 1);
    const [account] = linked ? await find.where(user, { personId: linked.id, userType: "INTERNAL", userStatus: "ACTIVE" }, 1) : [];
    const userId = own ?? account?.id;
    if (!userId) throw refuse("CHAT_USER", "聊天账号未绑定", "The chat account is not linked");
    return this.#desk.kernel.permits.me({ userId, responsibilityId: null, supplierId: null, language: "CN" });
  }

  /** What needs fields, or weighs more than the limit, is decided on the page. */
  async #mustBeLight(ctx: Context, instanceId: string, taskId: string): Promise<void> {
    const { find } = this.#desk.facts(ctx);
    if (!(await isLight(find, (await find.one(bpmInstance, instanceId)) as InstanceDoc, taskId)))
      throw refuse("CHAT_OPEN_PAGE", "请打开网页处理", "Please decide on the page", {
        data: { url: `${this.#publicUrl}/main/myUpcoming?taskId=${taskId}` },
      });
  }
}
