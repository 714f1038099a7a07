import type { Seen } from "#kernel/seen.ts";
import { dateText, qtyText, textOf } from "#kernel/page-format.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { ActionDialog } from "#kernel/web/page/action/ActionDialog.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { OwnAsk } from "#kernel/web/page/slots.ts";
import { Uom } from "#modules/demand/web.tsx";
import { note } from "../note.entity.ts";
import type { noteLine } from "../note.lines.ts";
import { goodsOf } from "./start.tsx";

/** What is still missing on a line before it may leave. */
function missing(line: Seen<typeof noteLine>, say: (text: readonly [string, string]) => string): string[] {
  const batches = line.batches ?? [];
  return [
    ...(line.reportFlag === "Y" && !line.inspectFileIds ? [say(["缺检验报告", "report missing"])] : []),
    ...(line.batchFlag === "Y" && batches.length === 0 ? [say(["缺批次", "batches missing"])] : []),
    ...(line.barcodeFlag === "Y" && !line.boxCount ? [say(["缺条码", "labels missing"])] : []),
  ];
}

/** One look at the whole shipment before it leaves: lines, boxes, weight, arrival, what is missing. */
export function ShipSummary({ ask }: { readonly ask: OwnAsk<typeof note, "doSubmit"> }) {
  const say = useText();
  const load = useLoad(`${note.name}:${textOf(ask.row.id)}:${textOf(ask.row.versionNum)}`, () => entityCall.find(note, textOf(ask.row.id)));
  return (
    <ActionDialog
      ask={ask}
      of={textOf(ask.row.noteNum)}
      width={680}
      ready={load.data !== null}
      press={["提交发货", "Ship"]}
      input={() => ({})}
    >
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(doc) => (
          <Stack>
            <FigureStrip
              figures={[
                { key: "lines", label: say(["行数", "Lines"]), value: (doc.lines ?? []).length },
                { key: "boxes", label: say(["箱数", "Boxes"]), value: textOf(doc.totalBoxes) || "–" },
                { key: "weight", label: say(["毛重(KG)", "Gross weight (kg)"]), value: textOf(doc.grossWeight) || "–" },
                { key: "eta", label: say(["预计到货", "ETA"]), value: dateText({ kind: "datetime" }, doc.eta) },
              ]}
            />
            <ItemList framed most={360} label={say(["行数", "Lines"])}>
              {(doc.lines ?? []).map((line) => (
                <Item
                  key={line.id}
                  title={goodsOf(line)}
                  note={missing(line, say).length > 0 ? <Words tone="error">{missing(line, say).join(" ")}</Words> : null}
                  end={
                    <>
                      {qtyText(textOf(line.noteQty))} <Uom code={line.uom} of={line.noteQty} />
                    </>
                  }
                />
              ))}
            </ItemList>
          </Stack>
        )}
      </PanelState>
    </ActionDialog>
  );
}
