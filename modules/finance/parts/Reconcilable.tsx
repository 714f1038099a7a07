import { Stack } from "#kernel/web/block/layout.tsx";
import { ChooseRows } from "#kernel/web/from/ChooseRows.tsx";
import { useText } from "#kernel/web/language.ts";
import { Button } from "antd";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { statementsFrom } from "./start.tsx";

/** What can be reconciled now, over the list of statements: tick, set quantities, and the statement is drawn up. */
export function Reconcilable() {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack as="section" label={say(["可对账", "To reconcile"])}>
      <div>
        <Button
          icon={isOpen ? <ChevronDown size={15} /> : <ChevronRight size={15} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {say(["可对账：从对账事务生成对账单", "To reconcile: create statements from transactions"])}
        </Button>
      </div>
      {isOpen ? <ChooseRows of={statementsFrom} press={["生成对账单", "Create statements"]} /> : null}
    </Stack>
  );
}
