import type { Entity } from "#kernel/entity.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import type { Column } from "#kernel/web/table/types.ts";
import { agreement } from "./agreement.entity.ts";
import { Drawn, Revisions, Standing } from "./parts/AgreementParts.tsx";
import "./parts/agreement.css";

/** A line without a price of its own has steps: they stand under it. */
const stepped: Column["badge"] = (row) => (row["stepFlag"] === "Y" ? { text: ["阶梯", "Steps"], tone: "neutral" } : null);

const cells: NonNullable<EditSlots["cells"]> = {
  lines: {
    lineNum: { width: 60 },
    itemId: { width: 200 },
    itemDesc: { width: 180 },
    price: { width: 130, badge: stepped },
    priceUnit: { width: 90 },
  },
  orgs: { lineNum: { width: 100 } },
};

const internal: EditSlots = {
  cells,
  head: (model) => <Standing model={model} />,
  afterLines: (model) => <Drawn model={model} />,
  sidePanel: [{ key: "revisions", label: ["版本对比", "Revisions"], render: (model) => <Revisions model={model} /> }],
  links: [{ key: "drawn", label: ["下达记录", "Releases"] }],
};
const supplier: EditSlots = { cells, head: (model) => <Standing model={model} /> };

/** One agreement: buyers write, change and follow its use; its supplier reads and confirms. */
export default function AgreementPage() {
  const { audience } = useViewer();
  return (
    <Ground>
      <EditPage entity={agreement as unknown as Entity} slots={audience === "supplier" ? supplier : internal} />
    </Ground>
  );
}
