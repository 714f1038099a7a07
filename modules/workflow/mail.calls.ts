import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import type { Keys } from "#kernel/server/gate/keys.ts";
import { inLink } from "#kernel/server/http/input.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { say, type Text } from "#kernel/text.ts";
import { escaped, formOf, LinkPages } from "#kernel/server/http/link-page.ts";
import { shift } from "#kernel/time.ts";
import { approval } from "./approval.entity.ts";
import { isLight } from "./light.ts";
import { bpmInstance } from "./instance.entity.ts";
import type { InstanceDoc } from "./stored.ts";
import { cardOf } from "./server/card.ts";
import { Desk } from "./server/desk.ts";
import { TaskCalls } from "./server/tasks.ts";

interface Ticket {
  readonly taskId: string;
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const noLink = () => refuse("BPM_LINK", "链接无效", "This link is not valid", { http: 400 });
const overLink = () => refuse("BPM_LINK_EXPIRED", "链接已过期，请登录系统处理", "This link has expired; please sign in", { http: 410 });
const usedLink = () => refuse("BPM_LINK_USED", "链接已使用过，一个链接只能审批一次", "This link was already used", { http: 410 });

const words = {
  title: ["审批", "Approval"],
  comment: ["审批意见（驳回时必填）", "Comment (needed to reject)"],
  pass: ["同意", "Approve"],
  reject: ["驳回", "Reject"],
  page: ["登录系统处理", "Sign in and decide there"],
  passed: ["已同意", "Approved"],
  rejected: ["已驳回", "Rejected"],
  from: ["发起人", "Submitted by"],
  node: ["节点", "Step"],
} as const satisfies Readonly<Record<string, Text>>;

/** Deciding a task from an e-mail: the link says who and what, lives for some hours and counts once; looking at it changes nothing. */
export class MailLinks {
  readonly #desk: Desk;
  readonly #tasks: TaskCalls;
  readonly #pages: LinkPages<readonly [taskId: string, userId: string, until: number]>;
  readonly #clock: { now(): Date };
  readonly #publicUrl: string;

  constructor(desk: Desk, keys: Pick<Keys, "mac">, clock: { now(): Date }, publicUrl: string) {
    this.#desk = desk;
    this.#tasks = new TaskCalls(desk);
    this.#clock = clock;
    this.#publicUrl = publicUrl.replace(/\/$/, "");
    this.#pages = new LinkPages({
      keys,
      purpose: "bpm-mail",
      title: words.title,
      noLink,
      wayIn: { url: `${this.#publicUrl}/main/myUpcoming`, label: words.page },
    });
  }

  calls(): readonly Call[] {
    const open = {
      service: "bpmServer",
      path: "bpmTaskService/decideByMail",
      guard: "public",
      perMinute: 60,
      raw: true,
      input: inLink(),
    } as const;
    return [
      { ...open, method: "GET", handle: (ctx) => this.#page(ctx, (ticket) => this.#ask(ctx, ticket)) },
      { ...open, method: "POST", handle: (ctx) => this.#page(ctx, (ticket) => this.#decide(ctx, ticket)) },
    ];
  }

  #find() {
    return this.#desk.facts({ me: systemMe("mail"), now: this.#clock.now(), language: "CN" }).find;
  }

  ticket = ({ taskId, userId, until }: Ticket): string => this.#pages.ticket([taskId, userId, until]);

  /** The link for an e-mail about a task, where the house allows it and the task is light enough. */
  async offer(userId: string, route: string): Promise<{ readonly label: Text; readonly url: string } | null> {
    const taskId = /^myUpcoming\?taskId=([^&]+)$/.exec(route)?.[1];
    if (!taskId) return null;
    const find = this.#find();
    const doc = await this.#instance(decodeURIComponent(taskId));
    const hours = Number(await find.setting("BPM_MAIL_LINK_HOURS", doc?.orgId ? { orgId: doc.orgId } : {}));
    const task = doc?.tasks.find((t) => t.id === decodeURIComponent(taskId));
    if (!(hours > 0) || !doc || !task || !["TODO", "CLAIMED"].includes(task.status) || !(await isLight(find, doc, task.id))) return null;
    const token = this.ticket({ taskId: task.id, userId, until: shift(this.#clock.now(), { hours }).getTime() });
    return {
      label: [`直接审批（${hours} 小时内有效，仅一次）`, `Decide here (once, within ${hours} hours)`],
      url: `${this.#publicUrl}/api/bpmServer/bpmTaskService/decideByMail?token=${token}`,
    };
  }

  async #instance(taskId: string): Promise<InstanceDoc | null> {
    const find = this.#find();
    const id = await this.#desk.instanceId({ me: systemMe("mail"), now: this.#clock.now(), language: "CN" }, { taskId }).catch(() => null);
    return id ? ((await find.maybe(bpmInstance, id)) as InstanceDoc | null) : null;
  }

  /** The task behind a ticket, still open and not decided by this link or its holder before. */
  async #open(ticket: Ticket): Promise<InstanceDoc> {
    if (this.#clock.now().getTime() > ticket.until) throw overLink();
    const doc = await this.#instance(ticket.taskId);
    if (!doc) throw noLink();
    const decided = ["PASS", "REJECT"];
    if (doc.deeds.some((d) => d.taskId === ticket.taskId && d.byUserId === ticket.userId && decided.includes(d.action))) throw usedLink();
    const task = doc.tasks.find((t) => t.id === ticket.taskId);
    if (!task || !["TODO", "CLAIMED"].includes(task.status))
      throw refuse("BPM_NOT_MINE", "任务不属于您或已被处理", "The task is not yours or is already handled", { http: 410 });
    return doc;
  }

  #page = (ctx: Context, work: (ticket: Ticket) => Promise<string>): Promise<unknown> =>
    this.#pages.page(ctx, ([taskId, userId, until]) => work({ taskId, userId, until }));

  async #ask({ language }: Context, ticket: Ticket): Promise<string> {
    const doc = await this.#open(ticket);
    const sheet = await this.#find().maybe(approval, doc.id);
    const entity = this.#desk.kernel.declared.entities.get(doc.bizEntity);
    const names = await this.#desk.names({ me: systemMe("mail"), now: this.#clock.now(), language }, [doc.starterUserId]);
    const task = doc.tasks.find((t) => t.id === ticket.taskId)!;
    const at = (text: readonly [string | null, string | null]): string => (language === "EN" ? text[1] || text[0] : text[0]) ?? "";
    const facts: readonly (readonly [string, unknown])[] = [
      [say(words.from, language), names.get(String(doc.starterUserId)) ?? ""],
      [say(words.node, language), at([task.nodeName, task.nodeNameEn])],
      ...(await cardOf(this.#find(), entity, sheet, language)).map(({ label, value }) => [label, value ?? "–"] as const),
    ];
    const describe = (word: keyof typeof words): string => escaped(say(words[word], language));
    return `<h1>${escaped(at([doc.subject, doc.subjectEn]))}</h1><dl>${facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join("")}</dl>
<form method="post" action="decideByMail?token=${encodeURIComponent(this.ticket(ticket))}"><label>${describe("comment")}<textarea name="comment" rows="3" maxlength="2000"></textarea></label>
<p><button name="action" value="PASS">${describe("pass")}</button> <button name="action" value="REJECT">${describe("reject")}</button></p></form>${this.#pages.wayIn(language)}`;
  }

  async #decide(ctx: Context, ticket: Ticket): Promise<string> {
    const { language } = ctx;
    const doc = await this.#open(ticket);
    if (!(await isLight(this.#find(), doc, ticket.taskId))) throw refuse("CHAT_OPEN_PAGE", "请打开网页处理", "Please decide on the page");
    const form = formOf(ctx);
    const isPass = form.get("action") === "PASS";
    if (!isPass && form.get("action") !== "REJECT") throw noLink();
    const me = await this.#desk.kernel.permits.me({ userId: ticket.userId, responsibilityId: null, supplierId: null, language });
    const body = { taskId: ticket.taskId, comment: form.get("comment") ?? "", ...(isPass ? {} : { targetNodeId: "START" }) };
    await this.#tasks.decide({ ...ctx, me }, body, isPass ? "doPass" : "doReject", "", "MAIL");
    return `<h1>${escaped(doc.subject)}</h1><p>${escaped(say(words[isPass ? "passed" : "rejected"], language))}</p>`;
  }
}
