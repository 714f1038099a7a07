import { ChooseRows } from "#kernel/web/from/ChooseRows.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { Button } from "antd";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { shipmentsFrom } from "./start.tsx";

/** What can be shipped now, over the list of shipments: tick, set quantities, and the note is drawn up. */
export function Shippable() {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack as="section" label={say(["可发货", "Ready to ship"])}>
      <div>
        <Button
          icon={isOpen ? <ChevronDown size={15} /> : <ChevronRight size={15} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {say(["可发货：从订单或通知生成送货单", "Ready to ship: create a note from orders or notices"])}
        </Button>
      </div>
      {isOpen ? <ChooseRows of={shipmentsFrom} press={["生成送货单", "Create delivery note"]} /> : null}
    </Stack>
  );
}
