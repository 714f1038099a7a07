import { Select } from "antd";
import { useStore } from "zustand";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useBills } from "../design/bill.tsx";

/** A bill type chosen by name. */
export function BillTypePick({ model, fieldKey = "billTypeCode" }: { readonly model: EditModel; readonly fieldKey?: string }) {
  const say = useText();
  const bills = useBills();
  const value = useStore(model.state, (state) => (state.doc[fieldKey] as string | null) ?? null);
  return (
    <Select
      className="pg-fill"
      allowClear
      disabled={!model.editable()}
      showSearch={{ optionFilterProp: "label" }}
      value={value}
      placeholder={say(["全部单据类型", "All bill types"])}
      aria-label={say(["单据类型", "Bill type"])}
      options={bills.map((one) => ({
        value: String(one["billTypeCode"]),
        label: `${say([String(one["billTypeName"]), String(one["billTypeNameEn"] || one["billTypeName"])])} ${String(one["billTypeCode"])}`,
      }))}
      onChange={(next?: string) => model.patch({ [fieldKey]: next ?? null })}
    />
  );
}
