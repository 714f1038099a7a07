import { format, trim } from "#kernel/decimal.ts";
import { menu } from "#kernel/platform/grant.entity.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { asks } from "#kernel/server/http/input.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { inZone } from "#kernel/time.ts";
import type { Text } from "#kernel/text.ts";
import { settingsOf, type Definition } from "../engine/definition.ts";
import { isActionable, isOpen, type State, type Task } from "../engine/state.ts";
import { rejectTargets, traceOf, type SheetPerson } from "../engine/trace.ts";
import { bpmModel, bpmModelVersion } from "../model.entity.ts";
import { definitionFor } from "../move.ts";
import { stateOf, type InstanceDoc } from "../stored.ts";
import { cardOf } from "./card.ts";
import { Desk, text, type Body } from "./desk.ts";
import { relatedTo } from "./related.ts";
import { anApproval, bpmCall } from "./tasks.ts";

type Names = ReadonlyMap<string, string>;

/** The approval sheet of a document as its reader may see it: the way walked and ahead, the reader's own task, what was said. */
export class TraceCalls {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  calls(): readonly Call[] {
    return [
      bpmCall("bpmHistoryService/findTrace", asks(anApproval), (ctx, body) => this.trace(ctx, body)),
      bpmCall("bpmProcessService/getTaskUrl", asks(anApproval), (ctx, body) => this.#url(ctx, body)),
      bpmCall("bpmProcessService/findCurNode", asks(anApproval), (ctx, body) => this.#current(ctx, body)),
    ];
  }

  async trace(ctx: Context, body: Body): Promise<unknown> {
    const byDocument = !text(body, "instanceId") && !text(body, "taskId");
    const id = await this.#desk.instanceId(ctx, body).catch((error) => {
      if (byDocument) return null;
      throw error;
    });
    if (id === null) return null;
    const found = await this.#desk.load(ctx, id);
    if (!found) {
      // Whoever asks about a document hears nothing of an approval he may not see; a foreign instance is as good as missing.
      if (byDocument) return null;
      throw this.#desk.missing();
    }
    const { doc, sheet, isAdmin } = found;
    const instance = doc as unknown as InstanceDoc;
    const { find } = this.#desk.facts(ctx);
    const state = stateOf(instance);
    const definition = instance.modelKey ? await definitionFor(find, instance) : null;
    const names = await this.#names(ctx, doc, sheet);
    const head = await this.#head(ctx, doc, names);
    if (ctx.me.audience === "supplier") return { ...head, ...this.#forSupplier(ctx, sheet) };
    return {
      ...head,
      approvalId: sheet?.["id"] ?? null,
      bpmnXml: await this.#diagram(ctx, instance),
      diagram: definition
        ? {
            nodes: definition.nodes.map((n) => ({ id: n.id, kind: n.kind, name: this.#desk.say(ctx, n.name) })),
            flows: definition.flows,
            tokens: state.tokens.map(({ id: tokenId, nodeId, state: at, error }) => ({ tokenId, nodeId, state: at, error })),
          }
        : null,
      steps: definition ? [...this.#walked(ctx, definition, state, names), ...this.#ahead(ctx, sheet, definition)] : [],
      mine: definition ? await this.#mine(ctx, definition, state, names) : null,
      may: this.#may(ctx, doc, state, isAdmin),
      facts: await this.#facts(ctx, doc, sheet, definition, state),
      related: await relatedTo(this.#desk, ctx, doc, isAdmin),
      communes: this.#communes(ctx, sheet, names),
      history: ((sheet?.["history"] ?? []) as Row[]).map((h) => ({ ...h, actionDate: this.#time(ctx, h["actionDate"]) })),
      interventions: state.deeds
        .filter((d) => d.intervened)
        .map((d) => `${names.get(d.byUserId ?? "") ?? ""} ${d.note ? this.#desk.say(ctx, d.note) : d.action}：${d.comment}`),
      pending: isAdmin ? (doc["interventions"] as Row[]).filter((intervention) => intervention["decision"] === "PENDING") : [],
      variables: isAdmin ? doc["variables"] : undefined,
      timers: isAdmin && definition ? this.#timers(ctx, definition, state) : undefined,
    };
  }

  /** What the clock will do by itself, next first. */
  #timers(ctx: Context, definition: Definition, { instance, timers }: State): Row[] {
    if (instance.status !== "RUNNING" && instance.status !== "ERROR") return [];
    return timers
      .filter((timer) => timer.firedAt === null)
      .toSorted((a, b) => a.fireAt.localeCompare(b.fireAt))
      .map(({ id, kind, nodeId, fireAt }) => ({
        ...{ id, kind, fireAt: this.#time(ctx, fireAt) },
        nodeName: this.#desk.say(ctx, definition.nodes.find((n) => n.id === nodeId)?.name ?? ["", ""]) || nodeId,
      }));
  }

  #time = (ctx: Context, iso: unknown): string | null => (typeof iso === "string" ? inZone(iso, ctx.me.zone) : null);

  async #names(ctx: Context, doc: Row, sheet: Row | null): Promise<Names> {
    const ids = new Set<unknown>([
      doc["starterUserId"],
      ...(doc["tasks"] as Row[]).flatMap((t) => [t["assigneeUserId"], t["ownerUserId"]]),
      ...(doc["deeds"] as Row[]).flatMap((d) => [d["byUserId"], d["forUserId"]]),
      ...((sheet?.["communes"] ?? []) as Row[]).flatMap((c) => [
        c["askUserId"],
        ...((c["toUserIds"] ?? []) as string[]),
        ...(c["replies"] as Row[]).map((r) => r["replyUserId"]),
      ]),
    ]);
    const keys = (doc["tasks"] as Row[]).flatMap((t) =>
      t["assigneeUserId"] === null && t["candidateKey"] ? [String(t["candidateKey"])] : [],
    );
    const [people, groups] = await Promise.all([this.#desk.names(ctx, ids), this.#desk.groupsOf(ctx, doc, keys)]);
    return new Map([...people, ...[...groups].map(([key, name]) => [`@${key}`, name] as const)]);
  }

  async #head(ctx: Context, doc: Row, names: Names): Promise<Row> {
    const { find } = this.#desk.facts(ctx);
    const [model] = doc["modelKey"] ? await find.where(bpmModel, { modelKey: String(doc["modelKey"]) }, 1) : [];
    const plain: Text = ["一步审批", "One-step approval"];
    return {
      instanceId: doc["id"],
      instanceNum: doc["instanceNum"],
      status: doc["status"],
      round: doc["round"],
      starterUserId: doc["starterUserId"],
      starterName: names.get(String(doc["starterUserId"])) ?? "",
      startedAt: this.#time(ctx, doc["startedAt"]),
      endedAt: this.#time(ctx, doc["endedAt"]),
      subject: this.#desk.say(ctx, [doc["subject"], doc["subjectEn"]]),
      billNum: doc["billNum"],
      billTypeCode: doc["billTypeCode"],
      bizEntity: doc["bizEntity"],
      bizId: doc["bizId"],
      modelName: this.#desk.say(ctx, model ? [model.nameCn, model.nameEn] : plain),
      version: model ? doc["version"] : null,
    };
  }

  async #diagram(ctx: Context, doc: InstanceDoc): Promise<string | null> {
    if (doc.definition || !doc.modelKey) return null;
    const { find } = this.#desk.facts(ctx);
    const [model] = await find.where(bpmModel, { modelKey: doc.modelKey }, 1);
    const [version] = model ? await find.where(bpmModelVersion, { modelId: model.id, version: doc.version }, 1) : [];
    return version?.bpmnXml ?? null;
  }

  #person(ctx: Context, person: SheetPerson, names: Names, files: ReadonlyMap<string, string>): Row {
    const waiting = Math.round((ctx.now.getTime() - Date.parse(person.arrivedAt)) / 60_000);
    return {
      taskId: person.taskId,
      userId: person.userId,
      userName: person.userId === null ? this.#group(ctx, person.candidateKey, names) : (names.get(person.userId) ?? person.userId),
      forUserName: person.forUserId === null ? null : (names.get(person.forUserId) ?? null),
      status: person.status,
      taskKind: person.taskKind,
      action: person.action,
      comment: person.comment,
      note: person.note ? this.#desk.say(ctx, person.note) : null,
      fileIds: files.get(person.taskId) ?? null,
      arrivedAt: this.#time(ctx, person.arrivedAt),
      doneAt: this.#time(ctx, person.doneAt),
      dueDate: this.#time(ctx, person.dueDate),
      minutes: person.minutes ?? waiting,
    };
  }

  #group(ctx: Context, key: string | null, names: Names): string {
    return (key === null ? undefined : names.get(`@${key}`)) ?? this.#desk.say(ctx, ["待认领", "To be claimed"]);
  }

  #walked(ctx: Context, definition: Definition, state: State, names: Names): Row[] {
    const files = new Map([...state.tasks, ...state.deeds].filter((t) => t.fileIds).map((t) => [t.id, t.fileIds]));
    return traceOf(definition, state).map((step) => ({
      nodeId: step.nodeId,
      nodeName: this.#desk.say(ctx, step.name) || step.nodeId,
      round: step.round,
      state: step.state,
      people: step.people.map((p) => this.#person(ctx, p, names, files)),
      note: null,
    }));
  }

  /** The rows of the prediction, one step for each node. */
  #ahead(ctx: Context, sheet: Row | null, definition: Definition): Row[] {
    const lines = ((sheet?.["lines"] ?? []) as Row[]).filter((l) => l["predictedFlag"] === "Y").sort((a, b) => a["seq"] - b["seq"]);
    const steps = new Map<string, Row[]>();
    for (const line of lines) steps.set(line["nodeId"], [...(steps.get(line["nodeId"]) ?? []), line]);
    return [...steps].map(([nodeId, people]) => ({
      nodeId,
      nodeName: this.#desk.say(ctx, definition.nodes.find((n) => n.id === nodeId)?.name ?? [nodeId, nodeId]) || nodeId,
      round: people[0]!["round"],
      state: "AHEAD",
      note: people.some((p) => p["addedFlag"] === "Y") ? this.#desk.say(ctx, ["因金额变化新增", "Added because the data changed"]) : null,
      people: people
        .filter((p) => p["approverId"] !== null || p["groupName"] !== null)
        .map((p) => ({
          ...{ taskId: null, userId: p["approverId"], userName: p["approverName"] ?? p["groupName"] ?? "", status: null, action: null },
          ...{ comment: "", note: null, arrivedAt: null, doneAt: null, dueDate: null, minutes: null },
        })),
    }));
  }

  /** The task the reader may handle: his own, one he stands in for, or one he may claim; else the one he holds back until his added signers have spoken. */
  async #mine(ctx: Context, definition: Definition, state: State, names: Names): Promise<Row | null> {
    const open = state.tasks.filter(isActionable);
    const ranks = ["ASSIGNED", "DELEGATED", "GROUP"];
    const rows = [...(await this.#desk.waiting(ctx.me, state.instance.id))].sort(
      (a, b) => ranks.indexOf(a["kind"]) - ranks.indexOf(b["kind"]),
    );
    const held =
      rows.flatMap((row) => open.filter((t) => t.id === row["taskId"]))[0] ??
      state.tasks.find((t) => t.assigneeUserId === ctx.me.userId && t.status === "WAITING_SIGN" && t.pausedAt !== null);
    if (!held) return null;
    const { allowActions, commentRequired, editableFields, requiredFields } = settingsOf(definition, held.nodeId);
    const nodeName = this.#desk.say(ctx, definition.nodes.find((n) => n.id === held.nodeId)?.name ?? ["", ""]) || held.nodeId;
    // Whoever was asked beforehand or has it lent advises: nothing goes back or on by his word.
    const advises = held.taskKind === "ADD_SIGN_BEFORE" || held.ownerUserId !== null;
    return {
      taskId: held.id,
      nodeId: held.nodeId,
      nodeName,
      status: held.status,
      taskKind: held.taskKind,
      dueDate: this.#time(ctx, held.dueDate),
      lenderName: held.ownerUserId === null ? null : (names.get(held.ownerUserId) ?? held.ownerUserId),
      allow: allowActions.filter((allowAction) => held.ownerUserId === null || (allowAction !== "TRANSFER" && allowAction !== "DELEGATE")),
      commentRequired,
      editableFields,
      requiredFields,
      targets: (advises ? [] : rejectTargets(definition, state, held)).map(({ target, name }) => ({
        target,
        name: this.#desk.say(ctx, name) || target,
      })),
      picks: advises ? [] : this.#picks(ctx, definition, state, "PREVIOUS_PICK"),
      added: state.tasks
        .filter((t) => t.parentTaskId === held.id && isOpen(t))
        .map((t: Task) => ({ taskId: t.id, userName: names.get(t.assigneeUserId ?? "") ?? "" })),
    };
  }

  #picks(ctx: Context, definition: Definition, state: State, rule: string): Row[] {
    return definition.nodes
      .filter((n) => n.settings?.approverRule === rule && !state.instance.picks[n.id]?.length)
      .map((n) => ({ nodeId: n.id, nodeName: this.#desk.say(ctx, n.name) || n.id }));
  }

  #may({ me }: Context, doc: Row, state: State, isAdmin: boolean): Row {
    const { status, starterUserId, withdrawPolicy } = state.instance;
    const isStarter = starterUserId === me.userId;
    const acted = state.tasks.some((t) => t.status === "DONE" && t.action !== "AUTO_PASS");
    const runs = status === "RUNNING" || status === "ERROR";
    const copied = state.copies.some((c) => c.toUserId === me.userId);
    const part = isStarter || isAdmin || copied || state.tasks.some((t) => t.assigneeUserId === me.userId);
    return {
      withdraw: isStarter && runs && withdrawPolicy !== "NEVER" && !(withdrawPolicy === "BEFORE_FIRST_ACTION" && acted),
      urge: runs && (isStarter || copied || isAdmin) && state.tasks.some(isActionable),
      copy: part,
      ask: part || (doc["deeds"] as Row[]).some((d) => d["byUserId"] === me.userId),
      administer: isAdmin,
    };
  }

  /** The card's facts with what changed since the last round. */
  async #facts(ctx: Context, doc: Row, sheet: Row | null, definition: Definition | null, state: State): Promise<readonly object[]> {
    const held = definition ? state.tasks.filter((t) => isOpen(t) && t.assigneeUserId === ctx.me.userId) : [];
    const hidden = new Set(held.flatMap((t) => settingsOf(definition!, t.nodeId).hiddenFields));
    const entity = this.#desk.kernel.declared.entities.get(String(doc["bizEntity"]));
    const facts = await cardOf(this.#desk.facts(ctx).find, entity, sheet, ctx.language, hidden);
    return [...facts, ...this.#inBase(ctx, doc)];
  }

  /** What limits are compared with, where the document is in another currency. */
  #inBase(ctx: Context, { amountBase, baseCurrency, baseRate }: Row): Row[] {
    if (amountBase === null || baseRate === null || baseRate === undefined) return [];
    const label = this.#desk.say(ctx, [`折合 ${baseCurrency}`, `In ${baseCurrency}`]);
    const rate = this.#desk.say(ctx, [`汇率 ${trim(baseRate)}`, `rate ${trim(baseRate)}`]);
    return [{ key: "", label, value: `${format(amountBase, { scale: 2, thousands: true })}（${rate}）` }];
  }

  #communes(ctx: Context, sheet: Row | null, names: Names): Row[] {
    const name = (id: unknown): string => names.get(String(id)) ?? "";
    return ((sheet?.["communes"] ?? []) as Row[]).map((c) => ({
      id: c["id"],
      askUserId: c["askUserId"],
      askUserName: name(c["askUserId"]),
      toUserIds: c["toUserIds"] ?? [],
      toUserNames: ((c["toUserIds"] ?? []) as string[]).map(name),
      question: c["question"],
      askDate: this.#time(ctx, c["askDate"]),
      status: c["status"],
      replies: (c["replies"] as Row[]).map((r) => ({
        id: r["id"],
        userName: name(r["replyUserId"]),
        content: r["content"],
        fileIds: r["fileIds"],
        at: this.#time(ctx, r["replyDate"]),
      })),
    }));
  }

  /** A supplier's person sees the names of the nodes marked for him and how far it is, no people and no words. */
  #forSupplier(ctx: Context, sheet: Row | null): Row {
    const lines = ((sheet?.["lines"] ?? []) as Row[]).filter((l) => l["supplierVisible"] === "Y").sort((a, b) => a["seq"] - b["seq"]);
    const stateOfLine = (l: Row): string =>
      l["predictedFlag"] === "Y"
        ? "AHEAD"
        : ["TODO", "CLAIMED", "WAITING_SIGN"].includes(l["status"])
          ? "CURRENT"
          : l["status"] === "DONE"
            ? "DONE"
            : "CANCELLED";
    const steps = lines.map((l) => ({
      nodeId: l["nodeId"],
      nodeName: this.#desk.say(ctx, [l["nodeName"], l["nodeNameEn"]]),
      round: l["round"],
      state: stateOfLine(l),
      people: [],
    }));
    return {
      ...{ approvalId: null, bpmnXml: null, diagram: null, mine: null, facts: [], communes: [], history: [], interventions: [] },
      steps: steps.filter((s, i) => i === 0 || s.nodeId !== steps[i - 1]!.nodeId || s.state !== steps[i - 1]!.state),
      may: { withdraw: sheet?.["initiatorId"] === ctx.me.userId && sheet?.["status"] === "RUNNING", urge: false, copy: false, ask: false },
    };
  }

  /** Where a task is handled: the page of the document, with the menu and the responsibility that open it. */
  async #url(ctx: Context, body: Body): Promise<unknown> {
    const id = await this.#desk.instanceId(ctx, body);
    const found = await this.#desk.load(ctx, id);
    if (!found) throw this.#desk.missing();
    const { doc, sheet } = found;
    const entity = this.#desk.kernel.declared.entities.get(String(doc["bizEntity"]));
    const route = String(sheet?.["formRoute"] ?? entity?.pages?.edit ?? entity?.pages?.list ?? "myUpcoming");
    const [opening] = await this.#desk.facts(ctx).find.where(menu, { htmlUrl: [route, entity?.pages?.list ?? route] }, 50);
    const query: Record<string, string> = { id: String(doc["bizId"]), taskId: text(body, "taskId"), instanceId: id };
    if (opening) query["menuId"] = opening.id;
    if (ctx.me.responsibilityId) query["respId"] = ctx.me.responsibilityId;
    return { route, query, bizEntity: doc["bizEntity"], bizId: doc["bizId"] };
  }

  async #current(ctx: Context, body: Body): Promise<unknown> {
    const id = await this.#desk.instanceId(ctx, body);
    const found = await this.#desk.load(ctx, id);
    if (!found) throw this.#desk.missing();
    const { doc } = found;
    const isSupplier = ctx.me.audience === "supplier";
    const open = (doc["tasks"] as Row[]).filter((t) => ["TODO", "CLAIMED", "WAITING_SIGN"].includes(t["status"]));
    return {
      instanceId: id,
      status: doc["status"],
      round: doc["round"],
      nodes: isSupplier
        ? []
        : open.map((t) => ({
            nodeId: t["nodeId"],
            nodeName: this.#desk.say(ctx, [t["nodeName"], t["nodeNameEn"]]),
            userId: t["assigneeUserId"],
            userName: t["assigneeUserName"] ?? null,
          })),
    };
  }
}
