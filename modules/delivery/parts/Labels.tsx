import { qtyText, textOf } from "#kernel/page-format.ts";
import { isDecimal, isPositive } from "#kernel/decimal.ts";
import type { Form } from "#kernel/seen.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Uom } from "#modules/demand/web.tsx";
import { Input } from "antd";
import { useState } from "react";
import { boxesFor } from "../boxes.ts";
import type { noteLine } from "../note.lines.ts";
import { goodsOf } from "./start.tsx";

interface Props {
  readonly line: Form<typeof noteLine>;
  close(): void;
  done(): void;
}

/** Asks how much goes into a box and how many boxes onto a pallet, and says how many labels that makes. */
export function LabelsWindow({ line, close, done }: Props) {
  const say = useText();
  const work = useWork();
  const [pack, setPack] = useState(textOf(line.packQty));
  const [pallet, setPallet] = useState("");
  const qtys = line.batches?.length ? line.batches.map((batch) => textOf(batch.batchQty)) : [textOf(line.noteQty)];
  const isGood = pack === "" || (isDecimal(pack) && isPositive(pack));
  const boxes = isGood ? qtys.reduce((all, qty) => all + (boxesFor(qty, pack || null) ?? 1), 0) : 0;
  const per = Number(pallet) || 0;
  const make = () =>
    work.run(async () => {
      const body = { noteLineId: line.id, ...(pack ? { packQty: pack } : {}), ...(per > 0 ? { palletBoxes: per } : {}) };
      const { data } = await call<{ readonly boxes: number }>("srmServer/v1/srmPurBarcodeRestful/doGenerate", body);
      toast.success([`已生成${textOf(data.boxes)}个箱码`, `${textOf(data.boxes)} box labels created`]);
      done();
      close();
    });
  const pallets = Math.ceil(boxes / per);
  return (
    <AskDialog
      title={say(["生成条码", "Create barcodes"])}
      press={[
        `生成 ${boxes} 箱${per > 0 ? ` / ${pallets} 托` : ""}`,
        `Create ${boxes} ${boxes === 1 ? "box" : "boxes"}${per > 0 ? ` / ${pallets} ${pallets === 1 ? "pallet" : "pallets"}` : ""}`,
      ]}
      ready={isGood && boxes > 0}
      busy={work.busy}
      errors={[work.error]}
      send={() => void make()}
      close={close}
    >
      <p>
        {goodsOf(line)} · {qtyText(textOf(line.noteQty))} <Uom code={line.uom} of={line.noteQty} />
      </p>
      <Columns of={2}>
        <Labelled label={say(["每箱数量", "Per box"])}>
          <Input value={pack} inputMode="decimal" status={isGood ? "" : "error"} onChange={(event) => setPack(event.target.value.trim())} />
        </Labelled>
        <Labelled label={say(["每托箱数（可空）", "Boxes per pallet (optional)"])}>
          <Input value={pallet} inputMode="numeric" onChange={(event) => setPallet(event.target.value.replace(/\D/g, ""))} />
        </Labelled>
      </Columns>
    </AskDialog>
  );
}
