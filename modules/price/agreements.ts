import type { Part } from "#kernel/module.ts";

export const agreements: Part = {};
