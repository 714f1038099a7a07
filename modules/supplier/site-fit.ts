import type { Fit } from "#kernel/rule.ts";
import { ofOrganization, ofThese, serves, servingOf } from "#modules/base/index.ts";
import { supplierSite } from "./place.entity.ts";
import { supplierInfo } from "./supplier.entity.ts";

/** A site is kept for one business unit: its documents use it, those of units above and below it, and those that buy for it centrally. */
export const siteFits = {
  trades: {
    judge: async (find, pairs, day) =>
      ofOrganization(pairs, await find.where(supplierSite, { id: [...new Set(pairs.map(({ id }) => id))] }, 5000), (asked) =>
        serves(find, asked, day),
      ),
    offers: async (find, of, day) => ofThese(await servingOf(find, of, day)),
    none: {
      text: [
        "没有可选的供应商地点：供应商没有本组织可用的地点，请在供应商档案中维护",
        "No supplier site to choose: the supplier has none for the chosen organisation. Maintain its sites in the supplier file",
      ],
      kept: supplierInfo,
    },
    text: [
      "供应商地点属于其他业务组织，请选择本组织的地点",
      "The supplier site is kept for another business unit; choose a site of this organisation",
    ],
  },
} as const satisfies Readonly<Record<string, Fit>>;
