import { organization } from "#kernel/platform/organization.entity.ts";
import { every, sql } from "#kernel/query.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import { personalLink } from "#kernel/server/gate/links.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { fill, say, type Language, type Text } from "#kernel/text.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { invite } from "../invite.entity.ts";
import { register } from "../register.entity.ts";

type Row = Readonly<Record<string, unknown>>;
type Kind = keyof typeof texts;

const texts = {
  SUP_REG_SUBMITTED: [
    ["注册申请已收到", "Registration received"],
    [
      "您的注册申请已收到：{company}（{no}），审核结果将另行通知。",
      "We received your registration: {company} ({no}). We will notify you of the result.",
    ],
  ],
  SUP_REG_ACCOUNT_OK: [
    ["供应商账号已开通", "Your supplier account is open"],
    [
      "账号已开通，请在{date}前完善企业信息：{link}（链接14天内有效，仅可使用一次；之后请用账号密码登录）",
      "Account opened; complete your data by {date}: {link} (the link works once within 14 days; afterwards sign in with your password)",
    ],
  ],
  SUP_REG_RETURNED: [
    ["注册信息需补充", "Your registration needs additions"],
    ["注册信息需补充{n}处，请登录查看：{link}", "{n} points to complete in your registration: {link}"],
  ],
  SUP_REG_APPROVED: [
    ["注册已通过", "Registration approved"],
    [
      "贵司注册已通过，供应商编码{code}，请用原账号登录：{link}",
      "Registration approved, supplier code {code}; sign in with your account: {link}",
    ],
  ],
  SUP_REG_REJECTED: [
    ["注册未通过", "Registration rejected"],
    ["贵司注册未通过：{reason}", "Registration rejected: {reason}"],
  ],
  SUP_REG_REMIND: [
    ["请完善注册信息", "Please complete your registration"],
    ["贵司注册信息尚未提交，{date}后将过期：{link}", "Your registration is not submitted yet and expires after {date}: {link}"],
  ],
  SUP_INVITE: [
    ["邀请注册成为供应商", "Invitation to register as a supplier"],
    [
      "{org}邀请贵司注册成为供应商，邀请码{code}，有效期至{date}：{link}",
      "{org} invites you to register, code {code}, valid to {date}: {link}",
    ],
  ],
} as const satisfies Record<string, readonly [subject: Text, text: Text]>;

/** Letters to people who have no account yet, or only one to register with: they go to the address that was proven. */
export class RegisterLetters {
  readonly #kernel: Kernel;
  readonly #gate: Gate;
  readonly #clock: { now(): Date };

  constructor(kernel: Kernel, gate: Gate, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#gate = gate;
    this.#clock = clock;
  }

  start(): void {
    const { outbox } = this.#kernel;
    for (const kind of ["SUP_REG_SUBMITTED", "SUP_REG_ACCOUNT_OK", "SUP_REG_RETURNED", "SUP_REG_REJECTED", "SUP_REG_REMIND"] as const)
      outbox.on(kind, ({ data }) => this.#toApplicant(kind, data));
    outbox.on("SUP_REG_APPROVED", async ({ data }) => {
      await this.#toApplicant("SUP_REG_APPROVED", data);
      // The session that could only register is over; the next sign-in opens the whole house.
      await this.#gate.sessions.endUser(String(data["userId"]), "ADMIN", this.#clock.now());
    });
    outbox.on("SUP_INVITE", ({ data }) => this.#invite(String(data["inviteId"])));
  }

  #url(path: string): string {
    return `${this.#gate.settings.publicUrl.replace(/\/$/, "")}${path}`;
  }

  async #send(kind: Kind, to: { email: string | null; mobile: string | null; userId?: string | null }, language: Language, values: Row) {
    const now = this.#clock.now();
    const [subject, body] = texts[kind];
    const text = say(fill(body, values), language);
    const userId = to.userId ?? null;
    if (to.email) await this.#gate.mail.send({ to: to.email, kind, subject: say(subject, language), text, userId }, now);
    if (to.mobile && this.#gate.sms.connected) await this.#gate.sms.send({ to: to.mobile, kind, text, userId }, now);
  }

  async #toApplicant(kind: Exclude<Kind, "SUP_INVITE">, data: Row): Promise<void> {
    const [r, s] = [every(register), every(supplierInfo)];
    const row = await this.#kernel.db.one<{
      email: string | null;
      mobile: string | null;
      userId: string | null;
      regLanguage: Language;
      supplierCode: string | null;
    }>(
      sql`select ${r.email}, ${r.mobile}, ${r.userId}, ${r.regLanguage}, ${s.supplierCode} from ${r} left join ${s} on ${s.id} = ${r.supplierId} where ${r.id} = ${String(data["id"])}`,
    );
    if (!row) return;
    const link =
      kind === "SUP_REG_ACCOUNT_OK" && row.userId
        ? (await personalLink(this.#gate, row.userId, this.#clock.now())).url
        : this.#url("/login");
    // Phones hear of the account alone; the rest is too long for them.
    const mobile = kind === "SUP_REG_ACCOUNT_OK" ? row.mobile : null;
    await this.#send(kind, { email: row.email, mobile, userId: row.userId }, row.regLanguage, {
      ...data,
      link,
      code: row.supplierCode ?? "",
    });
  }

  async #invite(inviteId: string): Promise<void> {
    const [i, o] = [every(invite), every(organization)];
    const row = await this.#kernel.db.one<{
      email: string | null;
      mobile: string | null;
      inviteCode: string;
      validTo: string;
      org: string;
      orgEn: string;
      messageCn: string | null;
      messageEn: string | null;
      status: string;
      isAbroad: boolean;
    }>(
      sql`select ${i.email}, ${i.mobile}, ${i.inviteCode}, ${i.validTo}, ${o.orgName} as org, coalesce(${o.orgNameEn}, ${o.orgName}) as "orgEn", ${i.messageCn}, ${i.messageEn}, ${i.status},
              ${i.companyName} !~ '[一-龥]' as "isAbroad"
       from ${i} join ${o} on ${o.id} = ${i.orgId} where ${i.id} = ${inviteId}`,
    );
    if (!row || (row.status !== "SENT" && row.status !== "OPENED")) return;
    const language: Language = row.isAbroad ? "EN" : "CN";
    const [subject, body] = texts.SUP_INVITE;
    const values = {
      org: language === "EN" ? row.orgEn : row.org,
      code: row.inviteCode,
      date: row.validTo,
      link: this.#url(`/register?invite=${row.inviteCode}`),
    };
    const own = language === "EN" ? row.messageEn : row.messageCn;
    const text = `${own ? `${own}\n\n` : ""}${say(fill(body, values), language)}`;
    const now = this.#clock.now();
    if (row.email)
      await this.#gate.mail.send({ to: row.email, kind: "SUP_INVITE", subject: say(subject, language), text, userId: null }, now);
    if (row.mobile && this.#gate.sms.connected)
      await this.#gate.sms.send({ to: row.mobile, kind: "SUP_INVITE", text: say(fill(body, values), language), userId: null }, now);
  }
}
