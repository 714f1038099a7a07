import { useStore } from "zustand";
import type { Row } from "#kernel/page-document.ts";
import { code, date, longtext, money, ref, text, yn, type Field } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FormGrid } from "#kernel/web/page/FormGrid.tsx";
import { bpmModel } from "../model.entity.ts";

/** One line of a process's form as it is configured. */
interface FormLine {
  readonly key: string;
  readonly labelCn: string;
  readonly labelEn?: string;
  readonly kind?: "text" | "longtext" | "date" | "money" | "yn" | "user";
  readonly required?: boolean;
}

const more = { optional: true } as const;
const makers: Readonly<Record<NonNullable<FormLine["kind"]>, (label: Text) => Field>> = {
  text: (label) => text(...label, { ...more, max: 400 }),
  longtext: (label) => longtext(...label, { ...more, max: 4000 }),
  date: (label) => date(...label, more),
  money: (label) => money(...label, more),
  yn: (label) => yn(...label, { initial: "N" }),
  user: (label) => ref("BaseUsers", ...label, more),
};

const fieldOf = (line: FormLine): Field =>
  (makers[line.kind ?? "text"] ?? ((label: Text) => code(...label, more)))([line.labelCn, line.labelEn || line.labelCn]);

/** The form the process asks for, filled into the request's content. */
export function FormContent({ model }: { readonly model: EditModel }) {
  const say = useText();
  const { doc } = useStore(model.state);
  const modelId = String(doc["modelId"] ?? "");
  const load = useLoad(`form:${modelId}`, async () => (modelId ? entityCall.find(bpmModel, modelId) : null));
  const config = load.data?.["formConfig"] as { fields?: readonly FormLine[] } | readonly FormLine[] | null | undefined;
  const lines = Array.isArray(config)
    ? (config as readonly FormLine[])
    : ((config as { fields?: readonly FormLine[] } | null)?.fields ?? []);
  if (lines.length === 0) return null;
  const content = (doc["content"] as Row | null) ?? {};
  return (
    <section className="pg-section" aria-label={say(["表单", "Form"])}>
      <h2 className="pg-h2">{say(["表单", "Form"])}</h2>
      <FormGrid
        cells={lines.map((line) => ({ key: line.key, field: fieldOf(line), span: line.kind === "longtext" ? 4 : 1 }))}
        row={content}
        columns={4}
        asText={() => !model.editable()}
        required={(key) => lines.find((line) => line.key === key)?.required === true}
        patch={(patch) => model.patch({ content: { ...content, ...patch } })}
      />
    </section>
  );
}
