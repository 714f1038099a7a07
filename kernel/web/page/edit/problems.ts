import { checkValue, isEmpty } from "../../../check.ts";
import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { isRequiredNow, isShownNow, isWritable } from "../../../page-document.ts";
import type { FieldMessage } from "../../call.ts";
import { sayNow } from "../../language.ts";

/** The field of the form a message belongs to: "contactRole" of "contactRole[1]". */
export const fieldOf = (path: string): string => path.split(/[.[]/, 1)[0] ?? path;

/** What is wrong with the header, in the words the server would use. */
export function headerProblems(e: Entity, doc: Row): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, field] of Object.entries(e.fields)) {
    if (!isWritable(field, !doc["id"]) || !isShownNow(e, key, doc) || field.kind === "secret" || field.hidden) continue;
    const value = doc[key];
    if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) {
      if (isRequiredNow(e, key, doc)) found.set(key, sayNow([`${field.label[0]}必填`, `${field.label[1]} is required`]));
      continue;
    }
    const outcome = checkValue(field, value, { zone: "UTC", clean: "later" });
    if ("code" in outcome) found.set(key, sayNow([`${field.label[0]}${outcome.text[0]}`, `${field.label[1]} ${outcome.text[1]}`]));
  }
  return found;
}

/** Errors of a reply by where they belong: the header, or the lines of a collection. */
function sortErrors(
  errors: readonly FieldMessage[],
  collections: readonly string[],
): { readonly header: readonly FieldMessage[]; readonly lines: Readonly<Record<string, readonly FieldMessage[]>> } {
  const lines: Record<string, FieldMessage[]> = {};
  const header: FieldMessage[] = [];
  for (const error of errors) {
    const name = collections.find((collection) => error.path.startsWith(`${collection}[`));
    if (name === undefined) header.push(error);
    else (lines[name] ??= []).push(error);
  }
  return { header, lines };
}

/** What a refused save or action says: of fields, of lines, of the whole document, and where it is put right. */
export function refusedOf(errors: readonly FieldMessage[], msg: string, collections: readonly string[]) {
  const { header, lines } = sortErrors(errors, collections);
  const placeless = new Set(header.flatMap((error) => (error.path === "" ? [error.msg] : [])));
  const fixes = new Map(errors.flatMap(({ fix }) => (fix ? [[`${fix.route} ${fix.label}`, fix] as const] : [])));
  return {
    errors: new Map(header.flatMap((error) => (error.path === "" ? [] : [[error.path, error.msg] as const]))),
    said: errors.length === 0 ? msg : [...placeless].join(sayNow(["；", "; "])),
    fixes: [...fixes.values()],
    linesWrong: lines,
  };
}
