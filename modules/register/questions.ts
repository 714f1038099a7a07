import type { Text } from "#kernel/text.ts";
import { Question } from "#kernel/question.ts";

/** Which questionnaires must this registration answer, and which are answered? Whoever keeps questionnaires says so; with nobody there are none. */
export const registerQuestions = new Question<
  { readonly registerId: string; readonly sceneId: string | null },
  { readonly id: string; readonly title: Text; readonly submitted: boolean; readonly route: string }
>();
