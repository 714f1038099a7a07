import type { Me } from "#kernel/entity.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName, systemMe } from "#kernel/server/access/permit.ts";
import { houseDay, shift } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";

export type Row = Record<string, any>;

/** How the demonstration's stories are told: everything happens by somebody's own action, today or some days ago. */
export class Cast {
  protected readonly kernel: Kernel;
  protected readonly now: () => Date;

  constructor(kernel: Kernel, now: () => Date) {
    this.kernel = kernel;
    this.now = now;
  }

  protected async rows(entity: string, filter: Row = {}): Promise<readonly Row[]> {
    return (await this.kernel.finder.list(this.kernel.declared.entity(entity), { ...filter, pageRows: 0 }, systemMe("demo"))).rows;
  }

  protected async idOf(entity: string, key: string, value: string): Promise<string | null> {
    const [found] = await this.rows(entity, { [key]: [value] });
    return found ? String(found["id"]) : null;
  }

  /** One action, so many days ago; answers the document and what was shown once. */
  protected async act(entity: string, action: string, id: string | undefined, input: Row, me = systemMe("demo"), back = 0): Promise<Row> {
    const now = shift(this.now(), { days: -back });
    const { documents, revealed } = await this.kernel.actor.act(
      { entity: this.kernel.declared.entity(entity), action, targets: [{ id, input }], reason: "demo" },
      { me, now, requestId: newId(), ip: "192.0.2.18", proof: { at: now.toISOString(), way: "PASSWORD" } },
    );
    return { ...documents[0], ...revealed };
  }

  /** A day before or after today, as the calendar in the office has it. */
  protected dateIn(days: number): string {
    return addDays(houseDay(this.now()), days);
  }

  /** A person under one of the responsibilities he has. */
  protected async as(userName: string, respCode: string, supplierId: string | null = null): Promise<Me> {
    const [userId, responsibilityId] = await Promise.all([
      this.idOf("BaseUsers", "userName", userName),
      this.idOf("BaseResponsibility", "respCode", respCode),
    ]);
    return this.kernel.permits.me({ userId: userId!, responsibilityId, supplierId, language: "CN" });
  }

  /** Whoever has the open approval of a document says yes, or sends it back to its start. */
  protected async decide(
    bizId: string,
    by: Me,
    { no = "", back = 0 }: { readonly no?: string; readonly back?: number } = {},
  ): Promise<void> {
    const flows = await this.rows("BpmInstance", { bizId: [bizId] });
    const open = flows.length ? await this.rows("BpmTask", { parentId: flows.map((flow) => flow["id"]), status: ["TODO", "CLAIMED"] }) : [];
    const task = open.toSorted((a, b) => (a["id"] < b["id"] ? 1 : -1))[0];
    if (!task) return;
    const given = no ? { comment: no, targetNodeId: "START" } : { comment: "同意" };
    await this.act("BpmInstance", no ? "doReject" : "doPass", task["parentId"], { taskId: task["id"], ...given }, inOwnName(by), back);
  }

  /** What somebody does with the newest approval of a document: with his own open task where he has one. */
  protected async press(bizId: string, by: Me, action: string, input: Row = {}, back = 0): Promise<void> {
    const [flow] = (await this.rows("BpmInstance", { bizId: [bizId] })).toSorted((a, b) => (a["id"] < b["id"] ? 1 : -1));
    if (!flow) return;
    const open = await this.rows("BpmTask", { parentId: [flow["id"]], status: ["TODO", "CLAIMED"] });
    const task = open.find((row) => row["assigneeUserId"] === by.userId) ?? open.find((row) => row["assigneeUserId"] === null);
    const given = task ? { taskId: task["id"], ...input } : input;
    await this.act("BpmInstance", action, flow["id"], given, inOwnName(by), back);
  }

  /** A question beside an approval, or the answer to the last one. */
  protected async talk(
    bizId: string,
    by: Me,
    say: { readonly ask: string; readonly to: readonly Me[] } | { readonly reply: string },
    back = 0,
  ): Promise<void> {
    const [sheet] = (await this.rows("BaseApproval", { bizId: [bizId] })).toSorted((a, b) => (a["id"] < b["id"] ? 1 : -1));
    if (!sheet) return;
    if ("ask" in say)
      await this.act(
        "BaseApproval",
        "doAsk",
        sheet["id"],
        { question: say.ask, toUserIds: say.to.map((entry) => entry.userId) },
        inOwnName(by),
        back,
      );
    else {
      const [commune] = await this.rows("BaseApprovalCommune", { parentId: [sheet["id"]] });
      if (commune)
        await this.act("BaseApproval", "doReply", sheet["id"], { communeId: commune["id"], content: say.reply }, inOwnName(by), back);
    }
  }
}
