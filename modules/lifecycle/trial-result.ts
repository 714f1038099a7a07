import type { Text } from "#kernel/text.ts";

/** What a sample or a pilot run ends with. */
export const trialResults = {
  PASS: ["合格", "Pass"],
  CONDITIONAL: ["有条件合格", "Conditional"],
  FAIL: ["不合格", "Fail"],
} as const satisfies Readonly<Record<string, Text>>;

/** A result as messages say it. */
export function resultWords(result: string | null): { readonly result: string; readonly resultEn: string } {
  const [cn, en] = trialResults[result as keyof typeof trialResults] ?? ["", ""];
  return { result: cn, resultEn: en };
}
