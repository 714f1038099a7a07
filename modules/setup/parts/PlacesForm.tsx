import { Columns } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { useState } from "react";
import { TextField } from "./fields.tsx";
import { StepForm, type FormProps } from "./StepForm.tsx";

/** Legal entity, purchasing unit and warehouse of one company; more of them are added on the page of organisations. */
export function PlacesForm({ setup, choices }: FormProps) {
  const t = useText();
  const of = (orgType: string) => choices.places.find((place) => place.orgType === orgType);
  const legal = of("LEDGER");
  const [values, setValues] = useState({
    company: legal?.orgName ?? of("GROUP")?.orgName ?? "",
    taxNo: legal?.taxNo ?? "",
    address: legal?.address ?? "",
    unit: of("BU")?.orgName ?? t(["采购部", "Purchasing"]),
    warehouse: of("INV")?.orgName ?? t(["总仓", "Main warehouse"]),
    phone: "",
  });
  const set = (key: keyof typeof values) => (value: string) => setValues((old) => ({ ...old, [key]: value }));
  const bad = setup.trouble?.fields ?? {};
  return (
    <StepForm setup={setup} step="ORGANISATION" save={() => setup.run("savePlaces", values)}>
      <Columns of={4} align="start">
        <TextField label={["公司（法人）", "Legal entity"]} value={values.company} onChange={set("company")} required />
        <TextField label={["税号", "Tax number"]} value={values.taxNo} onChange={set("taxNo")} error={bad.taxNo} required />
        <TextField label={["采购组织", "Purchasing unit"]} value={values.unit} onChange={set("unit")} required />
        <TextField label={["收货仓库", "Receiving warehouse"]} value={values.warehouse} onChange={set("warehouse")} required />
        <TextField label={["地址", "Address"]} value={values.address} onChange={set("address")} error={bad.address} required wide />
        <TextField
          label={["收货电话", "Receiving phone"]}
          value={values.phone}
          onChange={set("phone")}
          error={bad.phone ?? bad.consigneePhone}
          inputMode="tel"
          required
        />
      </Columns>
    </StepForm>
  );
}
