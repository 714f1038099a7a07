import type { Side } from "#kernel/server/side.ts";

export const lifecycleSide: Side = { code: "lifecycle" };
