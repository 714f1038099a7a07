import type { Answer } from "#kernel/question.ts";
import { openUses, storage } from "#modules/base/index.ts";
import { receive, receiveLine } from "./receive.entity.ts";

export const placeAnswers: readonly Answer[] = [
  // Receipts that are not posted yet hold the warehouse their goods go to.
  openUses.answeredBy(async (find, { entity, id }) =>
    entity === storage.name
      ? [
          {
            label: receive.label,
            count: await find.count(receiveLine, { storageLocationId: id, parent: { status: ["DRAFT", "INSPECTING"] } as never }),
            ...(receive.pages?.list ? { route: receive.pages.list } : {}),
          },
        ]
      : [],
  ),
];
