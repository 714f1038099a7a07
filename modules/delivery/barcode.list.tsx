import { textOf } from "#kernel/page-format.ts";
import type { Seen } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import type { Button, Picked } from "#kernel/web/table/types.ts";
import { PackagePlus, Printer } from "lucide-react";
import { barcode } from "./barcode.entity.ts";
import { labelSheet } from "./labels.ts";
import { fetchPaper } from "./parts/start.tsx";

type Label = Seen<typeof barcode>;

/** The label as it comes out of the printer. */
function Preview({ row }: { readonly row: Label }) {
  const say = useText();
  const uoms = useLookup("UOM");
  const { svg } = labelSheet({
    barcode: textOf(row.barcode),
    isPallet: row.barcodeType === "PALLET",
    itemCode: textOf(row.itemCode),
    itemName: [...new Set([textOf(row.itemDesc), textOf(row.itemName)])].filter(Boolean).join(" "),
    batchNum: textOf(row.batchNum) || null,
    qty: textOf(row.qty),
    uom: uoms.meaning(textOf(row.uom)),
    boxNo: textOf(row.boxNo),
    noteNum: textOf(row.noteName ?? row.noteCode),
    supplier: textOf(row.supplierName),
    shipTo: "",
  });
  return (
    <figure>
      <figcaption className="pg-faint">{say(["标签预览", "Label"])}</figcaption>
      <img style={{ maxWidth: "100%" }} alt={textOf(row.barcode)} src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`} />
    </figure>
  );
}

const isMany = (rows: readonly Label[]): false | readonly [string, string] =>
  rows.length === 0 ? ["请先勾选条码", "Select barcodes first"] : false;

async function pack({ rows }: Picked<Label>, context: ListContext<typeof barcode>): Promise<void> {
  const pallets = rows.filter((row) => row.barcodeType === "PALLET");
  const boxes = rows.filter((row) => row.barcodeType !== "PALLET");
  if (pallets.length !== 1 || boxes.length === 0) {
    toast.info(["请勾选一个托盘和要装上的箱", "Select one pallet and the boxes to put on it"]);
    return;
  }
  try {
    for (const box of boxes) await entityCall.act(barcode, "doPack", { id: box.id, palletId: pallets[0]!.id });
    toast.success([`已装托 ${boxes.length} 箱`, `${boxes.length} boxes packed`]);
  } catch (error) {
    toast.error(error);
  }
  context.reload();
}

const toolbar = (context: ListContext<typeof barcode>): readonly Button<Label>[] => {
  const may = (button: string): boolean => context.viewer.may(button);
  const print = async ({ rows }: Picked<Label>): Promise<void> => {
    await fetchPaper("srmPurBarcodeRestful/printLabels", { ids: rows.map((row) => row.id) });
    context.reload();
  };
  return [
    ...(may("btnPrintBarcode")
      ? [{ label: ["打印标签", "Print labels"] as const, icon: Printer, needSelection: "many" as const, disabled: isMany, handler: print }]
      : []),
    ...(may("btnPack")
      ? [
          {
            label: ["装托", "Pack"] as const,
            icon: PackagePlus,
            needSelection: "many" as const,
            disabled: isMany,
            handler: (picked: Picked<Label>) => pack(picked, context),
          },
        ]
      : []),
  ];
};

/** What stands on a pallet. */
const Load = ({ id }: { readonly id: string }) => (
  <RowsTable
    entity={barcode}
    name="pallet-boxes"
    where={{ palletId: [id] }}
    columns={["barcode", "itemId", "batchNum", "qty", "uom", "status", "printCount", "scanTime"]}
    height="content"
  />
);

export const slots: ListSlots<typeof barcode> = {
  toolbar,
  expand: (row) => <Load id={textOf(row.id)} />,
  expandable: (row) => row.barcodeType === "PALLET",
  hideNew: true,
  rowTone: (row) => (row.status === "VOID" ? "muted" : null),
  sidePanel: (row) => <Preview row={row} />,
};
