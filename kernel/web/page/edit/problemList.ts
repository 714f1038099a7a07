import type { Lines } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import type { Text } from "../../../text.ts";
import type { EditModel, EditState } from "./editModel.ts";
import { midSentence } from "../../../page-format.ts";

/** One thing that stops a save: where it is, what it is, and how to get there. */
export interface Problem {
  readonly key: string;
  readonly where: Text;
  readonly message: Text;
  readonly section: string;
  readonly field: string;
  readonly line?: { readonly collection: string; readonly key: string };
}

/** Every problem of the document from top to bottom, for the sentence and the check panel. */
export function problemList(model: EditModel, state: EditState): readonly Problem[] {
  const header = [...state.errors].map(([path, msg]): Problem => ({
    key: path,
    where: fieldOf(model.entity, path)?.label ?? [path, path],
    message: [msg, msg],
    section: "header",
    field: path,
  }));
  const lines = Object.entries(model.lines).flatMap(([collection, store]) => {
    const line = (model.entity.lines as Lines)[collection]!;
    const rows = store.state.getState().rows;
    return store.errors().map(({ key, field, problem }): Problem => {
      const at = rows.findIndex((edit) => edit.key === key);
      const number = rows[at]?.row["lineNum"] ?? at + 1;
      const label = fieldOf(line, field)?.label ?? line.label;
      return {
        key: `${collection}.${key}.${field}`,
        where: [`行 ${String(number)} ${label[0]}`, `Line ${String(number)} ${midSentence(label[1])}`],
        message: problem.text,
        section: collection,
        field,
        line: { collection, key },
      };
    });
  });
  return [...header, ...lines];
}

/** Brings a problem into view and puts the cursor there. */
export function jumpTo(model: EditModel, problem: Pick<Problem, "section" | "field" | "line">, page: HTMLElement | null): void {
  if (problem.line) model.focusLine(problem.line.collection, problem.line.key);
  const section = page?.querySelector(`[data-section="${problem.section}"]`);
  const place = problem.line
    ? (section?.querySelector(`[data-key="${CSS.escape(problem.line.key)}"]`) ?? section)
    : page?.querySelector(`[data-field="${CSS.escape(problem.field)}"]`);
  place?.scrollIntoView({ block: "center" });
  place?.querySelector<HTMLElement>("input, textarea, button, [tabindex], [contenteditable]")?.focus();
}
