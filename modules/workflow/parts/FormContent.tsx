import { Select } from "antd";
import { useStore } from "zustand";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FormGrid } from "#kernel/web/page/FormGrid.tsx";
import { formField, formLines, isChosen, labelOf, type FormLine } from "../form.ts";
import type { freeForm } from "../free-form.entity.ts";
import { bpmModel } from "../model.entity.ts";

/** The form the process asks for, filled into the request's content. */
export function FormContent({ model }: { readonly model: EditModel<typeof freeForm> }) {
  const say = useText();
  const { doc, errors } = useStore(model.state);
  const modelId = String(doc.modelId ?? "");
  const load = useLoad(`form:${modelId}`, async () => (modelId ? entityCall.find(bpmModel, modelId) : null));
  const lines = formLines(load.data?.formConfig);
  if (lines.length === 0) return null;
  const content = doc.content ?? {};
  const editable = model.editable();
  const patch = (next: Row): void => model.patch({ content: { ...content, ...next } });
  const chosen = lines
    .filter(isChosen)
    .map((line) => [line.key, () => <Chosen line={line} value={content[line.key]} editable={editable} patch={patch} />]);
  return (
    <section className="pg-section" aria-label={say(["表单", "Form"])}>
      <h2 className="pg-h2">{say(["表单", "Form"])}</h2>
      <FormGrid
        cells={lines.map((line) => ({ key: line.key, field: formField(line), span: line.kind === "longtext" ? 4 : 1 }))}
        row={content}
        columns={4}
        asText={() => !editable}
        required={(key) => lines.find((line) => line.key === key)?.required === true}
        message={(key) => errors.get(`content.${key}`)}
        own={Object.fromEntries(chosen)}
        patch={patch}
      />
    </section>
  );
}

interface ChosenProps {
  readonly line: FormLine;
  readonly value: unknown;
  readonly editable: boolean;
  patch(patch: Row): void;
}

/** One or several of the choices the form's owner wrote down. */
function Chosen({ line, value, editable, patch }: ChosenProps) {
  const say = useText();
  const many = line.kind === "choices";
  const now = Array.isArray(value) ? (value as string[]) : typeof value === "string" && value ? [value] : [];
  if (!editable) return now.length ? <span className="pg-text">{now.join(say(["、", ", "]))}</span> : <span className="pg-none">–</span>;
  return (
    <Select
      className="pg-fill"
      {...(many ? { mode: "multiple" as const } : {})}
      allowClear
      value={many ? now : (now[0] ?? null)}
      options={(line.options ?? []).map((option) => ({ value: option, label: option }))}
      placeholder={say(["请选择", "Choose"])}
      aria-label={say(labelOf(line))}
      onChange={(next: string | string[] | null | undefined) => patch({ [line.key]: next ?? null })}
    />
  );
}
