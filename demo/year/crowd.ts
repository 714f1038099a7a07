import type { Me } from "#kernel/entity.ts";
import { newId } from "#kernel/server/act/id.ts";
import { inOwnName, systemMe } from "#kernel/server/access/permit.ts";
import { shift } from "#kernel/time.ts";
import { Cast, type Row } from "../cast.ts";

const most = 120;

export interface Target {
  readonly id?: string;
  readonly input: Row;
}

/** Tells a long story quickly: what one person does with many documents on one day is one action over all of them. */
export class Crowd extends Cast {
  /** One action on many documents; answers them in the same order. */
  protected async many(entity: string, action: string, targets: readonly Target[], me: Me = systemMe("demo"), back = 0): Promise<Row[]> {
    const done: Row[] = [];
    const now = shift(this.now(), { days: -back });
    for (let from = 0; from < targets.length; from += most) {
      const { documents } = await this.kernel.actor.act(
        { entity: this.kernel.declared.entity(entity), action, targets: targets.slice(from, from + most), reason: "demo" },
        { me, now, requestId: newId(), ip: "192.0.2.18", proof: { at: now.toISOString(), way: "PASSWORD" } },
      );
      done.push(...documents);
    }
    return done;
  }

  protected make(entity: string, inputs: readonly Row[], me?: Me, back?: number): Promise<Row[]> {
    const targets = inputs.map((input) => ({ input }));
    return this.many(entity, "saveOrUpdate", targets, me, back);
  }

  protected presses(entity: string, action: string, ids: readonly string[], me?: Me, back?: number, input: Row = {}): Promise<Row[]> {
    const targets = ids.map((id) => ({ id, input }));
    return this.many(entity, action, targets, me, back);
  }

  /** Whoever has the open approvals of these documents agrees, one after the other until none is left. */
  protected async agree(bizIds: readonly string[], by: Me, back = 0): Promise<void> {
    if (bizIds.length === 0) return;
    const flows = (await this.rows("BpmInstance", { bizId: bizIds })).map((row) => String(row["id"]));
    for (let turn = 0; turn < 4 && flows.length; turn++) {
      const open = await this.rows("BpmTask", { parentId: flows, status: ["TODO", "CLAIMED"] });
      if (open.length === 0) return;
      const perFlow = [...new Map(open.map((task) => [String(task["parentId"]), task])).values()];
      await this.many(
        "BpmInstance",
        "doPass",
        perFlow.map((task) => ({ id: String(task["parentId"]), input: { taskId: task["id"], comment: "同意" } })),
        inOwnName(by),
        back,
      );
    }
  }
}
