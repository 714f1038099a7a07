import { createHash } from "node:crypto";
import type { Me } from "#kernel/entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import type { Find, Moment } from "#kernel/rule.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { positionAllot } from "#modules/admin/index.ts";
import { anyOwn, mayAct, type Offer } from "../acting.ts";
import { Answers } from "../answers.ts";
import { settingsOf, type Definition } from "../engine/definition.ts";
import type { Approvers } from "../engine/question.ts";
import { bpmInstance } from "../instance.entity.ts";
import { matterOf } from "../matter.ts";
import { bpmRole } from "../model.entity.ts";
import { definitionFor } from "../move.ts";
import { stateOf, type InstanceDoc } from "../stored.ts";
import { bpmTask } from "../task.entity.ts";

/** Rules that name people for what they are, not for who they are. */
const byRole = new Set(["RESP", "POSITION", "BPM_ROLE", "ORG_MANAGER", "CATEGORY_BUYER"]);

interface Facts {
  readonly find: Find;
  readonly at: Moment;
}
type Act = (id: string, action: string, input: Row) => Promise<boolean>;

/** Takes tasks from people who no longer have the role or the data they got them for, and lets the rule choose again. */
export class LostSeats {
  readonly #kernel: Kernel;
  readonly #facts: () => Facts;
  readonly #act: Act;
  /** What each holder was when he was last looked at: only whoever has changed is looked at again. */
  readonly #known = new Map<string, string>();

  constructor(kernel: Kernel, facts: () => Facts, act: Act) {
    this.#kernel = kernel;
    this.#facts = facts;
    this.#act = act;
  }

  async sweep(): Promise<number> {
    const { rows } = await this.#kernel.finder.list(bpmTask, { list: "open", pageRows: 5000, count: "none" }, systemMe("workflow"));
    const held = rows.filter((task) => task["assigneeUserId"] !== null && task["taskKind"] === "APPROVE" && task["ownerUserId"] === null);
    const facts = this.#facts();
    const { find } = facts;
    const roles = (await find.where(bpmRole, {}, 5000)).map((role) => `${role.id}:${role.versionNum}`).join();
    let moved = 0;
    for (const [userId, tasks] of Map.groupBy(held, (task) => String(task["assigneeUserId"]))) {
      const responsibilities = await this.#responsibilities(find, userId);
      const mark = await this.#mark(find, userId, responsibilities, roles);
      if (this.#known.get(userId) === mark) continue;
      for (const task of tasks) if (await this.#ask(facts, task)) moved += 1;
      this.#known.set(userId, mark);
    }
    return moved;
  }

  /** The person under each of his responsibilities of today. */
  async #responsibilities(find: Find, userId: string): Promise<readonly Me[]> {
    const grants = await find.where(userResp, { userId, status: "ACTIVE" }, 200);
    const all = await Promise.all(
      grants.map(async ({ responsibilityId }) => {
        try {
          return await this.#kernel.permits.me({ userId, responsibilityId, supplierId: null, language: "CN" });
        } catch {
          // A responsibility whose time is over opens nothing.
          return null;
        }
      }),
    );
    return all.filter((me) => me !== null && me.responsibilityId !== null) as Me[];
  }

  async #mark(find: Find, userId: string, responsibilities: readonly Me[], roles: string): Promise<string> {
    const personId = (await find.maybe(user, userId))?.personId ?? null;
    const seats = personId ? await find.where(positionAllot, { personId }, 200) : [];
    const worn = responsibilities.map(({ responsibilityId, orgs, categories, items }) => [responsibilityId, orgs, categories, items]);
    return createHash("sha256")
      .update(JSON.stringify([worn, seats.map((s) => [s.positionId, s.startDate, s.endDate]), roles]))
      .digest("base64");
  }

  /** By the same rule that offers tasks and lets people decide them. */
  async #mayHold(find: Find, doc: InstanceDoc, userId: string, candidateKey: string | null): Promise<boolean> {
    const offer: Offer = {
      kind: "ASSIGNED",
      fromUserId: null,
      taskKind: "APPROVE",
      candidateKey,
      bizId: doc.bizId,
      starterUserId: doc.starterUserId,
    };
    const standings = await find.standings(this.#kernel.declared.entity(doc.bizEntity), [doc.bizId], [userId]);
    const me = await this.#kernel.permits
      .me({ userId, responsibilityId: null, supplierId: null, language: "CN" })
      .catch(() => ({ userId }));
    return mayAct(offer, standings, { ...me, responsibilityId: anyOwn });
  }

  async #ask(facts: Facts, task: Row): Promise<boolean> {
    const doc = (await facts.find.maybe(bpmInstance, String(task["parentId"]))) as InstanceDoc | null;
    if (!doc) return false;
    const [taskId, nodeId] = [String(task["id"]), String(task["nodeId"])];
    const definition = await definitionFor(facts.find, doc);
    const candidateKey = (task["candidateKey"] ?? null) as string | null;
    if (!(await this.#mayHold(facts.find, doc, String(task["assigneeUserId"]), candidateKey)))
      return this.#act(doc.id, "reroute", { taskId, notUserIds: await this.#blind(facts, doc, definition, nodeId) });
    const isByRole = byRole.has(settingsOf(definition, nodeId).approverRule ?? "");
    return isByRole && this.#act(doc.id, "reroute", { taskId, ifLost: "Y" });
  }

  /** Of those the rule names today, whoever may not see the document either. */
  async #blind({ find, at }: Facts, doc: InstanceDoc, definition: Definition, nodeId: string): Promise<readonly string[]> {
    const matter = await matterOf(find, doc.bizEntity, doc.bizId, doc.submitAction ?? "");
    const answers = new Answers(find, at, systemMe("workflow").zone, matter, definition);
    const named = (await answers.answer({ ask: "approvers", nodeId, round: doc.round }, stateOf(doc).instance)) as Approvers;
    const seeing = await Promise.all(named.users.map((userId) => this.#mayHold(find, doc, userId, null)));
    return named.users.filter((_, i) => !seeing[i]);
  }
}
