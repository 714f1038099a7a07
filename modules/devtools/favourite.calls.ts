import type { Call } from "#kernel/server/http/call.ts";
import { asks } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { favouriteStarter } from "./favourite-starter.entity.ts";

/** What is recommended to whoever has the caller's responsibility. */
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
