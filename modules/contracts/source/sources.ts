import type { Part } from "#kernel/module.ts";
import { sourceAnswers, sourceRules } from "./source.rules.ts";

/** Contracts made of agreements, requisitions and contracts that end; other areas answer for their own documents. */
export const sources: Part = { rules: sourceRules, answers: sourceAnswers };
