import type { Form } from "#kernel/seen.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import type { Column } from "#kernel/web/table/types.ts";
import type { agreementLine } from "./agreement-line.entity.ts";
import { agreement } from "./agreement.entity.ts";
import { Drawn, Standing } from "./parts/AgreementParts.tsx";

/** A line without a price of its own has steps: they stand under it. */
const stepped = (row: Form<typeof agreementLine>): ReturnType<NonNullable<Column["badge"]>> =>
  row.stepFlag === "Y" ? { text: ["阶梯", "Steps"], tone: "neutral" } : null;

const cells: NonNullable<EditSlots<typeof agreement>["cells"]> = {
  lines: {
    lineNum: { width: 60 },
    itemId: { width: 200 },
    itemDesc: { width: 180 },
    price: { width: 130, badge: stepped },
    priceUnit: { width: 90 },
  },
  orgs: { lineNum: { width: 100 } },
};

const internal: EditSlots<typeof agreement> = {
  cells,
  head: (model) => <Standing model={model} />,
  afterLines: (model) => <Drawn model={model} />,
  links: [{ key: "drawn", label: ["下达记录", "Releases"] }],
};
const supplier: EditSlots<typeof agreement> = { cells, head: (model) => <Standing model={model} /> };

/** One agreement: buyers write, change and follow its use; its supplier reads and confirms. */
export default function AgreementPage() {
  const { audience } = useViewer();
  return (
    <Ground>
      <EditPage entity={agreement} slots={audience === "supplier" ? supplier : internal} />
    </Ground>
  );
}
