import { fieldOf } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Cell } from "#kernel/page.ts";
import { FormGrid } from "#kernel/web/page/FormGrid.tsx";
import { useStore } from "zustand";
import { ruleSet } from "../rule-set.entity.ts";
import type { RuleHead } from "./ruleRows.ts";
import type { RuleModel } from "./ruleModel.tsx";

const cells = (["name", "hitPolicy", "kind", "effectiveFrom", "effectiveTo", "description"] as const).map((key): Cell => ({
  key,
  field: fieldOf(ruleSet, key)!,
  span: key === "name" || key === "description" ? 2 : 1,
}));

/** What a version is called, how its rows are combined and from when to when it holds. */
export function RuleSettings({ model, editable }: { readonly model: RuleModel; readonly editable: boolean }) {
  const head = useStore(model.state, (state) => state.head);
  return (
    <FormGrid
      cells={cells}
      row={head as unknown as Row}
      required={(key) => ["name", "hitPolicy", "kind"].includes(key)}
      asText={() => !editable}
      patch={(patch) => model.patch(patch as Partial<RuleHead>)}
    />
  );
}
