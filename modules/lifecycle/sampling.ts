import type { Part } from "#kernel/module.ts";

export const sampling: Part = {};
