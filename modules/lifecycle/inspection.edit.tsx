import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { inspection } from "./inspect.entity.ts";
import { FindingRows } from "./parts/FindingRows.tsx";
import { InspectionReport } from "./parts/InspectionReport.tsx";
import { ReportLink } from "./parts/ReportLink.tsx";
import { itemTools } from "./parts/scoreItems.tsx";
import { SheetsBack } from "./parts/SheetsBack.tsx";

export const page = { route: "localeInspectEdit", title: ["现场考察", "On-site inspection"] };

const slots: EditSlots<typeof inspection> = {
  head: (model) => <ReportLink model={model} />,
  afterLines: (model) => (
    <>
      <SheetsBack model={model} />
      <FindingRows model={model} />
    </>
  ),
  lineToolbar: { items: itemTools },
};

/** An inspection as the house works on it; a supplier who comes here reads the report. */
export default function InspectionPage() {
  const { audience } = useViewer();
  if (audience === "supplier") return <InspectionReport />;
  return (
    <Ground>
      <EditPage entity={inspection} slots={slots} />
    </Ground>
  );
}
