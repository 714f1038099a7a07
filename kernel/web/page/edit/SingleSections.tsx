import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { Entity, Lines } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { blankOf, isRequiredNow, isShownNow, isWritable } from "../../../page-document.ts";
import { formOf } from "../../../page.ts";
import { useText } from "../../language.ts";
import { PlaceContext } from "../field/fits.ts";
import { FormGrid } from "../FormGrid.tsx";
import type { EditSlots } from "../slots.ts";
import type { EditModel } from "./editModel.ts";

interface Props {
  readonly model: EditModel;
  readonly editable: boolean;
  readonly slots?: EditSlots | undefined;
}

/** Parts of which a document has one: fields under a heading of their own, the row behind them is made with the first word. */
export function SingleSections({ model, editable, slots }: Props) {
  const lines = model.entity.lines as Lines;
  return (
    <>
      {Object.keys(model.lines)
        .filter((key) => lines[key]!.single && !slots?.hideSections?.includes(key))
        .map((key) => (
          <Single key={key} model={model} collection={key} line={lines[key]!} editable={editable} />
        ))}
    </>
  );
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== "";

function Single({ model, collection, line, editable }: Props & { readonly collection: string; readonly line: Entity }) {
  const say = useText();
  const [open, setOpen] = useState(true);
  const store = model.lines[collection]!;
  const edit = useStore(store.state, (state) => state.rows.find((editRow) => !editRow.deleted));
  const problems = useStore(store.state, (state) => (edit ? state.problems.get(edit.key) : undefined));
  const row: Row = edit?.row ?? {};
  const header = useStore(model.state, (state) => state.header);
  const writable = (key: string): boolean => editable && isWritable(line.fields[key]!, !row["id"]);
  // What may be written stands here empty too; what is only read takes no room for nothing.
  const cells = formOf(line, model.viewer.audience)
    .flatMap((section) => section.cells)
    .filter(({ key }) => isShownNow(line, key, row) && (writable(key) || isSaid(row[key])));
  if (cells.length === 0) return null;
  const patch = (current: Row): void => {
    if (edit) store.set(Object.entries(current).map(([field, value]) => ({ key: edit.key, field, value })));
    else store.insert([{ ...blankOf(line), ...current } as Record<string, unknown>]);
  };
  return (
    <section className="pg-section" data-section={collection} aria-label={say(line.label)}>
      <h2 className="pg-h2">
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          {say(line.label)}
        </button>
      </h2>
      {open ? (
        <PlaceContext value={{ fields: line.fields, above: { fields: model.entity.fields, row: header } }}>
          <FormGrid
            cells={cells}
            row={row}
            required={(key) => isRequiredNow(line, key, row)}
            asText={(key) => !writable(key)}
            message={(key) => (problems?.[key] ? say(problems[key].text) : undefined)}
            patch={patch}
          />
        </PlaceContext>
      ) : null}
    </section>
  );
}
