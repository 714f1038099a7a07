import { Refusal } from "#kernel/refusal.ts";
import { findConflicts } from "#kernel/server/admin/duties.ts";
import { purgeLogs } from "#kernel/server/admin/kept-logs.ts";
import { stampUnused } from "#kernel/server/admin/unused.ts";
import type { Outcome } from "#kernel/server/act/attempt.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import { tellOwner } from "#kernel/server/gate/letters.ts";
import { setPasswordLink } from "#kernel/server/gate/links.ts";
import { unlock } from "#kernel/server/gate/lockout.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import { verifyJournal } from "#kernel/server/journal/journal.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { fill, say, type Text } from "#kernel/text.ts";
import { dayIn, shift } from "#kernel/time.ts";
import { grantWords } from "./grant-words.ts";

const letters = {
  USER_INVITED: [
    ["加入邀请", "Invitation"],
    [
      "{company}邀请您加入，账号{userName}，请24小时内设置密码：{link}",
      "{company} invites you. Account {userName}; set your password within 24 hours: {link}",
    ],
  ],
} as const satisfies Record<string, readonly [subject: Text, text: Text]>;

/** What administration does by itself: upon what happened, and when its time has come. Each piece may be run on its own. */
export class AdminWork {
  readonly #kernel: Kernel;
  readonly #gate: Gate;
  readonly #clock: { now(): Date };

  constructor(kernel: Kernel, gate: Gate, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#gate = gate;
    this.#clock = clock;
  }

  #act(by: string, entity: string, action: string, id: string | undefined, input: Row = {}, reason?: string): Promise<Outcome> {
    return this.#kernel.actor.act(
      { entity: this.#kernel.declared.entity(entity), action, targets: [{ id, input }], ...(reason ? { reason } : {}) },
      { me: systemMe(by), now: this.#clock.now(), requestId: newId(), ip: null },
    );
  }

  #note(level: "INFO" | "WARN" | "ERROR", logger: string, message: string, detail: unknown): Promise<Outcome> {
    return this.#act("log", "BaseSystemLog", "saveOrUpdate", undefined, {
      time: this.#clock.now().toISOString(),
      level,
      logger,
      message,
      detail,
    });
  }

  /** Runs one action on many records; one that may not does not stop the others, and is written down. */
  async #each(by: string, entity: string, action: string, rows: readonly Row[], reason?: string): Promise<number> {
    let done = 0;
    for (const row of rows) {
      const id = String(row["id"]);
      try {
        await this.#act(by, entity, action, id, {}, reason);
        done += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await this.#note("WARN", by, `${entity} ${id}: ${error.code} ${error.text[1]}`, null);
      }
    }
    return done;
  }

  /** The records that pass, as the system sees them; what is left over is found the next time. */
  async #find(entity: string, filters: Row): Promise<Row[]> {
    return (
      await this.#kernel.finder.list(this.#kernel.declared.entity(entity), { ...filters, pageRows: 0, count: "none" }, systemMe("clock"))
    ).rows;
  }

  #today(): string {
    return dayIn(this.#clock.now().toISOString(), systemMe("clock").zone);
  }

  async #write(
    kind: keyof typeof letters,
    to: string,
    userId: string | null,
    values: Readonly<Record<string, unknown>>,
    language: "CN" | "EN",
  ): Promise<void> {
    const [subject, text] = letters[kind];
    await this.#gate.mail.send(
      { to, kind, subject: say(subject, language), text: say(fill(text, values), language), userId },
      this.#clock.now(),
    );
  }

  /** A new account gets its link; one that has a password already needs none. */
  async #welcome(userId: unknown, invited: boolean): Promise<void> {
    const account = await this.#kernel.directory.byId(String(userId));
    if (!account || account.passwordHash || account.userStatus === "DISABLED" || !account.email) return;
    const { url } = await setPasswordLink(this.#gate, account.userId, this.#clock.now());
    if (!invited) return tellOwner(this.#gate, account, "USER_CREATED", { userName: account.userName, link: url }, this.#clock.now());
    const company = (await this.#kernel.directory.responsibilities(account.userId, this.#clock.now()))[0]?.supplierName ?? "BASE SRM";
    await this.#write(
      "USER_INVITED",
      account.email,
      account.userId,
      { company, userName: account.userName, link: url },
      account.language ?? "CN",
    );
  }

  async #unlocked(userId: unknown): Promise<void> {
    const account = await this.#kernel.directory.byId(String(userId));
    if (!account) return;
    await unlock(this.#gate.db, account.userName, this.#clock.now());
    await this.#kernel.directory.stampLocks(this.#clock.now());
  }

  /** Permits refuse the account from the same moment on; here its sessions and sockets end. */
  async #disabled(userId: string): Promise<void> {
    const account = await this.#kernel.directory.byId(userId);
    if (account?.userStatus === "DISABLED") await this.#gate.sessions.endUser(userId, "DISABLED", this.#clock.now());
  }

  /** Who has left is signed out the night after the last day. */
  async leavers(): Promise<number> {
    const today = this.#today();
    const gone = (await this.#find("BasePerson", { personStatus: ["LEAVING", "LEFT"], leaveDateTo: today })).filter(
      (person) => String(person["leaveDate"]) < today,
    );
    if (gone.length === 0) return 0;
    const accounts = await this.#find("BaseUsers", {
      personId: gone.map((person) => person["id"]),
      userStatus: ["ACTIVE", "LOCKED", "REGISTERING"],
    });
    return this.#each("LEAVE_DISABLE", "BaseUsers", "doDisable", accounts, "LEAVE_DISABLE");
  }

  /** Conflicts of duties that exist in spite of all checks: rules change after grants were given. */
  async duties(): Promise<number> {
    const found = await findConflicts(this.#kernel);
    if (found.length) await this.#note("WARN", "SOD_CHECK", `${found.length} conflicts of duties`, found.slice(0, 500));
    return found.length;
  }

  /** Logs go when the days they are kept for are over. */
  async oldLogs(): Promise<number> {
    const days = Number(await this.#kernel.settings.value("LOG_KEEP_DAYS"));
    return purgeLogs(this.#kernel.db, shift(this.#clock.now(), { days: -days }));
  }

  /** Is the journal still as it was written? */
  async chain(): Promise<boolean> {
    const verdict = await verifyJournal(this.#kernel.db);
    await this.#note(
      verdict.broken ? "ERROR" : "INFO",
      "LOG_CHAIN_CHECK",
      verdict.broken
        ? `seal ${verdict.broken.seal}, row ${verdict.broken.row ?? "–"}: ${verdict.broken.what}`
        : `${verdict.rows} rows in ${verdict.seals} seals`,
      verdict,
    );
    return verdict.broken === null;
  }

  /** Listens from now on. */
  start(): void {
    const { outbox } = this.#kernel;
    outbox.on("USER_CREATED", ({ data }) => this.#welcome(data["userId"], false));
    outbox.on("USER_INVITED", ({ data }) => this.#welcome(data["userId"], true));
    outbox.on("USER_UNLOCKED", ({ data }) => this.#unlocked(data["userId"]));
    outbox.on("GRANT_CHANGED", ({ data }) =>
      this.#kernel.security("ADMINISTRATOR_CHANGED", { userId: (data["userId"] as string | undefined) ?? null, what: grantWords(data) }),
    );
    outbox.on("USER_DISABLED", ({ data }) => this.#disabled(String(data["userId"])));
  }

  /** What runs by the clock. */
  programs(): Readonly<Record<string, JobHandler>> {
    const handled = (n: number): Text => [`处理 ${n} 条`, `${n} handled`];
    return {
      LOCK_TICK: () => this.#kernel.directory.stampLocks(this.#clock.now()),
      LEAVE_DISABLE: async () => handled(await this.leavers()),
      LOG_ARCHIVE: async () => {
        const n = await this.oldLogs();
        return [`清理 ${n} 条过期日志`, `${n} old log rows removed`];
      },
      UNUSED_CHECK: async () => {
        const n = await stampUnused(this.#kernel.db, this.#clock.now());
        return [`新发现 ${n} 个九十天未登录的账号`, `${n} more accounts without a sign-in for ninety days`];
      },
      SOD_CHECK: async () => {
        const n = await this.duties();
        return [`发现 ${n} 处冲突`, `${n} conflicts`];
      },
      LOG_CHAIN_CHECK: async (run) => {
        const isWhole = await this.chain();
        if (!isWhole) run.log(["日志链已断，详见系统日志", "The chain is broken; see the system log"], "ERROR");
        return isWhole ? ["日志链完整", "The chain is intact"] : ["日志链已断", "The chain is broken"];
      },
    };
  }
}
