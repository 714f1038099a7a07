import type { RoleShape } from "#kernel/module.ts";
import { admin } from "#modules/admin/index.ts";

/** Further pages for responsibilities that administration ships. */
export const responsibilities = (more: Readonly<Record<string, RoleShape["grants"]>>): Readonly<Record<string, RoleShape>> =>
  Object.fromEntries(
    Object.entries(more).map(([code, grants]): [string, RoleShape] => {
      const responsibility = admin.roles?.[code];
      if (!responsibility) throw new Error(`no responsibility is called ${code}`);
      return [code, { label: responsibility.label, audience: responsibility.audience, grants }];
    }),
  );
