import { createContext, useContext, useMemo } from "react";
import { ownZone, today } from "../clock.ts";
import type { TableConfig, World } from "./types.ts";

/** A table that stands alone: nothing is granted, nothing is stored, links are plain links. */
export const bareWorld: World = {
  granted: () => false,
  lookups: () => [],
  navigate: (href) => window.location.assign(href),
  log: (message, cause) => console.warn(message, cause),
  cells: {},
  baseCurrency: "CNY",
  get zone() {
    return ownZone();
  },
  today,
};

/** What the shell gives every table: rights, lookups, preferences, cells of other rooms. */
export const TableWorld = createContext<World>(bareWorld);

export function useWorld(config: Pick<TableConfig, "world">): World {
  const shared = useContext(TableWorld);
  const own = config.world;
  return useMemo(() => (own === undefined ? shared : { ...shared, ...own, cells: { ...shared.cells, ...own.cells } }), [shared, own]);
}
