import { menu } from "#kernel/platform/grant.entity.ts";
import { homeWidget } from "#kernel/platform/preference.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";

const noMenu: Text = ["没有这个菜单编码", "There is no menu with this code"];

/** Tiles come with the areas that count them; people say who sees them, where and under which name. */
const saveHomeWidget = rule(homeWidget, "saveOrUpdate", {
  reads: async (doc, find) => ({ known: !doc.needMenuCode || (await find.exists(menu, { menuCode: doc.needMenuCode })) }),
  decide: (doc, { known }, { before }, me) => [
    before === null &&
      me.audience !== "system" &&
      refuse("WIDGET_SHIPPED", "首页组件由各模块提供，只能调整", "Home widgets come with the product; they can only be adjusted"),
    !known && refuse("WIDGET_MENU", ...noMenu, { fieldErrors: [{ path: "needMenuCode", code: "WIDGET_MENU", text: noMenu }] }),
  ],
});

export const widgetRules = [saveHomeWidget];
