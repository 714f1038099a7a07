import { createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { refuse, Refusal } from "../../refusal.ts";
import { say } from "../../text.ts";
import type { Call, Context } from "../call.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../visible.ts";
import { base, doerOf, listOf, textOf, type Body } from "./ask.ts";

/** What an installation is set up with, by codes instead of ids, so that it means the same elsewhere. */
type Part = Readonly<Record<string, Row>>;
const partNames = ["lookups", "profiles", "menus", "roles"] as const;
type PartName = (typeof partNames)[number];
type Parts = Partial<Record<PartName, Part>>;

interface Bundle {
  readonly kind: "BASE-SRM-CONFIG";
  readonly version: 1;
  readonly madeAt: string;
  readonly madeBy: string;
  readonly parts: Parts;
  readonly salt: string;
  readonly signature: string;
}

/** The same text for the same content, whatever order its keys came in. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
      .join(",")}}`;
  return JSON.stringify(value ?? null);
}

const sign = (bundle: Omit<Bundle, "signature">, passphrase: string): string =>
  createHmac("sha256", scryptSync(passphrase, bundle.salt, 32))
    .update(canonical(bundle))
    .digest("base64url");

const pick = (row: Row, keys: readonly string[]): Row => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
const index = (rows: readonly Row[], key: string, shape: (row: Row) => Row): Part =>
  Object.fromEntries(rows.map((row) => [String(row[key]), shape(row)]));

const menuKeys = ["name", "nameEn", "menuType", "htmlUrl", "imageLink", "seqNum", "audience", "moduleId", "enabled"];
const buttonKeys = ["resourceName", "resourceNameEn", "resIcon", "buttonCode", "enabledFlag"];
const roleKeys = ["roleName", "roleNameEn", "audience", "privilegedFlag", "description", "enabledFlag"];
const typeKeys = ["meaning", "meaningEn", "description", "customizationLevel", "enabledFlag"];
const valueKeys = ["meaning", "meaningEn", "description", "seqNum", "enabledFlag", "extra"];

/** One look at everything the caller may see of the configuration, with the ids this installation knows it by. */
class Setup {
  readonly #kernel: Kernel;
  readonly #ctx: Context;

  constructor(kernel: Kernel, ctx: Context) {
    this.#kernel = kernel;
    this.#ctx = ctx;
  }

  async #all(entity: string): Promise<Row[]> {
    const e = this.#kernel.declared.entity(entity);
    const rows: Row[] = [];
    for (let pageIndex = 1; ; pageIndex += 1) {
      const page = await this.#kernel.finder.list(
        e,
        { pageIndex, pageRows: 5_000, count: "none", orderBy: [{ key: "id", dir: "asc" }] },
        this.#ctx.me,
      );
      rows.push(...page.rows);
      if (page.rows.length < 5_000) return rows;
    }
  }

  async read(names: readonly PartName[]): Promise<{ parts: Parts; ids: ReadonlyMap<string, string> }> {
    const [types, values, profiles, settings, menus, resources, roles, menuRoles, resourceRoles] = await Promise.all(
      [
        "BaseLookupTypes",
        "BaseLookupValues",
        "BaseProfile",
        "BaseProfileValue",
        "BaseMenu",
        "BaseResource",
        "BaseRole",
        "BaseMenuRole",
        "BaseResourceRole",
      ].map((name) => this.#all(name)),
    );
    const codeOf = new Map(menus!.map((m) => [m["id"], String(m["menuCode"])]));
    const buttonOf = new Map(resources!.map((r) => [r["id"], `${codeOf.get(r["menuId"]) ?? ""}:${String(r["resourceCode"])}`]));
    const all: Record<PartName, Part> = {
      lookups: index(types!, "lookupType", (t) => ({
        ...pick(t, typeKeys),
        values: index(
          values!.filter((v) => v["parentId"] === t["id"] && v["buOrgId"] === null),
          "lookupCode",
          (v) => pick(v, valueKeys),
        ),
      })),
      profiles: index(profiles!, "profileCode", (p) => ({
        value: settings!.find((s) => s["parentId"] === p["id"] && s["level"] === "SITE")?.["value"] ?? null,
      })),
      menus: index(menus!, "menuCode", (m) => ({
        ...pick(m, menuKeys),
        parent: codeOf.get(m["menuParentId"]) ?? null,
        buttons: index(
          resources!.filter((r) => r["menuId"] === m["id"]),
          "resourceCode",
          (r) => pick(r, buttonKeys),
        ),
      })),
      roles: index(roles!, "roleCode", (r) => ({
        ...pick(r, roleKeys),
        menus: menuRoles!
          .filter((g) => g["roleId"] === r["id"] && g["status"] === "ACTIVE")
          .map((g) => codeOf.get(g["menuId"])!)
          .sort(),
        buttons: resourceRoles!
          .filter((g) => g["roleId"] === r["id"] && g["status"] === "ACTIVE")
          .map((g) => buttonOf.get(g["resourceId"])!)
          .sort(),
      })),
    };
    const ids = new Map<string, string>();
    const enter = (kind: string, rows: readonly Row[], key: (row: Row) => string) =>
      rows.forEach((row) => ids.set(`${kind}|${key(row)}`, String(row["id"])));
    enter("lookups", types!, (r) => String(r["lookupType"]));
    enter("value", values!, (r) => `${String(r["lookupType"])}|${String(r["lookupCode"])}`);
    enter("profiles", profiles!, (r) => String(r["profileCode"]));
    enter(
      "site",
      settings!.filter((s) => s["level"] === "SITE"),
      (r) => String(r["profileCode"]),
    );
    enter("menus", menus!, (r) => String(r["menuCode"]));
    enter("button", resources!, (r) => buttonOf.get(r["id"])!);
    enter("roles", roles!, (r) => String(r["roleCode"]));
    return { parts: Object.fromEntries(names.map((name) => [name, all[name]])), ids };
  }
}

export interface Difference {
  readonly part: PartName;
  readonly code: string;
  readonly change: "ADD" | "CHANGE" | "ONLY_HERE";
  readonly fields: readonly { readonly path: string; readonly old: unknown; readonly new: unknown }[];
}

/** Field by field, down to values and buttons; what only this side has is told and left alone. */
function changesOf(here: unknown, there: unknown, path = ""): { path: string; old: unknown; new: unknown }[] {
  const isMap = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isMap(here) || !isMap(there)) return canonical(here) === canonical(there) ? [] : [{ path, old: here ?? null, new: there ?? null }];
  return Object.keys(there).flatMap((key) => changesOf(here[key], there[key], path ? `${path}.${key}` : key));
}

export function differencesOf(here: Parts, there: Parts): Difference[] {
  return partNames.flatMap((part) => {
    const [mine, theirs] = [here[part] ?? {}, there[part]];
    if (!theirs) return [];
    const coming = Object.entries(theirs).flatMap(([code, wanted]): Difference[] => {
      const fields = changesOf(mine[code], wanted);
      return fields.length === 0 ? [] : [{ part, code, change: code in mine ? "CHANGE" : "ADD", fields }];
    });
    return [
      ...coming,
      ...Object.keys(mine)
        .filter((code) => !(code in theirs))
        .map((code): Difference => ({ part, code, change: "ONLY_HERE", fields: [] })),
    ];
  });
}

/** Moves configuration from one installation to another: exported by codes, signed by a passphrase, compared before it is taken in. */
export function bundleCalls(kernel: Kernel): Call[] {
  const wantedParts = (body: Body): PartName[] => {
    const asked = listOf(body["parts"]);
    return partNames.filter((name) => asked.length === 0 || asked.includes(name));
  };
  const passphraseOf = (body: Body): string => {
    const text = textOf(body, "passphrase");
    if (text.length < 8) throw refuse("BUNDLE_PASSPHRASE", "口令至少8位", "The passphrase needs at least 8 characters");
    return text;
  };

  async function exportBundle(ctx: Context, body: Body): Promise<unknown> {
    const passphrase = passphraseOf(body);
    const { parts } = await new Setup(kernel, ctx).read(wantedParts(body));
    const bundle = {
      kind: "BASE-SRM-CONFIG",
      version: 1,
      madeAt: ctx.now.toISOString(),
      madeBy: ctx.me.userName,
      parts,
      salt: randomBytes(16).toString("base64url"),
    } as const;
    return { ...bundle, signature: sign(bundle, passphrase) };
  }

  function opened(body: Body): Bundle {
    const bundle = body["bundle"] as Bundle | undefined;
    const bad = () =>
      refuse("BUNDLE_SIGNATURE", "配置包签名不符或口令错误", "The bundle's signature does not fit, or the passphrase is wrong");
    if (
      typeof bundle !== "object" ||
      bundle === null ||
      bundle.kind !== "BASE-SRM-CONFIG" ||
      bundle.version !== 1 ||
      typeof bundle.salt !== "string" ||
      typeof bundle.signature !== "string"
    )
      throw bad();
    const { signature, ...signed } = bundle;
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(signed, passphraseOf(body)))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw bad();
    return bundle;
  }

  async function importBundle(ctx: Context, body: Body): Promise<unknown> {
    const bundle = opened(body);
    const names = wantedParts(body).filter((name) => bundle.parts[name]);
    const { parts } = await new Setup(kernel, ctx).read(names);
    const there = Object.fromEntries(names.map((name) => [name, bundle.parts[name]]));
    const differences = differencesOf(parts, there);
    const chosen = body["codes"] === undefined ? null : new Set(listOf(body["codes"]).map(String));
    const shown = { madeAt: bundle.madeAt, madeBy: bundle.madeBy, differences };
    if (body["dryRun"] !== false) return shown;
    const results: Row[] = [];
    for (const one of differences) {
      if (one.change === "ONLY_HERE" || (chosen && !chosen.has(`${one.part}:${one.code}`))) continue;
      results.push(await takeIn(ctx, one, bundle.parts[one.part]![one.code]!));
    }
    return { ...shown, results };
  }

  /** One thing at a time, judged like any change of the caller; what is refused says why and stops nothing else. */
  async function takeIn(ctx: Context, one: Difference, wanted: Row): Promise<Row> {
    try {
      await new Taker(kernel, ctx).take(one.part, one.code, wanted);
      return { part: one.part, code: one.code, status: "S" };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { part: one.part, code: one.code, status: "E", msg: say(error.text, ctx.language), errorCode: error.code };
    }
  }

  return [
    base("baseConfigService/exportBundle", exportBundle, { perMinute: 10 }),
    base("baseConfigService/importBundle", importBundle, { perMinute: 10 }),
  ];
}

/** Takes one piece of a bundle in, by the actions a person would use. */
class Taker {
  readonly #kernel: Kernel;
  readonly #ctx: Context;

  constructor(kernel: Kernel, ctx: Context) {
    this.#kernel = kernel;
    this.#ctx = ctx;
  }

  async #act(entity: string, action: string, id: string | undefined, input: Row): Promise<string> {
    const outcome = await this.#kernel.actor.act(
      { entity: this.#kernel.declared.entity(entity), action, targets: [{ id, input }], reason: "configuration bundle" },
      doerOf(this.#ctx),
    );
    return String(outcome.documents[0]?.["id"] ?? id);
  }

  async take(part: PartName, code: string, wanted: Row): Promise<void> {
    const { parts, ids } = await new Setup(this.#kernel, this.#ctx).read([part]);
    const id = ids.get(`${part}|${code}`);
    if (part === "lookups") {
      const { values, customizationLevel, ...type } = wanted;
      const changed = Object.entries(values as Part).map(([lookupCode, v]) => ({
        ...(ids.has(`value|${code}|${lookupCode}`) ? { id: ids.get(`value|${code}|${lookupCode}`) } : {}),
        lookupCode,
        ...v,
      }));
      await this.#act("BaseLookupTypes", "saveOrUpdate", id, {
        ...type,
        ...(id ? {} : { lookupType: code, customizationLevel }),
        values: { changed, removed: [] },
      });
    } else if (part === "profiles") {
      const known = ids.get(`site|${code}`);
      const changed =
        wanted["value"] === null ? [] : [{ ...(known ? { id: known } : {}), level: "SITE", levelId: null, value: wanted["value"] }];
      await this.#act("BaseProfile", "saveOrUpdate", id, {
        values: { changed, removed: wanted["value"] === null && known ? [known] : [] },
      });
    } else if (part === "menus") {
      const { buttons, parent, ...menu } = wanted;
      const menuId = await this.#act("BaseMenu", "saveOrUpdate", id, {
        ...menu,
        menuCode: code,
        menuParentId: parent ? (ids.get(`menus|${String(parent)}`) ?? "-") : null,
      });
      for (const [resourceCode, b] of Object.entries(buttons as Part))
        await this.#act("BaseResource", "saveOrUpdate", ids.get(`button|${code}:${resourceCode}`), { ...b, resourceCode, menuId });
    } else {
      const { menus, buttons, audience, ...role } = wanted as { menus: string[]; buttons: string[]; audience: string } & Row;
      const roleId = await this.#act("BaseRole", "saveOrUpdate", id, { ...role, ...(id ? {} : { roleCode: code, audience }) });
      const before = (parts.roles?.[code] ?? { menus: [], buttons: [] }) as unknown as { menus: string[]; buttons: string[] };
      const known = (kind: string, list: readonly string[]) => list.flatMap((one) => ids.get(`${kind}|${one}`) ?? []);
      await this.#act("BaseRole", "doGrant", roleId, {
        addMenus: known(
          "menus",
          menus.filter((m) => !before.menus.includes(m)),
        ),
        dropMenus: known(
          "menus",
          before.menus.filter((m) => !menus.includes(m)),
        ),
        addResources: known(
          "button",
          buttons.filter((b) => !before.buttons.includes(b)),
        ),
        dropResources: known(
          "button",
          before.buttons.filter((b) => !buttons.includes(b)),
        ),
      });
    }
  }
}
