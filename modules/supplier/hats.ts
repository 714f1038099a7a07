import type { RoleShape } from "#kernel/module.ts";
import { admin } from "#modules/admin/index.ts";

/** Further pages for hats that administration ships. */
export const hats = (more: Readonly<Record<string, RoleShape["grants"]>>): Readonly<Record<string, RoleShape>> =>
  Object.fromEntries(
    Object.entries(more).map(([code, grants]): [string, RoleShape] => {
      const hat = admin.roles?.[code];
      if (!hat) throw new Error(`no hat is called ${code}`);
      return [code, { label: hat.label, audience: hat.audience, grants }];
    }),
  );
