import { isDecimal, isPositive } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import { figureText, Uom } from "#modules/demand/web.tsx";
import { Button, Input } from "antd";
import { useState } from "react";
import { boxesFor } from "../boxes.ts";
import { goodsOf, rowsIn, textOf } from "./start.tsx";
import "./ship.css";

interface Props {
  readonly line: Row;
  close(): void;
  done(): void;
}

/** Asks how much goes into a box and how many boxes onto a pallet, and says how many labels that makes. */
export function LabelsWindow({ line, close, done }: Props) {
  const say = useText();
  const work = useWork();
  const [pack, setPack] = useState(textOf(line["packQty"]));
  const [pallet, setPallet] = useState("");
  const qtys = rowsIn(line, "batches").length ? rowsIn(line, "batches").map((one) => textOf(one["batchQty"])) : [textOf(line["noteQty"])];
  const isGood = pack === "" || (isDecimal(pack) && isPositive(pack));
  const boxes = isGood ? qtys.reduce((all, qty) => all + (boxesFor(qty, pack || null) ?? 1), 0) : 0;
  const per = Number(pallet) || 0;
  const make = () =>
    work.run(async () => {
      const body = { noteLineId: line["id"], ...(pack ? { packQty: pack } : {}), ...(per > 0 ? { palletBoxes: per } : {}) };
      const { data } = await call<Row>("srmServer/v1/srmPurBarcodeRestful/doGenerate", body);
      toast.success([`已生成${textOf(data["boxes"])}个箱码`, `${textOf(data["boxes"])} box labels created`]);
      done();
      close();
    });
  return (
    <Dialog
      title={say(["生成条码", "Create barcodes"])}
      onClose={close}
      foot={
        <Button type="primary" loading={work.busy} disabled={!isGood || boxes === 0} onClick={() => void make()}>
          {say([
            `生成 ${boxes} 箱${per > 0 ? ` / ${Math.ceil(boxes / per)} 托` : ""}`,
            `Create ${boxes} ${boxes === 1 ? "box" : "boxes"}${per > 0 ? ` / ${Math.ceil(boxes / per)} ${boxes <= per ? "pallet" : "pallets"}` : ""}`,
          ])}
        </Button>
      }
    >
      <p>
        {goodsOf(line)} · {figureText(textOf(line["noteQty"]))} <Uom code={line["uom"]} />
      </p>
      <div className="sp-form">
        <label>
          {say(["每箱数量", "Per box"])}
          <Input value={pack} inputMode="decimal" status={isGood ? "" : "error"} onChange={(event) => setPack(event.target.value.trim())} />
        </label>
        <label>
          {say(["每托箱数（可空）", "Boxes per pallet (optional)"])}
          <Input value={pallet} inputMode="numeric" onChange={(event) => setPallet(event.target.value.replace(/\D/g, ""))} />
        </label>
      </div>
      {work.error ? (
        <p role="alert" className="sp-error">
          {work.error}
        </p>
      ) : null}
    </Dialog>
  );
}
