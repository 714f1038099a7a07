import type { Call } from "#kernel/server/call.ts";
import { asks } from "#kernel/server/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";
import { favouriteStarter } from "./favourite-starter.entity.ts";

/** What is recommended to whoever wears the caller's hat. */
export const favouriteCalls = (kernel: Kernel): Call[] => [
  {
    service: "baseServer",
    path: "v1/baseFavouriteRestful/starters",
    guard: "session",
    input: asks(),
    async handle(ctx) {
      if (!ctx.me.responsibilityId) return [];
      const { rows } = await kernel.finder.list(
        favouriteStarter,
        { responsibilityId: [ctx.me.responsibilityId], pageRows: 50, count: "none", orderBy: [{ key: "seq", dir: "asc" }] },
        systemMe("favourites"),
      );
      return rows.map(({ kind, targetRef, title, folder, seq }) => ({ kind, targetRef, title, folder, seq }));
    },
  },
];
