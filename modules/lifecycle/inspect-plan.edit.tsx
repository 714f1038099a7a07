import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { Button } from "antd";
import { CalendarDays } from "lucide-react";
import { useStore } from "zustand";
import { openFrom } from "./parts/open.tsx";
import "./parts/inspect.css";

/** Leads from the plan to its months, where visits are made and moved. */
function Months({ model }: { readonly model: EditModel }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  if (!base || base["status"] === "DRAFT") return null;
  return (
    <div className="li-row">
      <Button icon={<CalendarDays size={14} />} onClick={() => openFrom(model.viewer, "inspectPlanDetail", base["id"], base["planNo"])}>
        {say(["按月查看进度", "Progress by month"])}
      </Button>
    </div>
  );
}

export const slots: EditSlots = { head: (model) => <Months model={model} /> };
