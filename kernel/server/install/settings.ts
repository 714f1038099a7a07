import type { Declared } from "../../declared.ts";
import type { Me } from "../../entity.ts";
import type { Setting } from "../../module.ts";
import type { Bus } from "../journal/bus.ts";
import type { CacheGroup } from "../cache.ts";
import type { Db } from "../database/db.ts";

/** For whom a setting is asked. */
export interface SettingOwner {
  readonly userId?: string | null;
  readonly responsibilityId?: string | null;
  readonly orgId?: string | null;
}

export interface Decided {
  readonly value: string;
  /** Which level decided, so that a screen can say where a value comes from. */
  readonly by: "USER" | "RESP" | "ORG" | "SITE" | "DEFAULT";
}

/** Settings by nearest level: user, responsibility, organisation and its ancestors, site, declared default. */
export class Settings {
  readonly #db: Db;
  readonly #declared: ReadonlyMap<string, Setting>;
  #values: ReadonlyMap<string, string> = new Map();
  #parents: ReadonlyMap<string, string | null> = new Map();
  #loading: Promise<void> | null = null;
  #stale = true;

  constructor(db: Db, declared: Declared, bus: Bus) {
    this.#db = db;
    this.#declared = new Map(declared.modules.flatMap((m) => Object.entries(m.settings ?? {})));
    bus.watch(["BaseProfile", "BaseProfileValue", "BaseOrganization"], () => (this.#stale = true));
  }

  async ready(): Promise<void> {
    // What is being read anew is waited for: whoever asks after a change must not be told the old.
    while (this.#stale || this.#loading) await (this.#loading ??= this.#load().finally(() => (this.#loading = null)));
  }

  /** As the boards of memory see it. */
  readonly cache: CacheGroup = {
    code: "profiles",
    label: ["系统配置", "Profiles"],
    reloads: ["从配置表重新读取", "Read again from the profile tables"],
    counted: { hits: 0, misses: 0 },
    entries: () => this.#values,
    drop: () => void (this.#stale = true),
    clear: () => void (this.#stale = true),
  };

  async #load(): Promise<void> {
    this.#stale = false;
    this.cache.counted.misses += 1;
    const [values, orgs] = await Promise.all([
      this.#db.query<{ profileCode: string; level: string; levelId: string | null; value: string | null }>(
        `select "profileCode", level, "levelId", value from "BaseProfileValue" where value is not null`,
      ),
      this.#db.query<{ id: string; parentOrgId: string | null }>(`select id, "parentOrgId" from "BaseOrganization"`),
    ]);
    this.#values = new Map(values.map((v) => [`${v.profileCode}|${v.level}|${v.levelId ?? ""}`, v.value!]));
    this.#parents = new Map(orgs.map((o) => [o.id, o.parentOrgId]));
  }

  async decide(code: string, of: SettingOwner = {}): Promise<Decided | null> {
    if (!this.#stale) this.cache.counted.hits += 1;
    await this.ready();
    const declared = this.#declared.get(code);
    const at = (level: string, id: string | null | undefined) =>
      id === null || id === undefined ? undefined : this.#values.get(`${code}|${level}|${id}`);
    const user = at("USER", of.userId);
    if (user !== undefined) return { value: user, by: "USER" };
    const resp = at("RESP", of.responsibilityId);
    if (resp !== undefined) return { value: resp, by: "RESP" };
    for (let org = of.orgId, depth = 0; org && depth < 50; org = this.#parents.get(org), depth++) {
      const value = at("ORG", org);
      if (value !== undefined) return { value, by: "ORG" };
    }
    const site = at("SITE", "");
    if (site !== undefined) return { value: site, by: "SITE" };
    return declared ? { value: declared.initial, by: "DEFAULT" } : null;
  }

  /** May this person be told its value? */
  isReadBy(code: string, me: Me): boolean {
    const readers = this.#declared.get(code)?.readers;
    if (me.audience === "system" || readers === "everyone") return true;
    return me.audience === "internal" && (readers === "internal" || me.may("BaseProfile", ""));
  }

  /** The value of a declared setting; asking for one nobody declares is a mistake of the code. */
  async value(code: string, of: SettingOwner = {}): Promise<string> {
    const decided = await this.decide(code, of);
    if (!decided) throw new Error(`no module declares the setting ${code}`);
    return decided.value;
  }
}
