import { useMemo } from "react";
import type { ReactNode } from "react";
import type { ColumnState } from "../../table.ts";
import { call } from "../call.ts";
import { serverNow } from "../clock.ts";
import { AttachmentCell } from "../file/AttachmentCell.tsx";
import { toast } from "../message.ts";
import { openPage } from "../router.ts";
import type { Preferences, TableSettings, World } from "../table/types.ts";
import { bareWorld, TableWorld } from "../table/world.ts";
import { lookupIn, useLookups } from "./lookup.ts";
import { useViewer } from "./viewer.ts";

const path = (name: string): string => `srmServer/v1/srmBaseTableConfigRestful/${name}`;

const preferencesOf = (mayShare: boolean): Preferences => ({
  mayShare,
  load: async (tableName: string, columns: readonly ColumnState[]) =>
    (await call<TableSettings | null>(path("getTableConfig"), { tableName, columns })).data,
  save: async (tableName, settings, forAll) =>
    void (await call(path("createOrUpdateTableConfig"), { tableName, ...settings, ...(forAll ? { forAll: true } : {}) })),
  async reset(tableName) {
    await call(path("deleteTableConfig"), { tableName });
    return (await call<TableSettings | null>(path("getTableConfig"), { tableName })).data;
  },
});

const day = (): string => {
  const now = new Date(serverNow());
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
};

/** What every table on a page may ask for: the buttons of its menu, lookups, stored columns, tabs and messages. */
export function PageWorld({ children }: { readonly children: ReactNode }) {
  const viewer = useViewer();
  const lookups = useLookups();
  const world = useMemo<World>(
    () => ({
      ...bareWorld,
      granted: (code) => viewer.may("", code),
      lookups: (type) => lookupIn(lookups, type),
      navigate: (href) => void openPage({ path: href }),
      tell: (kind, text) => (kind === "error" ? toast.error(text) : toast.info(text)),
      preferences: preferencesOf(viewer.may("", "btnSave") && viewer.audience === "internal"),
      today: day,
      cells: { attachment: AttachmentCell },
    }),
    [viewer, lookups],
  );
  return <TableWorld value={world}>{children}</TableWorld>;
}
