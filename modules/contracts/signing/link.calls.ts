import { createHash } from "node:crypto";
import { format } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import type { FileParts } from "#kernel/server/file/parts.ts";
import { wholeFile } from "#kernel/server/file/whole.ts";
import { demandCode, masked, sendCode, type Channel } from "#kernel/server/gate/code.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { inLink } from "#kernel/server/http/input.ts";
import { escaped, formOf, LinkPages } from "#kernel/server/http/link-page.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { say, type Text } from "#kernel/text.ts";
import { shift } from "#kernel/time.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { signPerson } from "./account.entity.ts";
import type { SignDesk } from "./desk.calls.ts";
import { turnOf, type Flow } from "./turns.ts";

/** One task of one signing, until when. */
type Ticket = readonly [flowId: string, taskId: string, until: number];
const minutes = 30;
const page = "contractManage/cctContractEdit";
const path = "v1/esignSignRestful/link";

const words = {
  title: ["签署合同", "Sign a contract"],
  read: ["阅读合同全文（PDF）", "Read the contract (PDF)"],
  code: ["验证码", "Code"],
  sendCode: ["发送验证码", "Send code"],
  sign: ["签署合同", "Sign contract"],
  sent: ["验证码已发送至", "A code was sent to"],
  done: ["已签署，谢谢。", "Signed. Thank you."],
} as const satisfies Readonly<Record<string, Text>>;

const noLink = () => refuse("LINK_WRONG", "链接无效", "This link is not valid", { http: 400 });
const overLink = () => refuse("LINK_EXPIRED", "链接已过期", "This link has expired", { http: 410 });
const usedLink = () => refuse("LINK_USED", "该签署已完成或已结束", "This was signed already, or signing is over", { http: 410 });

interface Opened {
  readonly flow: Flow;
  readonly task: Flow["tasks"][number];
  readonly doc: Contract;
  readonly to: { readonly channel: Channel; readonly target: string };
}

/** Signing by a link from a letter, for suppliers without an account: one task, half an hour, once, with a code sent to the signer. */
export class SignLinks {
  readonly #kernel: Kernel;
  readonly #gate: Gate;
  readonly #files: FileParts;
  readonly #desk: SignDesk;
  readonly #publicUrl: string;
  readonly #pages: LinkPages<Ticket>;

  constructor(kernel: Kernel, gate: Gate, parts: { readonly files: FileParts; readonly desk: SignDesk; readonly publicUrl: string }) {
    this.#kernel = kernel;
    this.#gate = gate;
    this.#files = parts.files;
    this.#desk = parts.desk;
    this.#publicUrl = parts.publicUrl.replace(/\/$/, "");
    const wayIn = { url: this.#publicUrl, label: ["登录系统", "Sign in"] as const };
    this.#pages = new LinkPages({ keys: gate.keys, purpose: "contract-sign", title: words.title, noLink, wayIn });
  }

  calls(): readonly Call[] {
    const open = { service: "srmServer", path, guard: "public", perMinute: 60, raw: true, input: inLink() } as const;
    return [
      {
        ...open,
        method: "GET",
        handle: (ctx) => this.#pages.page(ctx, async (ticket) => this.#show(ctx, await this.#open(ctx, ticket), "")),
      },
      { ...open, method: "POST", handle: (ctx) => this.#pages.page(ctx, (ticket) => this.#pressed(ctx, ticket)) },
      { ...open, path: `${path}Pdf`, method: "GET", handle: (ctx) => this.#read(ctx) },
    ];
  }

  #until = (now: Date): Date => shift(now, { minutes });

  /** The page of the contract, for signers who are signed in. */
  pageUrl = (flow: Flow, now: Date) => ({
    url: `${this.#publicUrl}/main/${page}?id=${flow.contractId}`,
    expiresAt: this.#until(now).toISOString(),
  });

  /** Sends the link to the signer of a task, where the buyer allowed it; nobody but the signer learns it. */
  async send(flowId: string, taskId: string, ctx: Context): Promise<{ readonly target: string; readonly expiresAt: string }> {
    const until = this.#until(ctx.now);
    const token = this.#pages.ticket([flowId, taskId, until.getTime()]);
    const { doc, to, flow } = await this.#open(ctx, [flowId, taskId, until.getTime()]);
    if (flow.linkFlag !== "Y") throw refuse("CCT-088", "该签署未允许凭链接签署", "Signing by a link was not allowed");
    const url = `${this.#publicUrl}/api/srmServer/${path}?token=${token}`;
    const subject = `请签署合同 ${doc.contractNum} / Please sign contract ${doc.contractNum}`;
    const body = `${subject}\n${minutes} 分钟内有效 / valid for ${minutes} minutes\n${url}`;
    if (to.channel === "EMAIL")
      await this.#gate.mail.send({ to: to.target, kind: "CONTRACT_SIGN", subject, text: body, secrets: [token] }, ctx.now);
    else await this.#gate.sms.send({ to: to.target, kind: "CONTRACT_SIGN", text: body, secrets: [token] }, ctx.now);
    return { target: masked(to.channel, to.target), expiresAt: until.toISOString() };
  }

  async #open(ctx: Context, [flowId, taskId, until]: Ticket): Promise<Opened> {
    if (ctx.now.getTime() > until) throw overLink();
    const find = this.#desk.find();
    const flow = await this.#desk.flow(flowId);
    const task = flow.tasks.find((row) => row.id === taskId && row.side === "SUPPLIER");
    if (!task?.personAccountId || flow.status !== "SIGNING" || task.state !== "WAIT") throw usedLink();
    if (!turnOf(flow.tasks).includes(task)) throw refuse("CCT-043", "未轮到您签署", "It is not your turn to sign", { http: 409 });
    const [doc, person] = await Promise.all([find.one(contract, flow.contractId), find.one(signPerson, task.personAccountId)]);
    const to = person.email ? ({ channel: "EMAIL", target: person.email } as const) : ({ channel: "SMS", target: person.mobile } as const);
    return { flow, task, doc: doc as Contract, to };
  }

  #show(ctx: Context, { doc, task, flow }: Opened, note: string): string {
    const to = (text: Text): string => escaped(say(text, ctx.language));
    const facts = [
      [["合同", "Contract"], `${doc.contractNum} ${doc.contractName}`],
      [["含税金额", "Total incl. tax"], `${doc.currency} ${format(doc.amountIncl, { scale: 2, thousands: true })}`],
      [["签署人", "Signer"], task.signerName ?? ""],
      [["正文校验值", "Text checksum"], flow.fileHash],
    ] as const;
    const list = facts.map(([label, value]) => `<dt>${to(label)}</dt><dd style="overflow-wrap:anywhere">${escaped(value)}</dd>`).join("");
    const token = encodeURIComponent(String((ctx.request.query as Readonly<Record<string, unknown>>)["token"]));
    const at = (name: string): string => `/api/srmServer/${name}?token=${token}`;
    return `<h1>${to(words.title)}</h1><dl>${list}</dl><p><a href="${at(`${path}Pdf`)}">${to(words.read)}</a></p>${note ? `<p>${escaped(note)}</p>` : ""}<form method="post" action="${at(path)}"><p><button name="do" value="code">${to(words.sendCode)}</button></p></form><form method="post" action="${at(path)}"><p><label>${to(words.code)} <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6"></label></p><p><button name="do" value="sign">${to(words.sign)}</button></p></form>`;
  }

  async #pressed(ctx: Context, ticket: Ticket): Promise<string> {
    const opened = await this.#open(ctx, ticket);
    const { flow, task, to } = opened;
    const form = formOf(ctx);
    if (form.get("do") === "code") {
      await sendCode(
        this.#gate,
        { purpose: "SIGN", ...to, deliver: true, ip: ctx.ip, certificate: "link", language: ctx.language },
        ctx.now,
      );
      return this.#show(ctx, opened, `${say(words.sent, ctx.language)} ${masked(to.channel, to.target)}`);
    }
    await demandCode(this.#gate, { purpose: "SIGN", ...to }, form.get("code"), ctx.now);
    const linkUsed = createHash("sha256").update(JSON.stringify(ticket)).digest("hex");
    await this.#desk.sign(flow.id, task.id, { userId: null, name: task.signerName ?? "", ip: ctx.ip, way: `LINK_${to.channel}`, linkUsed });
    return `<h1>${escaped(say(words.done, ctx.language))}</h1>`;
  }

  async #read(ctx: Context): Promise<unknown> {
    const { doc } = await this.#open(ctx, this.#pages.opened(ctx));
    const found = await wholeFile(this.#files, this.#kernel.db, doc.pdfFileId ?? "", () => true);
    if (!found) throw noLink();
    return ctx.reply
      .type("application/pdf")
      .headers({ "cache-control": "no-store", "x-content-type-options": "nosniff", "content-disposition": "inline" })
      .send(found.bytes);
  }
}
