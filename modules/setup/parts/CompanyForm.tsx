import { ChoiceCards } from "#kernel/web/block/ChoiceCards.tsx";
import { Columns } from "#kernel/web/block/layout.tsx";
import { useLanguage } from "#kernel/web/language.ts";
import { useState } from "react";
import { proposalOf } from "../proposal.ts";
import { ChoiceField, TextField } from "./fields.tsx";
import { StepForm, type FormProps } from "./StepForm.tsx";

const zones: readonly string[] = ["UTC", ...Intl.supportedValuesOf("timeZone")];
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const languages = [
  { value: "CN", label: "中文" },
  { value: "EN", label: "English" },
];

/** The country the browser names with its language, where it names one. */
const region = new Intl.Locale(navigator.language).region ?? "";

/** The company: its country brings currency, zone, taxes and calendar, which an international one chooses. */
export function CompanyForm({ setup, choices }: FormProps) {
  const spoken = useLanguage((languageStore) => languageStore.language);
  const group = choices.places.find((place) => place.orgType === "GROUP");
  const known = group?.country ?? null;
  const [code, setCode] = useState((known ?? (spoken === "CN" ? "CN" : "")) === "CN" ? "CN" : "INTL");
  const preset = choices.presets.find((countryPreset) => countryPreset.code === code)!;
  const isChosen = preset.country === null;
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({ name: group?.orgName ?? "" });
  const near = region !== "CN" && choices.countries.some((country) => country.value === region) ? region : "";
  const country = preset.country ?? own["country"] ?? (known === "CN" ? near : (known ?? near));
  const proposed = proposalOf({
    country: choices.countries.find(({ value }) => value === country),
    saved: group && (known ?? "") === country ? { currency: group.functionalCurrency, zone: group.timeZone } : null,
    otherwise: { ...preset, zone: zones.includes(here) ? here : preset.zone },
    here: isChosen ? here : preset.zone,
  });
  const values = {
    name: own.name ?? "",
    country,
    language: own.language ?? (own["country"] ? proposed.language : spoken),
    zone: own["zone"] ?? proposed.zone,
    currency: own.currency ?? proposed.currency,
    taxPercent: own.taxPercent ?? "",
  };
  const set = (key: string) => (value: string) => setOwn((old) => ({ ...old, [key]: value }));
  const bad = setup.trouble?.fields ?? {};
  return (
    <StepForm setup={setup} step="COMPANY" save={() => setup.run("saveCompany", { preset: code, ...values })}>
      <ChoiceCards label={["国家或地区", "Country"]} value={code} options={choices.presets} choose={setCode} />
      <Columns of={4} align="start">
        <TextField label={["公司名称", "Company name"]} value={values.name} onChange={set("name")} error={bad.name} required wide />
        <ChoiceField label={["语言", "Language"]} value={values.language} onChange={set("language")} options={languages} />
        {isChosen ? (
          <>
            <ChoiceField label={["国家", "Country"]} value={values.country} onChange={set("country")} options={choices.countries} />
            <ChoiceField label={["本位币", "Currency"]} value={values.currency} onChange={set("currency")} options={choices.currencies} />
            <ChoiceField
              label={["时区", "Time zone"]}
              value={values.zone}
              onChange={set("zone")}
              options={[...new Set([...zones, values.zone])].map((value) => ({ value, label: value.replaceAll("_", " ") }))}
              wide
            />
            <TextField
              label={["标准税率 %", "Standard tax rate %"]}
              value={values.taxPercent}
              onChange={set("taxPercent")}
              error={bad.taxPercent}
              inputMode="decimal"
              hint={["留空为 0%", "Empty means 0 %"]}
            />
          </>
        ) : null}
      </Columns>
    </StepForm>
  );
}
