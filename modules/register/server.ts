import type { Side } from "#kernel/server/side.ts";

export const registerSide: Side = { code: "register" };
