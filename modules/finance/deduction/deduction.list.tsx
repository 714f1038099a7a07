import { ChooseRows } from "#kernel/web/from/ChooseRows.tsx";
import { useText } from "#kernel/web/language.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import { Button } from "antd";
import { FileInput } from "lucide-react";
import { useState } from "react";
import { deduction } from "./deduction.entity.ts";

const of = { entity: deduction, action: "doCreateContractDeductions" } as const;

/** Penalties and refunds of contracts that nobody has deducted yet. */
function FromContracts({ context }: { readonly context: ListContext<typeof deduction> }) {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  if (!context.viewer.may("btnCreateContractDeductions")) return null;
  const done = (): void => {
    setOpen(false);
    context.reload();
  };
  return (
    <>
      <Button icon={<FileInput size={14} />} onClick={() => setOpen(true)}>
        {say(["生成合同扣款", "Create from contracts"])}
      </Button>
      {isOpen ? (
        <Dialog
          title={say(["合同违约金与费用返还", "Penalties and refunds of contracts"])}
          className="fr-wide"
          onClose={() => setOpen(false)}
        >
          <ChooseRows of={of} press={["生成扣款单", "Create deductions"]} done={done} />
        </Dialog>
      ) : null}
    </>
  );
}

export const slots: ListSlots<typeof deduction> = {
  buttons: (context) => <FromContracts context={context} />,
  rowTone: (row) => (row.status === "APPEALING" ? "soon" : null),
};
