import { useMemo } from "react";
import type { ReactNode } from "react";
import type { ColumnState } from "../../table.ts";
import { call } from "../call.ts";
import { serverNow } from "../clock.ts";
import { AttachmentCell } from "../file/AttachmentCell.tsx";
import { toast } from "../message.ts";
import { openPage } from "../router.ts";
import { useSession } from "../session.ts";
import type { Preferences, Scheme, Schemes, TableSettings, World } from "../table/types.ts";
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

const search = (name: string): string => `baseServer/v1/baseTableSearchRestful/${name}`;

/** Named searches of a table: one's own, and those shared with the hat one wears. */
const schemesOf = (userId: string, respId: string | undefined): Schemes => ({
  async list(tableName) {
    const { data } = await call<readonly (Scheme & { readonly tableName: string; readonly userId: string })[]>(search("listByPage"), {
      pageIndex: 1,
      pageRows: 50,
      tableName,
    });
    return data.filter((one) => one.tableName === tableName).map((one) => ({ ...one, own: one.userId === userId }));
  },
  save: async (tableName, { share, ...scheme }) =>
    void (await call(search("saveOrUpdate"), { tableName, ...scheme, ...(share && respId ? { shareRespId: respId } : {}) })),
  remove: async (id) => void (await call(search("delete"), { id })),
});

const day = (): string => {
  const now = new Date(serverNow());
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
};

/** What every table on a page may ask for: the buttons of its menu, lookups, stored columns, tabs and messages. */
export function PageWorld({ children }: { readonly children: ReactNode }) {
  const viewer = useViewer();
  const lookups = useLookups();
  const respId = useSession((state) => state.record?.currentResponsibility?.responsibilityId);
  const world = useMemo<World>(
    () => ({
      ...bareWorld,
      granted: (code) => viewer.may(code),
      lookups: (type) => lookupIn(lookups, type),
      navigate: (href) => void openPage({ path: href }),
      tell: (kind, text) => (kind === "error" ? toast.error(text) : toast.info(text)),
      preferences: preferencesOf(viewer.may("btnSave") && viewer.audience === "internal"),
      schemes: schemesOf(viewer.userId, respId),
      today: day,
      cells: { attachment: AttachmentCell },
    }),
    [viewer, lookups, respId],
  );
  return <TableWorld value={world}>{children}</TableWorld>;
}
