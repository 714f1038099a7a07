import { useState } from "react";
import { Cards, TextField, Tick } from "./fields.tsx";
import { StepForm, type FormProps } from "./StepForm.tsx";

/** How orders, requisitions and agreements are approved, and what an order waits for. */
export function ApprovalForm({ setup, choices }: FormProps) {
  const now = setup.state!.approval;
  const [choice, setChoice] = useState<string>(now?.choice ?? "ONE_STEP");
  const [limit, setLimit] = useState(now?.limit ?? "");
  // Until somebody has chosen, an order waits for as little as possible; afterwards the form shows what is in force.
  const isChosen = setup.state!.steps.some((one) => one.code === "APPROVAL" && one.state === "DONE");
  const [confirms, setConfirms] = useState(isChosen && choices.orders.confirms);
  const [inspects, setInspects] = useState(isChosen && choices.orders.inspects);
  return (
    <StepForm setup={setup} step="APPROVAL" save={() => setup.run("saveApproval", { choice, limit, confirms, inspects })}>
      <Cards label={["审批方式", "How documents are approved"]} value={choice} options={choices.approvalChoices} onChange={setChoice} />
      {choice === "BY_AMOUNT" ? (
        <div className="su-grid">
          <TextField
            label={["限额（本位币）", "Limit in base currency"]}
            value={limit}
            onChange={setLimit}
            error={setup.trouble?.fields["limit"]}
            inputMode="decimal"
            required
          />
        </div>
      ) : null}
      <Tick
        label={["供应商须确认订单", "Suppliers confirm orders"]}
        hint={["关闭时，发布即视为确认", "Off: a published order counts as confirmed"]}
        checked={confirms}
        onChange={setConfirms}
      />
      <Tick
        label={["到货须检验", "Goods are inspected"]}
        hint={["关闭时，收货即入库", "Off: received goods are in stock at once"]}
        checked={inspects}
        onChange={setInspects}
      />
    </StepForm>
  );
}
