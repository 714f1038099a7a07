import { cmp } from "#kernel/decimal.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/call.ts";
import { systemMe } from "#kernel/server/permit.ts";
import type { Row } from "#kernel/server/visible.ts";
import { settingsOf } from "../engine/definition.ts";
import { bpmInstance } from "../instance.entity.ts";
import { definitionFor } from "../move.ts";
import type { InstanceDoc } from "../stored.ts";
import type { Clockwork } from "./clockwork.ts";
import { Desk } from "./desk.ts";
import { TaskCalls } from "./tasks.ts";

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
  } | null;
  resolveUser(chatUserId: string): Promise<string | null>;
}

interface Card {
  readonly instanceId: string;
  readonly subject: string;
  readonly status: string;
  readonly tasks: readonly { readonly taskId: string; readonly chatUserId: string | null; readonly node: string }[];
  readonly url: string;
}

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
        handle: (ctx, body) => this.pressed(ctx, JSON.stringify(body)),
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
    const { db } = this.#desk.kernel;
    const row = await db.one<Row>(
      `select i.id, i.subject, i.status, i."chatInstanceId", b."chatSyncFlag" from "BpmInstance" i left join "BaseApprovalBillType" b on b."billTypeCode" = i."billTypeCode" where i.id = $1 and i."parentInstanceId" is null`,
      [instanceId],
    );
    if (!row || row["chatSyncFlag"] !== "Y") return null;
    const tasks = await db.query<{ taskId: string; chatUserId: string | null; node: string }>(
      `select t.id as "taskId", p."chatUserId", coalesce(t."nodeName", t."nodeId") as node from "BpmTask" t left join "BaseUsers" u on u.id = t."assigneeUserId" left join "BasePerson" p on p.id = u."personId"
       where t."parentId" = $1 and t.status in ('TODO', 'CLAIMED') order by t.id`,
      [instanceId],
    );
    return {
      instanceId,
      subject: row["subject"] ?? "",
      status: row["status"],
      tasks,
      url: `${this.#publicUrl}/#/myBpmMatterList?instanceId=${instanceId}`,
      chatInstanceId: row["chatInstanceId"],
    };
  }

  /** A button pressed in the chat, signed by it. */
  async pressed(ctx: Pick<Context, "request" | "now" | "requestId" | "ip" | "language">, rawBody: string): Promise<Row> {
    const headers = ctx.request.headers as Record<string, string | undefined>;
    const pressed = this.#chat.parseCallback(rawBody, headers);
    if (!pressed) throw refuse("CHAT_SIGNATURE", "签名无效", "The signature is not valid", { http: 403 });
    const me = await this.#wearer(pressed.userExternalId);
    const instanceId = await this.#desk.instanceId({ taskId: pressed.externalTaskId });
    const inName = { ...ctx, me } as Context;
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

  async #wearer(chatUserId: string) {
    const { db } = this.#desk.kernel;
    const own = await this.#chat.resolveUser(chatUserId);
    const row = own
      ? { id: own }
      : await db.one<{ id: string }>(
          `select u.id from "BaseUsers" u join "BasePerson" p on p.id = u."personId" where p."chatUserId" = $1 and u."userStatus" = 'ACTIVE' and u."userType" = 'INTERNAL'`,
          [chatUserId],
        );
    if (!row) throw refuse("CHAT_USER", "聊天账号未绑定", "The chat account is not linked");
    const person = await db.one<Row>(`select "userName", "displayName" from "BaseUsers" where id = $1`, [row.id]);
    return {
      ...systemMe("chat"),
      audience: "internal" as const,
      userId: row.id,
      userName: person!["userName"],
      displayName: person!["displayName"],
    };
  }

  /** What needs fields, or weighs more than the limit, is decided on the page. */
  async #mustBeLight(ctx: Context, instanceId: string, taskId: string): Promise<void> {
    const { find } = this.#desk.facts(ctx);
    const doc = (await find.one(bpmInstance, instanceId)) as InstanceDoc;
    const limit = await find.setting("CHAT_APPROVE_MAX", doc.orgId ? { orgId: doc.orgId } : {});
    const task = doc.tasks.find((t) => t.id === taskId);
    const needsFields = task ? settingsOf(await definitionFor(find, doc), task.nodeId).requiredFields.length > 0 : false;
    if (needsFields || (doc.amount !== null && cmp(doc.amount, limit) > 0))
      throw refuse("CHAT_OPEN_PAGE", "请打开网页处理", "Please decide on the page", {
        data: { url: `${this.#publicUrl}/#/myUpcoming?taskId=${taskId}` },
      });
  }
}
