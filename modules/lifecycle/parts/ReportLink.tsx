import { Inline } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { Button } from "antd";
import { FileChartColumn } from "lucide-react";
import { useStore } from "zustand";
import type { inspection } from "../inspect.entity.ts";
import { openFrom } from "./open.tsx";

/** From the document to its report. */
export function ReportLink({ model }: { readonly model: EditModel<typeof inspection> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  if (!base || base.status === "DRAFT") return null;
  return (
    <Inline>
      <Button icon={<FileChartColumn size={14} />} onClick={() => openFrom(model.viewer, "localeInspectDetail", base.id, base.inspectNo)}>
        {say(["考察报告", "Report"])}
      </Button>
    </Inline>
  );
}
