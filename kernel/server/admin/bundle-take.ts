import type { Context } from "../http/call.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";
import { doerOf } from "./ask.ts";
import type { Part, PartName, Standing } from "./bundle-setup.ts";

/** Takes pieces of a bundle in, by the actions a person would use; what is made becomes known to the pieces that follow. */
export class Taker {
  readonly #kernel: Kernel;
  readonly #ctx: Context;
  readonly #here: Standing;

  constructor(kernel: Kernel, ctx: Context, here: Standing) {
    this.#kernel = kernel;
    this.#ctx = ctx;
    this.#here = here;
  }

  async #act(entity: string, action: string, id: string | undefined, input: Row): Promise<string> {
    const outcome = await this.#kernel.actor.act(
      { entity: this.#kernel.declared.entity(entity), action, targets: [{ id, input }], reason: "configuration bundle" },
      doerOf(this.#ctx),
    );
    return String(outcome.documents[0]?.["id"] ?? id);
  }

  async take(part: PartName, code: string, wanted: Row): Promise<void> {
    if (part === "lookups") await this.#lookup(code, wanted);
    else if (part === "profiles") await this.#profile(code, wanted);
    else if (part === "menus") await this.#menu(code, wanted);
    else await this.#role(code, wanted);
  }

  async #lookup(code: string, wanted: Row): Promise<void> {
    const { ids } = this.#here;
    const id = ids.get(`lookups|${code}`);
    const { values, customizationLevel, ...type } = wanted;
    const changed = Object.entries(values as Part).map(([lookupCode, v]) => {
      const known = ids.get(`value|${code}|${lookupCode}`);
      return { ...(known ? { id: known } : {}), lookupCode, ...v };
    });
    await this.#act("BaseLookupTypes", "saveOrUpdate", id, {
      ...type,
      ...(id ? {} : { lookupType: code, customizationLevel }),
      values: { changed, removed: [] },
    });
  }

  async #profile(code: string, wanted: Row): Promise<void> {
    const { ids } = this.#here;
    const known = ids.get(`site|${code}`);
    const { value } = wanted;
    const changed = value === null ? [] : [{ ...(known ? { id: known } : {}), level: "SITE", levelId: null, value }];
    await this.#act("BaseProfile", "saveOrUpdate", ids.get(`profiles|${code}`), {
      values: { changed, removed: value === null && known ? [known] : [] },
    });
  }

  async #menu(code: string, wanted: Row): Promise<void> {
    const { ids } = this.#here;
    const { buttons, parent, ...menu } = wanted;
    const menuId = await this.#act("BaseMenu", "saveOrUpdate", ids.get(`menus|${code}`), {
      ...menu,
      menuCode: code,
      menuParentId: parent ? (ids.get(`menus|${String(parent)}`) ?? "-") : null,
    });
    ids.set(`menus|${code}`, menuId);
    for (const [resourceCode, b] of Object.entries(buttons as Part)) {
      const key = `button|${code}:${resourceCode}`;
      ids.set(key, await this.#act("BaseResource", "saveOrUpdate", ids.get(key), { ...b, resourceCode, menuId }));
    }
  }

  async #role(code: string, wanted: Row): Promise<void> {
    const { ids, parts } = this.#here;
    const id = ids.get(`roles|${code}`);
    const { menus, buttons, audience, ...role } = wanted as { menus: string[]; buttons: string[]; audience: string } & Row;
    const roleId = await this.#act("BaseRole", "saveOrUpdate", id, { ...role, ...(id ? {} : { roleCode: code, audience }) });
    ids.set(`roles|${code}`, roleId);
    const before = (parts.roles?.[code] ?? { menus: [], buttons: [] }) as unknown as { menus: string[]; buttons: string[] };
    const more = (kind: string, list: readonly string[], than: readonly string[]): string[] =>
      list.filter((value) => !than.includes(value)).flatMap((value) => ids.get(`${kind}|${value}`) ?? []);
    await this.#act("BaseRole", "doGrant", roleId, {
      addMenus: more("menus", menus, before.menus),
      dropMenus: more("menus", before.menus, menus),
      addResources: more("button", buttons, before.buttons),
      dropResources: more("button", before.buttons, buttons),
    });
  }
}
