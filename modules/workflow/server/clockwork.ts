import type { Me } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import { newId } from "#kernel/server/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Happening } from "#kernel/server/outbox.ts";
import { inOwnName, systemMe } from "#kernel/server/permit.ts";
import type { Row } from "#kernel/server/visible.ts";
import type { Text } from "#kernel/text.ts";
import { inZone } from "#kernel/time.ts";
import { bpmInstance } from "../instance.entity.ts";

/** A step of a process that the product itself does: it gets the document and may answer with variables. */
export type Work = (kernel: Kernel, about: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>> | void>;

const works = new Map<string, Work>();

/** Makes a step known to processes by its code; what comes back takes it away again. */
export function registerWork(code: string, work: Work): () => void {
  works.set(code, work);
  return () => void works.delete(code);
}

const clockMe = systemMe("workflow");
const hour = 3_600_000;
const ended = ["PASSED", "REJECTED", "WITHDRAWN", "STOPPED"];

/** What processes do by themselves: timers, reminders, steps done by the product, processes called by others. */
export class Clockwork {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };

  constructor(kernel: Kernel, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#clock = clock;
  }

  /** An action of the engine; what another process has done meanwhile is no failure. */
  async act(id: string | undefined, action: string, input: Row, me: Me = clockMe): Promise<boolean> {
    try {
      await this.#kernel.actor.act(
        { entity: bpmInstance, action, targets: [{ id, input }] },
        { me, now: this.#clock.now(), requestId: newId(), ip: null },
      );
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code !== "SYS_BUSY") return false;
      throw error;
    }
  }

  /** Every timer whose moment has come, each in its own action. */
  async timers(): Promise<number> {
    const due = await this.#kernel.db.query<{ id: string; parentId: string }>(
      `select t.id, t."parentId" from "BpmTimer" t join "BpmInstance" i on i.id = t."parentId"
       where t."firedAt" is null and t."fireAt" <= $1 and i.status in ('RUNNING', 'ERROR') order by t."fireAt", t.id limit 1000`,
      [this.#clock.now()],
    );
    let fired = 0;
    for (const timer of due) if (await this.act(timer.parentId, "fire", { timerId: timer.id })) fired += 1;
    return fired;
  }

  /** Reminders by the rule that fits best: node and bill type before bill type before all. */
  async reminders(): Promise<number> {
    const now = this.#clock.now();
    const rules = await this.#kernel.db.query<Row>(`select * from "BpmUrgeConfig" where "enabledFlag" = 'Y'`);
    if (rules.length === 0) return 0;
    const open = await this.#kernel.db.query<Row>(
      `select t.id, t."parentId", t."nodeId", t."arrivedAt", t."remindCount", i."billTypeCode" from "BpmTask" t join "BpmInstance" i on i.id = t."parentId"
       where t.status in ('TODO', 'CLAIMED') and i.status = 'RUNNING' order by t."arrivedAt" limit 5000`,
    );
    let told = 0;
    for (const task of open) {
      const rule = rules
        .filter(
          (r) => (!r["billTypeCode"] || r["billTypeCode"] === task["billTypeCode"]) && (!r["nodeId"] || r["nodeId"] === task["nodeId"]),
        )
        .sort((a, b) => weight(b) - weight(a))[0];
      if (!rule || isQuiet(rule, now)) continue;
      const hours = (now.getTime() - Date.parse(task["arrivedAt"])) / hour;
      const due = Math.min(
        rule["maxTimes"],
        hours < rule["firstAfterHours"] ? 0 : Math.floor((hours - rule["firstAfterHours"]) / rule["repeatHours"]) + 1,
      );
      if (due <= task["remindCount"]) continue;
      const isLast = task["remindCount"] + 1 >= rule["maxTimes"];
      const escalate =
        isLast && rule["escalateRule"] ? { escalate: rule["escalateRule"], escalateUserIds: rule["escalateUserIds"] ?? [] } : {};
      if (await this.act(task["parentId"], "remind", { taskId: task["id"], ...escalate })) told += 1;
    }
    return told;
  }

  /** Who may take tasks that are open to holders of a button, looked at again once grants have changed. */
  async seats(): Promise<number> {
    const { db } = this.#kernel;
    const version = (await db.one<{ version: string }>(`select version::text from "PermissionState"`))!.version;
    const known = await db.one<{ digest: string }>(`select digest from "ShippedState" where what = 'workflow:seats'`);
    if (known?.digest === version) return 0;
    const open = await db.query<{ id: string }>(
      `select distinct i.id from "BpmInstance" i join "BpmTask" t on t."parentId" = i.id where i.status = 'RUNNING' and t.status = 'TODO' and t."assigneeUserId" is null and t."candidateKey" like 'HOLDS:%'`,
    );
    for (const { id } of open) await this.act(id, "seatCandidates", {});
    await db.query(
      `insert into "ShippedState" (what, digest) values ('workflow:seats', $1) on conflict (what) do update set digest = excluded.digest, at = now()`,
      [version],
    );
    return open.length;
  }

  programs(): Readonly<Record<string, JobHandler>> {
    const handled = (n: number): Text => [`处理 ${n} 条`, `${n} handled`];
    return {
      BPM_TIMEOUT: async () => handled(await this.timers()),
      BPM_URGE: async () => handled(await this.reminders()),
      BPM_SEATS: async () => handled(await this.seats()),
    };
  }

  /** A step the product does itself: it may be told twice, the token lets it count once. */
  async work({ data }: Pick<Happening, "data">): Promise<void> {
    const instanceId = String(data["instanceId"]);
    const tokenId = String(data["tokenId"]);
    const token = await this.#kernel.db.one(`select 1 from "BpmToken" where id = $1 and state = 'ACTIVE'`, [tokenId]);
    if (!token) return;
    const work = works.get(String(data["code"]));
    try {
      if (!work) throw new Error(`no step is called ${String(data["code"])}`);
      const variables = await work(this.#kernel, data);
      await this.act(instanceId, "worked", { tokenId, variables: variables ?? {} });
    } catch (error) {
      await this.act(instanceId, "failed", { tokenId, message: String(error instanceof Error ? error.message : error).slice(0, 2000) });
    }
  }

  /** Starts the called process once, or takes it back when the caller no longer waits for it. */
  async call({ data }: Pick<Happening, "data">): Promise<void> {
    const [parentId, tokenId] = [String(data["instanceId"]), String(data["tokenId"])];
    const child = await this.#kernel.db.one<Row>(
      `select id, status, "starterUserId" from "BpmInstance" where "parentTokenId" = $1 order by id desc limit 1`,
      [tokenId],
    );
    if (data["withdraw"]) {
      if (!child || ended.includes(child["status"])) return;
      const me = { ...clockMe, userId: String(child["starterUserId"]) };
      await this.act(child["id"], "doWithdraw", { comment: "" }, inOwnName(me));
      return;
    }
    if (child) return;
    const isBegun = await this.act(undefined, "call", { parentId, tokenId, modelKey: String(data["code"]) });
    if (!isBegun) await this.act(parentId, "returned", { tokenId, result: "REJECTED" });
  }

  /** A called process that ended answers its caller. */
  async returned(instanceId: string): Promise<void> {
    const child = await this.#kernel.db.one<Row>(`select status, "parentInstanceId", "parentTokenId" from "BpmInstance" where id = $1`, [
      instanceId,
    ]);
    if (!child?.["parentInstanceId"] || !ended.includes(child["status"])) return;
    await this.act(child["parentInstanceId"], "returned", { tokenId: child["parentTokenId"], result: child["status"] });
  }

  /** Whoever can no longer sign in hands over what waits for him. */
  async left(userId: string, takerId: string | null): Promise<number> {
    const held = await this.#kernel.db.query<{ id: string }>(
      `select distinct i.id from "BpmInstance" i join "BpmTask" t on t."parentId" = i.id where i.status in ('RUNNING', 'SUSPENDED', 'ERROR') and t.status in ('TODO', 'CLAIMED', 'WAITING_SIGN') and (t."assigneeUserId" = $1 or t."ownerUserId" = $1)`,
      [userId],
    );
    for (const { id } of held) await this.act(id, "leave", { userId, ...(takerId ? { takerId } : {}) });
    return held.length;
  }
}

const weight = (rule: Row): number => (rule["billTypeCode"] ? 2 : 0) + (rule["nodeId"] ? 1 : 0);

function isQuiet(rule: Row, now: Date): boolean {
  const [from, to] = [rule["quietFrom"] as string | null, rule["quietTo"] as string | null];
  if (!from || !to) return false;
  const time = inZone(now.toISOString(), "Asia/Shanghai").slice(11, 16);
  return from <= to ? from <= time && time < to : time >= from || time < to;
}
