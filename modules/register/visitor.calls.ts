import { createHash } from "node:crypto";
import { refuse, Refusal } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { notFound } from "#kernel/server/find/find.ts";
import { checkFirstPassword } from "#kernel/server/gate/account.ts";
import { demandCaptcha } from "#kernel/server/gate/captcha.ts";
import { openText } from "#kernel/server/gate/envelope.ts";
import { takeProof } from "#kernel/server/gate/recover.ts";
import { passageOf } from "#kernel/server/gate/signin.ts";
import { issue } from "#kernel/server/gate/ticket.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { say } from "#kernel/text.ts";
import { getProfile } from "#modules/base/index.ts";
import { certain, isBlacklisted } from "#modules/supplier/index.ts";
import { companiesLike, liveStates } from "./alike.ts";
import { badCode, badInvite, hasBadCode } from "./checks.ts";
import { invite } from "./invite.entity.ts";
import { register } from "./register.entity.ts";
import type { Door } from "./register.rules.ts";
import type { CompanyLook } from "./server/company-look.ts";
import {
  businessUnits,
  categoriesNamed,
  countriesIn,
  draftOf,
  enrolledFrom,
  isNameTaken,
  leafCategories,
  openInvite,
} from "./server/known.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { asks, like, takes, type CallInput, type InputNames } from "#kernel/server/http/input.ts";
import { houseDay, msOf, shift } from "#kernel/time.ts";
import { terms } from "./terms.ts";

type Body = Readonly<Record<string, unknown>>;
type Draft = { readonly id: string; readonly email: string | null; readonly mobile: string | null } & Door;

const service = "srmServer";
const path = (name: string): string => `v1/srmSupRegisterRestful/${name}`;
const word = (value: unknown, most = 200): string => (typeof value === "string" ? value.trim().slice(0, most) : "");
const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String).slice(0, 50) : []);
const mostAnHour = 5;
const hour = msOf({ hours: 1 });

/** What a stranger says of the company and of who speaks for it, before there is an account. */
const door: InputNames = {
  companyName: "text",
  companyNameEn: "text",
  supplierNature: "text",
  uscc: "text",
  taxNo: "text",
  countryId: "id",
  username: "text",
  contactName: "text",
  mobile: "text",
  email: "text",
  wantedOrgIds: "ids",
  wantedCategoryIds: "ids",
  password: "sealed",
  proofTickets: "object",
  consentVersion: "text",
  inviteCode: "text",
  joinFlag: "yn",
};

/** Everything a stranger may ask and say: enough to register, nothing about who is known here. */
export class VisitorCalls {
  readonly #at: Premises;
  readonly #look: CompanyLook;

  constructor(at: Premises, look: CompanyLook) {
    this.#at = at;
    this.#look = look;
  }

  all(): readonly Call[] {
    const call = (name: string, input: CallInput, handle: Call["handle"], perMinute = 60): Call => ({
      service,
      path: path(name),
      guard: "anonymous",
      perMinute,
      input,
      handle,
    });
    return [
      call("findOptions", asks(), (ctx) => this.#options(ctx)),
      call(
        "checkCompany",
        takes({ uscc: "text", taxNo: "text", companyName: "text", captchaId: "text", captchaCode: "text" }),
        (ctx, body) => this.#check(ctx, body),
        20,
      ),
      call("getExternalCompanyInfo", takes({ uscc: "text", name: "text" }), (_, body) => this.#external(body), 10),
      call("saveOrUpdate", like(register.name, "saveOrUpdate", door), (ctx, body) => this.#save(ctx, body)),
      call("doSubmit", takes({ id: "id", versionNum: "int" }), (ctx, body) => this.#submit(ctx, body)),
      call("doWithdraw", like(register.name, "doWithdraw"), (ctx, body) => this.#withdraw(ctx, body)),
      {
        service,
        path: "v1/srmSupRegisterInviteRestful/findByCode",
        guard: "anonymous",
        perMinute: 20,
        input: takes({ code: "text" }),
        handle: (ctx, body) => this.#invited(ctx, body),
      },
    ];
  }

  /** How companies register here at this moment. */
  async mode(): Promise<"OPEN" | "INVITE_ONLY" | "OFF"> {
    const { value } = await getProfile(findFor(this.#at.kernel, systemMe("register")), "SUP_REG_MODE");
    return value === "OFF" || value === "INVITE_ONLY" ? value : "OPEN";
  }

  /** A name is kept from the submission on, and for thirty days after a refusal. */
  async isReserved(userName: string): Promise<boolean> {
    const since = shift(this.#at.clock.now(), { days: -30 });
    return isNameTaken(this.#at.kernel.db, userName, liveStates, since);
  }

  async #options(ctx: Context): Promise<unknown> {
    const { db } = this.#at.kernel;
    const [countries, categories, organisations, mode] = await Promise.all([
      countriesIn(db, ctx.language),
      leafCategories(db, ctx.language),
      businessUnits(db, ctx.language),
      this.mode(),
    ]);
    return {
      inviteRequired: mode === "INVITE_ONLY",
      countries,
      categories,
      organisations,
      terms: { version: terms.version, text: say(terms.text, ctx.language) },
    };
  }

  /** Whether a company can go on: yes, known, or no. Nothing more ever leaves. */
  async #check(ctx: Context, body: Body): Promise<unknown> {
    await demandCaptcha(this.#at.gate, passageOf(ctx).live.info.certificate, body, ctx.now);
    const [uscc, taxNo, companyName] = [word(body["uscc"], 40), word(body["taxNo"], 40), word(body["companyName"])];
    if (uscc !== "" && hasBadCode({ supplierNature: "MAINLAND", uscc })) throw badCode();
    const find = findFor(this.#at.kernel, systemMe("register"));
    const [entry, alike] = await Promise.all([
      isBlacklisted(find, { uscc, taxNo, companyName, on: houseDay(ctx.now) }),
      companiesLike(find, { companyName, uscc, taxNo }),
    ]);
    return { result: entry ? "REFUSED" : alike.some((candidate) => candidate.score === certain) ? "EXISTS" : "OK" };
  }

  async #external(body: Body): Promise<unknown> {
    const [uscc, name] = [word(body["uscc"], 40), word(body["name"])];
    // A stranger learns what any public register says, and no more; a source that does not answer knows nobody.
    const found = await this.#look.find({ uscc, name: uscc ? null : name }, systemMe("register")).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (!found) return { found: false };
    const { shareholders: _, executives: __, risks: ___, requestNo: ____, ...facts } = found;
    return { found: true, ...facts };
  }

  /** What an invited company may know: that it is meant, and for what. The first look is noted. */
  async #invited(ctx: Context, body: Body): Promise<unknown> {
    const row = await this.#inviteOf(word(body["code"], 12), ctx);
    if (!row) throw badInvite();
    await this.#act(ctx, invite, "doOpen", row.id, {});
    return { companyName: row.companyName, categories: await categoriesNamed(this.#at.kernel.db, row.categoryIds, ctx.language) };
  }

  async #inviteOf(code: string, ctx: Context, own: string | null = null) {
    if (!/^[0-9A-Za-z]{12}$/.test(code)) return null;
    return openInvite(this.#at.kernel.db, code.toUpperCase(), houseDay(ctx.now), own);
  }

  async #act(ctx: Context, entity: typeof register | typeof invite, action: string, id: string | undefined, input: Body) {
    const outcome = await this.#at.kernel.actor.act(
      { entity, action, targets: [{ id, input }] },
      { me: { ...systemMe("register"), language: ctx.language }, now: ctx.now, requestId: ctx.requestId, ip: ctx.ip },
    );
    return outcome.documents[0] as Readonly<Record<string, unknown>>;
  }

  #visitor(ctx: Context): string {
    return createHash("sha256").update(passageOf(ctx).live.info.certificate).digest("hex");
  }

  /** The draft this very visitor wrote; anybody else's is not there. */
  async #draftOf(ctx: Context, id: unknown): Promise<Draft> {
    const row = await draftOf<Draft>(this.#at.kernel.db, word(id, 40), this.#visitor(ctx));
    if (!row) throw notFound(register);
    return row;
  }

  /** A signed-in applicant saves the file; a stranger drafts an account. */
  async #save(ctx: Context, body: Record<string, unknown>): Promise<unknown> {
    if (ctx.me.audience !== "public") return this.#at.kernel.calls.handle(ctx, service, "srmSupRegisterRestful", "saveOrUpdate", body);
    const mode = await this.mode();
    if (mode === "OFF") throw refuse("PERM_DENIED", "没有操作权限", "No permission for this operation", { http: 403 });
    const before = body["id"] ? await this.#draftOf(ctx, body["id"]) : null;
    await this.#allow(ctx, before?.id ?? "");
    if (body["consentVersion"] !== terms.version) throw refuse("SUP_REG_012", "请阅读并同意条款", "Please read and accept the terms");
    const typed = doorOf(body);
    if (hasBadCode(typed)) throw badCode();
    await this.#checkName(typed.username);
    const door: Door = {
      ...(await this.#proven(ctx, body, typed, before)),
      ...(await this.#secret(ctx, body, typed.username, before)),
      ...(await this.#way(ctx, body, mode, before)),
      visitorHash: this.#visitor(ctx),
      regLanguage: ctx.language,
      consentVersion: terms.version,
      consentDate: ctx.now.toISOString(),
      consentIp: ctx.ip,
    };
    const { id, versionNum } = await this.#act(ctx, register, before ? "doRedraft" : "doEnrol", before?.id, { ...typed, door });
    return { id, versionNum };
  }

  async #allow(ctx: Context, own: string): Promise<void> {
    const since = shift(ctx.now, { hours: -1 });
    const row = await enrolledFrom(this.#at.kernel.db, ctx.ip, since, own);
    if (!row || row.n < mostAnHour) return;
    const min = Math.max(1, Math.ceil((Date.parse(row.first ?? "") + hour - ctx.now.getTime()) / 60_000));
    throw refuse("SUP_REG_008", `操作过于频繁，请${min}分钟后再试`, `Too many attempts; try again in ${min} minutes`, { http: 429 });
  }

  async #checkName(username: string): Promise<void> {
    if (!/^[A-Za-z0-9_.@]{6,40}$/.test(username))
      throw refuse("FIELD_FORMAT", "账号应为6至40位字母、数字或 _ . @", "The account needs 6 to 40 letters, digits or _ . @");
    const { directory } = this.#at.gate;
    if ((await directory.byName(username)) !== null || (await this.isReserved(username)))
      throw refuse("REG_ACCOUNT_EXISTS", "账号已存在", "Account exists");
  }

  /** Every address given must have been proven in this session, wherever a code can be sent. */
  async #proven(ctx: Context, body: Body, typed: Typed, before: Draft | null): Promise<Pick<Door, "emailProven" | "mobileProven">> {
    const { gate } = this.#at;
    const { certificate } = passageOf(ctx).live.info;
    const tickets = (body["proofTickets"] ?? {}) as Body;
    const proves = async (channel: "EMAIL" | "SMS", target: string | null, known: boolean): Promise<boolean> =>
      target !== null && (known || (await takeProof(gate, tickets[channel], channel, target, certificate, ctx.now)));
    const email = await proves("EMAIL", typed.email, before?.emailProven === "Y" && before.email === typed.email);
    const mobile =
      gate.sms.connected && (await proves("SMS", typed.mobile, before?.mobileProven === "Y" && before.mobile === typed.mobile));
    if (!email || (gate.sms.connected && !mobile)) throw refuse("SUP_REG_004", "验证码错误或已过期", "Verification code wrong or expired");
    return { emailProven: "Y", mobileProven: mobile ? "Y" : "N" };
  }

  async #secret(ctx: Context, body: Body, username: string, before: Draft | null): Promise<Pick<Door, "passwordHash" | "pepperId">> {
    const { gate } = this.#at;
    if (before && !body["password"]) return { passwordHash: before.passwordHash, pepperId: before.pepperId };
    const password = await openText(gate.keys, body["password"], passageOf(ctx).carrier, ctx.now);
    await checkFirstPassword(gate, username, password);
    const { phc, pepperId } = await gate.passwords.hash(password);
    return { passwordHash: phc, pepperId };
  }

  /** By which way the company comes: on its own, invited, or to join a company that is known. */
  async #way(
    ctx: Context,
    body: Body,
    mode: "OPEN" | "INVITE_ONLY",
    before: Draft | null,
  ): Promise<Pick<Door, "source" | "inviteId" | "leadId" | "joinFlag">> {
    const code = word(body["inviteCode"], 40);
    const joinFlag = body["joinFlag"] === "Y" ? "Y" : "N";
    const invited = code === "" ? null : await this.#inviteOf(code, ctx, before?.id ?? null);
    if ((code !== "" && !invited) || (mode === "INVITE_ONLY" && !invited && joinFlag === "N")) throw badInvite();
    const source = invited?.leadId ? "LEAD" : invited ? "INVITE" : "OPEN";
    return { source, inviteId: invited?.id ?? null, leadId: invited?.leadId ?? null, joinFlag };
  }

  async #submit(ctx: Context, body: Body): Promise<unknown> {
    const { id } = await this.#draftOf(ctx, body["id"]);
    const done = await this.#act(ctx, register, "doSubmit", id, {});
    const opened = done["status"] === "INFO_FILLING";
    const ticket = opened ? (await issue(this.#at.gate.db, "SIGN_IN", { userId: String(done["userId"]) }, ctx.now)).ticket : undefined;
    return {
      id,
      versionNum: done["versionNum"],
      registerNo: done["registerNo"],
      status: done["status"],
      ...(ticket ? { ticket } : {}),
    };
  }

  async #withdraw(ctx: Context, body: Record<string, unknown>): Promise<unknown> {
    if (ctx.me.audience !== "public") return this.#at.kernel.calls.handle(ctx, service, "srmSupRegisterRestful", "doWithdraw", body);
    const { id } = await this.#draftOf(ctx, body["id"]);
    const done = await this.#act(ctx, register, "doWithdraw", id, {});
    return { id, versionNum: done["versionNum"], status: done["status"] };
  }
}

type Typed = ReturnType<typeof doorOf>;

function doorOf(body: Body) {
  const supplierNature = ["MAINLAND", "HKMT", "OVERSEAS", "INDIVIDUAL"].find((value) => value === body["supplierNature"]) ?? "MAINLAND";
  const isMainland = supplierNature === "MAINLAND";
  return {
    companyName: word(body["companyName"]),
    companyNameEn: word(body["companyNameEn"]) || null,
    supplierNature,
    uscc: isMainland ? word(body["uscc"], 18).toUpperCase() : null,
    taxNo: isMainland ? null : word(body["taxNo"], 40) || null,
    countryId: word(body["countryId"], 40),
    username: word(body["username"], 60),
    contactName: word(body["contactName"], 60),
    mobile: word(body["mobile"], 30) || null,
    email: word(body["email"], 120).toLowerCase() || null,
    wantedOrgIds: list(body["wantedOrgIds"]),
    wantedCategoryIds: list(body["wantedCategoryIds"]),
  };
}
