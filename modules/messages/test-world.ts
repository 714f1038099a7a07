import { createHmac } from "node:crypto";
import { action, entity, type Me } from "#kernel/entity.ts";
import { code, money, ref, text } from "#kernel/field.ts";
import { folder, module, page, type EventShape } from "#kernel/module.ts";
import { refuse } from "#kernel/refusal.ts";
import { closeTodo, rule, tell, todo } from "#kernel/rule.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { newId } from "#kernel/server/act/id.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { ship, shipRows } from "#kernel/server/install/ship.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { modules } from "#modules/index.ts";
import { sides } from "#modules/server.ts";
import { freshDatabase, prepareTemplate } from "../../tests/support/database.ts";
import { shipped } from "../../tests/support/shipped.ts";
import { save } from "../../tests/support/kernel.ts";
import type { ChannelSender, Outgoing, Sent, SourceAccount } from "./channel.ts";
import type { InboundReader } from "./inbound.ts";
import type { Office } from "./server/office.ts";
import { PostOffice } from "./server/post-office.ts";

/** A document messages are about: a supplier's own, or one of an organisation. */
export const paper = entity("TestPaper", "试验单据", "Test paper", {
  number: ["paperNum", "TP{yyyyMMdd}{0001}"],
  fields: {
    paperNum: text("编号", "No.", { computed: true, max: 40 }),
    title: text("标题", "Title", { max: 200 }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true }),
    buyerId: ref("BaseUsers", "采购员", "Buyer", { optional: true }),
    amount: money("金额", "Amount", { optional: true }),
    note: code("说明", "Note", { optional: true }),
  },
  states: {
    DRAFT: ["拟定", "Draft"],
    PUBLISHED: ["已发布", "Published", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
    WITHDRAWN: ["已撤回", "Withdrawn", "ended"],
  },
  actions: {
    doPublish: action("发布", "Publish", { button: "btnPublish", who: "internal", from: ["DRAFT"], to: "PUBLISHED" }),
    doRemind: action("提醒", "Remind", { button: "btnPublish", who: "internal" }),
    doCancel: action("取消", "Cancel", { button: "btnCancel", who: "internal", from: ["PUBLISHED"], to: "CANCELLED" }),
    doWithdraw: action("撤回", "Withdraw", { button: "btnCancel", who: "internal", from: ["PUBLISHED"], to: "WITHDRAWN" }),
    doTask: action("派单", "Task", { button: "btnPublish", who: "internal", input: { userId: ref("BaseUsers", "处理人", "Assignee") } }),
    doDone: action("办结", "Done", { button: "btnPublish", who: "internal" }),
    doFail: action("失败", "Fail", { button: "btnPublish", who: "internal" }),
  },
  sees: { internal: "all", supplier: (me: Me) => ({ supplierId: me.supplierId ?? "-", status: ["PUBLISHED", "CANCELLED"] }) },
  shows: { supplier: ["paperNum", "title", "supplierId", "amount", "status" as never] },
  saves: "internal",
  title: ["paperNum", "title"],
  search: ["paperNum", "title"],
});

const event = (cn: string, en: string, more: Partial<EventShape>): EventShape => ({
  label: [cn, en],
  kind: "BUSINESS",
  carries: {
    title: ["标题", "Title"],
    amount: ["金额", "Amount"],
    due: ["截止", "Due"],
    userId: ["用户", "User"],
    minutes: ["分钟", "Minutes"],
  },
  ...more,
});

const told = (row: Row): Row => ({
  title: row["title"],
  amount: row["amount"],
  due: "2043-11-20T02:00:00.000Z",
  userId: row["buyerId"],
  minutes: 5,
});

export const testModule = module("msgtest", "消息试验", "Message trial", {
  entities: [paper],
  rules: [
    rule(paper, "doPublish", { decide: (doc) => tell("TEST_PUBLISHED", told(doc)) }),
    rule(paper, "doRemind", { decide: (doc) => tell("TEST_REMIND", told(doc)) }),
    rule(paper, "doCancel", { decide: (doc) => tell("TEST_CANCELLED", told(doc)) }),
    rule(paper, "doTask", {
      decide: (doc, _, input) => [
        todo("TEST_TASK", doc, { userId: input.userId ?? null }),
        tell("TEST_TASK_ARRIVED", { ...told(doc), userId: input.userId }),
      ],
    }),
    rule(paper, "doDone", { decide: (doc) => closeTodo("TEST_TASK", doc, "HANDLED") }),
    rule(paper, "doFail", { decide: (doc) => [tell("TEST_PUBLISHED", told(doc)), refuse("TEST_FAIL", "失败", "It fails")] }),
  ],
  menus: [
    folder("MSGTEST", "试验", "Trial", [
      page("msgtest/papers", "单据", "Papers", {
        entities: [paper],
        buttons: ["btnAdd", "btnSave", "btnPublish", "btnCancel", "btnResend"],
        audience: "BOTH",
      }),
    ]),
  ],
  roles: {
    TEST_BUYER: { label: ["试验采购", "Trial buyer"], audience: "INTERNAL", grants: ["msgtest/papers", "receiveMessageList", "msgTd"] },
    TEST_VENDOR: {
      label: ["试验供应商", "Trial vendor"],
      audience: "SUPPLIER",
      grants: [["msgtest/papers"], "receiveMessageList", "msgTd", ["articleManagementList"]],
    },
  },
  todos: {
    TEST_TASK: { label: ["试验待办", "Trial task"], side: "INTERNAL", route: "msgtest/papers", title: ["办理${bizNo}", "Handle ${bizNo}"] },
  },
  events: {
    TEST_PUBLISHED: event("试验发布", "Trial published", {
      tells: {
        title: ["单据${bizNo}已发布：${title}", "Paper ${bizNo} published: ${title}"],
        content: ["金额${amount|money}，截止${due|date:yyyy-MM-dd HH:mm}", "Amount ${amount|money}, due ${due|date}"],
        channels: ["SITE", "EMAIL"],
        to: [{ value: "userId" }],
        route: "msgtest/papers?id=${id}",
      },
    }),
    TEST_REMIND: event("试验提醒", "Trial reminder", {
      tells: { title: ["提醒${title}", "Reminder ${title}"], channels: ["SITE", "SMS"], to: [{ value: "userId" }] },
    }),
    TEST_CANCELLED: event("试验取消", "Trial cancelled", {
      tells: { title: ["${bizNo}已取消", "${bizNo} cancelled"], channels: ["SITE"], to: [{ value: "userId" }] },
    }),
    TEST_TASK_ARRIVED: event("试验任务", "Trial task", {
      kind: "TASK",
      tells: { title: ["任务${bizNo}", "Task ${bizNo}"], channels: ["SITE", "EMAIL"], to: [{ value: "userId" }] },
    }),
    TEST_TENDER: event("试验招标", "Trial tender", {
      tells: { title: ["招标通知${title}", "Tender ${title}"], channels: ["SITE", "EMAIL"], to: [{ value: "userId" }], mandatory: true },
    }),
  },
});

export const allModules = [...modules, testModule];
const installer = systemMe("test");

/** What a sender was given, and what it answers: accepted unless a test says otherwise. */
export class FakeSender implements ChannelSender {
  readonly sent: Outgoing[] = [];
  answer: (message: Outgoing) => Sent | Promise<Sent> = () => ({ accepted: true, providerMsgId: null });
  up = true;

  async send(message: Outgoing): Promise<Sent> {
    const answer = await this.answer(message);
    if (answer.accepted) this.sent.push(message);
    return answer.accepted ? { ...answer, providerMsgId: answer.providerMsgId ?? `p-${message.deliveryId}` } : answer;
  }
  probe(): Promise<Sent> {
    return Promise.resolve(this.up ? { accepted: true } : { accepted: false, text: "still down" });
  }
}

const keys: Office["keys"] = {
  seal: (plain, binding) => `t.${Buffer.from(JSON.stringify([binding, Buffer.from(plain).toString("utf8")])).toString("base64url")}`,
  unseal: (sealed, binding) => {
    const [of, plain] = JSON.parse(Buffer.from(sealed.slice(2), "base64url").toString("utf8")) as [string, string];
    return of === binding ? Buffer.from(plain) : null;
  },
  mac: (purpose, words) => createHmac("sha256", "test").update(`${purpose}|${words}`).digest("hex"),
};

/** Messaging on a database of its own, with a clock and outside worlds that a test holds in its hands. */
export class World {
  readonly kernel: Kernel;
  readonly post: PostOffice;
  readonly clock: { now(): Date };
  readonly senders: Record<string, FakeSender> = {};
  readonly frames: { readonly userId: string; readonly frame: { readonly type: string; readonly data: Record<string, unknown> } }[] = [];
  readonly #drop: () => Promise<void>;
  readonly url: string;
  at = new Date("2043-11-16T02:00:00.000Z");
  /** What the office was alarmed by, where a test expects it; otherwise it fails the test. */
  alarms: string[] | null = null;
  /** What the mailbox of every source holds. */
  mailbox: InboundReader | null = null;

  private constructor(kernel: Kernel, clock: { now(): Date }, url: string, drop: () => Promise<void>) {
    this.kernel = kernel;
    this.clock = clock;
    this.url = url;
    this.#drop = drop;
    this.post = this.office();
  }

  /** Another process on the same database. */
  office(): PostOffice {
    const post = new PostOffice({
      kernel: this.kernel,
      keys,
      clock: this.clock,
      publicUrl: "https://srm.example.com",
      env: {},
      push: { tellAll: async (frames) => void this.frames.push(...frames) },
      openSender: (account: SourceAccount) => this.sender(account.sourceCode),
      openMailbox: () => this.mailbox,
      pdf: async (name, blocks) => Buffer.from(JSON.stringify({ name, blocks })),
      chance: () => 0.5,
      alarm: (error) => {
        if (!this.alarms) throw error;
        this.alarms.push(String(error));
      },
    });
    return post;
  }

  sender(code: string): FakeSender {
    return (this.senders[code] ??= new FakeSender());
  }

  static async open(): Promise<World> {
    const holder: { world?: World } = {};
    const clock = { now: () => holder.world?.at ?? new Date("2043-11-16T02:00:00.000Z") };
    await prepareTemplate(
      "messages",
      async (url) => {
        const first = await openKernel(allModules, url, clock);
        await ship(first, clock.now);
        for (const side of sides) await shipRows(first, side, clock.now);
        await first.close();
      },
      await shipped(),
    );
    const fresh = await freshDatabase("messages");
    const kernel = await openKernel(allModules, fresh.url, clock);
    const world = new World(kernel, clock, fresh.url, async () => {
      await kernel.close();
      await fresh.drop();
    });
    holder.world = world;
    for (const module of allModules)
      for (const name of Object.keys(module.events ?? {})) kernel.outbox.on(name, (happening) => world.post.fanout.hear(happening));
    return world;
  }

  drop(): Promise<void> {
    return this.#drop();
  }

  wait(minutes: number): void {
    this.at = new Date(this.at.getTime() + minutes * 60_000);
  }

  /** Everything that happened is heard and everything due is sent. */
  async turn(): Promise<void> {
    await this.kernel.outbox.drain();
    await this.post.sender.drain();
  }

  async person(userName: string, responsibilities: readonly string[], more: Row = {}): Promise<string> {
    const { id } = await save(
      this.kernel,
      "BaseUsers",
      { userName, displayName: userName, email: `${userName}@example.com`, userType: "INTERNAL", userStatus: "ACTIVE", ...more },
      installer,
    );
    const rows = await this.kernel.db.query<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = any($1)`, [
      responsibilities,
    ]);
    for (const responsibility of rows)
      await save(
        this.kernel,
        "BaseUserResp",
        { userId: id, responsibilityId: responsibility.id, supplierId: more["supplierId"], status: "ACTIVE" },
        installer,
      );
    return id;
  }

  paper(more: Row = {}): Promise<Row> {
    return save(this.kernel, "TestPaper", { title: "A", amount: "1234.50", ...more }, installer) as Promise<Row>;
  }

  async press(row: Row, name: string, input: Row = {}, entity = "TestPaper", me: Me = installer): Promise<Row> {
    const { documents } = await this.kernel.actor.act(
      { entity: this.kernel.declared.entity(entity), action: name, targets: [{ id: row["id"], input }] },
      { me, now: this.at, requestId: newId(), ip: null },
    );
    return documents[0] ?? {};
  }

  /** Changes a shipped configuration. */
  async config(cfgCode: string, patch: Row): Promise<void> {
    const row = (await this.kernel.db.one<Row>(`select id from "BaseMsgCfg" where "msgCfgCode" = $1`, [cfgCode]))!;
    await save(this.kernel, "BaseMsgCfg", { id: row["id"], ...patch }, installer);
  }

  deliveries(where = "true", values: readonly unknown[] = []): Promise<Row[]> {
    return this.kernel.db.query<Row>(
      `select d.*, i."instanceNum", i.status as "instanceStatus", i."eventCode" from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId" where ${where} order by d.id`,
      values,
    );
  }

  boxes(userId: string): Promise<Row[]> {
    return this.kernel.db.query<Row>(`select * from "BaseMsgBox" where "userId" = $1 order by id`, [userId]);
  }
}
