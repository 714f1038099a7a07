import type { Side } from "#kernel/server/side.ts";

/** What the area answers and does by itself. */
export const priceSide: Side = { code: "price" };
