import { Button, Input, Select, Space } from "antd";
import { useState } from "react";
import { useStore } from "zustand";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { loadEntity } from "#kernel/web/page/records.ts";
import { later } from "#kernel/web/part/later.tsx";
import { billType } from "../bill-type.entity.ts";
import { bpmModel } from "../model.entity.ts";

const RuleSetDrawer = later(() => import("#modules/rules/web.tsx").then((loaded) => loaded.RuleSetDrawer));

const labelOf = (key: keyof typeof billType.fields): readonly [string, string] => billType.fields[key].label;

/** The fields of the document this bill type is about. */
export function useDocumentFields(model: EditModel<typeof billType>) {
  const name = useStore(model.state, (state) => String(state.doc.entityName ?? ""));
  const load = useLoad(`fields:${name}`, async () => (name ? ((await loadEntity(name)) ?? null) : null));
  return { entity: load.data, fields: Object.entries(load.data?.fields ?? {}).filter(([, field]) => !field.hidden) };
}

/** One of the published processes, by its key. */
export function ProcessField({ model }: { readonly model: EditModel<typeof billType> }) {
  const say = useText();
  const value = useStore(model.state, (state) => state.doc.processKey ?? null);
  const load = useLoad(
    "published",
    async () => (await entityCall.page(bpmModel, { pageIndex: 1, pageRows: 500, list: "processList", status: ["PUBLISHED"] })).data,
  );
  return (
    <Select
      className="pg-fill"
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      disabled={!model.editable()}
      value={value}
      aria-label={say(labelOf("processKey"))}
      placeholder={say(["不用流程", "No process"])}
      options={(load.data ?? []).map((row) => ({
        value: String(row.modelKey),
        label: say([`${String(row.nameCn)} ${String(row.modelKey)}`, `${String(row.nameEn || row.nameCn)} ${String(row.modelKey)}`]),
      }))}
      onChange={(processKey?: string) => model.patch({ processKey: processKey ?? null })}
    />
  );
}

/** The fields of a bill type that name a field of its document. */
export type Dimension = "amountField" | "currencyField" | "orgField" | "categoryField" | "supplierField";

/** A field of the document, chosen by its name instead of typed. */
export function DimensionField({
  model,
  fieldKey,
  kinds,
}: {
  readonly model: EditModel<typeof billType>;
  readonly fieldKey: Dimension;
  readonly kinds: readonly string[];
}) {
  const say = useText();
  const value = useStore(model.state, (state) => state.doc[fieldKey] ?? null);
  const { fields } = useDocumentFields(model);
  const fit = fields.filter(([, field]) => kinds.includes(field.kind));
  const known = fit.some(([key]) => key === value);
  return (
    <Select
      className="pg-fill"
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      disabled={!model.editable()}
      value={value}
      aria-label={say(labelOf(fieldKey))}
      placeholder={say(["没有", "None"])}
      notFoundContent={say(["没有合适的字段", "No such field"])}
      options={[
        ...(value && !known ? [{ value, label: value }] : []),
        ...fit.map(([key, field]) => ({ value: key, label: `${say(field.label)} ${key}` })),
      ]}
      onChange={(next?: string) => model.patch({ [fieldKey]: next ?? null })}
    />
  );
}

/** The rule that chooses the process, with its table at hand; a bill type without one gets the code such a rule would have. */
export function RouteRuleField({ model }: { readonly model: EditModel<typeof billType> }) {
  const say = useText();
  const [open, setOpen] = useState(false);
  const value = useStore(model.state, (state) => state.doc.routeRuleCode ?? "");
  const bill = useStore(model.state, (state) => String(state.doc.billTypeCode ?? ""));
  const name = useStore(model.state, (state) => String(state.doc.billTypeName ?? ""));
  const proposed = `ROUTE_${bill}`;
  return (
    <>
      <Space.Compact className="pg-fill">
        <Input
          value={value}
          disabled={!model.editable()}
          aria-label={say(labelOf("routeRuleCode"))}
          placeholder={proposed}
          onChange={(event) => model.patch({ routeRuleCode: event.target.value.toUpperCase() || null })}
        />
        <Button
          onClick={() => {
            if (!value && model.editable()) model.patch({ routeRuleCode: proposed });
            setOpen(true);
          }}
        >
          {value ? say(["编辑规则", "Edit rule"]) : say(["新建规则", "New rule"])}
        </Button>
      </Space.Compact>
      {open ? <RuleSetDrawer ruleCode={value || proposed} start={{ name: `${name}路由` }} close={() => setOpen(false)} /> : null}
    </>
  );
}
