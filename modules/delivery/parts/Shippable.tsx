import { useText } from "#kernel/web/language.ts";
import { Button } from "antd";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { ChooseRows } from "./ChooseRows.tsx";
import { startNote } from "./start.tsx";
import "./ship.css";

/** What can be shipped now, over the list of shipments: tick, set quantities, and the note is drawn up. */
export function Shippable() {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="sp-desk" aria-label={say(["可发货", "Ready to ship"])}>
      <div>
        <Button
          icon={isOpen ? <ChevronDown size={15} /> : <ChevronRight size={15} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {say(["可发货：从订单或通知生成送货单", "Ready to ship: create a note from orders or notices"])}
        </Button>
      </div>
      {isOpen ? (
        <ChooseRows
          path="srmPurDeliveryNoteRestful/listShippable"
          most="canShip"
          press={["生成送货单", "Create delivery note"]}
          empty={["目前没有可发的交货行。", "Nothing can be shipped now."]}
          take={(chosen) => void startNote(chosen)}
        />
      ) : null}
    </section>
  );
}
