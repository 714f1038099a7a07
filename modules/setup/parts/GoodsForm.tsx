import { useText } from "#kernel/web/language.ts";
import { Plus } from "lucide-react";
import { useState } from "react";
import { ChoiceField, TextField } from "./fields.tsx";
import { ByWorkbook, StepForm, type FormProps } from "./StepForm.tsx";

interface Good {
  readonly name: string;
  readonly category: string;
  readonly uom: string;
}

/** A few materials by hand; a category that is not there yet is made along. */
export function GoodsForm({ setup, choices }: FormProps) {
  const t = useText();
  const [rows, setRows] = useState<readonly Good[]>([{ name: "", category: choices.categories[0] ?? "", uom: "PCS" }]);
  const set = (i: number, key: keyof Good) => (value: string) =>
    setRows((old) => old.map((one, n) => (n === i ? { ...one, [key]: value } : one)));
  const bad = setup.trouble?.fields ?? {};
  return (
    <StepForm setup={setup} step="GOODS" aside={<ByWorkbook />} save={() => setup.run("saveGoods", { goods: rows })}>
      {rows.map((row, i) => (
        <div key={i} className="su-line">
          <TextField label={["物料名称", "Material"]} value={row.name} onChange={set(i, "name")} error={bad["name"]} required />
          <TextField
            label={["品类", "Category"]}
            value={row.category}
            onChange={set(i, "category")}
            error={bad["category"]}
            options={choices.categories}
            required
          />
          <ChoiceField label={["单位", "Unit"]} value={row.uom} onChange={set(i, "uom")} options={choices.units} />
        </div>
      ))}
      <button
        type="button"
        className="su-more"
        onClick={() => setRows((old) => [...old, { name: "", category: old.at(-1)!.category, uom: old.at(-1)!.uom }])}
      >
        <Plus size={14} aria-hidden />
        {t(["再加一个", "Add another"])}
      </button>
    </StepForm>
  );
}
