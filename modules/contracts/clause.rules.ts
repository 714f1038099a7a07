import { rule, set } from "#kernel/rule.ts";
import { nextVersionRule, succeeded, versionsOf } from "#kernel/versioned-rule.ts";
import { clause } from "./clause.entity.ts";
import { fault } from "./common.ts";
import { placeholderFaults } from "./placeholders.ts";

const save = rule(clause, "saveOrUpdate", {
  decide: (doc) => {
    const fallbacks = doc.fallbackJson ?? [];
    const seqs = fallbacks.map((fallback) => fallback.seq);
    return [
      ...placeholderFaults({ content: doc.content, contentEn: doc.contentEn }),
      ...fallbacks.flatMap((fallback, i) =>
        placeholderFaults({ [`fallbackJson[${i}].text`]: fallback.text, [`fallbackJson[${i}].textEn`]: fallback.textEn }),
      ),
      new Set(seqs).size < seqs.length &&
        fault("fallbackJson", "CCT-013", "替代文本的序号不能重复", "Each fallback text needs a number of its own"),
      set(doc, { title: doc.title?.trim() ?? null }),
    ];
  },
});

const approve = rule(clause, "doApproval", {
  reads: async (doc, find) => ({ versions: await versionsOf(find, clause, doc) }),
  decide: (doc, { versions }) => succeeded(clause, doc, versions),
});

export const clauseRules = [nextVersionRule(clause), save, approve];
