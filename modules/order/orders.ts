import type { Part } from "#kernel/module.ts";

export const orders: Part = {};
