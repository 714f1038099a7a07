import type { Side } from "#kernel/server/side.ts";

export const supplierSide: Side = { code: "supplier" };
