import type { Me } from "#kernel/entity.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { ship, shipRows } from "#kernel/server/install/ship.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Definition } from "#modules/workflow/engine/definition.ts";
import { sides } from "#modules/server.ts";
import { freshDatabase, prepareTemplate } from "./database.ts";
import { shipped } from "./shipped.ts";
import { firmModules } from "./firm-module.ts";
import { save, someone } from "./kernel.ts";

const system = someone({ audience: "system", userId: "system:test", userName: "system:test" });

type Row = Record<string, any>;

export interface Who {
  readonly id: string;
  /** As he is asking, under his responsibility. */
  me(): Promise<Me>;
}

/** A firm with people, documents and processes on a database of its own, acting as the calls do. */
export class Firm {
  readonly kernel: Kernel;
  readonly url: string;
  readonly drop: () => Promise<void>;
  readonly #responsibilities: ReadonlyMap<string, string>;
  readonly #clock: { at: Date | null };
  #count = 0;

  constructor(
    kernel: Kernel,
    url: string,
    drop: () => Promise<void>,
    responsibilities: ReadonlyMap<string, string>,
    clock: { at: Date | null },
  ) {
    this.kernel = kernel;
    this.url = url;
    this.drop = drop;
    this.#responsibilities = responsibilities;
    this.#clock = clock;
  }

  static async open(): Promise<Firm> {
    const set: { at: Date | null } = { at: null };
    const clock = { now: () => set.at ?? new Date() };
    await prepareTemplate(
      "firm",
      async (url) => {
        const first = await openKernel(firmModules, url, clock);
        await ship(first, clock.now);
        for (const side of sides) await shipRows(first, side, clock.now);
        await first.close();
      },
      await shipped(),
    );
    const fresh = await freshDatabase("firm");
    const kernel = await openKernel(firmModules, fresh.url, clock);
    const rows = await kernel.db.query<{ id: string; code: string }>(`select id, "respCode" as code from "BaseResponsibility"`);
    const drop = async () => {
      await kernel.close();
      await fresh.drop();
    };
    return new Firm(kernel, fresh.url, drop, new Map(rows.map((r) => [r.code, r.id])), set);
  }

  /** Stops the clock at a moment; null lets it run. */
  stopClock(at: string | null): void {
    this.#clock.at = at === null ? null : new Date(at);
  }

  get now(): Date {
    return this.#clock.at ?? new Date();
  }

  responsibility = (code: string): string => this.#responsibilities.get(code) ?? code;

  async person(name: string, responsibilities: readonly string[] = [], more: Row = {}): Promise<Who> {
    const userName = `${name}${++this.#count}`;
    const made = await save(
      this.kernel,
      "BaseUsers",
      { userName, displayName: name, email: `${userName}@example.com`, userType: "INTERNAL", ...more },
      system,
    );
    for (const code of responsibilities)
      await save(
        this.kernel,
        "BaseUserResp",
        { userId: made.id, responsibilityId: this.responsibility(code), supplierId: more["supplierId"] },
        system,
      );
    const responsibilityId = responsibilities[0] ? this.responsibility(responsibilities[0]) : null;
    const me = () => this.kernel.permits.me({ userId: made.id, responsibilityId, supplierId: more["supplierId"] ?? null, language: "EN" });
    return { id: made.id, me };
  }

  save(entity: string, input: Row): Promise<Row> {
    return save(this.kernel, entity, input, system);
  }

  async act(entity: string, id: string | undefined, action: string, input: Row, me: Me): Promise<Row> {
    const command = { entity: this.kernel.declared.entity(entity), action, targets: [{ id, input }] };
    const outcome = await this.kernel.actor.act(command, { me, now: this.now, requestId: newId(), ip: null });
    return outcome.documents[0] ?? {};
  }

  /** Publishes a process and binds the bill type to it. */
  async process(definition: Definition, bill: Row = {}): Promise<string> {
    const key = `P${++this.#count}`;
    const model = await this.save("BpmModel", { modelKey: key, nameCn: key, billTypeCode: "FIRM_REQUEST" });
    await this.publish(model["id"], definition);
    await this.bill({ processKey: key, ...bill });
    return model["id"];
  }

  publish(modelId: string, definition: Definition): Promise<Row> {
    return this.act("BpmModel", modelId, "doCompile", { definition }, system);
  }

  /** Sets the bill type of the requests; what is not said is as it was shipped. */
  async bill(more: Row): Promise<void> {
    const [row] = await this.kernel.db.query<Row>(
      `select id, "versionNum" from "BaseApprovalBillType" where "billTypeCode" = 'FIRM_REQUEST'`,
    );
    const plain = {
      processKey: null,
      processVersion: null,
      approvalMode: null,
      routeRuleCode: null,
      withdrawPolicy: "UNTIL_END",
      nodes: [],
    };
    await this.save("BaseApprovalBillType", { ...plain, ...more, id: row!["id"], versionNum: row!["versionNum"] });
  }

  async draft(by: Who, input: Row = {}): Promise<Row> {
    return this.act("FirmRequest", undefined, "saveOrUpdate", { title: "pens", ...input }, await by.me());
  }

  async submit(by: Who, input: Row = {}): Promise<Row> {
    const made = input["id"] ? input : await this.draft(by, input);
    await this.act("FirmRequest", made["id"], "doSubmit", {}, await by.me());
    return this.instance(made["id"]);
  }

  /** The newest instance about a document, with all its rows. */
  async instance(bizId: string): Promise<Row> {
    const [row] = await this.kernel.db.query<Row>(`select id from "BpmInstance" where "bizId" = $1 order by id desc limit 1`, [bizId]);
    return this.kernel.finder.byId(this.kernel.declared.entity("BpmInstance"), row!["id"], system);
  }

  request(id: string): Promise<Row> {
    return this.kernel.finder.byId(this.kernel.declared.entity("FirmRequest"), id, system);
  }

  sheet(instanceId: string): Promise<Row> {
    return this.kernel.finder.byId(this.kernel.declared.entity("BaseApproval"), instanceId, system);
  }

  /** An action on an instance, as the calls send it: in the person's own name, with the system's reach. */
  async press(instance: Row, action: string, by: Who, input: Row = {}): Promise<Row> {
    await this.act("BpmInstance", instance["id"], action, input, inOwnName(await by.me()));
    return this.instance(instance["bizId"]);
  }

  /** The open task of somebody, or the first that anybody may take. */
  task(instance: Row, by: Who): string {
    const open = (instance["tasks"] as Row[]).filter((t) => t["status"] === "TODO" || t["status"] === "CLAIMED");
    const mine = open.find((t) => t["assigneeUserId"] === by.id) ?? open.find((t) => t["assigneeUserId"] === null);
    if (!mine) throw new Error(`nothing to do; open: ${JSON.stringify(open.map((t) => [t["nodeId"], t["assigneeUserId"]]))}`);
    return mine["id"];
  }

  async pass(instance: Row, by: Who, input: Row = {}): Promise<Row> {
    return this.press(instance, "doPass", by, { taskId: this.task(instance, by), ...input });
  }

  async reject(instance: Row, by: Who, target = "START", input: Row = {}): Promise<Row> {
    return this.press(instance, "doReject", by, { taskId: this.task(instance, by), targetNodeId: target, comment: "no", ...input });
  }

  /** Who has something to do, as node:person. */
  waiting(instance: Row, people: Readonly<Record<string, Who>>): string[] {
    const name = (id: string | null) => Object.entries(people).find(([, who]) => who.id === id)?.[0] ?? (id === null ? "?" : id);
    return (instance["tasks"] as Row[])
      .filter((t) => ["TODO", "CLAIMED", "WAITING_SIGN"].includes(t["status"]))
      .map((t) => `${t["nodeId"]}:${name(t["assigneeUserId"])}${t["status"] === "WAITING_SIGN" ? " held" : ""}`)
      .sort();
  }

  async todos(by: Who, list = "myUpcoming"): Promise<Row[]> {
    return (await this.kernel.finder.list(this.kernel.declared.entity("BpmTodo"), { list, pageRows: 0 }, await by.me())).rows;
  }
}

/** The code of the refusal something ends in, or S. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "S",
    (error: { code?: string }) => error.code ?? String(error),
  );
