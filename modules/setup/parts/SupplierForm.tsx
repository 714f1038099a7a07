import { Columns, Stack } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { openPage } from "#kernel/web/router.ts";
import { useState } from "react";
import { ChoiceField, TextField } from "./fields.tsx";
import { ByWorkbook, StepForm, type FormProps } from "./StepForm.tsx";

/** One supplier that orders can go to; those that cannot be ordered from yet say what they lack. */
export function SupplierForm({ setup, choices }: FormProps) {
  const group = choices.places.find((place) => place.orgType === "GROUP");
  const isChina = group?.country ? group.country === "CN" : group?.functionalCurrency === "CNY";
  const preset = choices.presets.find((countryPreset) => countryPreset.code === (isChina ? "CN" : "INTL"))!;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ country: preset.country ?? group?.country ?? "" });
  const value = (key: string): string => values[key] ?? "";
  const set = (key: string) => (next: string) => setValues((old) => ({ ...old, [key]: next }));
  const bad = setup.trouble?.fields ?? {};
  const term = values.termId ?? choices.terms[0]?.value ?? "";
  const taxRate = values.taxRate ?? (isChina ? null : choices.ownTax) ?? preset.defaultTax ?? "";
  const body = { ...values, preset: preset.code, termId: term, taxRate };
  return (
    <>
      <Lacking setup={setup} />
      <StepForm setup={setup} step="SUPPLIERS" aside={<ByWorkbook />} save={() => setup.run("saveSupplier", body)}>
        <Columns of={4} align="start">
          <TextField
            label={["供应商名称", "Supplier name"]}
            value={value("name")}
            onChange={set("name")}
            error={bad.name ?? bad.supplierName}
            required
            wide
          />
          <TextField label={preset.taxNoLabel} value={value("taxNo")} onChange={set("taxNo")} error={bad.taxNo ?? bad.uscc} required />
          {isChina ? (
            <TextField
              label={["法定代表人", "Legal representative"]}
              value={value("legalPerson")}
              onChange={set("legalPerson")}
              error={bad.legalPerson}
              required
            />
          ) : (
            <ChoiceField
              label={["国家", "Country"]}
              value={value("country")}
              onChange={set("country")}
              error={bad["country"]}
              options={choices.countries}
              required
            />
          )}
          <TextField label={["地址", "Address"]} value={value("address")} onChange={set("address")} error={bad.address} required wide />
          <TextField label={["联系人", "Contact"]} value={value("contact")} onChange={set("contact")} error={bad["contact"]} required />
          <TextField
            label={["联系人邮箱", "Contact's e-mail"]}
            value={value("email")}
            onChange={set("email")}
            error={bad.email}
            inputMode="email"
            required
          />
          <ChoiceField label={["付款条件", "Payment term"]} value={term} onChange={set("termId")} options={choices.terms} />
          <ChoiceField
            label={["税率", "Tax rate"]}
            value={taxRate}
            onChange={set("taxRate")}
            error={bad.taxRate}
            options={choices.taxes}
            required
          />
        </Columns>
      </StepForm>
    </>
  );
}

function Lacking({ setup }: Pick<FormProps, "setup">) {
  const t = useText();
  const lacking = setup.state?.lacking ?? [];
  if (lacking.length === 0) return null;
  return (
    <Stack gap="xs">
      {lacking.slice(0, 5).map(({ id, name, lacks }) => (
        <Notice
          key={id}
          tone="warning"
          action={
            <button type="button" className="pg-link" onClick={() => void openPage({ path: "supplierInfoEdit", query: { id } })}>
              {t(["去补充", "Complete it"])}
            </button>
          }
        >
          {t([`${name}还缺：${lacks.join("、")}`, `${name} still needs ${lacks.join(", ")}`])}
        </Notice>
      ))}
    </Stack>
  );
}
