import { homeWidget } from "#kernel/platform/preference.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule } from "#kernel/rule.ts";

/** Tiles come with the areas that count them; people say who sees them, where and under which name. */
const saveHomeWidget = rule(homeWidget, "saveOrUpdate", {
  decide: (_, __, { before }, me) => [
    before === null &&
      me.audience !== "system" &&
      refuse("WIDGET_SHIPPED", "首页组件由各模块提供，只能调整", "Home widgets come with the product; they can only be adjusted"),
  ],
});

export const widgetRules = [saveHomeWidget];
