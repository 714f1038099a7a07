import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, set, tell } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { Question } from "#kernel/question.ts";
import { baseLookups } from "./lookups.ts";
import { commonFile, noticeConfig } from "./reader.entity.ts";
import { countFiles } from "./told.ts";

/** The names of variables a text uses: ${title}; of a list only its own name, what stands between is its entries' own. */
export const variablesIn = (...texts: readonly (string | null)[]): readonly string[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...(text ?? "").replace(/\$\{#(\w+)\}[\s\S]*?\$\{\/\1\}/g, "${$1}").matchAll(/\$\{(\w+)\}/g)].map((found) => found[1]!),
    ),
  ),
];

/** Which values may a text about this event name? Whoever knows the event answers; of an event nobody knows nothing is refused. */
export const carriedBy = new Question<{ readonly eventCode: string }, { readonly names: readonly string[]; readonly module: Text }>();

const unknown = (name: string): Refusal => refuse("BASE_CFG_001", `模板变量${name}不存在`, `Unknown template variable ${name}`);

const ruleNames = baseLookups["RECEIVER_RULE"]!.values;
/** Who is told, in a few words. */
const receivers = (rows: readonly { readonly receiverRule: string }[], at: 0 | 1): string | null =>
  [...new Set(rows.map((row) => ruleNames[row.receiverRule]?.[at] ?? row.receiverRule))].join(at === 0 ? "、" : ", ").slice(0, 400) || null;

const isOne = (fileIds: string | null): Refusal | false =>
  countFiles(fileIds) !== 1 && refuse("BASE_FILE_001", "须恰好一个文件", "There must be exactly one file");

export const readerRules = [
  rule(noticeConfig, "saveOrUpdate", {
    reads: async (doc, find) => ({ known: await carriedBy.ask(find, { eventCode: doc.eventCode }) }),
    decide: (doc, { known }) => [
      ...variablesIn(doc.titleCn, doc.titleEn, doc.bodyCn, doc.bodyEn)
        .filter((name) => known.length > 0 && !known.some(({ names }) => names.includes(name)))
        .map(unknown),
      set(doc, {
        moduleName: known[0]?.module[0] ?? null,
        moduleNameEn: known[0]?.module[1] ?? null,
        receiverSummary: receivers(doc.receivers, 0),
        receiverSummaryEn: receivers(doc.receivers, 1),
      }),
    ],
  }),
  rule(noticeConfig, "doEnabled", {
    decide: (doc) => [
      doc.receivers.length === 0 && refuse("BASE_NTC_001", "请选择接收方", "Choose receivers"),
      tell("NOTICE_CONFIG_ENABLED", { id: doc.id, event: doc.eventCode, name: doc.configName }),
    ],
  }),
  rule(noticeConfig, "doInvalid", {
    decide: (doc) => tell("NOTICE_CONFIG_INVALID", { id: doc.id, event: doc.eventCode, name: doc.configName }),
  }),
  rule(commonFile, "publish", {
    reads: async (doc, find) => ({ previous: await find.maybe(commonFile, doc.prevId) }),
    decide: (doc, { previous }, _, __, at) => [
      isOne(doc.fileIds),
      doc.validTo !== null && doc.validTo < at.today && refuse("BASE_NTC_004", "有效期须在将来", "The validity must be in the future"),
      set(doc, { publishDate: at.now, latestFlag: "Y" }),
      previous !== null && set(previous, { latestFlag: "N" }),
    ],
  }),
  rule(commonFile, "withdraw", {
    reads: async (doc, find) => ({ previous: await find.maybe(commonFile, doc.prevId) }),
    decide: (doc, { previous }) => [
      set(doc, { latestFlag: "N" }),
      previous !== null && previous.status === "PUBLISHED" && set(previous, { latestFlag: "Y" }),
    ],
  }),
  rule(commonFile, "newVersion", {
    decide: (doc, _, input, __, at) => [
      isOne(input.newFile ?? null),
      input.version === doc.version && refuse("DATA_DUPLICATE", "版本须与上一版不同", "The version must differ from the last"),
      make(commonFile, at.newId(), {
        fileTitle: doc.fileTitle,
        fileTitleEn: doc.fileTitleEn,
        fileCategory: doc.fileCategory,
        audience: doc.audience,
        categoryIds: doc.categoryIds,
        version: input.version!,
        prevId: doc.id,
        orgId: doc.orgId,
        validTo: doc.validTo,
        fileIds: input.newFile ?? null,
        description: doc.description,
      }),
    ],
  }),
  rule(commonFile, "doCountDownload", { decide: (doc) => set(doc, { downloadCount: doc.downloadCount + 1 }) }),
];
