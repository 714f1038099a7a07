import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { Lines } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { isRequiredNow, isSame, isShownNow, isWritable } from "../../../page-document.ts";
import type { Section } from "../../../page.ts";
import { formOf } from "../../../page.ts";
import { isBareId } from "../../../record-id.ts";
import { useText } from "../../language.ts";
import { FormGrid } from "../FormGrid.tsx";
import type { EditSlots } from "../slots.ts";
import type { EditModel } from "./editModel.ts";

interface Props {
  readonly model: EditModel;
  readonly editable: boolean;
  readonly columns?: 1 | 2 | 4;
  readonly slots?: EditSlots | undefined;
  /** Which of the sections: those over the lines, or those under them; all of them unless said. */
  readonly part?: "over" | "under";
}

/** The sections of the form; where a document lives by its lines, the first stands over them and the rest under them, so that the lines are in the first screen. */
export function sectionsOf(model: EditModel, slots: EditSlots | undefined, part?: "over" | "under"): readonly Section[] {
  const own = Object.keys(slots?.fields ?? {});
  const sections = formOf(model.entity, model.viewer.audience, own).filter((section) => !slots?.hideSections?.includes(section.label[1]));
  if (part === undefined) return sections;
  const { entity } = model;
  const drawn = (key: string): boolean => !slots?.hideSections?.includes(key) && !slots?.lineRules?.[key]?.(model).hidden;
  const lives = Object.keys(model.lines).some((key) => !(entity.lines as Lines)[key]!.single && drawn(key));
  const over = lives ? 1 : sections.length;
  return part === "over" ? sections.slice(0, over) : sections.slice(over);
}

/** The header form, section by section; a single section needs no heading. */
export function HeaderSections({ model, editable, columns = 4, slots, part }: Props) {
  const sections = sectionsOf(model, slots, part);
  return (
    <>
      {sections.map((section) => (
        <FormSection
          key={section.key}
          model={model}
          section={section}
          editable={editable}
          columns={columns}
          slots={slots}
          plain={sections.length === 1 && part !== "under"}
        />
      ))}
    </>
  );
}

/** The fields of a section this document has as it stands; a new one has nothing the system keeps. */
export const cellsNow = ({ entity }: EditModel, section: Section, isNew: boolean, doc: Row): Section["cells"] =>
  section.cells.filter(({ key, field }) => !(isNew && field.computed) && !isBareId(field, doc[key]) && isShownNow(entity, key, doc));

function FormSection({ model, section, editable, columns, slots, plain }: Props & { readonly section: Section; readonly plain: boolean }) {
  const say = useText();
  const [open, setOpen] = useState(true);
  const { base, doc, errors } = useStore(model.state);
  const { entity } = model;
  const cells = cellsNow(model, section, base === null, doc);
  const asText = (key: string): boolean =>
    !editable || !isWritable(entity.fields[key]!, base === null) || key === entity.number?.[0] || (slots?.asText?.(model, key) ?? false);
  const hasErrors = section.cells.some((cell) => errors.has(cell.key));
  if (cells.length === 0) return null;
  return (
    <section className="pg-section" data-section={section.key} aria-label={say(section.label)}>
      {plain ? null : (
        <h2 className="pg-h2">
          <button type="button" aria-expanded={open || hasErrors} onClick={() => setOpen(!open)}>
            {open || hasErrors ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            {say(section.label)}
          </button>
        </h2>
      )}
      {open || hasErrors ? (
        <FormGrid
          cells={cells}
          row={doc}
          columns={columns ?? 4}
          required={(key) => isRequiredNow(entity, key, doc)}
          asText={asText}
          message={(key) => errors.get(key)}
          changed={(key) => editable && base !== null && !isSame(base[key], doc[key]) && isWritable(entity.fields[key]!, false)}
          own={Object.fromEntries(Object.entries(slots?.fields ?? {}).map(([key, draw]) => [key, () => draw?.(model)]))}
          patch={model.patch}
        />
      ) : null}
    </section>
  );
}
