import { useState } from "react";
import { ChoiceCards, TickHint } from "#kernel/web/block/ChoiceCards.tsx";
import { Columns } from "#kernel/web/block/layout.tsx";
import { TextField } from "./fields.tsx";
import { StepForm, type FormProps } from "./StepForm.tsx";

/** How orders, requisitions and agreements are approved, and what an order waits for. */
export function ApprovalForm({ setup, choices }: FormProps) {
  const now = setup.state!.approval;
  const [choice, setChoice] = useState<string>(now?.choice ?? "ONE_STEP");
  const [limit, setLimit] = useState(now?.limit ?? "");
  // Until somebody has chosen, an order waits for as little as possible; afterwards the form shows what is in force.
  const isChosen = setup.state!.steps.some((step) => step.code === "APPROVAL" && step.state === "DONE");
  const [confirms, setConfirms] = useState(isChosen && choices.orders.confirms);
  const [inspects, setInspects] = useState(isChosen && choices.orders.inspects);
  return (
    <StepForm setup={setup} step="APPROVAL" save={() => setup.run("saveApproval", { choice, limit, confirms, inspects })}>
      <ChoiceCards label={["审批方式", "How documents are approved"]} value={choice} options={choices.approvalChoices} choose={setChoice} />
      {choice === "BY_AMOUNT" ? (
        <Columns of={4}>
          <TextField
            label={["限额（本位币）", "Limit in base currency"]}
            value={limit}
            onChange={setLimit}
            error={setup.trouble?.fields["limit"]}
            inputMode="decimal"
            required
          />
        </Columns>
      ) : null}
      <TickHint
        label={["供应商须确认订单", "Suppliers confirm orders"]}
        hint={["关闭时，发布即视为确认", "Off: a published order counts as confirmed"]}
        checked={confirms}
        change={setConfirms}
      />
      <TickHint
        label={["到货须检验", "Goods are inspected"]}
        hint={["关闭时，收货即入库", "Off: received goods are in stock at once"]}
        checked={inspects}
        change={setInspects}
      />
    </StepForm>
  );
}
