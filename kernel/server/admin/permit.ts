import { createHash } from "node:crypto";
import { refuse, type Refusal } from "../../refusal.ts";
import { Answer, answer, toldReason, type Call, type Context } from "../http/call.ts";
import type { Command, Outcome } from "../act/attempt.ts";
import { permDenied } from "../find/find.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";
import { reasonsFor } from "../../remedy.ts";
import { say } from "../../text.ts";
import { base, doerOf, listOf, textOf, type Body } from "./ask.ts";
import { findConflicts } from "./duties.ts";
import { asks, takes } from "../http/input.ts";

/** One kind of grant rows: which table, who owns them, what they point at. */
interface Kind {
  readonly entity: string;
  readonly owner: string;
  readonly target: string;
  /** Where the whole set is given by one action of its owner, which entity and which words. */
  readonly by?: { readonly entity: "BaseRole" | "BaseResponsibility"; readonly add: string; readonly drop: string };
}

const kinds: Readonly<Record<string, Kind>> = {
  MenuRole: { entity: "BaseMenuRole", owner: "roleId", target: "menuId", by: { entity: "BaseRole", add: "addMenus", drop: "dropMenus" } },
  ResourceRole: {
    entity: "BaseResourceRole",
    owner: "roleId",
    target: "resourceId",
    by: { entity: "BaseRole", add: "addResources", drop: "dropResources" },
  },
  Resp: {
    entity: "BaseRespRole",
    owner: "responsibilityId",
    target: "roleId",
    by: { entity: "BaseResponsibility", add: "addRoles", drop: "dropRoles" },
  },
  UserResp: { entity: "BaseUserResp", owner: "userId", target: "responsibilityId" },
  UserOrg: { entity: "BaseUserOrgPermit", owner: "userId", target: "orgId" },
  UserCategory: { entity: "BaseUserCategoryPermit", owner: "userId", target: "categoryId" },
  UserMaterial: { entity: "BaseUserMaterialPermit", owner: "userId", target: "itemId" },
};

const grantTables = new Set(Object.values(kinds).map((kind) => kind.entity));

const conflict = (): Refusal => refuse("VERSION_CONFLICT", "数据已被他人修改，请刷新后重试", "Changed by someone else, refresh and retry");

/** A number that differs when the rows differ: what two people who edit the same list notice each other by. */
const versionOf = (rows: readonly Row[]): number => {
  const text = rows
    .map((row) => `${String(row["id"])}:${String(row["versionNum"])}`)
    .sort()
    .join();
  return createHash("sha256").update(text).digest().readUInt32BE(0) >>> 1;
};

const bulk = (n: number): Pick<Command, "bulk"> => (n > 500 ? { bulk: true } : {});
const idOf = (current: unknown, target: string): string => {
  const id = typeof current === "string" ? current : (current as Body | null)?.[target];
  if (typeof id !== "string" || id === "") throw refuse("FIELD_TYPE", `${target} 须为编号`, `${target} must be an id`);
  return id;
};

/** Grants listed and saved in whole sets, with a look at what a save would do before it is done. */
class PermitBook {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  async #rowsOf(ctx: Context, kind: Kind, id: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let pageIndex = 1; ; pageIndex += 1) {
      const page = await this.#kernel.finder.list(
        this.#kernel.declared.entity(kind.entity),
        { [kind.owner]: [id], pageIndex, pageRows: 5_000, count: "none", orderBy: [{ key: "id", dir: "asc" }] },
        ctx.me,
      );
      rows.push(...page.rows);
      if (page.rows.length < 5_000) return rows;
    }
  }

  async list(ctx: Context, kind: Kind, id: string): Promise<Answer> {
    const rows = await this.#rowsOf(ctx, kind, id);
    const versionNum = kind.by
      ? (await this.#kernel.finder.byId(this.#kernel.declared.entity(kind.by.entity), id, ctx.me))["versionNum"]
      : versionOf(rows);
    return answer(rows, { beside: { versionNum } });
  }

  /** Menus and buttons of a role together, as the matrix shows them. */
  async listRole(ctx: Context, body: Body): Promise<unknown> {
    const id = textOf(body, "id");
    const role = await this.#kernel.finder.byId(this.#kernel.declared.entity("BaseRole"), id, ctx.me);
    const [menus, resources] = await Promise.all([
      this.#rowsOf(ctx, kinds["MenuRole"]!, id),
      this.#rowsOf(ctx, kinds["ResourceRole"]!, id),
    ]);
    return {
      role,
      versionNum: role["versionNum"],
      menus: menus.map((row) => ({ menuId: row["menuId"], status: row["status"] })),
      resources: resources.map((row) => ({ resourceId: row["resourceId"], status: row["status"] })),
      touchedUsers: await this.#touched(ctx, "BaseRole", id),
    };
  }

  /** How many people a change of this role, responsibility or account reaches. */
  async #touched(ctx: Context, entity: string, id: string): Promise<number> {
    const responsibilities =
      entity === "BaseRole" ? `select "responsibilityId" from "BaseRespRole" where "roleId" = $1 and status = 'ACTIVE'` : `select $1::text`;
    if (entity === "BaseUsers") return 1;
    const row = await ctx.db.one<{ n: number }>(
      `select count(distinct u."userId")::int as n from "BaseUserResp" u join "BaseUsers" a on a.id = u."userId" and a."userStatus" = 'ACTIVE' where u.status = 'ACTIVE' and u."responsibilityId" in (${responsibilities})`,
      [id],
    );
    return row!.n;
  }

  /** Does it, or only says what it would do and what stands in the way. */
  async #carryOut(ctx: Context, command: Command, dryRun: boolean, reach: { entity: string; id: string }): Promise<unknown> {
    const tell = async (outcome: Outcome | null, refusals: readonly Refusal[]) => {
      const grants = (outcome?.changed ?? []).filter((c) => grantTables.has(c.entity.name));
      return {
        added: grants.filter((c) => c.made).length,
        removed: grants.filter((c) => c.removed).length,
        touchedUsers: await this.#touched(ctx, reach.entity, reach.id),
        allowed: refusals.length === 0,
        reasons: refusals.flatMap((r) => reasonsFor(this.#kernel.declared, r, ctx.me)).map((entry) => toldReason(entry, ctx.language)),
        notes: (outcome?.notes ?? []).map((n) => ({ code: n.code, msg: say(n.text, ctx.language) })),
      };
    };
    if (!dryRun) return tell(await this.#kernel.actor.act(command, doerOf(ctx)), []);
    const { outcome, refusals } = await this.#kernel.actor.trial(command, doerOf(ctx));
    return tell(outcome, refusals);
  }

  /** Grants that belong to a role or a responsibility: one action of the owner, all or nothing. */
  async saveByOwner(ctx: Context, owner: "BaseRole" | "BaseResponsibility", input: Row, body: Body): Promise<unknown> {
    const id = textOf(body, "id");
    const versionNum = body["versionNum"] === undefined || body["versionNum"] === null ? undefined : Number(body["versionNum"]);
    const command: Command = {
      entity: this.#kernel.declared.entity(owner),
      action: "doGrant",
      targets: [{ id, versionNum, input }],
      reason: typeof body["reason"] === "string" ? body["reason"] : undefined,
    };
    return this.#carryOut(ctx, command, body["dryRun"] === true, { entity: owner, id });
  }

  /** Grants of one person: rows that come and rows that go in one transaction. */
  async saveByRows(ctx: Context, kind: Kind, body: Body): Promise<unknown> {
    const id = textOf(body, "id");
    const rows = await this.#rowsOf(ctx, kind, id);
    if (body["versionNum"] !== undefined && body["versionNum"] !== null && Number(body["versionNum"]) !== versionOf(rows)) throw conflict();
    const gone = new Set(
      listOf(body["removed"]).map((entry) => (typeof entry === "string" ? entry : ((entry as Body)?.["id"] ?? idOf(entry, kind.target)))),
    );
    const removes = rows.filter((row) => gone.has(row["id"]) || gone.has(row[kind.target])).map((row) => row["id"] as string);
    const targets = listOf(body["added"]).map((entry) => {
      const given = typeof entry === "string" ? { [kind.target]: entry } : (entry as Row);
      const { id: known, versionNum: _, ...input } = given;
      return {
        id: typeof known === "string" ? known : undefined,
        input: typeof known === "string" ? input : { ...input, [kind.owner]: id },
      };
    });
    const entity = this.#kernel.declared.entity(kind.entity);
    const reach = { entity: "BaseUsers", id };
    const dryRun = body["dryRun"] === true;
    if (targets.length)
      return this.#carryOut(
        ctx,
        { entity, action: "saveOrUpdate", targets, ...(removes.length ? { removes } : {}), ...bulk(targets.length) },
        dryRun,
        reach,
      );
    if (removes.length)
      return this.#carryOut(
        ctx,
        { entity, action: "delete", targets: removes.map((remove) => ({ id: remove, input: {} })), ...bulk(removes.length) },
        dryRun,
        reach,
      );
    return { added: 0, removed: 0, touchedUsers: 0, allowed: true, reasons: [], notes: [] };
  }

  saveRole(ctx: Context, body: Body): Promise<unknown> {
    const part = (list: unknown, key: string): string[] =>
      listOf(list).flatMap((entry) => (typeof (entry as Body)?.[key] === "string" ? [(entry as Body)[key] as string] : []));
    const input = {
      addMenus: part(body["added"], "menuId"),
      dropMenus: part(body["removed"], "menuId"),
      addResources: part(body["added"], "resourceId"),
      dropResources: part(body["removed"], "resourceId"),
    };
    return this.saveByOwner(ctx, "BaseRole", input, body);
  }
}

const ofOne = asks({ id: "id" });
const grants = takes({ id: "id", added: "list", removed: "list", versionNum: "int", reason: "text", dryRun: "flag" });

/** The calls of grants. */
export function permitCalls(kernel: Kernel): Call[] {
  const book = new PermitBook(kernel);
  const mayReadDuties = (ctx: Context): boolean => kernel.finder.mayRead(kernel.declared.entity("BaseSodRule"), ctx.me);
  return [
    base("basePermitService/listRolePermit", ofOne, (ctx, body) => book.listRole(ctx, body)),
    base("basePermitService/saveBatchRolePermit", grants, (ctx, body) => book.saveRole(ctx, body)),
    base("basePermitService/listSodConflicts", asks(), (ctx) =>
      mayReadDuties(ctx) ? findConflicts(kernel) : Promise.reject(permDenied()),
    ),
    ...Object.entries(kinds).flatMap(([name, kind]) => [
      base(`basePermitService/list${name}Permit`, ofOne, (ctx, body) => book.list(ctx, kind, textOf(body, "id"))),
      base(`basePermitService/saveBatch${name}Permit`, grants, (ctx, body) =>
        kind.by
          ? book.saveByOwner(
              ctx,
              kind.by.entity,
              {
                [kind.by.add]: listOf(body["added"]).map((entry) => idOf(entry, kind.target)),
                [kind.by.drop]: listOf(body["removed"]).map((entry) => idOf(entry, kind.target)),
              },
              body,
            )
          : book.saveByRows(ctx, kind, body),
      ),
    ]),
  ];
}
