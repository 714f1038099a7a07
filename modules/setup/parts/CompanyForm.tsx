import { useLanguage } from "#kernel/web/language.ts";
import { useState } from "react";
import { Cards, ChoiceField, TextField } from "./fields.tsx";
import { StepForm, type FormProps } from "./StepForm.tsx";

const zones: readonly string[] = ["UTC", ...Intl.supportedValuesOf("timeZone")];
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const languages = [
  { value: "CN", label: "中文" },
  { value: "EN", label: "English" },
];

/** The company: its country brings currency, zone, taxes and calendar, which an international one chooses. */
export function CompanyForm({ setup, choices }: FormProps) {
  const spoken = useLanguage((one) => one.language);
  const group = choices.places.find((one) => one.orgType === "GROUP");
  const [code, setCode] = useState(spoken === "CN" ? "CN" : "INTL");
  const preset = choices.presets.find((one) => one.code === code)!;
  const isChosen = preset.country === null;
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({ name: group?.orgName ?? "" });
  const zoneOf = isChosen && zones.includes(here) ? here : preset.zone;
  const values = {
    name: own["name"] ?? "",
    country: own["country"] ?? preset.country ?? "",
    language: own["language"] ?? spoken,
    zone: own["zone"] ?? group?.timeZone ?? zoneOf,
    currency: own["currency"] ?? group?.functionalCurrency ?? preset.currency,
    taxPercent: own["taxPercent"] ?? "",
  };
  const set = (key: string) => (value: string) => setOwn((old) => ({ ...old, [key]: value }));
  const bad = setup.trouble?.fields ?? {};
  return (
    <StepForm setup={setup} step="COMPANY" save={() => setup.run("saveCompany", { preset: code, ...values })}>
      <Cards label={["国家或地区", "Country"]} value={code} options={choices.presets} onChange={setCode} />
      <div className="su-grid">
        <TextField label={["公司名称", "Company name"]} value={values.name} onChange={set("name")} error={bad["name"]} required wide />
        {isChosen ? (
          <>
            <ChoiceField label={["国家", "Country"]} value={values.country} onChange={set("country")} options={choices.countries} />
            <ChoiceField label={["本位币", "Currency"]} value={values.currency} onChange={set("currency")} options={choices.currencies} />
            <ChoiceField
              label={["时区", "Time zone"]}
              value={values.zone}
              onChange={set("zone")}
              options={zones.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
            />
            <TextField
              label={["标准税率 %", "Standard tax rate %"]}
              value={values.taxPercent}
              onChange={set("taxPercent")}
              error={bad["taxPercent"]}
              inputMode="decimal"
              hint={["留空为 0%", "Empty means 0 %"]}
            />
          </>
        ) : null}
        <ChoiceField label={["语言", "Language"]} value={values.language} onChange={set("language")} options={languages} />
      </div>
    </StepForm>
  );
}
