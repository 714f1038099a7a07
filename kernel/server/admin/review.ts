import { refuse } from "../../refusal.ts";
import { say, type Language, type Text } from "../../text.ts";
import { houseDay, inZone } from "../../time.ts";
import type { Call, Context } from "../http/call.ts";
import type { Column } from "../excel/encode.ts";
import type { ExportSheet } from "../excel/pool.ts";
import { permDenied } from "../find/find.ts";
import { note } from "../journal/journal.ts";
import type { Kernel } from "../kernel.ts";
import { sendBook } from "../sheet/book.ts";
import type { Row } from "../find/visible.ts";
import { base, type Body } from "./ask.ts";
import { findConflicts } from "./duties.ts";
import { asks } from "../http/input.ts";

/** One power of a responsibility: a page, or a button on it, and the role it comes through. */
interface Power {
  readonly menuId: string;
  readonly menu: string;
  readonly menuEn: string | null;
  readonly route: string | null;
  readonly button: string | null;
  readonly buttonName: string | null;
  readonly buttonNameEn: string | null;
  readonly roleCode: string;
  readonly roleName: string;
  readonly roleNameEn: string | null;
}

interface Held {
  readonly userId: string;
  readonly responsibilityId: string;
  readonly respCode: string;
  readonly respName: string;
  readonly respNameEn: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

const pageRows = 5_000;
const accountsAtOnce = 200;
const mostDays = 366;

/** Columns by their two names; the order is the rows' own. */
const columnsOf = (names: readonly (readonly [key: string, cn: string, en: string, width?: number])[], language: Language): Column[] =>
  names.map(([key, cn, en, width]) => ({ key, title: say([cn, en], language), width: width ?? 110 }));

const account = [
  ["userName", "账号", "Account", 130],
  ["displayName", "姓名", "Name", 130],
  ["userType", "用户类型", "User type"],
  ["of", "组织或供应商", "Organisation or supplier", 180],
  ["userStatus", "状态", "Status"],
] as const;

/** Who may do what, for whoever has to prove it: a workbook of all accounts, and the sign-ins that failed. */
export function reviewCalls(kernel: Kernel): Call[] {
  return [
    base("basePermitService/exportAccessReview", asks(), (ctx) => exportReview(kernel, ctx), { raw: true, perMinute: 10 }),
    base("baseLogService/loginFailures", asks({ days: "int" }), (ctx, body) => loginFailures(kernel, ctx, body)),
  ];
}

async function exportReview(kernel: Kernel, ctx: Context): Promise<unknown> {
  if (!ctx.me.may("BaseUserResp", "btnExport") || !kernel.finder.mayRead(kernel.declared.entity("BaseUsers"), ctx.me)) throw permDenied();
  const review = new Review(kernel, ctx);
  const [first, ...more] = await review.sheets();
  return sendBook(ctx, say(["权限审计", "Access review"], ctx.language), { ...first!, more }, (rows) =>
    note(kernel.db, {
      at: ctx.now.toISOString(),
      me: ctx.me,
      entity: "BaseUserResp",
      action: "export",
      requestId: ctx.requestId,
      ip: ctx.ip,
      changes: [{ p: "rows", o: null, n: rows }],
    }),
  );
}

/** The three sheets of a review, over the accounts its reader may see. */
class Review {
  readonly #kernel: Kernel;
  readonly #ctx: Context;
  readonly #powers = new Map<string, Promise<readonly Power[]>>();

  constructor(kernel: Kernel, ctx: Context) {
    this.#kernel = kernel;
    this.#ctx = ctx;
  }

  #name(cn: unknown, en: unknown): string {
    return String((this.#ctx.language === "EN" && en) || cn || "");
  }

  async sheets(): Promise<ExportSheet[]> {
    const { language } = this.#ctx;
    const accounts = await this.#accounts();
    const meaning = await this.#words();
    const head = (row: Row): unknown[] => [
      row["userName"],
      row["displayName"],
      meaning("USER_TYPE", row["userType"]),
      row["supplierName"] ?? row["orgName"] ?? "",
      meaning("USER_STATUS", row["userStatus"]),
    ];
    const unused = accounts.filter((row) => row["unusedSince"] !== null && row["userStatus"] === "ACTIVE");
    const seen = new Set(accounts.map((row) => row["id"]));
    const conflicts = (await findConflicts(this.#kernel)).filter((conflict) => seen.has(conflict.userId));
    const sheet = (name: Text, columns: Column[], batches: ExportSheet["batches"]): ExportSheet => ({
      name: say(name, language),
      columns,
      batches,
      maxRow: 500_000,
    });
    return [
      sheet(
        ["权限矩阵", "Access matrix"],
        columnsOf(
          [
            ...account,
            ["respCode", "职责编码", "Responsibility code", 130],
            ["respName", "职责", "Responsibility", 150],
            ["startDate", "自", "From"],
            ["endDate", "至", "To"],
            ["menu", "菜单", "Menu", 150],
            ["route", "页面", "Page", 180],
            ["button", "按钮编码", "Button code", 130],
            ["buttonName", "按钮", "Button"],
            ["roleCode", "来源角色编码", "Source role code", 130],
            ["roleName", "来源角色", "Source role", 150],
          ],
          language,
        ),
        this.#matrix(accounts, head),
      ),
      sheet(
        ["未使用账号", "Unused accounts"],
        columnsOf([...account, ["email", "邮箱", "E-mail", 180], ["lastLoginTime", "最近登录", "Last login", 150]], language),
        [unused.map((row) => [...head(row), row["email"], row["lastLoginTime"] ?? say(["从未登录", "Never"], language)])],
      ),
      sheet(
        ["职责冲突", "Conflicts of duties"],
        columnsOf(
          [
            ["userName", "账号", "Account", 130],
            ["displayName", "姓名", "Name", 130],
            ["ruleCode", "规则", "Rule", 150],
            ["level", "级别", "Level"],
            ["respA", "职责一", "First responsibility", 150],
            ["respB", "职责二", "Second responsibility", 150],
            ["reason", "原因", "Reason", 260],
          ],
          language,
        ),
        [
          conflicts.map((conflict) => [
            conflict.userName,
            conflict.displayName,
            conflict.ruleCode,
            conflict.level,
            conflict.respA,
            conflict.respB,
            conflict.reason,
          ]),
        ],
      ),
    ];
  }

  /** Internal accounts within the reader's organisations; suppliers' for whoever is bound to none. */
  async #accounts(): Promise<Row[]> {
    const { me } = this.#ctx;
    const users = this.#kernel.declared.entity("BaseUsers");
    const found: Row[] = [];
    for (const list of me.orgs === "all" ? ["user", "user2"] : ["user"])
      for (let pageIndex = 1; ; pageIndex += 1) {
        const asked = { list, pageIndex, pageRows, count: "none" as const, orderBy: [{ key: "userName", dir: "asc" as const }] };
        const { rows } = await this.#kernel.finder.list(users, asked, me);
        found.push(...rows);
        if (rows.length < pageRows) break;
      }
    return found;
  }

  async #words(): Promise<(type: string, code: unknown) => string> {
    const { lookups } = this.#kernel;
    await lookups.ready();
    return (type, code) => {
      const row = lookups.values(type).find((lookup) => lookup.lookupCode === code);
      return row ? this.#name(row.meaning, row.meaningEn) : String(code ?? "");
    };
  }

  async *#matrix(accounts: readonly Row[], head: (row: Row) => unknown[]): AsyncGenerator<unknown[][]> {
    const today = houseDay(this.#ctx.now);
    for (let at = 0; at < accounts.length; at += accountsAtOnce) {
      const some = accounts.slice(at, at + accountsAtOnce);
      const held = await this.#ctx.db.query<Held>(
        `select u."userId", r.id as "responsibilityId", r."respCode", r."respName", r."respNameEn", u."startDate", u."endDate"
         from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId" and r."enabledFlag" = 'Y'
         where u."userId" = any($1) and u.status = 'ACTIVE' and (u."endDate" is null or u."endDate" >= $2::date) order by r."respCode"`,
        [some.map((row) => row["id"]), today],
      );
      const byUser = Map.groupBy(held, (entry) => entry.userId);
      for (const row of some) {
        const lines: unknown[][] = [];
        for (const responsibility of byUser.get(String(row["id"])) ?? [])
          for (const power of await this.#powersOf(responsibility.responsibilityId))
            lines.push([
              ...head(row),
              ...[
                responsibility.respCode,
                this.#name(responsibility.respName, responsibility.respNameEn),
                responsibility.startDate,
                responsibility.endDate,
              ],
              ...[this.#name(power.menu, power.menuEn), power.route, power.button, this.#name(power.buttonName, power.buttonNameEn)],
              ...[power.roleCode, this.#name(power.roleName, power.roleNameEn)],
            ]);
        if (lines.length > 0) yield lines;
      }
    }
  }

  /** What a responsibility opens, whoever has it: only pages that can really be reached. */
  #powersOf(responsibilityId: string): Promise<readonly Power[]> {
    const known = this.#powers.get(responsibilityId) ?? this.#readPowers(responsibilityId);
    this.#powers.set(responsibilityId, known);
    return known;
  }

  async #readPowers(responsibilityId: string): Promise<readonly Power[]> {
    const open = new Set((await this.#kernel.permits.grants(responsibilityId)).menus.map((grantedMenu) => grantedMenu.menuId));
    const rows = await this.#ctx.db.query<Power>(
      `select m.id as "menuId", m.name as menu, m."nameEn" as "menuEn", m."htmlUrl" as route, b.code as button, b.name as "buttonName", b."nameEn" as "buttonNameEn",
         o."roleCode", o."roleName", o."roleNameEn"
       from "BaseRespRole" rr join "BaseRole" o on o.id = rr."roleId" and o."enabledFlag" = 'Y'
         join "BaseMenuRole" mr on mr."roleId" = o.id and mr.status = 'ACTIVE' join "BaseMenu" m on m.id = mr."menuId"
         left join lateral (select null as code, null as name, null as "nameEn" union all
           select s."resourceCode", s."resourceName", s."resourceNameEn" from "BaseResourceRole" g join "BaseResource" s on s.id = g."resourceId" and s."enabledFlag" = 'Y'
           where g."roleId" = o.id and g.status = 'ACTIVE' and (s."menuId" = m.id or s."menuId" is null)) b on true
       where rr."responsibilityId" = $1 and rr.status = 'ACTIVE' order by m."menuCode", b.code nulls first, o."roleCode"`,
      [responsibilityId],
    );
    return rows.filter((row) => open.has(row.menuId));
  }
}

/** Failed sign-ins of the last days: by day in the reader's calendar, and by address. */
async function loginFailures(kernel: Kernel, ctx: Context, body: Body): Promise<unknown> {
  if (!kernel.finder.mayRead(kernel.declared.entity("BaseLoginLog"), ctx.me)) throw permDenied();
  const days = Number(body["days"] ?? 30);
  if (!Number.isSafeInteger(days) || days < 1 || days > mostDays)
    throw refuse("FIELD_TYPE", `days 须为 1 至 ${mostDays} 的整数`, `days must be a whole number from 1 to ${mostDays}`);
  const { zone } = ctx.me;
  const since = `date_trunc('day', $1::timestamptz at time zone $2) - make_interval(days => $3 - 1)`;
  const recent = `from "BaseLoginLog" where "loginTime" >= (${since}) at time zone $2`;
  const [byDay, byAddress] = await Promise.all([
    ctx.db.query<{ day: string; failed: number; accounts: number; addresses: number; ok: number }>(
      `select to_char(d, 'YYYY-MM-DD') as day, coalesce(l.failed, 0) as failed, coalesce(l.accounts, 0) as accounts, coalesce(l.addresses, 0) as addresses, coalesce(l.ok, 0) as ok
       from generate_series(${since}, date_trunc('day', $1::timestamptz at time zone $2), interval '1 day') d
         left join (select date_trunc('day', "loginTime" at time zone $2) as day, count(*) filter (where result <> 'OK')::int as failed,
           count(distinct account) filter (where result <> 'OK')::int as accounts, count(distinct ip) filter (where result <> 'OK')::int as addresses,
           count(*) filter (where result = 'OK')::int as ok ${recent} group by 1) l on l.day = d order by d`,
      [ctx.now, zone, days],
    ),
    ctx.db.query<{ ip: string; failed: number; accounts: number; lastAt: string }>(
      `select ip, count(*)::int as failed, count(distinct account)::int as accounts, max("loginTime") as "lastAt" ${recent} and result <> 'OK'
       group by 1 order by 2 desc, 1 limit 20`,
      [ctx.now, zone, days],
    ),
  ]);
  return { days: byDay, addresses: byAddress.map((entry) => ({ ...entry, lastAt: inZone(entry.lastAt, zone) })) };
}
