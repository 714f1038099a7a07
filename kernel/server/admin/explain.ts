import { collections, type Entity, type Me } from "../../entity.ts";
import { refuse } from "../../refusal.ts";
import type { Call, Context } from "../http/call.ts";
import { permDenied } from "../find/find.ts";
import type { Gate } from "../gate/gate.ts";
import type { HeldResponsibility } from "../gate/directory.ts";
import { accountKey, isLocked, readLock } from "../gate/lockout.ts";
import type { Kernel } from "../kernel.ts";
import { mayPress } from "../act/verb.ts";
import { say, type Text } from "../../text.ts";
import { houseDay } from "../../time.ts";
import { base, textOf, type Body } from "./ask.ts";
import { RowSteps, step, verbsOf, type Step } from "./explain-row.ts";
import { asks } from "../http/input.ts";

/** What is asked: a page, or a record (one or all), and perhaps a button on it. */
interface Question {
  readonly menus: readonly MenuRow[];
  readonly entity: Entity | null;
  readonly id: string | null;
  readonly button: string | null;
}

interface MenuRow {
  readonly id: string;
  readonly menuCode: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly enabled: string;
  readonly audience: string;
  readonly menuParentId: string | null;
  readonly moduleId: string | null;
}

const withLines = (e: Entity): Entity[] => [e, ...Object.values(collections(e)).flatMap(withLines)];

/** Says step by step why somebody may or may not open a page, see a record or press a button; every step asks the function that decides it. */
class Explainer {
  readonly #kernel: Kernel;
  readonly #gate: Gate;
  readonly #ctx: Context;
  readonly #userId: string;

  constructor(kernel: Kernel, gate: Gate, ctx: Context, userId: string) {
    this.#kernel = kernel;
    this.#gate = gate;
    this.#ctx = ctx;
    this.#userId = userId;
  }

  async question(body: Body): Promise<Question> {
    const { declared, db } = this.#kernel;
    const button = typeof body["button"] === "string" && body["button"] ? body["button"] : null;
    const columns = `id, "menuCode", name, "nameEn", enabled, audience, "menuParentId", "moduleId"`;
    if (typeof body["entity"] === "string" && body["entity"]) {
      const entity = declared.entities.get(body["entity"]) ?? null;
      if (!entity || entity.internal) throw refuse("DATA_NOT_FOUND", "没有这种单据", "There is no such record type");
      const routes = [...declared.pages.values()]
        .filter((p) => [...p.entities, ...(button ? [] : p.reads)].flatMap(withLines).some((e) => e.name === entity.name))
        .map((p) => p.route);
      const menus = await db.query<MenuRow>(`select ${columns} from "BaseMenu" where split_part("htmlUrl", '?', 1) = any($1)`, [routes]);
      return { menus, entity, id: typeof body["id"] === "string" && body["id"] ? body["id"] : null, button };
    }
    const menus = await db.query<MenuRow>(`select ${columns} from "BaseMenu" where "menuCode" = $1`, [textOf(body, "menuCode")]);
    if (menus.length === 0) throw refuse("DATA_NOT_FOUND", "没有这个菜单", "There is no such menu");
    return { menus, entity: null, id: null, button };
  }

  /** Of the responsibilities the person holds, the first that says yes; when none does, the one that gets furthest. */
  async answer(asked: Question, respId: string | null): Promise<{ allowed: boolean; steps: Step[] }> {
    const account = await this.#account();
    const held = await this.#kernel.directory.responsibilities(this.#userId, this.#ctx.now);
    // A lent responsibility is explained on the account that lends it.
    const own = held.filter((h) => h.lentBy === undefined);
    const tried = respId ? own.filter((h) => h.responsibilityId === respId) : own;
    if (tried.length === 0) return { allowed: false, steps: [account, await this.#noResponsibility(respId)] };
    let furthest: Step[] = [];
    for (const responsibility of tried) {
      const steps = [
        account,
        step(
          "responsibility",
          true,
          `当前职责：${responsibility.respName}`,
          `Responsibility: ${responsibility.respNameEn}`,
          "systemsetting/userresponsibility",
        ),
        ...(account.ok ? await this.#underResponsibility(asked, responsibility) : []),
      ];
      if (steps.every((s) => s.ok)) return { allowed: true, steps };
      if (steps.filter((s) => s.ok).length > furthest.filter((s) => s.ok).length) furthest = steps;
    }
    return { allowed: false, steps: furthest };
  }

  async #account(): Promise<Step> {
    const account = (await this.#kernel.directory.byId(this.#userId))!;
    const today = houseDay(this.#ctx.now);
    const route = account.userType === "SUPPLIER" ? "user2" : "user";
    if (account.userStatus === "DISABLED") return step("account", false, "账号已停用", "The account is disabled", route);
    if ((account.startDate !== null && account.startDate > today) || (account.endDate !== null && account.endDate < today))
      return step("account", false, "账号不在有效期内", "The account is outside its dates", route);
    const lock = await readLock(this.#gate.db, accountKey(account.userName));
    if (isLocked(lock, this.#ctx.now.getTime()))
      return step("account", true, "账号正常，但登录暂被锁定", "The account is active, but signing in is locked for now", route);
    return step("account", true, "账号正常", "The account is active", route);
  }

  async #noResponsibility(respId: string | null): Promise<Step> {
    const row = await this.#kernel.db.one<{ status: string; endDate: string | null; enabledFlag: string }>(
      `select u.status, u."endDate", r."enabledFlag" from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId" where u."userId" = $1 and ($2::text is null or r.id = $2) order by u."creationDate" desc limit 1`,
      [this.#userId, respId],
    );
    const route = "systemsetting/userresponsibility";
    if (!row) return step("responsibility", false, "未授予该职责", "The responsibility is not granted", route);
    if (row.status !== "ACTIVE") return step("responsibility", false, "职责授权尚未生效", "The grant is not effective yet", route);
    if (row.enabledFlag !== "Y")
      return step("responsibility", false, "职责已停用", "The responsibility is disabled", "systemsetting/responsibility");
    return step("responsibility", false, "职责授权不在有效期内", "The grant is outside its dates", route);
  }

  async #underResponsibility(asked: Question, responsibility: HeldResponsibility): Promise<Step[]> {
    const me = await this.#kernel.permits.me({
      userId: this.#userId,
      responsibilityId: responsibility.responsibilityId,
      supplierId: responsibility.supplierId,
      language: this.#ctx.language,
    });
    const steps: Step[] = [];
    const { entity } = asked;
    if (entity && (entity.open || entity.mine)) steps.push(step("menu", true, "所有登录用户可读", "Open to everyone signed in", "resp"));
    else steps.push(await this.#roles(asked, responsibility), await this.#menus(asked, responsibility));
    if (asked.button) steps.push(await this.#button(asked, me, responsibility));
    if (entity && asked.id && steps.every((s) => s.ok))
      steps.push(...(await new RowSteps(this.#kernel, this.#ctx).of(entity, asked.id, asked.button, me)));
    return steps;
  }

  async #roles(asked: Question, responsibility: HeldResponsibility): Promise<Step> {
    const rows = await this.#kernel.db.query<{ roleName: string; roleNameEn: string | null; grants: boolean }>(
      `select o."roleName", o."roleNameEn", exists (select 1 from "BaseMenuRole" g where g."roleId" = o.id and g.status = 'ACTIVE' and g."menuId" = any($2)) as grants
       from "BaseRespRole" rr join "BaseRole" o on o.id = rr."roleId" where rr."responsibilityId" = $1 and rr.status = 'ACTIVE' and o."enabledFlag" = 'Y' order by o."roleCode"`,
      [responsibility.responsibilityId, asked.menus.map((m) => m.id)],
    );
    const giving = rows.filter((r) => r.grants);
    const names = (list: typeof rows): Text => [
      list.map((r) => r.roleName).join("、"),
      list.map((r) => r.roleNameEn ?? r.roleName).join(", "),
    ];
    if (giving.length)
      return step("role", true, `由角色授予：${names(giving)[0]}`, `Granted by: ${names(giving)[1]}`, "systemsetting/menuFuncPrivilege");
    const [cn, en] = names(rows);
    return step(
      "role",
      false,
      `职责中的角色（${cn || "无"}）未授予该菜单`,
      `No role of the responsibility (${en || "none"}) includes the menu`,
      "systemsetting/menuFuncPrivilege",
    );
  }

  async #menus(asked: Question, responsibility: HeldResponsibility): Promise<Step> {
    const grants = await this.#kernel.permits.grants(responsibility.responsibilityId);
    const shown = asked.menus.filter((m) => grants.menus.some((g) => g.menuId === m.id));
    const name = (list: readonly MenuRow[]): Text => [list.map((m) => m.name).join("、"), list.map((m) => m.nameEn ?? m.name).join(", ")];
    if (shown.length)
      return step("menu", true, `菜单可见：${name(shown)[0]}`, `Menu visible: ${name(shown)[1]}`, "systemsetting/menuFunction");
    if (asked.menus.length === 0)
      return step("menu", false, "没有页面提供该单据", "No page shows this record", "systemsetting/menuFunction");
    const [menuRow] = asked.menus;
    if (menuRow!.enabled !== "Y")
      return step(
        "menu",
        false,
        `菜单「${menuRow!.name}」已停用`,
        `The menu ${menuRow!.nameEn ?? menuRow!.name} is disabled`,
        "systemsetting/menuFunction",
      );
    if (menuRow!.audience !== "BOTH" && menuRow!.audience !== responsibility.audience)
      return step(
        "menu",
        false,
        `菜单「${menuRow!.name}」不适用于该职责`,
        `The menu ${menuRow!.nameEn ?? menuRow!.name} is not for this audience`,
        "systemsetting/menuFunction",
      );
    return step(
      "menu",
      false,
      `菜单「${name(asked.menus)[0]}」未授予，或上级菜单、模块已停用`,
      `The menu ${name(asked.menus)[1]} is not granted, or a folder or module above is off`,
      "systemsetting/menuFuncPrivilege",
    );
  }

  async #button(asked: Question, me: Me, responsibility: HeldResponsibility): Promise<Step> {
    const { declared, permits } = this.#kernel;
    const { entity, button, menus } = asked;
    const verbs = entity ? verbsOf(entity, button!) : [];
    const grants = await permits.grants(responsibility.responsibilityId);
    const ok = entity
      ? verbs.length
        ? verbs.some((verb) => mayPress(me, entity, button!, verb.who, declared))
        : me.may(entity.name, button!)
      : menus.some((m) => grants.menus.some((g) => g.menuId === m.id)) &&
        grants.resources.some((r) => r.resourceCode === button && (r.menuId === null || menus.some((m) => m.id === r.menuId)));
    return ok
      ? step("resource", true, `已授予按钮 ${button}`, `The button ${button} is granted`, "systemsetting/menuFuncPrivilege")
      : step(
          "resource",
          false,
          `未授予按钮 ${button}，或该按钮不属于此方`,
          `The button ${button} is not granted, or not meant for this side`,
          "systemsetting/menuFuncPrivilege",
        );
  }
}

/** "Why can he see this": the chain of grants that leads to yes or no. */
export const explainCalls = (kernel: Kernel, gate: Gate): Call[] => [
  base(
    "baseUsersService/explainAccess",
    asks({ userId: "id", respId: "id", menuCode: "text", entity: "text", id: "id", button: "text" }),
    async (ctx, body) => {
      if (!ctx.me.may("BaseUsers", "btnExplain")) throw permDenied();
      const user = await kernel.finder.byId(kernel.declared.entity("BaseUsers"), body["userId"], ctx.me);
      const explainer = new Explainer(kernel, gate, ctx, user["id"] as string);
      const { allowed, steps } = await explainer.answer(
        await explainer.question(body),
        typeof body["respId"] === "string" && body["respId"] ? body["respId"] : null,
      );
      return {
        allowed,
        steps: steps.map((s) => ({
          kind: s.kind,
          ok: s.ok,
          label: say(s.label, ctx.language),
          why: say(s.why, ctx.language),
          route: s.route,
        })),
      };
    },
  ),
];
