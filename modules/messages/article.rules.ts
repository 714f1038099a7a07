import type { Doc } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { ask, rule, set } from "#kernel/rule.ts";
import { article } from "./article.entity.ts";

type Article = Doc<typeof article>;

const has = (title: string | null, content: string | null): boolean =>
  Boolean(title?.trim()) && Boolean(content?.replace(/<[^>]*>|&nbsp;/g, "").trim());
const inChinese = (doc: Article): boolean => has(doc.titleCn, doc.contentCn);
const inEnglish = (doc: Article): boolean => has(doc.titleEn, doc.contentEn);

const save = rule(article, "saveOrUpdate", {
  decide: (doc) => [!doc.titleCn?.trim() && !doc.titleEn?.trim() && refuse("FIELD_REQUIRED", "请填写标题", "Fill in the title")],
});

/** In both languages, or in one when its editor says so. */
const publish = rule(article, "doPublish", {
  decide(doc, _, __, ___, at) {
    if (!inChinese(doc) && !inEnglish(doc)) return refuse("FIELD_REQUIRED", "请填写标题和内容", "Fill in title and content");
    return [
      inChinese(doc) !== inEnglish(doc) &&
        ask("ARTICLE_LANG", "请补充另一语言内容或确认仅单语言发布", "Fill the other language or confirm one-language publishing"),
      set(doc, { publishAt: doc.publishAt ?? at.now }),
    ];
  },
});

const withdraw = rule(article, "doWithdraw", { decide: (doc) => set(doc, { topFlag: "N" }) });
const revise = rule(article, "doRevise", { decide: (doc) => set(doc, { version: doc.version + 1, publishAt: null }) });
const top = rule(article, "doTop", { decide: (doc, _, input) => set(doc, { topFlag: input.topFlag ?? "Y" }) });

export const articleRules = [save, publish, withdraw, revise, top];
