import { Inline } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { Button } from "antd";
import { CalendarDays } from "lucide-react";
import { useStore } from "zustand";
import { openFrom } from "./parts/open.tsx";
import type { inspectPlan } from "./plan.entity.ts";

/** Leads from the plan to its months, where visits are made and moved. */
function Months({ model }: { readonly model: EditModel<typeof inspectPlan> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  if (!base || base.status === "DRAFT") return null;
  return (
    <Inline>
      <Button icon={<CalendarDays size={14} />} onClick={() => openFrom(model.viewer, "inspectPlanDetail", base.id, base.planNo)}>
        {say(["按月查看进度", "Progress by month"])}
      </Button>
    </Inline>
  );
}

export const slots: EditSlots<typeof inspectPlan> = { head: (model) => <Months model={model} /> };
