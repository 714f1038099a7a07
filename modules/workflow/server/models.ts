import { pathOf } from "#kernel/declared.ts";
import type { Entity } from "#kernel/entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, like, takes, type CallInput } from "#kernel/server/http/input.ts";
import { whole } from "#kernel/server/find/list-body.ts";
import { sixCalls } from "#kernel/server/http/six-calls.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Find } from "#kernel/rule.ts";
import { user, userAuthorisation } from "#kernel/platform/user.entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { billType } from "../bill-type.entity.ts";
import { mayStart } from "../form.ts";
import { homeOf } from "../free-form.rules.ts";
import { compareDefinitions } from "../design/compare.ts";
import { chainOf, modeOf } from "../chain.ts";
import { readBpmn } from "../engine/bpmn.ts";
import { writeBpmn } from "../engine/bpmn-write.ts";
import type { Definition } from "../engine/definition.ts";
import type { Foreseen } from "../engine/predict.ts";
import { moneyOf } from "../money.ts";
import { approvalShape, definitionOf, routeOf, type Matter } from "../matter.ts";
import { bpmCategory, bpmModel, bpmModelVersion, bpmRole, bpmUrgeConfig } from "../model.entity.ts";
import { problemsOf, simulated, subjectFor, supposed, withForm } from "../publishing.ts";
import { bpmInstance } from "../instance.entity.ts";
import { People } from "../people.ts";
import { Desk, text, type Body } from "./desk.ts";
import { bpmCall } from "./tasks.ts";

const mostVersions = 1_000_000;
const aModel = { id: "id", modelId: "id" } as const;
const diagram = { xml: "text", bpmnXml: "text" } as const;
const drawn = { ...aModel, ...diagram, billTypeCode: "text", formConfig: "any" } as const;
const aDocument = { billTypeCode: "text", bizEntity: "text", bizId: "id" } as const;

/** Processes as people draw, try and publish them; what a document would walk before it is submitted. */
export class ModelCalls {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  calls(): readonly Call[] {
    const { kernel } = this.#desk;
    const { calls } = kernel;
    const six = (room: string, e: Entity) => sixCalls(kernel, "bpmServer", room, e);
    const model = (name: string, input: CallInput, handle: Call["handle"]) => bpmCall(`bpmModelService/${name}`, input, handle);
    const passOn = (name: string, action: string) =>
      model(name, like(bpmModel.name, action), (ctx, body) => calls.handle(ctx, bpmModel.service, pathOf(bpmModel), action, body));
    return [
      ...six("bpmModelService", bpmModel),
      ...six("bpmCategoryService", bpmCategory),
      ...six("bpmRoleService", bpmRole),
      ...six("bpmUrgeConfigService", bpmUrgeConfig),
      ...six("bpmDelegationService", userAuthorisation),
      passOn("publish", "doPublish"),
      passOn("disable", "doDisable"),
      passOn("copy", "doCopy"),
      model("countRunning", asks({ modelKeys: "texts" }), (ctx, body) => this.#running(ctx, body)),
      model("check", asks(drawn), (ctx, body) => this.#check(ctx, body)),
      model("simulate", asks({ ...drawn, bizId: "id", variables: "object", amount: "text", starterUserId: "id" }), (ctx, body) =>
        this.simulate(ctx, body),
      ),
      model("importBpmn", takes({ ...aModel, ...diagram, modelKey: "text", nameCn: "text", versionNum: "int" }), (ctx, body) =>
        this.#import(ctx, body),
      ),
      model("exportBpmn", asks({ ...aModel, version: "int" }), (ctx, body) => this.#export(ctx, body)),
      model("compare", asks({ ...aModel, from: "int", to: "int" }), (ctx, body) => this.#compare(ctx, body)),
      bpmCall("bpmRoleService/checkGaps", asks({ roleId: "id" }), (ctx, body) => this.gaps(ctx, body)),
      bpmCall("bpmProcessService/predict", asks({ ...aDocument, submitAction: "text", variables: "object" }), (ctx, body) =>
        this.predict(ctx, body),
      ),
      bpmCall("bpmProcessService/findStartable", asks(), (ctx) => this.#startable(ctx)),
      bpmCall("bpmProcessService/start", takes({ ...aDocument, picks: "object" }), (ctx, body) => this.#start(ctx, body)),
    ];
  }

  /** How many matters are on their way in each process, whatever version they run on. */
  async #running(ctx: Context, body: Body): Promise<Readonly<Record<string, number>>> {
    if (!ctx.me.may(bpmModel.name, "")) throw permDenied();
    const keys = Array.isArray(body["modelKeys"]) ? (body["modelKeys"] as unknown[]).map(String).slice(0, 500) : [];
    const { find } = this.#desk.facts(ctx);
    const status = ["RUNNING", "SUSPENDED", "ERROR"];
    const counts = await Promise.all(
      keys.map(async (modelKey) => [modelKey, await find.count(bpmInstance, { modelKey, status })] as const),
    );
    return Object.fromEntries(counts);
  }

  #mustDesign({ me }: Context, button: string): void {
    if (!me.may("BpmModel", button)) throw permDenied();
  }

  /** Steps with the names of their people, in the reader's language. */
  async #told(ctx: Context, ahead: readonly Foreseen[], about: { readonly entity: Entity; readonly row: Row }): Promise<Row[]> {
    const ids = [...new Set(ahead.flatMap((f) => f.people))];
    const [names, groups] = await Promise.all([
      this.#desk.names(ctx, ids),
      this.#desk.groupNames(
        ctx,
        ids.filter((id) => id.startsWith("@")).map((id) => id.slice(1)),
        about,
        ctx.me.userId,
      ),
    ]);
    return ahead.map((f) => ({
      nodeId: f.nodeId,
      nodeName: this.#desk.say(ctx, f.name) || f.nodeId,
      people: f.people.map((p) => (p.startsWith("@") ? groups.get(p.slice(1)) : names.get(p)) ?? p),
      note: null,
    }));
  }

  #asked(ctx: Context, definition: Definition): Row[] {
    return definition.nodes
      .filter((n) => n.settings?.approverRule === "INITIATOR_PICK")
      .map((n) => ({ nodeId: n.id, nodeName: this.#desk.say(ctx, n.name) || n.id }));
  }

  /** The way a document would take if it were submitted now: the stored one, or one made of the given values. */
  async predict(ctx: Context, body: Body): Promise<unknown> {
    const { find, at } = this.#desk.facts(ctx);
    const { declared, finder } = this.#desk.kernel;
    const [bill = null] = await find.where(billType, { billTypeCode: text(body, "billTypeCode") }, 1);
    const name = text(body, "bizEntity") || bill?.entityName || "";
    const entity = declared.entities.get(name);
    if (!entity) throw this.#desk.missing();
    const given = (body["variables"] ?? {}) as Row;
    const action =
      text(body, "submitAction") ||
      Object.keys(entity.actions).find((key) => approvalShape(entity, key)?.bill === bill?.billTypeCode) ||
      "";
    const shape = approvalShape(entity, action);
    if (!shape) throw this.#desk.missing();
    const bizId = text(body, "bizId");
    // The reader sees the document by his own rights before anything is said about it.
    if (bizId) await finder.byId(entity, bizId, ctx.me);
    else if (!finder.mayRead(entity, ctx.me)) throw permDenied();
    const row = bizId ? ((await find.one(entity, bizId)) as unknown as Row) : {};
    const matter: Matter = { ...supposed(entity, bill, { ...row, ...given }), shape };
    try {
      const wanted = shape.bill === "FREE_FORM" ? await this.#freeModel(find, matter.row["modelId"]) : null;
      const worth = async () => (await moneyOf(find, matter, at.today, null)).amountBase;
      const route = await routeOf(find, matter, at, ctx.me.zone, wanted, worth);
      if (route.mode === "NONE") return { steps: [], problems: [], picks: [], note: this.#desk.say(ctx, ["免审", "No approval needed"]) };
      const starter = await find.maybe(user, ctx.me.userId);
      const ahead = await simulated(find, at, ctx.me, route.definition, matter, { orgId: starter?.orgId ?? null });
      return { steps: await this.#told(ctx, ahead, matter), problems: [], picks: this.#asked(ctx, route.definition) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { steps: [], problems: [this.#desk.say(ctx, error.text)], picks: [] };
    }
  }

  async #freeModel(find: Find, modelId: unknown): Promise<string | null> {
    return typeof modelId === "string" ? ((await find.maybe(bpmModel, modelId))?.modelKey ?? null) : null;
  }

  async #drawn(body: Body, model: Row | null): Promise<Definition> {
    const xml = text(body, "bpmnXml") || text(body, "xml") || String(model?.["bpmnXml"] ?? "");
    const routeKeys = Array.isArray(model?.["routeKeys"]) ? (model["routeKeys"] as string[]) : [];
    const version = Number(model?.["currentVersion"] ?? 0) + 1;
    const drawn = await readBpmn(xml, { key: String(model?.["modelKey"] ?? "DRAFT"), version, routeKeys });
    return withForm(drawn, text(body, "billTypeCode") || model?.["billTypeCode"], body["formConfig"] ?? model?.["formConfig"]);
  }

  async #model(ctx: Context, body: Body): Promise<Row | null> {
    const id = text(body, "id") || text(body, "modelId");
    return id ? this.#desk.kernel.finder.byId(bpmModel, id, ctx.me) : null;
  }

  async #check(ctx: Context, body: Body): Promise<unknown> {
    this.#mustDesign(ctx, "");
    const { find, at } = this.#desk.facts(ctx);
    const model = await this.#model(ctx, body);
    try {
      const problems = await problemsOf(find, at, ctx.me, await this.#drawn(body, model), {
        billTypeCode: text(body, "billTypeCode") || model?.["billTypeCode"] || null,
        testCases: model?.["testCases"] ?? [],
      });
      return problems.map((p) => ({ nodeId: p.nodeId, msg: this.#desk.say(ctx, p.text) }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { problems = [] } = (error.data ?? {}) as { problems?: readonly { nodeId: string; text: readonly [string, string] }[] };
      return problems.length
        ? problems.map((p) => ({ nodeId: p.nodeId, msg: this.#desk.say(ctx, p.text) }))
        : [{ nodeId: "", msg: this.#desk.say(ctx, error.text) }];
    }
  }

  /** Walks what is drawn for a document or for made-up values; nothing is written. */
  async simulate(ctx: Context, body: Body): Promise<unknown> {
    this.#mustDesign(ctx, "");
    const { find, at } = this.#desk.facts(ctx);
    const model = await this.#model(ctx, body);
    const { entity, bill } = await subjectFor(find, text(body, "billTypeCode") || model?.["billTypeCode"] || "FREE_FORM");
    if (!entity) throw this.#desk.missing();
    const bizId = text(body, "bizId");
    if (bizId) await this.#desk.kernel.finder.byId(entity, bizId, ctx.me);
    const row = bizId ? ((await find.one(entity, bizId)) as unknown as Row) : ((body["variables"] ?? {}) as Row);
    const matter = supposed(entity, bill, row);
    const amount = typeof body["amount"] === "string" && body["amount"] ? { amount: body["amount"] } : {};
    try {
      const definition = await this.#drawn(body, model);
      const ahead = await simulated(find, at, ctx.me, definition, matter, {
        ...amount,
        ...(text(body, "starterUserId") ? { starterUserId: text(body, "starterUserId") } : {}),
      });
      return { steps: await this.#told(ctx, ahead, matter), problems: [], picks: this.#asked(ctx, definition) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { steps: [], problems: [this.#desk.say(ctx, error.text)], picks: [] };
    }
  }

  /** A diagram from elsewhere: read whole before anything is saved, so that what cannot run is refused by name. */
  async #import(ctx: Context, body: Body): Promise<unknown> {
    this.#mustDesign(ctx, "btnImport");
    const xml = text(body, "xml") || text(body, "bpmnXml");
    if (xml.length > 2_000_000) throw refuse("FIELD_LENGTH", "文件过大", "The file is too large");
    const definition = await readBpmn(xml, { key: "IMPORT", version: 1 });
    const id = text(body, "id") || text(body, "modelId");
    const named = id
      ? { id, versionNum: body["versionNum"] }
      : { modelKey: text(body, "modelKey"), nameCn: text(body, "nameCn") || definition.name[0] || text(body, "modelKey") };
    return this.#desk.kernel.calls.handle(ctx, bpmModel.service, pathOf(bpmModel), "saveOrUpdate", { ...named, bpmnXml: xml });
  }

  async #export(ctx: Context, body: Body): Promise<unknown> {
    const model = await this.#model(ctx, body);
    if (!model) throw this.#desk.missing();
    const version = body["version"] === undefined || body["version"] === null ? null : whole(body["version"], "version", 0, mostVersions);
    if (version === null && model["bpmnXml"]) return { fileName: `${model["modelKey"]}.bpmn`, xml: model["bpmnXml"] };
    const { find } = this.#desk.facts(ctx);
    const number = version ?? Number(model["currentVersion"] ?? 0);
    const [row] = await find.where(bpmModelVersion, { modelId: String(model["id"]), version: number }, 1);
    const xml = row?.bpmnXml ?? (await writeBpmn(await definitionOf(find, String(model["modelKey"]), number)));
    return { fileName: `${model["modelKey"]}-${number}.bpmn`, xml };
  }

  /** What differs between two versions: nodes and flows that came, went or changed. */
  async #compare(ctx: Context, body: Body): Promise<unknown> {
    const model = await this.#model(ctx, body);
    if (!model) throw this.#desk.missing();
    const { find } = this.#desk.facts(ctx);
    const key = String(model["modelKey"]);
    const [before, after] = await Promise.all([
      definitionOf(find, key, whole(body["from"], "from", 0, mostVersions)),
      definitionOf(find, key, whole(body["to"], "to", 0, mostVersions)),
    ]);
    return compareDefinitions(before, after).map(({ id, how, name, what }) => ({ id, how, name: this.#desk.say(ctx, name), what }));
  }

  /** Bill types whose nodes name a workflow role that means nobody in some organisation. */
  async gaps(ctx: Context, body: Body): Promise<Row[]> {
    if (!ctx.me.may("BpmRole", "btnCheckGaps")) throw permDenied();
    const { find, at } = this.#desk.facts(ctx);
    const people = new People(find, at);
    const [bills, orgs, roles] = await Promise.all([
      find.where(billType, { status: "EFFECTIVE" }, 2000),
      find.where(organization, { enabledFlag: "Y", orgType: ["BU", "INV"] }, 2000),
      find.where(bpmRole, text(body, "roleId") ? { id: text(body, "roleId") } : {}, 2000),
    ]);
    const named = new Set(roles.map((r) => r.roleCode as string));
    const found: Row[] = [];
    for (const bill of bills) {
      const mode = modeOf(bill);
      const definition =
        mode === "NODE_CHAIN"
          ? chainOf(bill, bill.billTypeCode)
          : mode === "BPM" && bill.processKey
            ? await this.#newest(find, bill.processKey)
            : null;
      const codes = new Set(
        definition?.nodes.flatMap((n) => (n.settings?.approverRule === "BPM_ROLE" ? [String(n.settings.ruleValue["roleCode"] ?? "")] : [])),
      );
      for (const roleCode of codes)
        for (const org of orgs) {
          if (text(body, "roleId") && !named.has(roleCode)) continue;
          if ((await people.inRole(roleCode, org.id, null, null)).length > 0) continue;
          const orgName = this.#desk.say(ctx, [org.orgName, org.orgNameEn]);
          found.push({
            roleCode,
            billTypeCode: bill.billTypeCode,
            orgName,
            categoryName: null,
            msg: this.#desk.say(ctx, [`${orgName}：角色${roleCode}没有成员`, `${orgName}: nobody has the role ${roleCode}`]),
          });
        }
    }
    return found;
  }

  async #newest(find: Parameters<typeof definitionOf>[0], key: string): Promise<Definition | null> {
    const [model] = await find.where(bpmModel, { modelKey: key }, 1);
    return model?.currentVersion ? definitionOf(find, key, model.currentVersion) : null;
  }

  /** Processes this person may start without a document of another area. */
  async #startable(ctx: Context): Promise<readonly Row[]> {
    const asked = { list: "initiate", pageIndex: 1, pageRows: 500, count: "none" as const };
    const { rows } = await this.#desk.kernel.finder.list(bpmModel, asked, ctx.me);
    const { find } = this.#desk.facts(ctx);
    const full = await find.where(bpmModel, { id: rows.map((row) => String(row["id"])) }, 500);
    const home = await homeOf(find, ctx.me.userId);
    const may = new Set(full.filter((doc) => mayStart(doc.startScope, home.responsibilities, home.orgs)).map((doc) => doc.id as string));
    return rows.filter((row) => may.has(String(row["id"])));
  }

  /** Starting a process is submitting its document, by its own action and under its own rules. */
  async #start(ctx: Context, body: Body): Promise<unknown> {
    const { declared, calls } = this.#desk.kernel;
    const entity = [...declared.entities.values()].find(
      (e) =>
        e.name === text(body, "bizEntity") || Object.keys(e.actions).some((a) => approvalShape(e, a)?.bill === text(body, "billTypeCode")),
    );
    const action = entity
      ? Object.keys(entity.actions).find((a) => approvalShape(entity, a)?.bill === text(body, "billTypeCode"))
      : undefined;
    if (!entity || !action) throw this.#desk.missing();
    return calls.handle(ctx, entity.service, pathOf(entity), action, {
      id: body["bizId"],
      ...(body["picks"] ? { chosenApprovers: body["picks"] } : {}),
    });
  }
}
