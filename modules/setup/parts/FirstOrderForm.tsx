import { Columns, Inline } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { openPage } from "#kernel/web/router.ts";
import { Check } from "lucide-react";
import { useState } from "react";
import type { Text } from "#kernel/text.ts";
import { addDays } from "#kernel/days.ts";
import { today } from "#kernel/web/clock.ts";
import type { FirstOrder } from "../steps.ts";
import { ChoiceField, TextField } from "./fields.tsx";
import { StepForm, type FormProps } from "./StepForm.tsx";

const inDays = (days: number): string => addDays(today(), days);

/** The first order: written and submitted here, then published, then received. */
export function FirstOrderForm({ setup, choices }: FormProps) {
  const { order } = setup.state!;
  return order ? <Under setup={setup} order={order} /> : <New setup={setup} choices={choices} />;
}

function New({ setup, choices }: FormProps) {
  const [values, setValues] = useState({
    supplierId: choices.suppliers[0]?.value ?? "",
    itemId: choices.goods[0]?.value ?? "",
    qty: "",
    price: "",
    needByDate: inDays(14),
  });
  const set = (key: keyof typeof values) => (value: string) => setValues((old) => ({ ...old, [key]: value }));
  const bad = setup.trouble?.fields ?? {};
  return (
    <StepForm
      setup={setup}
      step="FIRST_ORDER"
      skips
      label={["提交订单", "Submit the order"]}
      save={() => setup.run("saveFirstOrder", values)}
    >
      <Columns of={4} align="start">
        <ChoiceField label={["供应商", "Supplier"]} value={values.supplierId} onChange={set("supplierId")} options={choices.suppliers} />
        <ChoiceField label={["物料", "Material"]} value={values.itemId} onChange={set("itemId")} options={choices.goods} />
        <TextField label={["数量", "Quantity"]} value={values.qty} onChange={set("qty")} error={bad.qty} inputMode="decimal" required />
        <TextField
          label={["未税单价", "Price excl. tax"]}
          value={values.price}
          onChange={set("price")}
          error={bad.price}
          inputMode="decimal"
          required
        />
        <TextField
          label={["需求日期", "Need by"]}
          value={values.needByDate}
          onChange={set("needByDate")}
          error={bad.needByDate}
          type="date"
          required
        />
      </Columns>
    </StepForm>
  );
}

const waiting = ["DRAFT", "APPROVING", "REJECTED"];

function Under({ setup, order }: Pick<FormProps, "setup"> & { readonly order: FirstOrder }) {
  const t = useText();
  const approved = !waiting.includes(order.status);
  const marks: readonly (readonly [label: Text, is: boolean])[] = [
    [["已提交", "Submitted"], order.status !== "DRAFT"],
    [["已批准", "Approved"], approved],
    [["已发布", "Published"], order.isPublished],
    [["已收货", "Received"], order.isReceived],
  ];
  const open = (
    <button
      type="button"
      className="s-btn"
      onClick={() => void openPage({ path: "purOrderManage/purchaseOrderEdit", query: { id: order.id } })}
    >
      {t(["打开订单", "Open the order"])}
    </button>
  );
  const path = (
    <Inline>
      {marks.map(([label, is]) => (
        <Badge key={label[1]} tone={is ? "success" : "neutral"}>
          {is ? <Check size={12} aria-hidden /> : null}
          {t(label)}
        </Badge>
      ))}
    </Inline>
  );
  if (!approved)
    return (
      <>
        {path}
        <p className="s-hint">
          {t([
            order.status === "APPROVING" ? "订单在等审批：批准后回到这里发布。" : "订单还没有提交：打开订单提交后回到这里。",
            order.status === "APPROVING"
              ? "The order waits for its approval. Come back to publish it."
              : "The order is not submitted yet. Open it, submit it, and come back.",
          ])}
        </p>
        <Inline>{open}</Inline>
      </>
    );
  const [name, label]: readonly [string, Text] = order.isPublished
    ? ["doReceive", ["货已到：收货", "Goods arrived: receive"]]
    : ["doPublish", ["发布给供应商", "Publish to the supplier"]];
  return (
    <StepForm setup={setup} step="FIRST_ORDER" label={label} aside={open} save={() => setup.run(name, { id: order.id })}>
      {path}
    </StepForm>
  );
}
