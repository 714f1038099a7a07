import { Refusal, refuse } from "#kernel/refusal.ts";
import { newId } from "#kernel/server/act/id.ts";
import { signCallback, signFlow } from "./flow.entity.ts";
import type { HouseEvent } from "./house.ts";
import type { SignDesk } from "./desk.calls.ts";

type Headers = Readonly<Record<string, string | undefined>>;

/** What an outside provider reports: verified, kept word for word, and carried out once. */
export class HouseDesk {
  readonly #desk: SignDesk;
  readonly #clock: { now(): Date };

  constructor(desk: SignDesk, clock: { now(): Date }) {
    this.#desk = desk;
    this.#clock = clock;
  }

  async called(rawBody: string, headers: Headers): Promise<{ readonly eventId: string }> {
    let event: HouseEvent | null = null;
    try {
      event = this.#desk.house.read(rawBody, headers);
    } catch {
      event = null;
    }
    if (!event) {
      await this.#note({
        providerEventId: `bad-${newId()}`,
        flowId: null,
        orgId: null,
        payload: { said: rawBody.slice(0, 300) },
        verified: "N",
        result: "CCT-042",
      });
      throw refuse("CCT-042", "签署回调验签失败", "Signature callback failed verification", { http: 403 });
    }
    await this.heard(event);
    return { eventId: event.eventId };
  }

  /** An event counts once, whichever way and however often it comes; one of a flow that is over is kept and changes nothing. */
  async heard(event: HouseEvent): Promise<void> {
    const find = this.#desk.find();
    if (await find.exists(signCallback, { providerEventId: event.eventId })) return;
    const flow = await find.maybe(signFlow, event.flowId);
    const result = flow === null ? "CCT-404" : await this.#done(event, flow.fileSum);
    await this.#note({
      providerEventId: event.eventId,
      flowId: flow?.id ?? null,
      orgId: flow?.orgId ?? null,
      payload: { ...event },
      verified: "Y",
      result,
    });
  }

  async #done(event: HouseEvent, sum: string): Promise<string> {
    try {
      if (event.hash !== sum) return "CCT-031";
      if (event.result === "REFUSED")
        await this.#desk.act(signFlow, event.flowId, "doRefuse", { taskId: event.taskId, reason: event.reason, signedAt: event.signedAt });
      else
        await this.#desk.sign(event.flowId, event.taskId, {
          userId: null,
          name: event.signerName,
          ip: event.signedIp,
          way: "PROVIDER",
          at: event.signedAt,
        });
      return "OK";
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  }

  async #note(row: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      await this.#desk.note({ ...row, receivedAt: this.#clock.now().toISOString() });
    } catch (error) {
      // The same event came twice in the same moment: the other one is kept.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Asks for what was reported while nobody listened, and makes official copies that are still missing. */
  async poll(): Promise<readonly [string, string]> {
    const find = this.#desk.find();
    const open = await find.where(signFlow, { status: "SIGNING", provider: "ESIGN" }, 500);
    let heard = 0;
    for (const flow of open)
      for (const event of await this.#desk.house.events(flow.id)) {
        await this.heard(event);
        heard += 1;
      }
    return [`流程 ${open.length}，事件 ${heard}`, `${open.length} open, ${heard} reports`];
  }
}
