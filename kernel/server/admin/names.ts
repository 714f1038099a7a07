import { pathOf } from "../../declared.ts";
import { answer, type Call, type Context } from "../http/call.ts";
import { notFound, permDenied } from "../find/find.ts";
import { accountKey } from "../gate/lockout.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";
import { inZone } from "../../time.ts";
import { alias, base, textOf, type Body } from "./ask.ts";
import { asks, like } from "../http/input.ts";

/** The platform's older names for what find and act do anyway: people, structure, menus, lookups. */
export function nameCalls(kernel: Kernel): Call[] {
  const { finder, declared } = kernel;
  const users = declared.entity("BaseUsers");
  const sessions = declared.entity("BaseLoginSession");

  /** The gate keeps locks and sessions beside the accounts; the list of accounts shows them. */
  async function withGate(ctx: Context, rows: readonly Row[]): Promise<Row[]> {
    const keys = rows.map((row) => accountKey(String(row["userName"])));
    const locks = await ctx.db.query<{ key: string; until: string }>(
      `select "lockKey" as key, "lockedUntil" as until from "BaseLoginLock" where "lockKey" = any($1) and "lockedUntil" > $2`,
      [keys, ctx.now],
    );
    const online = await ctx.db.query<{ userId: string; n: number }>(
      `select "userId", count(*)::int as n from "BaseLoginSession" where "userId" = any($1) and "endReason" is null and "expiresAt" > $2 group by 1`,
      [rows.map((row) => row["id"] as string), ctx.now],
    );
    return rows.map((row, i) => {
      const until = locks.find((lock) => lock.key === keys[i])?.until;
      return {
        ...row,
        lockedUntil: until ? inZone(until, ctx.me.zone) : null,
        sessionCount: online.find((o) => o.userId === row["id"])?.n ?? 0,
      };
    });
  }

  async function findPagination(ctx: Context, body: Body): Promise<unknown> {
    const { rows, page } = await finder.list(users, { list: "user", ...body }, ctx.me);
    return answer(await withGate(ctx, rows), { page });
  }

  /** One account with its responsibilities and, for whoever looks after sessions, the devices it is signed in on. */
  async function findUser(ctx: Context, body: Body): Promise<unknown> {
    const [user] = await withGate(ctx, [await finder.byId(users, body["id"] ?? body["userId"], ctx.me)]);
    const of = { userId: [user!["id"] as string], pageRows: 200 };
    const held = finder.mayRead(declared.entity("BaseUserResp"), ctx.me)
      ? (await finder.list(declared.entity("BaseUserResp"), of, ctx.me)).rows
      : [];
    const live = finder.mayRead(sessions, ctx.me)
      ? (await finder.list(sessions, of, ctx.me)).rows.filter((row) => row["endReason"] === null)
      : [];
    return { ...user, responsibilities: held, sessions: live };
  }

  /** All menus as a tree, and which of them a chosen responsibility opens. */
  async function findTree(ctx: Context, body: Body): Promise<unknown> {
    const { rows } = await finder.list(declared.entity("BaseMenu"), { pageRows: 0, orderBy: [{ key: "seqNum", dir: "asc" }] }, ctx.me);
    const respId = body["responsibilityId"] ?? body["respId"];
    if (respId && !finder.mayRead(declared.entity("BaseResponsibility"), ctx.me)) throw permDenied();
    const opened = typeof respId === "string" && respId ? new Set((await kernel.permits.grants(respId)).menus.map((m) => m.menuId)) : null;
    const under = (parent: string | null): Row[] =>
      rows
        .filter((row) => row["menuParentId"] === parent)
        .map((row) => ({
          ...row,
          menuId: row["id"],
          ...(opened ? { granted: opened.has(row["id"] as string) ? "Y" : "N" } : {}),
          children: under(row["id"] as string),
        }));
    return under(null);
  }

  /** A type, its values and what goes, in one save; the type is named by its code or sent whole. */
  async function saveValues(ctx: Context, body: Body): Promise<unknown> {
    const { type, values, deletedIds, language: _, ...rest } = body;
    const types = declared.entity("BaseLookupTypes");
    const known = typeof type === "string" ? (await finder.list(types, { lookupType: [type], pageRows: 1 }, ctx.me)).rows[0] : undefined;
    if (typeof type === "string" && !known) throw notFound(types);
    const whole = known ? { id: known["id"], versionNum: known["versionNum"] } : { ...rest, ...(type as Body | undefined) };
    const saved = await kernel.calls.handle(ctx, types.service, pathOf(types), "saveOrUpdate", {
      ...whole,
      values: { changed: values ?? [], removed: deletedIds ?? [] },
    });
    // Whoever chooses the new value next finds it.
    await kernel.lookups.ready();
    return saved;
  }

  return [
    base("baseUsersService/findPagination", like("BaseUsers", "listByPage"), findPagination),
    base("baseUsersService/findById", asks({ id: "id", userId: "id" }), findUser),
    base("baseMenuService/findTree", asks({ responsibilityId: "id", respId: "id" }), findTree),
    base(
      "baseLookupValuesService/saveOrUpdateALL",
      like("BaseLookupTypes", "saveOrUpdate", { type: "any", values: "list", deletedIds: "ids" }),
      saveValues,
    ),
    ...secondNames(kernel),
  ];
}

/** A list asked for by its address: numbers come as texts. */
const paged = ({ language: _, pageIndex, pageRows, ...filter }: Body): Body => ({
  ...filter,
  pageIndex: Number(pageIndex ?? 1),
  pageRows: Number(pageRows ?? 20),
});

/** What is an entity's own call under another name. */
const secondNames = (kernel: Kernel): Call[] => {
  const byId = { method: "GET" as const, body: (body: Body) => ({ id: textOf(body, "id") }) };
  return [
    alias(kernel, "baseUsersService/save", "BaseUsers", "saveOrUpdate"),
    alias(kernel, "baseUsersService/doEnabled", "BaseUsers", "doEnabled"),
    alias(kernel, "baseUsersService/doDisable", "BaseUsers", "doDisable"),
    alias(kernel, "baseUsersService/doUnlock", "BaseUsers", "doUnlock"),
    alias(kernel, "baseMenuService/doMove", "BaseMenu", "doMove"),
    alias(kernel, "baseLookupValuesService/findPage", "BaseLookupValues", "listByPage"),
    alias(kernel, "baseLookupValuesService/delete", "BaseLookupValues", "delete"),
    ...["Person", "Department", "Job"].flatMap((name) => [
      alias(kernel, `base${name}Service/findById`, `Base${name}`, "findById", byId),
      alias(kernel, `base${name}Service/listByPage`, `Base${name}`, "listByPage"),
    ]),
    alias(kernel, "basePersonService/listByPage", "BasePerson", "listByPage", { method: "GET", body: paged }),
    alias(kernel, "baseOrganizationService/list", "BaseOrganization", "listByPage", {
      method: "GET",
      input: asks(),
      body: () => ({ pageRows: 0, enabledFlag: "Y" }),
    }),
    alias(kernel, "baseOrganizationService/findById", "BaseOrganization", "findById", byId),
    alias(kernel, "baseOrganizationService/listByPermit", "BaseOrganization", "listByPage"),
  ];
};
