import type { YN } from "#kernel/field.ts";
import type { Contract } from "./contract-text-of.ts";
import { standingOf, type Level } from "./contract-clauses.ts";
import type { Clause, Template } from "./template.rules.ts";

type Terms = Contract["clauses"][number];

/** A text of the library in the language of the template. */
export const inLanguage = (language: string, cn: string | null, en: string | null): string =>
  (language === "EN" ? [en ?? cn] : language === "BILINGUAL" ? [cn, en] : [cn]).filter(Boolean).join("\n");

const headingOf = (language: string, clause: Clause): string => inLanguage(language, clause.title, clause.titleEn).replace("\n", " ");

/** The required clauses of a template that the contract does not have yet, as the library has them. */
export const chosenClauses = (doc: Contract, { clauses, textLanguage: language }: Template, library: readonly Clause[]) =>
  clauses
    .filter((clause) => clause.bindType === "FIXED" && !doc.clauses.some(({ termsId }) => termsId === clause.termsId))
    .flatMap(({ seq, termsId, editableFlag }) => {
      const own = library.find((clause) => clause.id === termsId);
      if (!own) return [];
      const content = inLanguage(language, own.content, own.contentEn);
      const plain = { deviationFlag: "N", deviationLevel: "NONE", fallbackSeq: null, deviationApprovedBy: null } as const;
      return [{ seq, termsId, title: headingOf(language, own), content, originText: content, editableFlag, ...plain }];
    });

/** What a clause of the contract takes from the library, and how it stands to it; what was approved stays so while the wording does. */
export function worded(doc: Terms, from: Template, library: readonly Clause[], before: Terms | null) {
  const own = library.find(({ id }) => id === doc.termsId);
  const isChosenAnew = (before?.termsId ?? null) !== doc.termsId;
  const isCopied = own !== undefined && (isChosenAnew || !doc.originText);
  const originText = own ? (isCopied ? inLanguage(from.textLanguage, own.content, own.contentEn) : doc.originText) : null;
  const content = doc.content || originText;
  const isEditable = from.editMode === "FREE" || from.clauses.find(({ termsId }) => termsId === doc.termsId)?.editableFlag === "Y";
  const fallbacks = (own?.fallbackJson ?? []).map((row) => ({
    seq: row.seq,
    text: inLanguage(from.textLanguage, row.text, row.textEn),
    approvalLevel: row.approvalLevel,
  }));
  const editableFlag: YN = isEditable ? "Y" : "N";
  const isSame = before !== null && before.content === content && !isChosenAnew;
  return {
    originText,
    content,
    editableFlag,
    title: doc.title || (own ? headingOf(from.textLanguage, own) : null),
    ...standingOf({ content, originText, editableFlag }, fallbacks),
    deviationApprovedBy: isSame ? doc.deviationApprovedBy : null,
  } as const;
}

/** The highest approval that a deviation still needs. */
export function openLevel(clauses: readonly { readonly deviationLevel: string; readonly deviationApprovedBy: string | null }[]): Level {
  const open = clauses.filter((clause) => !clause.deviationApprovedBy).map((clause) => clause.deviationLevel);
  return open.includes("LEGAL") ? "LEGAL" : open.includes("MANAGER") ? "MANAGER" : "NONE";
}
