import type { Declared } from "../../declared.ts";
import type { Me, Scope } from "../../entity.ts";
import type { Db } from "../database/db.ts";

/** A responsibility as far as it says which rows its holder sees. */
export interface Responsibility {
  readonly id: string;
  readonly respCode: string;
  readonly audience: string;
  readonly orgScope: string;
  readonly categoryScope: string;
  readonly materialScope: string;
}

/** The three ways rows are parted: by organisation, purchase category and material. */
export type Dimension = "orgs" | "categories" | "items";

interface Places {
  readonly scope: (responsibility: Responsibility) => string;
  readonly tree: readonly [table: string, parent: string] | null;
  readonly list: readonly [table: string, column: string];
  readonly permit: readonly [table: string, column: string];
}

const places: Readonly<Record<Dimension, Places>> = {
  orgs: {
    scope: (h) => h.orgScope,
    tree: ["BaseOrganization", "parentOrgId"],
    list: ["BaseRespOrg", "orgId"],
    permit: ["BaseUserOrgPermit", "orgId"],
  },
  categories: {
    scope: (h) => h.categoryScope,
    tree: ["SrmBasePurchaseCategory", "parentId"],
    list: ["BaseRespCategory", "categoryId"],
    permit: ["BaseUserCategoryPermit", "categoryId"],
  },
  items: { scope: (h) => h.materialScope, tree: null, list: ["BaseRespMaterial", "itemId"], permit: ["BaseUserMaterialPermit", "itemId"] },
};

/** Whatever permits are worked out of: the trees they follow, the lists of responsibilities, the permits of people. */
export const permitSources: readonly string[] = Object.values(places).flatMap(({ tree, list, permit }) => [
  ...(tree ? [tree[0]] : []),
  list[0],
  permit[0],
]);

/** What the permits of a dimension name, as their own declaration tells. */
export function permitted(declared: Declared, name: Dimension): string | null {
  const [table, column] = places[name].permit;
  return declared.entities.get(table)?.fields[column]?.target ?? null;
}

type Tree = ReadonlyMap<string, string | null>;

/** Narrows a scope step by step: the responsibility first, then the person's includes, then the excludes. */
export function narrow(start: "all" | readonly string[], includes: readonly string[] | null, excludes: readonly string[]): Scope {
  const included = includes === null ? start : start === "all" ? includes : start.filter((id) => includes.includes(id));
  if (excludes.length === 0) return included;
  return included === "all" ? { not: excludes } : included.filter((id) => !excludes.includes(id));
}

/** Everything at or below the given nodes. */
export function below(tree: Tree, roots: readonly { readonly id: string; readonly children: boolean }[]): string[] {
  const found = new Set(roots.map((r) => r.id));
  const open = new Set(roots.filter((r) => r.children).map((r) => r.id));
  for (let grew = true; grew;) {
    grew = false;
    for (const [id, parent] of tree)
      if (parent && open.has(parent) && !open.has(id)) {
        open.add(id);
        found.add(id);
        grew = true;
      }
  }
  return [...found];
}

/** What one dimension comes to for one person under one responsibility, and what the responsibility alone would allow. */
export interface Narrowed {
  readonly responsibility: Scope;
  readonly person: Scope;
}

/** Answers which rows a responsibility shows to a person, dimension by dimension. */
export class Scopes {
  readonly #db: Db;
  readonly #declared: Declared;

  constructor(db: Db, declared: Declared) {
    this.#db = db;
    this.#declared = declared;
  }

  async of(
    responsibility: Responsibility,
    person: { readonly userId: string; readonly orgId: string | null },
    today: string,
  ): Promise<Pick<Me, Dimension | "selfOnly">> {
    const [orgs, categories, items] = await Promise.all(
      (["orgs", "categories", "items"] as const).map((dimension) => this.dimension(dimension, responsibility, person, today)),
    );
    return { orgs: orgs!.person, categories: categories!.person, items: items!.person, selfOnly: responsibility.orgScope === "SELF" };
  }

  async dimension(
    name: Dimension,
    responsibility: Responsibility,
    person: { readonly userId: string; readonly orgId: string | null },
    today: string,
  ): Promise<Narrowed> {
    const how = places[name];
    const scope = how.scope(responsibility);
    const valid = `("startDate" is null or "startDate" <= $2) and ("endDate" is null or "endDate" >= $2)`;
    const permits = await this.#db.query<{ id: string; includeChildren: string; permitType: string }>(
      `select "${how.permit[1]}" as id, "includeChildren", "permitType" from "${how.permit[0]}" where "userId" = $1 and ${valid}`,
      [person.userId, today],
    );
    const tree = permits.length > 0 || scope === "OWN_ORG" || scope === "LIST" ? await this.#tree(how) : new Map<string, string | null>();
    const start = await this.#start(responsibility, person.orgId, scope, tree, how);
    const of = (type: string) =>
      permits.filter((p) => p.permitType === type).map((p) => ({ id: p.id, children: p.includeChildren === "Y" }));
    const excluded = below(tree, of("EXCLUDE"));
    return { responsibility: start, person: narrow(start, of("INCLUDE").length ? below(tree, of("INCLUDE")) : null, excluded) };
  }

  async #tree(how: Places): Promise<Tree> {
    if (!how.tree || !this.#declared.entities.has(how.tree[0])) return new Map();
    const rows = await this.#db.query<{ id: string; parent: string | null }>(`select id, "${how.tree[1]}" as parent from "${how.tree[0]}"`);
    return new Map(rows.map((r) => [r.id, r.parent]));
  }

  async #start(
    responsibility: Responsibility,
    orgId: string | null,
    scope: string,
    tree: Tree,
    how: Places,
  ): Promise<"all" | readonly string[]> {
    if (scope === "ALL" || scope === "SELF") return "all";
    if (scope === "OWN_ORG") return orgId ? below(tree, [{ id: orgId, children: true }]) : [];
    if (scope !== "LIST") return [];
    const children = how.tree ? `"includeChildren"` : `'N'`;
    const rows = await this.#db.query<{ id: string; children: string }>(
      `select "${how.list[1]}" as id, ${children} as children from "${how.list[0]}" where "parentId" = $1 and "${how.list[1]}" is not null`,
      [responsibility.id],
    );
    return below(
      tree,
      rows.map((r) => ({ id: r.id, children: r.children === "Y" })),
    );
  }
}
