import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { forecast } from "./forecast.entity.ts";
import { ForecastMatrix } from "./parts/ForecastMatrix.tsx";

export const page = { route: "purForecast/purForecastEdit", title: ["采购预测", "Forecast"] };

const shared: EditSlots<typeof forecast> = {
  afterLines: (model) => <ForecastMatrix model={model} />,
  links: [{ key: "matrix", label: ["需求与承诺", "Demand and promises"] }],
};
const supplier: EditSlots<typeof forecast> = { ...shared, hideSections: ["lines"] };

/** One page for both sides: planners write what is needed, suppliers what they can promise. */
export default function ForecastPage() {
  const { audience } = useViewer();
  return (
    <Ground>
      <EditPage entity={forecast} slots={audience === "supplier" ? supplier : shared} />
    </Ground>
  );
}
