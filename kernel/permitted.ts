import type { Me, Scope, Where } from "./entity.ts";

/** Rows whose field names something within the scope; whoever is limited sees no row that names nothing. */
export const permittedBy = (key: string, scope: Scope): Where =>
  scope === "all" ? {} : { all: [{ [key]: { not: null } }, { [key]: scope }] };

/** How a row names what permits are given for: a category of its own, the goods it is about, or both. */
export interface NamedGoods {
  readonly category: string | null;
  readonly goods: { readonly key: string; readonly of: string; readonly category: string } | null;
}

/** Rows within a reader's categories and goods. A row without a category of its own is judged by that of its goods; one that names no goods is not judged by goods. */
export function permittedGoods({ category, goods }: NamedGoods, { categories, items }: Pick<Me, "categories" | "items">): Where {
  const own: Where[] = category ? [permittedBy(category, categories)] : [];
  const byGoods: Where[] = goods
    ? [{ ...(category ? { [category]: null } : {}), [goods.key]: { row: permittedBy(goods.category, categories), of: goods.of } }]
    : [];
  const all: Where[] = [
    ...(categories === "all" ? [] : [{ any: [...own, ...byGoods] }]),
    ...(items === "all" || !goods ? [] : [{ any: [{ [goods.key]: null }, { [goods.key]: items }] }]),
  ];
  return all.length === 0 ? {} : { all };
}
