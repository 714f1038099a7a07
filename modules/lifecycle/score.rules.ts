import { cmp, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, rule, run, set, todo } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { needsComment } from "./inspect-score.ts";
import { inspection } from "./inspect.entity.ts";
import { scoreSheet } from "./score.entity.ts";

type Sheet = Doc<typeof scoreSheet>;
type Line = Sheet["lines"][number];

const fault = (path: string, code: string, [cn, en]: Text): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

/** A score below nothing or above everything. */
const outside = (lines: readonly Line[]): readonly (Refusal | false)[] =>
  lines.map((line, at) => {
    const most = trim(line.maxScore);
    return (
      line.naFlag !== "Y" &&
      line.score !== null &&
      (cmp(line.score, "0") < 0 || cmp(line.score, line.maxScore) > 0) &&
      fault(`lines[${at}].score`, "SLC_INS_002", [`得分应在0至${most}之间`, `Score must be 0 to ${most}`])
    );
  });

/** What is missing before a sheet may leave the hand: a judgement for every line, a word about every low one. */
const unfinished = (lines: readonly Line[]): readonly (Refusal | false)[] =>
  lines.map((line, at) => {
    if (line.naFlag === "Y") return false;
    if (line.score === null) return fault(`lines[${at}].score`, "TABLE_REQUIRED", ["得分必填", "Score is required"]);
    return (
      needsComment(line.score, line.maxScore) &&
      !line.comment?.trim() &&
      fault(`lines[${at}].comment`, "SLC_INS_003", ["得分低于60%须填写说明", "Comment required below 60%"])
    );
  });

const sameLines = (doc: Sheet, before: Sheet): boolean =>
  doc.lines.length === before.lines.length && doc.lines.every((line) => before.lines.some((old) => old.id === line.id));

/** What does not apply has no score. */
const cleared = (lines: readonly Line[]) =>
  lines.flatMap((line) => (line.naFlag === "Y" && line.score !== null ? [set(line, { score: null })] : []));

const judged = (lines: readonly Line[]): string =>
  JSON.stringify(lines.map(({ id, score, naFlag, comment, fileIds }) => [id, score, naFlag, comment, fileIds]));

const save = rule(scoreSheet, "saveOrUpdate", {
  decide: (doc, _, { before }, me) => [
    me.audience !== "system" &&
      (before === null || !sameLines(doc, before)) &&
      refuse("SLC_INS_015", "评分表的行由考察单决定", "The lines of a sheet come from its inspection"),
    ...outside(doc.lines),
    ...cleared(doc.lines),
    before?.status === "PENDING" && judged(doc.lines) !== judged(before.lines) && set(doc, { status: "SAVED" }),
  ],
});

const submit = rule(scoreSheet, "doSubmit", {
  decide: (doc, _, input, __, at) => {
    const sent = new Map((input.lines ?? []).map((line) => [line.itemId, line]));
    const patches = doc.lines.flatMap((line) => {
      const entry = sent.get(line.itemId);
      const na = entry?.naFlag === "Y";
      const patch = { score: na ? null : (entry?.score ?? null), naFlag: na ? "Y" : "N", comment: entry?.comment ?? line.comment } as const;
      return entry ? [{ line, patch }] : [];
    });
    const now = doc.lines.map((line) => ({ ...line, ...patches.find((patch) => patch.line === line)?.patch }));
    return [
      ...outside(now),
      ...unfinished(now),
      ...patches.map(({ line, patch }) => set(line, patch)),
      set(doc, { submitDate: at.now, returnReason: null }),
      closeTodo("SLC_SCORE", doc, "HANDLED"),
      run(inspection, doc.inspectId, "doSheetIn", { scoreId: doc.id }),
    ];
  },
});

const asked = (doc: Sheet) => todo("SLC_SCORE", doc, { userId: doc.memberId, orgId: doc.orgId, dueDate: doc.dueDate });

export const scoreRules = [
  save,
  submit,
  rule(scoreSheet, "doOpen", { decide: (doc) => asked(doc) }),
  rule(scoreSheet, "doReturn", {
    decide: (doc, _, input) => [set(doc, { returnReason: input.returnReason!, submitDate: null }), asked(doc)],
  }),
  rule(scoreSheet, "doShow", { decide: (doc, _, input) => set(doc, { openFlag: input.openFlag ?? "N" }) }),
  rule(scoreSheet, "doEnd", { decide: (doc) => closeTodo("SLC_SCORE", doc, "WITHDRAWN") }),
];
