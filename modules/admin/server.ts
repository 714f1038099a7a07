import { importTemplate } from "#kernel/platform/excel.entity.ts";
import { homeWidget } from "#kernel/platform/preference.entity.ts";
import type { Side } from "#kernel/server/install/side.ts";
import { importTemplates } from "./templates.ts";
import { widgetRow } from "./widgets.ts";
import { AdminWork } from "./work.calls.ts";

/** What administration brings and does by itself. */
export const adminSide: Side = {
  code: "admin",
  ships: [
    {
      entity: importTemplate,
      key: ["templateCode"],
      version: JSON.stringify(importTemplates),
      rows: () =>
        importTemplates.map(([templateCode, [nameCn, nameEn], entity, keyFields, columns = []]) => ({
          templateCode,
          nameCn,
          nameEn,
          entity,
          keyFields: [...keyFields],
          columns: [...columns],
        })),
    },
    {
      entity: homeWidget,
      key: ["widgetCode", "audience"],
      version: ({ declared }) => JSON.stringify(declared.modules.flatMap((module) => module.widgets ?? []).map(widgetRow)),
      rows: ({ declared }) => declared.modules.flatMap((module) => module.widgets ?? []).map(widgetRow),
    },
  ],
  start: ({ kernel, gate, clock }) => new AdminWork(kernel, gate, clock).start(),
  programs: ({ kernel, gate, clock }) => new AdminWork(kernel, gate, clock).programs(),
};
