import { entities } from "virtual:declared-entities";
import { isGroup, scopeOf, type Scope } from "#kernel/expression/scope.ts";
import type { Entity } from "#kernel/entity.ts";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { loadEntity } from "#kernel/web/page/records.ts";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import { createRowStore, type RowStore } from "#kernel/web/table/rowStore.ts";
import type { Column } from "#kernel/web/table/types.ts";
import { Select } from "antd";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { fieldRowOf, type FieldRow } from "../stored.ts";
import type { RuleModel } from "./ruleModel.tsx";

/** A field while it is typed: nothing has to be there yet. */
type TypedField = Partial<FieldRow>;

const columns: readonly Column<TypedField>[] = [
  { key: "name", title: ["字段", "Field"], width: 170, cellType: "text", editType: "text", sortable: false, validate: { required: true } },
  {
    key: "labelCn",
    title: ["名称", "Name"],
    width: 150,
    cellType: "text",
    editType: "text",
    sortable: false,
    validate: { required: true },
  },
  { key: "labelEn", title: ["英文名称", "English name"], width: 150, cellType: "text", editType: "text", sortable: false },
  {
    key: "type",
    title: ["类型", "Type"],
    width: 110,
    cellType: "select",
    editType: "select",
    sortable: false,
    lookup: { typeCode: "RULE_FIELD_TYPE" },
  },
  {
    key: "many",
    title: ["多值", "Many"],
    width: 70,
    cellType: "switch",
    editType: "switch",
    trueValue: "Y",
    falseValue: "N",
    sortable: false,
  },
  {
    key: "ofLines",
    title: ["行字段", "Of lines"],
    width: 80,
    cellType: "switch",
    editType: "switch",
    trueValue: "Y",
    falseValue: "N",
    sortable: false,
  },
  { key: "codes", title: ["可取值", "Possible values"], width: 220, cellType: "text", editType: "text", sortable: false },
];

/** Answers are fixed by the family: many values or one is said in a word. */
const shown: readonly Column<TypedField>[] = columns
  .filter((column) => column.key !== "ofLines")
  .map((column) =>
    column.key === "many"
      ? {
          key: "many",
          title: column.title,
          width: 90,
          sortable: false,
          render: (row, say) => (row.many === "Y" ? say(["多值", "Many"]) : "–"),
        }
      : column,
  );

const clean = (row: TypedField): FieldRow => ({
  name: String(row.name ?? "").trim(),
  labelCn: String(row.labelCn ?? "").trim() || String(row.name ?? ""),
  labelEn: row.labelEn || null,
  type: String(row.type ?? "TEXT"),
  many: row.many === "Y" ? "Y" : "N",
  ofLines: row.ofLines === "Y" ? "Y" : "N",
  codes: row.codes || null,
});

/** Every field of a scope with its path, those of lines under the name of their collection. */
function flat(scope: Scope, before = "", ofLines = false): FieldRow[] {
  return Object.entries(scope).flatMap(([name, entry]) =>
    isGroup(entry)
      ? flat(entry.fields, `${before}${name}.`, ofLines || entry.lines === true)
      : [fieldRowOf(`${before}${name}`, entry, ofLines)],
  );
}

/** Takes fields from a declared entity, with their names and types. */
function FromModel({ add, taken }: { add(rows: readonly FieldRow[]): void; readonly taken: ReadonlySet<string> }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [entity, setEntity] = useState<Entity | null>(null);
  const fields = entity ? flat(scopeOf(entity)) : [];
  return (
    <Inline as="span">
      <span className="pg-faint">{say(["从模型选取", "From the model"])}</span>
      <Select
        showSearch={{ optionFilterProp: "label" }}
        size="small"
        aria-label={say(["实体", "Entity"])}
        placeholder={say(["选择实体", "Choose an entity"])}
        style={{ width: 240 }}
        options={Object.entries(entities).map(([name, declaredEntity]) => ({ value: name, label: `${say(declaredEntity.label)} ${name}` }))}
        onChange={(name: string) => void loadEntity(name).then((found) => setEntity(found ?? null))}
      />
      <Select
        mode="multiple"
        size="small"
        maxTagCount={0}
        maxTagPlaceholder={say(["选择字段", "Choose fields"])}
        aria-label={say(["字段", "Fields"])}
        placeholder={say(["选择字段", "Choose fields"])}
        style={{ width: 260 }}
        disabled={entity === null}
        value={fields.filter((field) => taken.has(field.name)).map((field) => field.name)}
        options={fields.map((field) => ({
          value: field.name,
          label: `${language === "EN" ? (field.labelEn ?? field.labelCn) : field.labelCn} ${field.name}`,
          disabled: taken.has(field.name),
        }))}
        onSelect={(name: string) => add(fields.filter((field) => field.name === name))}
      />
    </Inline>
  );
}

/** What the rules may look at and what they answer. Answers are those of the family; a rule may leave some out. */
export function RuleFields({ model, editable }: { readonly model: RuleModel; readonly editable: boolean }) {
  const say = useText();
  const head = useStore(model.state, (state) => state.head);
  const [store] = useState(() => createRowStore(head.inputFields, { keyFields: ["name"] }) as RowStore<TypedField>);
  const edits = useStore(store.state, (state) => state.rows);
  useEffect(
    () =>
      store.state.subscribe((now, before) => {
        if (now.rows !== before.rows)
          model.patch({
            inputFields: now.rows
              .filter((edit) => !edit.deleted)
              .map((edit) => clean(edit.row))
              .filter((fieldRow) => fieldRow.name !== ""),
          });
      }),
    [store, model],
  );
  const taken = new Set(edits.filter((edit) => !edit.deleted).map((edit) => String(edit.row.name)));
  return (
    <>
      <Stack as="section" gap="s">
        <h3 className="pg-h3">{say(["输入字段", "Inputs"])}</h3>
        {editable ? <FromModel taken={taken} add={(rows) => void store.insert(rows)} /> : null}
        <DataTable
          config={{
            name: "BaseRuleSet.inputFields",
            label: ["输入字段", "Inputs"],
            columns,
            ...(editable ? { store } : { rows: head.inputFields }),
            isEdit: editable,
            canAdd: editable,
            canDelete: editable,
            selection: editable ? "multiple" : false,
            isShowPage: false,
            tools: editable,
            height: "content",
            newRow: () => ({ type: "TEXT", many: "N", ofLines: "N" }),
            empty: { title: ["还没有输入字段", "No inputs yet"], detail: ["规则按这些字段判断。", "The rules use these fields."] },
          }}
        />
      </Stack>
      <Stack as="section" gap="s">
        <h3 className="pg-h3">{say(["输出字段", "Outputs"])}</h3>
        <DataTable
          config={{
            name: "BaseRuleSet.outputFields",
            label: ["输出字段", "Outputs"],
            columns: shown,
            rows: head.outputFields,
            selection: false,
            isShowPage: false,
            tools: false,
            height: "content",
          }}
        />
      </Stack>
    </>
  );
}
