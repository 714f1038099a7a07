import { Columns } from "#kernel/web/block/layout.tsx";
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
    setRows((old) => old.map((good, n) => (n === i ? { ...good, [key]: value } : good)));
  const bad = setup.trouble?.fields ?? {};
  return (
    <StepForm setup={setup} step="GOODS" aside={<ByWorkbook />} save={() => setup.run("saveGoods", { goods: rows })}>
      {rows.map((row, i) => (
        <Columns key={i} of="repeat(3, minmax(0, 1fr)) 28px" align="end">
          <TextField label={["物料名称", "Material"]} value={row.name} onChange={set(i, "name")} error={bad.name} required />
          <TextField
            label={["品类", "Category"]}
            value={row.category}
            onChange={set(i, "category")}
            error={bad["category"]}
            options={choices.categories}
            required
          />
          <ChoiceField label={["单位", "Unit"]} value={row.uom} onChange={set(i, "uom")} options={choices.units} />
        </Columns>
      ))}
      <button
        type="button"
        className="pg-link"
        onClick={() => setRows((old) => [...old, { name: "", category: old.at(-1)!.category, uom: old.at(-1)!.uom }])}
      >
        <Plus size={14} aria-hidden />
        {t(["再加一个", "Add another"])}
      </button>
    </StepForm>
  );
}
