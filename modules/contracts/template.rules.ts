import { cmp, sum, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, reveal, rule, set, type Find } from "#kernel/rule.ts";
import { nextVersionRule, succeeded, versionsOf } from "#kernel/versioned-rule.ts";
import { clause } from "./clause.entity.ts";
import { copied, fault } from "./common.ts";
import { namesIn, placeholderFaults } from "./placeholders.ts";
import { template } from "./template.entity.ts";
import { firstFile } from "./text/documents.ts";
import { unknownNames } from "./text/word-data.ts";
import { wordNames } from "./text/word.ts";

export type Template = Doc<typeof template>;
export type Clause = Doc<typeof clause>;

/** The clauses a template binds, as the library has them. */
export const clausesOf = async (find: Find, doc: Pick<Template, "clauses">): Promise<readonly Clause[]> => {
  const ids = doc.clauses.flatMap((clause) => (clause.termsId ? [clause.termsId as string] : []));
  return ids.length ? find.where(clause, { id: ids }, 500) : [];
};

const textsOf = (doc: Template) => copied(doc, ["headText", "headTextEn", "tailText", "tailTextEn"]);

/** Percentages of payment stages as they have to be: 100 together. */
export function stageShareFault(stages: readonly { readonly percent: string }[], path: string): Refusal | false {
  const share = sum(stages.map((stage) => stage.percent || "0"));
  return (
    stages.length > 0 &&
    cmp(share, "100") !== 0 &&
    fault(path, "CCT-020", `付款阶段比例合计${trim(share)}%，应为100%`, `Payment stages total ${trim(share)}%, must be 100%`)
  );
}

/** A clause stands in a template once, and a group of alternatives has at least two. */
function bindingFaults(doc: Template): Refusal[] {
  const groups = Map.groupBy(
    doc.clauses.filter((clause) => clause.bindType === "ALTERNATIVE" && clause.groupCode),
    (clause) => clause.groupCode!,
  );
  return doc.clauses.flatMap((clause, i) => [
    ...(clause.termsId && doc.clauses.findIndex((other) => other.termsId === clause.termsId) < i
      ? [fault(`clauses[${i}].termsId`, "CCT-014", "同一条款只能绑定一次", "A clause can be bound once only")]
      : []),
    ...(clause.bindType === "ALTERNATIVE" && clause.groupCode && groups.get(clause.groupCode)!.length < 2
      ? [
          fault(
            `clauses[${i}].groupCode`,
            "CCT-140",
            `选择组${clause.groupCode}至少需要两项`,
            `Group ${clause.groupCode} needs two clauses at least`,
          ),
        ]
      : []),
  ]);
}

const save = rule(template, "saveOrUpdate", {
  reads: async (doc, find, { before }) => {
    const fileId = firstFile(doc.wordFile);
    const isNew = fileId !== null && before?.wordFile !== doc.wordFile;
    const [clauses, names] = await Promise.all([clausesOf(find, doc), isNew ? wordNames.ask(find, { fileId }) : []]);
    return { clauses, unknown: unknownNames(names) };
  },
  decide: (doc, { clauses, unknown }) => {
    const texts = [...Object.values(textsOf(doc)), ...clauses.flatMap((clause) => [clause.content, clause.contentEn])];
    return [
      ...placeholderFaults(textsOf(doc)),
      unknown.length > 0 &&
        fault("wordFile", "CCT-010", `模板存在未定义字段：${unknown.join("、")}`, `Template has undefined fields: ${unknown.join(", ")}`),
      ...bindingFaults(doc),
      stageShareFault(doc.defaultStages ?? [], "defaultStages"),
      ...doc.clauses
        .filter((clause) => clause.bindType !== "ALTERNATIVE" && clause.groupCode)
        .map((clause) => set(clause, { groupCode: null })),
      set(doc, { placeholderJson: [...new Set(texts.flatMap(namesIn))] }),
    ];
  },
});

const submit = rule(template, "doSubmit", {
  reads: async (doc, find) => ({ clauses: await clausesOf(find, doc) }),
  decide: (doc, { clauses }, _, __, at) => [
    doc.clauses.length === 0 && refuse("CCT-015", "请至少绑定一项条款", "Bind at least one clause"),
    ...(doc.textLanguage === "CN" ? [] : clauses.filter((clause) => !clause.contentEn)).map((clause) =>
      refuse("CCT-141", `条款${clause.title}没有英文文本`, `Clause ${clause.titleEn ?? clause.title} has no English text`),
    ),
    doc.validTo !== null && doc.validTo < at.today && fault("validTo", "CCT-144", "有效期已过", "The validity has passed"),
  ],
});

const approve = rule(template, "doApproval", {
  reads: async (doc, find) => ({ versions: await versionsOf(find, template, doc) }),
  decide: (doc, { versions }) => succeeded(template, doc, versions),
});

/** Another template that begins with the text of this one. */
const copy = rule(template, "doCopy", {
  decide: (doc, _, input, __, at) => {
    const id = at.newId();
    const clauses = doc.clauses.map((row) => copied(row, ["seq", "termsId", "bindType", "groupCode", "editableFlag"]));
    return [
      make(template, id, {
        ...copied(doc, ["contractType", "orgIds", "textLanguage", "editMode", "headText", "headTextEn", "tailText", "tailTextEn"]),
        ...copied(doc, ["defaultStages", "signAreas", "placeholderJson"]),
        templateName: input.copyName!,
        templateNameEn: input.copyNameEn ?? null,
        clauses,
      }),
      reveal({ id }),
    ];
  },
});

export const templateRules = [nextVersionRule(template), save, submit, approve, copy];
