import { useEffect } from "react";
import { tiesOf, type Begins, type Field } from "../../../field.ts";
import type { Row } from "../../../page-document.ts";
import { goesWith, isSame, isWritable, offeredTo } from "../../../page-document.ts";
import { isShown } from "../../../page.ts";
import { today } from "../../clock.ts";
import { currentLanguage } from "../../language.ts";
import { session } from "../../session.ts";
import { chosenPatch, findRecords } from "../records.ts";
import type { EditModel } from "./editModel.ts";

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === "";

/** The person who writes, as a reference shows him. */
function me(key: string): Row {
  const user = session()?.user;
  if (!user) return {};
  const name = (currentLanguage() === "EN" && user.personNameEn) || user.personName;
  return chosenPatch(key, { id: user.userId, code: user.userName, name });
}

/** The one record that fits; of several none is guessed. */
async function only({ entity }: EditModel, key: string, field: Field, header: Row, begins: Begins | undefined): Promise<Row> {
  const like = typeof begins === "object" && "like" in begins ? begins.like : {};
  const wanted = Object.entries(like).map(([there, here]) => [there, header[here]] as const);
  if (wanted.some(([, value]) => isNothing(value))) return {};
  const where = {
    ...offeredTo(field, header),
    ...Object.fromEntries(wanted),
    ...(typeof begins === "object" && "where" in begins ? begins.where : {}),
  };
  const fits = goesWith(field, { fields: entity.fields, row: header });
  const { rows } = await findRecords(field.target!, { where, fits, pageRows: 2 });
  return rows.length === 1 ? chosenPatch(key, rows[0]!) : {};
}

/** What the record chosen elsewhere in the document says. */
async function brought(model: EditModel, key: string, field: Field, header: Row, of: string, at: string): Promise<Row> {
  const { target } = model.entity.fields[of]!;
  const { rows } = await findRecords(target!, { ids: [String(header[of])], pageRows: 1 });
  const value = rows[0]?.[at];
  if (isNothing(value)) return {};
  if (field.kind !== "ref") return { [key]: value };
  const found = await findRecords(field.target!, { ids: [String(value)], where: field.pick as Row | undefined, pageRows: 1 });
  return found.rows[0] ? chosenPatch(key, found.rows[0]) : {};
}

/** What has to be chosen before a field can begin. */
function waitsFor({ within, fits, begins }: Field): readonly string[] {
  const like = typeof begins === "object" && "like" in begins ? Object.values(begins.like) : [];
  const of = typeof begins === "object" && "of" in begins ? [begins.of] : [];
  return [...tiesOf(within ?? {}).map(([, [here]]) => here!), ...(fits ? [fits[1]] : []), ...like, ...of];
}

/** One look at a new document: every field that is still free and whose beginning can be known now is filled. */
async function begin(model: EditModel, asked: Set<string>): Promise<void> {
  const { entity, viewer } = model;
  const keys = Object.keys(entity.fields).filter((key) => {
    const field = entity.fields[key]!;
    return isWritable(field, true) && isShown(entity, key, viewer.audience) && (field.begins || (field.kind === "ref" && !field.optional));
  });
  for (const key of keys) {
    const field = entity.fields[key]!;
    const { header } = model.state.getState();
    const waits = waitsFor(field);
    const sign = JSON.stringify([key, ...waits.map((wait) => header[wait] ?? null)]);
    if (asked.has(sign) || waits.some((wait) => isNothing(header[wait])) || !model.isFree(key)) continue;
    asked.add(sign);
    const { begins } = field;
    const patch =
      begins === "me"
        ? me(key)
        : begins === "today"
          ? { [key]: today() }
          : typeof begins === "object" && "of" in begins
            ? await brought(model, key, field, header, begins.of, begins.field)
            : await only(model, key, field, header, begins);
    const now = model.state.getState();
    const stands = waits.every((wait) => isSame(now.header[wait], header[wait]));
    if (now.base === null && stands && model.isFree(key) && Object.keys(patch).length > 0) model.begin(patch);
  }
}

/** A new document begins with what is known: the person, the day, the only choice, and what a chosen record says. Nothing somebody wrote is touched. */
export function useBeginning(model: EditModel, off: boolean): void {
  useEffect(() => {
    if (off || model.state.getState().base !== null) return undefined;
    const asked = new Set<string>();
    let turn = Promise.resolve();
    const look = (): void => {
      // A choice that cannot be looked up leaves its field to the writer.
      turn = turn.then(() => begin(model, asked).catch(() => undefined));
    };
    look();
    return model.state.subscribe((now, before) => void (now.base === null && now.header !== before.header && look()));
  }, [model, off]);
}
