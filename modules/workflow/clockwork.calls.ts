import { perProduct } from "#kernel/declared.ts";
import { some, type Entity, type Me } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Happening } from "#kernel/server/journal/outbox.ts";
import { inOwnName, systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Text } from "#kernel/text.ts";
import { inZone, msOf, toUtc } from "#kernel/time.ts";
import { bpmInstance } from "./instance.entity.ts";
import { bpmTask, bpmToken } from "./task.entity.ts";
import { bpmUrgeConfig } from "./model.entity.ts";
import { Desk } from "./server/desk.ts";
import { LostSeats } from "./server/seats.ts";

/** A step of a process that the product itself does: it gets the document and may answer with variables. */
export type Work = (kernel: Kernel, about: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>> | void>;

const works = perProduct(() => new Map<string, Work>());

/** Makes a step known to the processes of a product by its code; the returned function removes it. */
export function registerWork({ declared }: Pick<Kernel, "declared">, code: string, work: Work): () => void {
  works(declared).set(code, work);
  return () => void works(declared).delete(code);
}

const clockMe = systemMe("workflow");
const hour = msOf({ hours: 1 });
const ended = ["PASSED", "REJECTED", "WITHDRAWN", "STOPPED"];

/** What processes do by themselves: timers, reminders, steps done by the product, processes called by others. */
export class Clockwork {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };
  readonly #lost: LostSeats;
  #seated = -1;

  constructor(kernel: Kernel, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#clock = clock;
    this.#lost = new LostSeats(
      kernel,
      () => new Desk(kernel).facts({ me: clockMe, now: clock.now(), language: "CN" }),
      (id, action, input) => this.act(id, action, input),
    );
  }

  now(): Date {
    return this.#clock.now();
  }

  /** An action of the engine; what another process has done meanwhile is no failure. */
  async act(id: string | undefined, action: string, input: Row, me: Me = clockMe): Promise<boolean> {
    const doer = { me, now: this.#clock.now(), requestId: newId(), ip: null };
    try {
      await this.#kernel.actor.act({ entity: bpmInstance, action, targets: [{ id, input }] }, doer);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code !== "SYS_BUSY") return false;
      throw error;
    }
  }

  /** Rows as the system sees them. */
  async #list(e: Entity, body: Row): Promise<Row[]> {
    return (await this.#kernel.finder.list(e, { ...body, count: "none" }, clockMe)).rows;
  }

  #find(): Find {
    return new Desk(this.#kernel).facts({ me: clockMe, now: this.#clock.now(), language: "CN" }).find;
  }

  /** Reminders by the rule that fits best: node and bill type before bill type before all. */
  async reminders(): Promise<number> {
    const now = this.#clock.now();
    const rules = await this.#list(bpmUrgeConfig, { enabledFlag: "Y", pageRows: 0 });
    if (rules.length === 0) return 0;
    const open = await this.#list(bpmTask, { list: "open", pageRows: 5000 });
    const ids = [...new Set(open.map((t) => t["parentId"]))];
    const about = ids.length ? await this.#list(bpmInstance, { ids, pageRows: 0 }) : [];
    const bills = new Map(about.map((row) => [row["id"], row["billTypeCode"]]));
    let notifiedCount = 0;
    for (const task of open) {
      const rule = bestRule(rules, bills.get(task["parentId"]), task["nodeId"]);
      if (!rule || isQuiet(rule, now)) continue;
      const hours = (now.getTime() - Date.parse(toUtc(task["arrivedAt"], clockMe.zone))) / hour;
      const times = hours < rule["firstAfterHours"] ? 0 : Math.floor((hours - rule["firstAfterHours"]) / rule["repeatHours"]) + 1;
      if (Math.min(rule["maxTimes"], times) <= task["remindCount"]) continue;
      const isLast = task["remindCount"] + 1 >= rule["maxTimes"];
      const above = { escalate: rule["escalateRule"], escalateUserIds: rule["escalateUserIds"] ?? [] };
      const channels = (rule["channels"] ?? []) as readonly string[];
      const input = { taskId: task["id"], ...(channels.length ? { channels } : {}), ...(isLast && rule["escalateRule"] ? above : {}) };
      if (await this.act(task["parentId"], "remind", input)) notifiedCount += 1;
    }
    return notifiedCount;
  }

  /** Who may take tasks that are open to holders of a button, looked at again once grants have changed. */
  async seats(): Promise<number> {
    const version = await this.#kernel.permits.refresh();
    if (version === this.#seated) return 0;
    const open = await this.#list(bpmTask, { list: "held", pageRows: 5000 });
    const ids = [...new Set(open.map((t) => String(t["parentId"])))];
    for (const id of ids) await this.act(id, "seatCandidates", {});
    this.#seated = version;
    return ids.length;
  }

  /** Tasks whose holder is no longer what he got them for. */
  lost(): Promise<number> {
    return this.#lost.sweep();
  }

  programs(): Readonly<Record<string, JobHandler>> {
    const handled = (n: number): Text => [`处理 ${n} 条`, `${n} handled`];
    return {
      BPM_URGE: async () => handled(await this.reminders()),
      BPM_SEATS: async () => handled((await this.seats()) + (await this.lost())),
    };
  }

  /** A step the product does itself: it may be told twice, the token lets it count once. */
  async work({ data }: Pick<Happening, "data">): Promise<void> {
    const instanceId = String(data["instanceId"]);
    const tokenId = String(data["tokenId"]);
    const [token] = await this.#find().where(bpmToken, { id: tokenId, state: "ACTIVE" }, 1);
    if (!token) return;
    const work = works(this.#kernel.declared).get(String(data["code"]));
    try {
      if (!work) throw new Error(`no step is called ${String(data["code"])}`);
      const variables = await work(this.#kernel, data);
      await this.act(instanceId, "worked", { tokenId, variables: variables ?? {} });
    } catch (error) {
      const message = String(error instanceof Error ? error.message : error).slice(0, 2000);
      await this.act(instanceId, "failed", { tokenId, message });
    }
  }

  /** Starts the called process once, or takes it back when the caller no longer waits for it. */
  async call({ data }: Pick<Happening, "data">): Promise<void> {
    const [parentId, tokenId] = [String(data["instanceId"]), String(data["tokenId"])];
    const child = (await this.#find().where(bpmInstance, { parentTokenId: tokenId })).at(-1);
    if (data["withdraw"]) {
      if (!child?.starterUserId || ended.includes(child.status)) return;
      const holder = { userId: child.starterUserId, responsibilityId: null, supplierId: null, language: "CN" as const };
      await this.act(child.id, "doWithdraw", { comment: "" }, inOwnName(await this.#kernel.permits.me(holder)));
      return;
    }
    if (child) return;
    const isBegun = await this.act(undefined, "call", { parentId, tokenId, modelKey: String(data["code"]) });
    if (!isBegun) await this.act(parentId, "returned", { tokenId, result: "REJECTED" });
  }

  /** A called process that ended answers its caller. */
  async returned(instanceId: string): Promise<void> {
    const child = await this.#find().maybe(bpmInstance, instanceId);
    if (!child?.parentInstanceId || !ended.includes(child.status)) return;
    await this.act(child.parentInstanceId, "returned", { tokenId: child.parentTokenId, result: child.status });
  }

  /** Whoever can no longer sign in hands over what waits for him. */
  async left(userId: string, takerId: string | null): Promise<number> {
    const open = { status: ["TODO", "CLAIMED", "WAITING_SIGN"], any: [{ assigneeUserId: userId }, { ownerUserId: userId }] };
    const held = await this.#find().where(bpmInstance, { status: ["RUNNING", "SUSPENDED", "ERROR"], tasks: some(open) }, 5000);
    for (const { id } of held) await this.act(id, "leave", { userId, ...(takerId ? { takerId } : {}) });
    return held.length;
  }
}

const bestRule = (rules: readonly Row[], billTypeCode: unknown, nodeId: unknown): Row | undefined =>
  rules
    .filter((r) => (!r["billTypeCode"] || r["billTypeCode"] === billTypeCode) && (!r["nodeId"] || r["nodeId"] === nodeId))
    .sort((a, b) => weight(b) - weight(a))[0];

const weight = (rule: Row): number => (rule["billTypeCode"] ? 2 : 0) + (rule["nodeId"] ? 1 : 0);

function isQuiet(rule: Row, now: Date): boolean {
  const [from, to] = [rule["quietFrom"] as string | null, rule["quietTo"] as string | null];
  if (!from || !to) return false;
  const time = inZone(now.toISOString(), clockMe.zone).slice(11, 16);
  return from <= to ? from <= time && time < to : time >= from || time < to;
}
