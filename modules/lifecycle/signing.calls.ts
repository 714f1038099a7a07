import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, takes, tolerant, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { signingOfFlow } from "./server/due.ts";
import { agreementSigning } from "./signing.entity.ts";

/** The signing house as this module needs it. */
export interface House {
  readonly local: boolean;
  start(flow: { readonly flowId: string; readonly name: string; readonly hash: string }): Promise<void>;
  revoke(flowId: string): Promise<void>;
  sign?(rawBody: string): string;
  parseCallback(
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): {
    readonly flowId: string;
    readonly result: "SIGNED" | "REFUSED";
    readonly hash: string;
    readonly signerName: string;
    readonly signedIp: string | null;
    readonly reason: string;
  } | null;
}

const text = (body: Row, key: string): string => (typeof body[key] === "string" ? (body[key] as string) : "");

/** Electronic signatures: what is asked of the signing house, and what it answers. */
export class SigningDesk {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };
  readonly #house: House;

  constructor(kernel: Kernel, clock: { now(): Date }, house: House) {
    this.#kernel = kernel;
    this.#clock = clock;
    this.#house = house;
  }

  calls(): readonly Call[] {
    const call = (path: string, guard: Call["guard"], input: CallInput, handle: Call["handle"]): Call => ({
      service: "srmServer",
      path: `v1/srmSlcAgreementSigningRestful/${path}`,
      guard,
      input,
      handle,
      ...(guard === "public" ? { perMinute: 600 } : {}),
    });
    return [
      call("signCallback", "public", tolerant("the signing house signs and sends what it knows", {}), (ctx, body) =>
        this.heard(JSON.stringify(body), ctx.request.headers as Record<string, string | undefined>, ctx.requestId),
      ),
      call("signLocally", "session", takes({ id: "id", flowId: "text", refuse: "yn", reason: "text" }), (ctx, body) =>
        this.signLocally(ctx, body),
      ),
      call("signHouse", "session", asks(), async () => ({ local: this.#house.local })),
    ];
  }

  listen(): void {
    this.#kernel.outbox.on("AGREEMENT_ESIGN_STARTED", ({ data }) =>
      this.#house.start({ flowId: String(data["flowId"]), name: String(data["name"]), hash: String(data["hash"]) }),
    );
    this.#kernel.outbox.on("AGREEMENT_ESIGN_REVOKED", ({ data }) => this.#house.revoke(String(data["flowId"])));
  }

  #act(id: string, action: string, input: Row, requestId: string) {
    return this.#kernel.actor.act(
      { entity: agreementSigning, action, targets: [{ id, input }] },
      { me: systemMe("esign"), now: this.#clock.now(), requestId, ip: null },
    );
  }

  /** What the signing house calls back with; told twice it counts once, and the answer is the same. */
  async heard(rawBody: string, headers: Readonly<Record<string, string | undefined>>, requestId: string): Promise<Row> {
    const given = this.#house.parseCallback(rawBody, headers);
    if (!given) throw refuse("ESIGN_SIGNATURE", "签名无效", "The signature is not valid", { http: 403 });
    const found = await signingOfFlow(this.#kernel.db, given.flowId);
    if (!found) throw refuse("SLC_AGR_018", "电子签流程不存在或已撤销", "There is no such e-sign flow, or it was revoked");
    const { flowId, hash, signerName, signedIp, reason } = given;
    if (given.result === "SIGNED") await this.#act(found.parentId, "doSigned", { flowId, hash, signerName, signedIp }, requestId);
    else await this.#act(found.parentId, "doSignRefused", { flowId, supplierRemark: reason || "-" }, requestId);
    return { flowId, result: given.result };
  }

  /** The supplier signs, or refuses to, on the page of the built-in house; it calls back as an outside house would. */
  async signLocally(ctx: Context, body: Row): Promise<Row> {
    const { me } = ctx;
    if (!this.#house.local || !this.#house.sign || me.audience !== "supplier") throw permDenied();
    if (!me.may(agreementSigning.name, "btnSupplierConfirm")) throw permDenied();
    const doc = (await this.#kernel.finder.byId(agreementSigning, text(body, "id"), me)) as Row;
    const detail = ((doc["details"] ?? []) as Row[]).find((row) => row["flowId"] === text(body, "flowId"));
    if (!detail) throw refuse("SLC_AGR_018", "电子签流程不存在或已撤销", "There is no such e-sign flow, or it was revoked");
    const refused = body["refuse"] === "Y";
    const raw = JSON.stringify({
      flowId: detail["flowId"],
      result: refused ? "REFUSED" : "SIGNED",
      hash: detail["frozenHash"],
      signerName: me.displayName,
      signedIp: ctx.ip,
      reason: text(body, "reason"),
    });
    return this.heard(raw, { "x-esign-signature": this.#house.sign(raw) }, ctx.requestId);
  }
}
