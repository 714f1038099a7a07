import type { Hints } from "../support/generate.ts";

export const sourceHints: Hints = {};
