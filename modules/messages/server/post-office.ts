import { every, sql } from "#kernel/query.ts";
import { pdfOf } from "#kernel/server/file/document-pdf.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import type { Text } from "#kernel/text.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgBox } from "../box.entity.ts";
import { msgInstance } from "../instance.entity.ts";
import { MessageSettings } from "./configs.ts";
import { Detours } from "./detour.ts";
import { Digests } from "./digest.ts";
import { Fanout } from "./fanout.ts";
import { Inboxes } from "./inbox.ts";
import { readyIndexes, type Office } from "./office.ts";
import { NoticeRules } from "./notices.ts";
import { retireSqlReceivers } from "./retire-sql.ts";
import { boxSpeaker, keyOlderMessages } from "./speaker.ts";
import { Sender } from "./sender.ts";
import { Sources } from "./sources.ts";
import { Upkeep } from "./upkeep.ts";

const i = every(msgInstance);

/** The parts of messaging put together; each may be run on its own. */
export class PostOffice {
  readonly office: Office;
  readonly settings: MessageSettings;
  readonly sources: Sources;
  readonly fanout: Fanout;
  readonly sender: Sender;
  readonly detours: Detours;
  readonly digests: Digests;
  readonly upkeep: Upkeep;
  readonly notices: NoticeRules;
  readonly inboxes: Inboxes;
  /** Documents that take their messages back when they are withdrawn. */
  readonly takesBack = new Set(["SrmBaseNotice", "SrmBaseNotification"]);

  constructor(office: Office) {
    const kick = () => this.sender.soon();
    this.office = office;
    this.settings = new MessageSettings(office);
    this.sources = new Sources(office);
    this.fanout = new Fanout(office, this.settings, this.sources, kick);
    this.detours = new Detours(office, this.settings, this.sources, kick);
    this.sender = new Sender(office, this.sources, async (ids) => void (await this.detours.afterFailure(ids)));
    this.digests = new Digests(office);
    this.upkeep = new Upkeep(office);
    this.notices = new NoticeRules(office);
    this.inboxes = new Inboxes(this);
    office.kernel.finder.speakers.add(msgBox, boxSpeaker(office, this.settings));
  }

  /** Listens to every declared event, sends, and keeps its times. */
  start(): () => Promise<void> {
    const { kernel, alarm } = this.office;
    for (const module of kernel.declared.modules)
      for (const code of Object.keys(module.events ?? {})) kernel.outbox.on(code, (event) => this.fanout.hear(event));
    kernel.outbox.on("NOTICE_CONFIG_ENABLED", (event) => this.notices.enabled(event));
    kernel.outbox.on("NOTICE_CONFIG_INVALID", (event) => this.notices.invalid(event));
    // Whatever page stopped or released an instance, its deliveries follow at once.
    kernel.bus.hear((changes) => {
      const stopped = changes.filter((change) => change.entity === "BaseMsgInstance" && change.id !== "*");
      if (stopped.length) void this.followInstances(stopped.map((change) => change.id)).catch(alarm);
      for (const change of changes) if (this.takesBack.has(change.entity)) void this.followDocument(change.entity, change.id).catch(alarm);
    });
    void retireSqlReceivers(this.office).catch(alarm);
    void keyOlderMessages(this.office).catch(alarm);
    void readyIndexes(kernel.db).then(() => this.sender.start(), alarm);
    return async () => {
      await this.sender.stop();
      this.sources.close();
    };
  }

  /** What runs by the clock. */
  programs(): Readonly<Record<string, JobHandler>> {
    const handled = (n: number): Text => [`处理 ${n} 条`, `${n} handled`];
    return {
      MSG_SWEEP: async () => {
        await this.upkeep.sweep();
        await this.sources.probe();
        const n = (await this.detours.afterDeath()) + (await this.detours.afterSilence());
        this.sender.soon();
        return handled(n);
      },
      MSG_DIGEST: async () => {
        const n = await this.digests.run();
        if (n) this.sender.soon();
        return handled(n);
      },
      MSG_INBOX: async () => handled(await this.inboxes.read()),
      MSG_CHECK_REMIND: async () => handled(await this.upkeep.remindCheckers()),
      MSG_REACH_BOOK: async () => handled(await this.upkeep.fillReachBook()),
      MSG_ARCHIVE: async () => handled(await this.upkeep.archive()),
    };
  }

  /** A document that was withdrawn: its unread messages vanish, what has not left does not leave. */
  async followDocument(entity: string, id: string): Promise<void> {
    const { declared, db } = this.office.kernel;
    const e = declared.entities.get(entity);
    if (!e || e.view) return;
    const t = every(e);
    const rows = await db.query<{ id: string }>(
      sql`select ${i.id} from ${i} join ${t} on ${t.id} = ${i.bizId} where ${i.bizEntity} = ${entity} and ${i.bizId} = ${id}
        and ${t[e.stateField]!} = 'WITHDRAWN' and ${i.creationDate} <= ${t.lastUpdateDate} and ${i.status} <> 'CANCELLED'`,
    );
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return;
    await db.query(sql`update ${i} set ${changes(msgInstance, { status: "CANCELLED" })} where ${i.id} = any(${ids})`);
    await this.upkeep.recall(ids);
  }

  /** What an action on an instance means for its deliveries. */
  async followInstances(ids: readonly string[]): Promise<void> {
    const rows = await this.office.kernel.db.query<{ id: string; status: string }>(
      sql`select ${i.id}, ${i.status} from ${i} where ${i.id} = any(${ids})`,
    );
    for (const { id, status } of rows) if (status === "CANCELLED" || status === "REFUSED") await this.upkeep.stopInstance(id);
    if (rows.some(({ status }) => status === "READY" || status === "SENDING")) this.sender.soon();
  }
}

/** The office on the premises of a running server. */
export const officeAt = (at: Premises, open: Pick<Office, "openSender" | "openMailbox">): Office => ({
  kernel: at.kernel,
  keys: at.gate.keys,
  clock: at.clock,
  publicUrl: at.publicUrl,
  env: at.env,
  push: at.push,
  ...open,
  pdf: (name, blocks) => pdfOf(at.files, name, blocks),
  chance: Math.random,
  alarm: (error) => at.gate.alarm("BACKGROUND", { error: String(error) }),
});
