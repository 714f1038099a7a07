import { refuse } from "../../refusal.ts";
import type { Call, Context } from "../http/call.ts";
import { permDenied } from "../find/find.ts";
import { adminReset } from "../gate/account.ts";
import { demandCode, masked, sendCode, type Channel } from "../gate/code.ts";
import type { Account } from "../gate/directory.ts";
import type { Gate } from "../gate/gate.ts";
import {
  isRightTotp,
  newRecoveryCodes,
  newTotpSecret,
  provesTotp,
  recoveryCodesLeft,
  sealTotpSecret,
  totpUri,
  voidRecoveryCodes,
} from "../gate/mfa.ts";
import { deny } from "../gate/refusals.ts";
import { passageOf } from "../gate/signin.ts";
import { issue, look, take } from "../gate/ticket.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";
import type { Text } from "../../text.ts";
import { inZone } from "../../time.ts";
import { base, doerOf, listOf, onBehalf, textOf, type Body } from "./ask.ts";
import { asks, takes } from "../http/input.ts";

const ownFields = ["displayName", "displayNameEn", "avatarFileId", "userLanguage", "timeZone", "defaultRespId"] as const;
const forms: Readonly<Record<Channel, RegExp>> = { EMAIL: /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/, SMS: /^\+?[0-9][0-9 -]{5,19}$/ };

const purposeOf = (channel: Channel) => (channel === "EMAIL" ? ("BIND_EMAIL" as const) : ("BIND_PHONE" as const));

/** Everything a person keeps in order about the own account. */
class OwnAccount {
  readonly #kernel: Kernel;
  readonly #gate: Gate;

  constructor(kernel: Kernel, gate: Gate) {
    this.#kernel = kernel;
    this.#gate = gate;
  }

  async #save(ctx: Context, input: Row, reason: string): Promise<void> {
    const users = this.#kernel.declared.entity("BaseUsers");
    await this.#kernel.actor.act({ entity: users, action: "saveOrUpdate", targets: [{ id: ctx.me.userId, input }], reason }, onBehalf(ctx));
  }

  async find(ctx: Context): Promise<unknown> {
    const [account, row, held] = await Promise.all([
      this.#kernel.directory.byId(ctx.me.userId),
      ctx.db.one<Row>(
        `select "avatarFileId", "lastLoginTime", "lastLoginIp", "versionNum", "personId", "orgId", "deptId" from "BaseUsers" where id = $1`,
        [ctx.me.userId],
      ),
      this.#kernel.directory.responsibilities(ctx.me.userId, ctx.now),
    ]);
    const { passwordHash: _, pepperId: __, mfaSecretEnc: ___, ...shown } = account!;
    const time = (value: unknown): string | null => (typeof value === "string" ? inZone(value, ctx.me.zone) : null);
    return {
      ...shown,
      userLanguage: account!.language,
      orgZone: ctx.me.orgZone ?? ctx.me.zone,
      ...row,
      lastLoginTime: time(row!["lastLoginTime"]),
      pwdChangedAt: time(account!.pwdChangedAt),
      responsibilities: held.filter((h) => h.lentBy === undefined),
      channels: this.#gate.sms.connected ? ["EMAIL", "SMS"] : ["EMAIL"],
      recoveryLeft: account!.mfaType === "TOTP" ? await recoveryCodesLeft(this.#gate, ctx.me.userId) : 0,
    };
  }

  /** Responsibilities a person may ask for, and what became of those asked for. */
  async listRequests(ctx: Context): Promise<unknown> {
    if (ctx.me.audience !== "internal") throw permDenied();
    const [open, asked] = await Promise.all([
      ctx.db.query(
        `select r.id as "responsibilityId", r."respCode", r."respName", r."respNameEn" from "BaseResponsibility" r
         where r.audience = 'INTERNAL' and r."enabledFlag" = 'Y' and not exists (select 1 from "BaseUserResp" g
           where g."userId" = $1 and g."responsibilityId" = r.id and g.status in ('ACTIVE', 'PENDING', 'OFFERED', 'REQUESTED')) order by r."respCode"`,
        [ctx.me.userId],
      ),
      ctx.db.query<Row>(
        `select g.id, g."grantNum", g.status, g."grantReason", g."creationDate", r."respName", r."respNameEn" from "BaseUserResp" g
         join "BaseResponsibility" r on r.id = g."responsibilityId"
         where g."userId" = $1 and g."createdBy" = $1 and g.status <> 'ACTIVE' order by g.id desc limit 10`,
        [ctx.me.userId],
      ),
    ]);
    return { open, asked: asked.map((row) => ({ ...row, creationDate: inZone(String(row["creationDate"]), ctx.me.zone) })) };
  }

  /** Asks for a responsibility; who may grant it gets it to decide. */
  async requestResponsibility(ctx: Context, body: Body): Promise<unknown> {
    if (ctx.me.audience !== "internal") throw permDenied();
    const given = Object.fromEntries(["startDate", "endDate"].filter((key) => body[key]).map((key) => [key, body[key]]));
    const input = {
      userId: ctx.me.userId,
      responsibilityId: textOf(body, "responsibilityId"),
      grantReason: textOf(body, "reason"),
      ...given,
    };
    const entity = this.#kernel.declared.entity("BaseUserResp");
    const { documents } = await this.#kernel.actor.act({ entity, action: "doRequest", targets: [{ input }] }, onBehalf(ctx));
    return { id: documents[0]!["id"], grantNum: documents[0]!["grantNum"], status: documents[0]!["status"] };
  }

  /** Name, picture, language, zone and first responsibility; everything else about an account belongs to its administrator. */
  async save(ctx: Context, body: Body): Promise<unknown> {
    const input = Object.fromEntries(ownFields.filter((key) => key in body).map((key) => [key, body[key]]));
    const held = await this.#kernel.directory.responsibilities(ctx.me.userId, ctx.now);
    if (input["defaultRespId"] && !held.some((h) => h.responsibilityId === input["defaultRespId"] && h.lentBy === undefined))
      throw deny("PERM_DENIED");
    if (Object.keys(input).length) await this.#save(ctx, input, "OWN");
    return this.find(ctx);
  }

  #contactOf(body: Body): { channel: Channel; target: string } {
    const channel: Channel = body["channel"] === "SMS" ? "SMS" : "EMAIL";
    const target = typeof body["target"] === "string" ? body["target"].trim() : "";
    if (target.length > 120 || !forms[channel].test(target) || (channel === "SMS" && !this.#gate.sms.connected)) throw deny("CODE_BAD");
    return { channel, target: channel === "EMAIL" ? target.toLowerCase() : target };
  }

  async sendBindCode(ctx: Context, body: Body): Promise<unknown> {
    const { channel, target } = this.#contactOf(body);
    const { certificate } = passageOf(ctx).live.info;
    await sendCode(
      this.#gate,
      {
        purpose: purposeOf(channel),
        channel,
        target,
        deliver: true,
        userId: ctx.me.userId,
        ip: ctx.ip,
        certificate,
        language: ctx.language,
      },
      ctx.now,
    );
    return { target: masked(channel, target), resendSeconds: 60 };
  }

  /** The right code makes the address the person's own; it is told to the old one too, in case it was somebody else. */
  async bind(ctx: Context, body: Body): Promise<unknown> {
    const { channel, target } = this.#contactOf(body);
    await demandCode(this.#gate, { purpose: purposeOf(channel), channel, target }, body["code"], ctx.now);
    const before = (await this.#kernel.directory.byId(ctx.me.userId))!;
    await this.#save(ctx, channel === "EMAIL" ? { email: target, emailVerified: "Y" } : { mobile: target, mobileVerified: "Y" }, "BIND");
    this.#gate.security("RECOVERY_CHANGED", {
      userId: ctx.me.userId,
      ip: ctx.ip,
      what: [masked(channel, target), masked(channel, target)],
    });
    if (channel === "EMAIL" && before.email && before.email !== target)
      this.#gate.later(this.#gate.mail.send(contactMoved(before.email, masked(channel, target), ctx), ctx.now));
    return this.find(ctx);
  }

  async listSessions(ctx: Context): Promise<unknown> {
    const { certificate } = passageOf(ctx).live.info;
    const rows = await ctx.db.query<Row>(
      `select id, certificate, "deviceName", "clientIp", "userAgent", "loginMethod", "creationDate", "lastActiveAt", "expiresAt" from "BaseLoginSession" where "userId" = $1 and "endReason" is null and "expiresAt" > $2 order by "lastActiveAt" desc`,
      [ctx.me.userId, ctx.now],
    );
    return rows.map(({ certificate: own, ...row }) => ({
      ...row,
      current: own === certificate,
      ...Object.fromEntries(["creationDate", "lastActiveAt", "expiresAt"].map((key) => [key, inZone(row[key] as string, ctx.me.zone)])),
    }));
  }

  /** Ends named devices, or all but this one; never somebody else's. */
  async endSessions(ctx: Context, body: Body): Promise<unknown> {
    const { certificate } = passageOf(ctx).live.info;
    if (body["others"] === true) return { count: (await this.#gate.sessions.endUser(ctx.me.userId, "OWN", ctx.now, certificate)).length };
    const rows = await ctx.db.query<{ certificate: string }>(
      `select certificate from "BaseLoginSession" where id = any($1) and "userId" = $2`,
      [listOf(body["ids"], 100).map(String), ctx.me.userId],
    );
    return {
      count: (
        await this.#gate.sessions.end(
          rows.map((row) => row.certificate),
          "OWN",
          ctx.now,
        )
      ).length,
    };
  }

  /** Offers a secret for an authenticator app; it counts only once a code of it has been shown. */
  async startTotp(ctx: Context): Promise<unknown> {
    const secret = newTotpSecret();
    const { ticket } = await issue(
      this.#gate.db,
      "TOTP",
      {
        certificate: passageOf(ctx).live.info.certificate,
        userId: ctx.me.userId,
        content: { secret: sealTotpSecret(this.#gate, ctx.me.userId, secret) },
      },
      ctx.now,
    );
    return { secret, ticket, uri: totpUri(ctx.me.userName, secret) };
  }

  /** What guards the account is changed only by whoever can still prove it: an open screen alone takes nothing away. */
  async setSecondFactor(ctx: Context, body: Body): Promise<unknown> {
    const type = body["mfaType"];
    const account = (await this.#kernel.directory.byId(ctx.me.userId))!;
    if (type === "TOTP") return this.#turnOnTotp(ctx, account, body);
    if (type !== "EMAIL" && type !== null && type !== "") throw refuse("FIELD_TYPE", "须为二次验证方式", "must be a second factor");
    if (type === "EMAIL" && (!account.email || account.emailVerified !== "Y"))
      throw refuse("MFA_EMAIL", "请先绑定邮箱", "Add an e-mail first");
    if (account.mfaType === "TOTP" && !(await provesTotp(this.#gate, account, body["code"], ctx.now))) throw deny("CODE_BAD");
    await this.#save(ctx, { mfaType: type || null, mfaSecretEnc: null }, "MFA");
    await voidRecoveryCodes(this.#gate, ctx.me.userId, ctx.now);
    this.#tellFactor(ctx, type === "EMAIL" ? ["邮箱验证码", "code by e-mail"] : ["已关闭", "disabled"]);
    return this.find(ctx);
  }

  /** The new secret counts once it has shown a right code; the codes for the day the phone is lost are told this once. */
  async #turnOnTotp(ctx: Context, account: Account, body: Body): Promise<Row> {
    const seen = await look(this.#gate.db, body["ticket"], ["TOTP"], ctx.now);
    const sealed = seen?.userId === ctx.me.userId ? (seen.content["secret"] as string | undefined) : undefined;
    if (
      !sealed ||
      !(await isRightTotp(this.#gate, { ...account, mfaSecretEnc: sealed }, body["code"], ctx.now)) ||
      !(await take(this.#gate.db, body["ticket"], ["TOTP"], ctx.now))
    )
      throw deny("CODE_BAD");
    await this.#save(ctx, { mfaType: "TOTP", mfaSecretEnc: sealed }, "MFA");
    this.#tellFactor(ctx, ["验证器", "authenticator"]);
    const recoveryCodes = await newRecoveryCodes(this.#gate, ctx.me.userId, ctx.now);
    return { ...((await this.find(ctx)) as Row), recoveryCodes };
  }

  #tellFactor(ctx: Context, what: Text): void {
    this.#gate.security("SECOND_FACTOR_CHANGED", { userId: ctx.me.userId, ip: ctx.ip, what });
  }

  /** Fresh codes instead of the old ones, for whoever holds the authenticator. */
  async renewRecoveryCodes(ctx: Context, body: Body): Promise<unknown> {
    const account = (await this.#kernel.directory.byId(ctx.me.userId))!;
    if (account.mfaType !== "TOTP" || !(await isRightTotp(this.#gate, account, body["code"], ctx.now))) throw deny("CODE_BAD");
    const recoveryCodes = await newRecoveryCodes(this.#gate, ctx.me.userId, ctx.now);
    this.#tellFactor(ctx, ["新的恢复码", "new recovery codes"]);
    return { ...((await this.find(ctx)) as Row), recoveryCodes };
  }
}

/** A new password for somebody else: shown once, or a link by mail; with a lost phone its second factor goes too. Who may is a rule; the password itself is the gate's. */
async function resetPassword(kernel: Kernel, gate: Gate, ctx: Context, body: Body): Promise<unknown> {
  const userId = textOf(body, "userId");
  const mode = body["mode"] === "SHOW_ONCE" ? "SHOW_ONCE" : "LINK";
  await kernel.actor.act(
    {
      entity: kernel.declared.entity("BaseUsers"),
      action: "doResetPwd",
      targets: [{ id: userId, input: {} }],
      reason: typeof body["reason"] === "string" ? body["reason"] : undefined,
    },
    doerOf(ctx),
  );
  if (body["dropMfa"] === true) {
    const users = kernel.declared.entity("BaseUsers");
    await kernel.actor.act(
      { entity: users, action: "saveOrUpdate", targets: [{ id: userId, input: { mfaType: null, mfaSecretEnc: null } }], reason: "MFA" },
      onBehalf(ctx),
    );
    await voidRecoveryCodes(gate, userId, ctx.now);
    gate.security("SECOND_FACTOR_CHANGED", {
      userId,
      ip: ctx.ip,
      what: [`由管理员${ctx.me.displayName}关闭`, `switched off by administrator ${ctx.me.displayName}`],
    });
  }
  return adminReset(gate, userId, mode, ctx.me.userId, ctx.now);
}

/** Passwords of others, and the own account. */
export function accountCalls(kernel: Kernel, gate: Gate): Call[] {
  const own = new OwnAccount(kernel, gate);
  const proof = "recent";
  return [
    base(
      "baseUsersService/doAdminResetUserPwd",
      takes({ userId: "id", mode: "text", reason: "text", dropMfa: "flag" }),
      (ctx, body) => resetPassword(kernel, gate, ctx, body),
      { proof },
    ),
    base("baseUsersService/findOwn", asks(), (ctx) => own.find(ctx)),
    base(
      "baseUsersService/saveOwn",
      takes({
        displayName: "text",
        displayNameEn: "text",
        avatarFileId: "text",
        userLanguage: "text",
        timeZone: "text",
        defaultRespId: "id",
      }),
      (ctx, body) => own.save(ctx, body),
    ),
    base("baseUsersService/sendBindCode", takes({ channel: "text", target: "text" }), (ctx, body) => own.sendBindCode(ctx, body), {
      perMinute: 10,
      proof,
    }),
    base("baseUsersService/bindOwn", takes({ channel: "text", target: "text", code: "text" }), (ctx, body) => own.bind(ctx, body), {
      perMinute: 10,
      proof,
    }),
    base("baseUsersService/listOwnRequests", asks(), (ctx) => own.listRequests(ctx)),
    base(
      "baseUsersService/requestResp",
      takes({ responsibilityId: "id", reason: "text", startDate: "date", endDate: "date" }),
      (ctx, body) => own.requestResponsibility(ctx, body),
      { perMinute: 10 },
    ),
    base("baseUsersService/listOwnSessions", asks(), (ctx) => own.listSessions(ctx)),
    base("baseUsersService/endOwnSessions", takes({ ids: "ids", others: "flag" }), (ctx, body) => own.endSessions(ctx, body)),
    base("baseUsersService/startOwnTotp", takes(), (ctx) => own.startTotp(ctx), { perMinute: 10, proof }),
    base(
      "baseUsersService/saveOwnMfa",
      takes({ mfaType: "text", ticket: "text", code: "text" }),
      (ctx, body) => own.setSecondFactor(ctx, body),
      { perMinute: 10, proof },
    ),
    base("baseUsersService/renewOwnRecoveryCodes", takes({ code: "text" }), (ctx, body) => own.renewRecoveryCodes(ctx, body), {
      perMinute: 10,
      proof,
    }),
  ];
}

const contactMoved = (to: string, target: string, ctx: Context) => ({
  to,
  kind: "CONTACT_CHANGED",
  userId: ctx.me.userId,
  subject: ctx.language === "EN" ? "E-mail changed" : "邮箱已更换",
  text:
    ctx.language === "EN"
      ? `The e-mail of your account is now ${target}; if not you, contact the administrator`
      : `您的账号邮箱已更换为${target}，如非本人操作请联系管理员`,
});
