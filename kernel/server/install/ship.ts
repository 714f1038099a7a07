import { createHash } from "node:crypto";
import { resetOf } from "../../platform/number.entity.ts";
import { isPage, type ButtonShape, type MenuFolder, type MenuPage, type Module } from "../../module.ts";
import { newId } from "../act/id.ts";
import type { Kernel } from "../kernel.ts";
import { shippedLookups } from "../find/lookups.ts";
import { menuRow, programRow, resourceRow, respRow, firstOf } from "./ship-rows.ts";
import { q } from "../database/schema.ts";
import type { Side } from "./side.ts";
import { systemMe } from "../access/permit.ts";
import type { Row } from "../find/visible.ts";

const installer = systemMe("installer");

/** Puts what the modules ship (lookups, settings, menus, buttons, roles, responsibilities) into the tables people maintain.
 *  Only what is missing is added: what an administrator changed or took away stays so. */
export async function ship(kernel: Kernel, now: () => Date): Promise<void> {
  const digest = createHash("sha256")
    .update(JSON.stringify(kernel.declared.modules.map(shippedPart)))
    .update(JSON.stringify([...shippedLookups(kernel.declared)]))
    .digest("hex");
  const known = await kernel.db.one<{ digest: string }>(`select digest from "ShippedState" where what = 'declarations'`);
  if (known?.digest === digest) return;
  const shipper = new Shipper(kernel, now);
  await shipper.modules();
  await shipper.lookups();
  // What follows is checked against the values that have just come, documents of a new module among them.
  await kernel.lookups.ready();
  await shipper.numbers();
  await shipper.settings();
  await shipper.buttons();
  await shipper.menus();
  await shipper.roles();
  await shipper.programs();
  await kernel.db.query(
    `insert into "ShippedState" (what, digest) values ('declarations', $1) on conflict (what) do update set digest = excluded.digest, at = now()`,
    [digest],
  );
  await measure(kernel);
}

/** Thousands of rows came at once, and until the database has counted them it may read them in the slowest order.
 *  Small tables are left to themselves: an empty one that was counted is taken for empty long after it has filled. */
async function measure(kernel: Kernel): Promise<void> {
  const large = await kernel.db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_relation_size(oid) > 10 * current_setting('block_size')::int`,
  );
  if (large.length === 0) return;
  await kernel.db.tx(async (tx) => {
    // A table of a million rows takes longer to count than a statement may otherwise run.
    await tx.query("set local statement_timeout = 0");
    await tx.query(`analyze ${large.map(({ name }) => q(name)).join(", ")}`);
  });
}

/** Brings the rows a module's server half ships: those whose key is not there yet. */
export async function shipRows(kernel: Kernel, side: Side, now: () => Date): Promise<void> {
  let came = 0;
  for (const { entity: e, part, key, version: named, rows } of side.ships ?? []) {
    const version = typeof named === "string" ? named : named(kernel);
    const what = `${side.code}.${e.name}${part ? `.${part}` : ""}`;
    const known = await kernel.db.one<{ digest: string }>(`select digest from "ShippedState" where what = $1`, [what]);
    if (known?.digest === version) continue;
    const nameOf = (row: Row): string => JSON.stringify(key.map((k) => row[k] ?? null));
    const there = new Set((await kernel.db.query<Row>(`select ${key.map(q).join(", ")} from ${q(e.name)}`)).map(nameOf));
    const missing = (await rows(kernel)).filter((row) => !there.has(nameOf(row)));
    await new Shipper(kernel, now).save(e.name, missing);
    await kernel.db.query(
      `insert into "ShippedState" (what, digest) values ($1, $2) on conflict (what) do update set digest = excluded.digest, at = now()`,
      [what, version],
    );
    came += missing.length;
  }
  if (came > 0) await measure(kernel);
}

const shippedPart = (m: Module): unknown => [m.code, m.lookups, m.settings, m.buttons, m.roles, m.programs, (m.menus ?? []).map(menuPart)];
const menuPart = (m: MenuFolder | MenuPage): unknown =>
  isPage(m) ? [m.route, m.label, m.buttons, m.audience, m.icon] : [m.code, m.label, m.icon, m.seq, m.children.map(menuPart)];

class Shipper {
  readonly #kernel: Kernel;
  readonly #now: () => Date;

  constructor(kernel: Kernel, now: () => Date) {
    this.#kernel = kernel;
    this.#now = now;
  }

  async save(entity: string, rows: readonly Row[]): Promise<Row[]> {
    const e = this.#kernel.declared.entity(entity);
    const saved: Row[] = [];
    for (let i = 0; i < rows.length; i += 200) {
      const targets = rows.slice(i, i + 200).map((input) => ({ id: input["id"] as string | undefined, input }));
      const outcome = await this.#kernel.actor.act(
        { entity: e, action: "saveOrUpdate", targets },
        { me: installer, now: this.#now(), requestId: newId(), ip: null },
      );
      saved.push(...outcome.documents);
    }
    return saved;
  }

  #all<T>(sql: string): Promise<T[]> {
    return this.#kernel.db.query<T>(sql);
  }

  async modules(): Promise<void> {
    const known = new Set((await this.#all<{ code: string }>(`select "moduleCode" as code from "BaseModule"`)).map((m) => m.code));
    const fresh = this.#kernel.declared.modules.filter((m) => !known.has(m.code));
    await this.save(
      "BaseModule",
      fresh.map((m) => ({ moduleCode: m.code, nameCn: m.label[0], nameEn: m.label[1], enabledFlag: "Y" })),
    );
  }

  /** A rule per numbered document, as declared; from then on the row is what counts. */
  async numbers(): Promise<void> {
    const known = new Set((await this.#all<{ code: string }>(`select entity as code from "BaseNumberRule"`)).map((r) => r.code));
    const fresh = [...this.#kernel.declared.entities.values()].filter((e) => e.number && !known.has(e.name));
    await this.save(
      "BaseNumberRule",
      fresh.map((e) => ({
        ruleCode: e.name,
        entity: e.name,
        pattern: e.number![1],
        resetBy: resetOf(e.number![1]),
        gaplessFlag: e.number![2]?.gapless ? "Y" : "N",
      })),
    );
  }

  async lookups(): Promise<void> {
    const shipped = shippedLookups(this.#kernel.declared);
    const types = new Map(
      (await this.#all<{ id: string; lookupType: string }>(`select id, "lookupType" from "BaseLookupTypes"`)).map((t) => [
        t.lookupType,
        t.id,
      ]),
    );
    const codes = new Set(
      (
        await this.#all<{ key: string }>(
          `select t."lookupType" || '|' || v."lookupCode" as key from "BaseLookupValues" v join "BaseLookupTypes" t on t.id = v."parentId"`,
        )
      ).map((v) => v.key),
    );
    const rows: Row[] = [];
    for (const [type, lookup] of shipped) {
      const values = Object.entries(lookup.values).map(([lookupCode, text], i) => ({
        lookupCode,
        meaning: text[0],
        meaningEn: text[1],
        seqNum: (i + 1) * 10,
        enabledFlag: "Y",
        shippedFlag: "Y",
        extra: lookup.extras?.[lookupCode] ?? null,
      }));
      const id = types.get(type);
      const missing = values.filter((v) => !codes.has(`${type}|${v.lookupCode}`));
      if (!id)
        rows.push({
          lookupType: type,
          meaning: lookup.label[0],
          meaningEn: lookup.label[1],
          customizationLevel: lookup.level,
          systemCode: "BASE",
          enabledFlag: "Y",
          values,
        });
      else if (missing.length) rows.push({ id, values: { changed: missing, removed: [] } });
    }
    await this.save("BaseLookupTypes", rows);
  }

  /** A row per declared program; its schedule follows from the row, and from then on an administrator's word counts. */
  async programs(): Promise<void> {
    const known = new Map(
      (await this.#all<{ id: string; code: string }>(`select id, "jobCode" as code from "BaseScheduleJob"`)).map((j) => [j.code, j.id]),
    );
    const shapes = this.#kernel.declared.modules.flatMap((m) => Object.entries(m.programs ?? {}));
    const fresh = shapes.filter(([code]) => !known.has(code));
    const made = await this.save("BaseScheduleJob", fresh.map(programRow));
    for (const row of made) known.set(row["jobCode"], row["id"]);
    const apart = fresh.filter(([, shape]) => shape.incompatible?.length);
    await this.save(
      "BaseScheduleJob",
      apart.map(([code, shape]) => ({
        id: known.get(code),
        incompatibleWith: shape.incompatible!.flatMap((value) => known.get(value) ?? []),
      })),
    );
  }

  async settings(): Promise<void> {
    const known = new Set((await this.#all<{ code: string }>(`select "profileCode" as code from "BaseProfile"`)).map((p) => p.code));
    const rows = this.#kernel.declared.modules.flatMap((m) => Object.entries(m.settings ?? {})).filter(([code]) => !known.has(code));
    await this.save(
      "BaseProfile",
      rows.map(([profileCode, s]) => ({
        profileCode,
        nameCn: s.label[0],
        nameEn: s.label[1],
        valueType: s.type,
        lookupType: s.lookup ?? null,
        options: s.options ?? null,
        min: s.least ?? null,
        max: s.most ?? null,
        defaultValue: s.initial,
        levels: s.levels,
        needRestart: "N",
        description: s.hint?.[0] ?? null,
      })),
    );
  }

  async buttons(): Promise<void> {
    const known = new Set((await this.#all<{ code: string }>(`select "buttonCode" as code from "BaseButton"`)).map((b) => b.code));
    const rows = firstOf(this.#buttonTexts()).filter(([code]) => !known.has(code));
    await this.save(
      "BaseButton",
      rows.map(([buttonCode, b]) => ({
        buttonCode,
        nameCn: b.label[0],
        nameEn: b.label[1],
        icon: b.icon,
        colour: b.colour ?? null,
        confirmCn: b.confirm?.[0] ?? null,
        confirmEn: b.confirm?.[1] ?? null,
      })),
    );
  }

  #buttonTexts(): [string, ButtonShape][] {
    return this.#kernel.declared.modules.flatMap((m) => Object.entries(m.buttons ?? {}));
  }

  async menus(): Promise<void> {
    const known = new Map(
      (await this.#all<{ id: string; code: string }>(`select id, "menuCode" as code from "BaseMenu"`)).map((m) => [m.code, m.id]),
    );
    const texts = new Map(this.#buttonTexts());
    const fresh: { id: string; buttons: readonly string[] }[] = [];
    // Where modules fill one folder, the pages of the lower module stand first.
    const enter = async (
      menus: readonly (MenuFolder | MenuPage)[],
      parent: string | null,
      level: number,
      module: string,
      from: number,
    ): Promise<void> => {
      for (const [i, menu] of menus.entries()) {
        const code = isPage(menu) ? menu.route : menu.code;
        let id = known.get(code);
        if (!id) {
          const [made] = await this.save("BaseMenu", [menuRow(menu, code, parent, level, from + (i + 1) * 10, module)]);
          id = made!["id"] as string;
          known.set(code, id);
        }
        if (isPage(menu)) fresh.push({ id, buttons: menu.buttons });
        else await enter(menu.children, id, level + 1, module, from);
      }
    };
    for (const [i, module] of this.#kernel.declared.modules.entries()) await enter(module.menus ?? [], null, 1, module.code, i * 1000);
    const have = new Set(
      (await this.#all<{ key: string }>(`select coalesce("menuId", '-') || '|' || "resourceCode" as key from "BaseResource"`)).map(
        (r) => r.key,
      ),
    );
    const wanted = fresh.flatMap(({ id, buttons }) =>
      buttons.filter((b) => !have.has(`${id}|${b}`)).map((b) => resourceRow(id, b, texts.get(b))),
    );
    await this.save("BaseResource", wanted);
  }

  /** A role that exists keeps what was taken from it; only menus and buttons it has never known are granted. */
  async roles(): Promise<void> {
    const { modules } = this.#kernel.declared;
    const known = new Map(
      (await this.#all<{ id: string; code: string }>(`select id, "roleCode" as code from "BaseRole"`)).map((r) => [r.code, r.id]),
    );
    const shapes = modules.flatMap((m) => Object.entries(m.roles ?? {}).map(([code, role]) => ({ code, role, module: m })));
    for (const { code, role } of shapes)
      if (!known.has(code)) {
        const [made] = await this.save("BaseRole", [
          {
            roleCode: code,
            roleName: role.label[0],
            roleNameEn: role.label[1],
            audience: role.audience,
            privilegedFlag: role.privileged ? "Y" : "N",
            enabledFlag: "Y",
          },
        ]);
        known.set(code, made!["id"]);
      }
    await this.#grant(shapes.map((s) => ({ id: known.get(s.code)!, shape: s.role })));
    await this.#responsibilities(known);
  }

  async #grant(roles: readonly { id: string; shape: NonNullable<Module["roles"]>[string] }[]): Promise<void> {
    const menus = await this.#all<{ id: string; route: string; audience: string }>(
      `select id, "menuCode" as route, audience from "BaseMenu" where "menuType" <> 'DIR'`,
    );
    const resources = await this.#all<{ id: string; menuId: string | null; code: string }>(
      `select id, "menuId", "resourceCode" as code from "BaseResource"`,
    );
    const offered = new Set(
      (await this.#all<{ what: string }>(`select what from "ShippedState" where what like 'grant:%'`)).map((r) => r.what),
    );
    const menuRows: Row[] = [];
    const resourceRows: Row[] = [];
    const now: string[] = [];
    for (const { id: roleId, shape } of roles)
      for (const menu of menus) {
        // Several parts of a module may grant buttons of one page.
        const grants = shape.grants.filter((g) =>
          g === "*"
            ? shape.audience !== "SUPPLIER" || menu.audience !== "INTERNAL"
            : typeof g === "string"
              ? g === menu.route
              : g[0] === menu.route,
        );
        if (grants.length === 0) continue;
        const once = (what: string, add: () => void) => {
          if (offered.has(what)) return;
          now.push(what);
          add();
        };
        once(`grant:${roleId}:${menu.id}`, () => menuRows.push({ menuId: menu.id, roleId }));
        const buttons = grants.some((g) => typeof g === "string") ? null : grants.flatMap((g) => g.slice(1));
        for (const r of resources)
          if (r.menuId === menu.id && (buttons === null || buttons.includes(r.code)))
            once(`grant:${roleId}:${r.id}`, () => resourceRows.push({ resourceId: r.id, roleId }));
      }
    await this.save("BaseMenuRole", menuRows);
    await this.save("BaseResourceRole", resourceRows);
    if (now.length)
      await this.#kernel.db.query(
        `insert into "ShippedState" (what, digest) select x, '' from unnest($1::text[]) x on conflict do nothing`,
        [now],
      );
  }

  async #responsibilities(roles: ReadonlyMap<string, string>): Promise<void> {
    const known = new Set((await this.#all<{ code: string }>(`select "respCode" as code from "BaseResponsibility"`)).map((r) => r.code));
    // Several modules may add their pages to one responsibility; the lowest of them says what it is.
    const shapes = new Map(this.#kernel.declared.modules.toReversed().flatMap((m) => Object.entries(m.roles ?? {})));
    const made = await this.save(
      "BaseResponsibility",
      [...shapes].filter(([code]) => !known.has(code)).map(([code, role]) => respRow(code, role)),
    );
    await this.save(
      "BaseRespRole",
      made.map((r) => ({ responsibilityId: r["id"], roleId: roles.get(r["respCode"]) })),
    );
  }
}
