import { useMemo } from "react";
import type { ReactNode } from "react";
import type { ColumnState } from "../../table.ts";
import { call } from "../call.ts";
import { AttachmentCell } from "../file/AttachmentCell.tsx";
import { toast } from "../message.ts";
import { menuForRoute, useMenus } from "../menus.ts";
import { useResources } from "../resources.ts";
import { openPage } from "../router.ts";
import { useSession } from "../session.ts";
import type { Preferences, Scheme, Schemes, TableSettings, World } from "../table/types.ts";
import { bareWorld, TableWorld } from "../table/world.ts";
import { ask } from "../together.ts";
import { lookupIn, useLookups } from "./lookup.ts";
import { useViewer } from "./viewer.ts";

const path = (name: string): string => `srmServer/v1/srmBaseTableConfigRestful/${name}`;

const preferencesOf = (mayShare: boolean): Preferences => ({
  mayShare,
  load: async (tableName: string, columns: readonly ColumnState[]) =>
    (await ask<TableSettings | null>(path("getTableConfig"), { tableName, columns })).data,
  save: async (tableName, settings, forAll) =>
    void (await call(path("createOrUpdateTableConfig"), { tableName, ...settings, ...(forAll ? { forAll: true } : {}) })),
  async reset(tableName) {
    await call(path("deleteTableConfig"), { tableName });
    return (await call<TableSettings | null>(path("getTableConfig"), { tableName })).data;
  },
});

const search = (name: string): string => `baseServer/v1/baseTableSearchRestful/${name}`;

/** Named searches of a table: one's own, and those shared with the responsibility one has. */
const schemesOf = (userId: string, respId: string | undefined): Schemes => ({
  async list(tableName) {
    const { data } = await ask<readonly (Scheme & { readonly tableName: string; readonly userId: string })[]>(search("listByPage"), {
      pageIndex: 1,
      pageRows: 50,
      tableName,
    });
    return data.filter((row) => row.tableName === tableName).map((row) => ({ ...row, own: row.userId === userId }));
  },
  save: async (tableName, { share, ...scheme }) =>
    void (await call(search("saveOrUpdate"), { tableName, ...scheme, ...(share && respId ? { shareRespId: respId } : {}) })),
  remove: async (id) => void (await call(search("delete"), { id })),
});

/** Whoever keeps the installation's settings also sets what all others find; the server asks for the very same right. */
function useMaySetDefaults(): boolean {
  const settings = useMenus((state) => menuForRoute(state.flat, "profile"));
  const resources = useResources(settings?.menuId);
  return settings !== undefined && (resources ?? []).some((resource) => resource.resourceCode === "btnSave");
}

/** What every table on a page may ask for: the buttons of its menu, lookups, stored columns, tabs and messages. */
export function PageWorld({ children }: { readonly children: ReactNode }) {
  const viewer = useViewer();
  const lookups = useLookups();
  const respId = useSession((state) => state.record?.currentResponsibility?.responsibilityId);
  const groupCurrency = useSession((state) => state.record?.user.groupCurrency);
  const mayShare = useMaySetDefaults();
  const world = useMemo<World>(
    () => ({
      ...bareWorld,
      baseCurrency: groupCurrency ?? bareWorld.baseCurrency,
      granted: (code) => viewer.may(code),
      lookups: (type) => lookupIn(lookups, type),
      awaits: (type) => lookups[type] === undefined,
      navigate: (href) => void openPage({ path: href }),
      tell: (kind, text) => (kind === "error" ? toast.error(text) : toast.info(text)),
      preferences: preferencesOf(mayShare),
      schemes: schemesOf(viewer.userId, respId),
      cells: { attachment: AttachmentCell },
    }),
    [viewer, lookups, respId, mayShare, groupCurrency],
  );
  return <TableWorld value={world}>{children}</TableWorld>;
}
