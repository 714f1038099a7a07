import { isRecent } from "#kernel/proof.ts";
import { refuse } from "#kernel/refusal.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { asks, asksInQuery, takes, tolerant, type CallInput } from "#kernel/server/http/input.ts";
import { answering, doerOf, type Call, type Context } from "#kernel/server/http/call.ts";
import { demandCode, masked, sendCode, type Channel } from "#kernel/server/gate/code.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { signFlow } from "./flow.entity.ts";
import { signOrg, signPerson } from "./account.entity.ts";
import type { HouseDesk } from "./house.calls.ts";
import type { SignLinks } from "./link.calls.ts";
import type { SignDesk } from "./desk.calls.ts";
import { notYourTurn, turnOf, type Flow } from "./turns.ts";
import { signState, type SignState } from "./ask.ts";
import { faultWords } from "./words.ts";

type Body = Readonly<Record<string, unknown>>;
const text = (body: Body, key: string): string => (typeof body[key] === "string" ? (body[key] as string) : "");
const room = "v1/esignSignRestful";
const accounts = "v1/esignAccountRestful";

const noAddress = () =>
  refuse("CCT-151", "账号没有邮箱或手机，无法接收验证码", "Your account has no e-mail address or mobile number for a code");

/** Who needs the calls of signing. */
export const signingNeeds: NeedsOf = {
  "v1/srmCctContractRestful/generatePdf": pressersOf(contract.name, "btnGeneratePdf", "btnStartSign"),
  [`${room}/startHandSignFlow`]: pressersOf(contract.name, "btnStartSign"),
  [`${room}/sendSignCode`]: pressersOf(contract.name, "btnSign"),
  [`${room}/sign`]: pressersOf(contract.name, "btnSign"),
  [`${room}/refuse`]: pressersOf(contract.name, "btnSign"),
  [`${room}/querySignUrl`]: pressersOf(contract.name, "btnSign", "btnStartSign"),
  [`${room}/downloadSignedDoc`]: readersOf(contract.name),
  [`${room}/verify`]: readersOf(contract.name),
  [signState.path]: readersOf(contract.name),
  [`${accounts}/createPersonAcct`]: pressersOf(signPerson.name, "btnSave"),
  [`${accounts}/createOrgAcct`]: pressersOf(signOrg.name, "btnSave"),
};

/** Signing as people ask for it: their own tasks, at their turn, with a fresh proof of who they are. */
export class SignCalls {
  readonly #kernel: Kernel;
  readonly #gate: Gate;
  readonly #desk: SignDesk;
  readonly #house: HouseDesk;
  readonly #links: SignLinks;

  constructor(kernel: Kernel, gate: Gate, parts: { readonly desk: SignDesk; readonly house: HouseDesk; readonly links: SignLinks }) {
    this.#kernel = kernel;
    this.#gate = gate;
    this.#desk = parts.desk;
    this.#house = parts.house;
    this.#links = parts.links;
  }

  calls(): readonly Call[] {
    const call = (path: string, input: CallInput, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
      service: "srmServer",
      path,
      guard: "session",
      input,
      handle,
      ...more,
    });
    const task = { flowId: "id", taskId: "id" } as const;
    const open = { guard: "public", perMinute: 600 } as const;
    return [
      call("v1/srmCctContractRestful/generatePdf", takes({ id: "id" }), async (ctx, body) => {
        const doc = await this.#contract(ctx, text(body, "id"));
        return this.#desk.officialCopy(doc.id);
      }),
      call(
        `${room}/startHandSignFlow`,
        takes({ contractId: "id", signers: "list", expireDays: "int", linkFlag: "yn", provider: "text" }),
        (ctx, body) => this.#start(ctx, body),
      ),
      call(`${room}/sendSignCode`, takes(task), (ctx, body) => this.#sendCode(ctx, body)),
      call(`${room}/sign`, takes({ ...task, code: "text" }), (ctx, body) => this.#sign(ctx, body), { proof: "recent" }),
      call(`${room}/refuse`, takes({ ...task, reason: "text" }), (ctx, body) => this.#refuse(ctx, body)),
      call(`${room}/querySignUrl`, takes({ ...task, send: "flag" }), (ctx, body) => this.#url(ctx, body)),
      call(`${room}/downloadSignedDoc`, asks({ flowId: "id" }), (ctx, body) => this.#download(ctx, body)),
      call(`${room}/verify`, asks({ contractId: "id" }), (ctx, body) => this.#verify(ctx, body)),
      call(`${accounts}/createPersonAcct`, takes({ account: "object" }), (ctx, body) => this.#account(ctx, signPerson, body)),
      call(`${accounts}/createOrgAcct`, takes({ account: "object" }), (ctx, body) => this.#account(ctx, signOrg, body)),
      call(
        `${room}/signCallback`,
        tolerant("the provider signs and sends what it knows", {}),
        (ctx) =>
          this.#house.called(
            (ctx.request.bytes ?? Buffer.alloc(0)).toString("utf8"),
            ctx.request.headers as Readonly<Record<string, string | undefined>>,
          ),
        open,
      ),
      call(
        `${room}/authority`,
        asksInQuery({}),
        async (ctx) => this.#sent(ctx, await this.#desk.authority.certificate(ctx.now), "application/pkix-cert"),
        { ...open, method: "GET", raw: true },
      ),
      call(
        `${room}/revocationList`,
        asksInQuery({}),
        async (ctx) => this.#sent(ctx, await this.#desk.authority.revocationList(ctx.now), "application/pkix-crl"),
        { ...open, method: "GET", raw: true },
      ),
      answering(signState, (ctx, body) => this.#state(ctx, body.contractId ?? "")),
      ...this.#links.calls(),
    ];
  }

  #sent = (ctx: Context, bytes: Uint8Array, type: string): unknown =>
    ctx.reply.type(type).header("x-content-type-options", "nosniff").send(Buffer.from(bytes));

  #contract = async (ctx: Context, id: string): Promise<Contract> => {
    const doc = await findFor(this.#kernel, ctx.me).maybe(contract, id);
    if (!doc) throw notFound(contract);
    return doc as Contract;
  };

  async #start(ctx: Context, body: Body): Promise<unknown> {
    const id = text(body, "contractId");
    const input = {
      signers: body["signers"] ?? null,
      expireDays: body["expireDays"] ?? null,
      linkFlag: body["linkFlag"] === true || body["linkFlag"] === "Y" ? "Y" : "N",
      provider: text(body, "provider") || "BUILTIN",
    };
    await this.#kernel.actor.act({ entity: contract, action: "doStartSign", targets: [{ id, input }] }, doerOf(ctx));
    const flowId = (await this.#contract(ctx, id)).signFlowId!;
    return {
      flowId,
      tasks: (await this.#desk.flow(flowId)).tasks.map((row) => ({ id: row.id, seq: row.seq, side: row.side, state: row.state })),
    };
  }

  /** A task of the caller, in a signing he may see: others are answered like missing ones. */
  async #own(ctx: Context, body: Body): Promise<{ readonly flow: Flow; readonly task: Flow["tasks"][number] }> {
    const seen = await findFor(this.#kernel, ctx.me).maybe(signFlow, text(body, "flowId"));
    if (!seen) throw notFound(signFlow);
    const flow = await this.#desk.flow(seen.id);
    const task = flow.tasks.find((row) => row.id === text(body, "taskId"));
    if (!task) throw notFound(signFlow);
    if (!this.#isOwn(ctx, flow, task)) throw permDenied();
    return { flow, task };
  }

  #isOwn(ctx: Context, flow: Flow, task: Flow["tasks"][number]): boolean {
    const side = ctx.me.audience === "supplier" ? "SUPPLIER" : "BUYER";
    return task.signerUserId ? task.signerUserId === ctx.me.userId : flow.signMode === "CLICK" && task.side === side;
  }

  /** What the page of a contract shows of its signing: who has signed, whose turn it is, and what the signed file proves. */
  async #state(ctx: Context, id: string): Promise<SignState> {
    const doc = await this.#contract(ctx, id);
    const flow = doc.signFlowId ? await this.#desk.flow(doc.signFlowId) : null;
    const verdict = doc.signedFileId && doc.signMode !== "PAPER" ? await this.#desk.verify(doc) : null;
    const turn = flow?.status === "SIGNING" ? turnOf(flow.tasks) : [];
    return {
      flowId: flow?.id ?? null,
      flowNum: flow?.flowNum ?? null,
      status: flow?.status ?? null,
      isClick: flow?.signMode === "CLICK",
      linkFlag: flow?.linkFlag === "Y" && ctx.me.audience === "internal",
      expireAt: flow?.expireAt ?? null,
      tasks: (flow?.tasks ?? []).map((row) => ({
        id: row.id,
        side: row.side,
        name: row.signerName ?? "",
        state: row.state,
        signedAt: row.signedAt,
        reason: row.reason,
        mine: turn.includes(row) && flow!.provider === "BUILTIN" && this.#isOwn(ctx, flow!, row) && ctx.me.may(contract.name, "btnSign"),
        turn: turn.includes(row),
      })),
      verdict: verdict && {
        ok: verdict.ok,
        stored: verdict.stored,
        whole: verdict.whole,
        signatures: verdict.signatures.map(({ signer, company, at, stamped, faults }) => ({
          signer,
          company,
          at,
          stamped,
          faults: faults.map((fault) => faultWords[fault]!),
        })),
      },
    };
  }

  async #address(userId: string): Promise<{ readonly channel: Channel; readonly target: string } | null> {
    const account = await this.#desk.find().maybe(user, userId);
    if (account?.email) return { channel: "EMAIL", target: account.email };
    return account?.mobile ? { channel: "SMS", target: account.mobile } : null;
  }

  async #sendCode(ctx: Context, body: Body): Promise<unknown> {
    const { flow, task } = await this.#own(ctx, body);
    if (!turnOf(flow.tasks).includes(task)) throw notYourTurn();
    const to = await this.#address(ctx.me.userId);
    if (!to) throw noAddress();
    const { userId } = ctx.me;
    const certificate = ctx.session?.certificate ?? "";
    await sendCode(this.#gate, { purpose: "SIGN", ...to, deliver: true, userId, ip: ctx.ip, certificate, language: ctx.language }, ctx.now);
    return { target: masked(to.channel, to.target), resendSeconds: 60 };
  }

  /** A code that is given is checked, whatever else proves who signs. A click is no signature by itself: it needs a second factor. */
  async #factor(ctx: Context, code: string, isClick: boolean): Promise<string> {
    const proof = ctx.session?.proof;
    if (code === "") {
      if (isClick && !(isRecent(proof, ctx.now) && proof?.way === "TOTP"))
        throw refuse("CCT-085", "请输入验证码", "Enter the code that was sent to you");
      return proof?.way ?? "";
    }
    const to = await this.#address(ctx.me.userId);
    if (!to) throw noAddress();
    await demandCode(this.#gate, { purpose: "SIGN", ...to }, code, ctx.now);
    return `CODE_${to.channel}`;
  }

  async #sign(ctx: Context, body: Body): Promise<unknown> {
    const { flow, task } = await this.#own(ctx, body);
    if (flow.provider === "ESIGN") throw refuse("CCT-087", "请在外部签署服务中签署", "Sign with the outside provider");
    const way = await this.#factor(ctx, text(body, "code"), flow.signMode === "CLICK");
    await this.#desk.sign(flow.id, task.id, { userId: ctx.me.userId, name: task.signerName ?? ctx.me.displayName, ip: ctx.ip, way });
    return { status: (await this.#desk.flow(flow.id)).status };
  }

  async #refuse(ctx: Context, body: Body): Promise<unknown> {
    const { flow, task } = await this.#own(ctx, body);
    await this.#desk.act(signFlow, flow.id, "doRefuse", { taskId: task.id, reason: text(body, "reason"), signedAt: ctx.now.toISOString() });
    return { status: "REJECTED" };
  }

  /** The way to the page where a task is signed, for the signer himself; or by letter to a signer without an account. */
  async #url(ctx: Context, body: Body): Promise<unknown> {
    if (body["send"] === true) {
      const seen = await findFor(this.#kernel, ctx.me).maybe(signFlow, text(body, "flowId"));
      if (!seen || ctx.me.audience !== "internal" || !ctx.me.may(contract.name, "btnStartSign")) throw notFound(signFlow);
      return this.#links.send(seen.id, text(body, "taskId"), ctx);
    }
    const { flow, task } = await this.#own(ctx, body);
    if (!turnOf(flow.tasks).includes(task)) throw notYourTurn();
    return this.#links.pageUrl(flow, ctx.now);
  }

  async #download(ctx: Context, body: Body): Promise<unknown> {
    const flow = await findFor(this.#kernel, ctx.me).maybe(signFlow, text(body, "flowId"));
    if (!flow) throw notFound(signFlow);
    if (!flow.signedFileId || flow.status !== "FINISHED") throw refuse("CCT-086", "尚无签署件", "There is no signed copy yet");
    return { fileId: flow.signedFileId, sha256: flow.signedSum };
  }

  async #verify(ctx: Context, body: Body): Promise<unknown> {
    const verdict = await this.#desk.verify(await this.#contract(ctx, text(body, "contractId")));
    const signatures = verdict.signatures.map((entry) => ({ ...entry, words: entry.faults.map((fault) => faultWords[fault]) }));
    return { ...verdict, signatures };
  }

  async #account(ctx: Context, entity: typeof signPerson | typeof signOrg, body: Body): Promise<unknown> {
    const input = (body["account"] ?? {}) as Readonly<Record<string, unknown>>;
    const made = await this.#kernel.actor.act({ entity, action: "saveOrUpdate", targets: [{ input }] }, doerOf(ctx));
    const id = String(made.documents[0]!["id"]);
    const synced = await this.#kernel.actor.act({ entity, action: "doSync", targets: [{ id, input: {} }] }, doerOf(ctx));
    return { accountId: id, realNameState: synced.documents[0]!["realNameState"] };
  }
}
