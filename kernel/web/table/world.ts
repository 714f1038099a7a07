import { createContext, useContext, useMemo } from "react";
import type { TableConfig, World } from "./types.ts";

const localDay = (): string => {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
};

/** A table that stands alone: nothing is granted, nothing is stored, links are plain links. */
export const bareWorld: World = {
  granted: () => false,
  lookups: () => [],
  navigate: (href) => window.location.assign(href),
  log: (message, cause) => console.warn(message, cause),
  cells: {},
  baseCurrency: "CNY",
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  today: localDay,
};

/** What the shell gives every table: rights, lookups, preferences, cells of other rooms. */
export const TableWorld = createContext<World>(bareWorld);

export function useWorld(config: Pick<TableConfig, "world">): World {
  const shared = useContext(TableWorld);
  const own = config.world;
  return useMemo(() => (own === undefined ? shared : { ...shared, ...own, cells: { ...shared.cells, ...own.cells } }), [shared, own]);
}
