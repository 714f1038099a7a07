import type { Me, Where } from "#kernel/entity.ts";
import { permittedGoods } from "#kernel/permitted.ts";
import { item } from "./item.entity.ts";

/** Rows about goods within the reader's permits: by the category they name, else by that of their item, and by the item itself. */
export const ofGoods = (me: Me, category: "categoryId" | null = "categoryId"): Where =>
  permittedGoods({ category, goods: { key: "itemId", of: item.name, category: "categoryId" } }, me);

/** Rows that tell of goods without naming any: whoever is limited to some of them sees none. */
export const ofAnyGoods = (me: Me): Where => (me.categories === "all" && me.items === "all" ? {} : { id: [] });
