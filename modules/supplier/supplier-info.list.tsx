import type { Seen } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { openPage } from "#kernel/web/router.ts";
import { Button } from "antd";
import { FilePen, MailPlus, Plus, Snowflake, Upload, Zap } from "lucide-react";
import { asReference, hasMeasures, mayFreeze, startFreeze, startWith } from "./parts/start.tsx";
import { SupplierStatus } from "./parts/Standing.tsx";
import type { supplierInfo } from "./supplier.entity.ts";

const opens = (viewer: PageViewer, path: string, query: Readonly<Record<string, string>> = {}): void =>
  void openPage({ path, query, ...(viewer.menuId ? { menuId: viewer.menuId } : {}) });

function Buttons({ context }: { readonly context: ListContext<typeof supplierInfo> }) {
  const say = useText();
  const viewer = context.viewer as PageViewer;
  const may = (button: string): boolean => viewer.may(button);
  const imports = useMenus((state) => menuForRoute(state.flat, "supplierInfoImport") !== undefined);
  const invites = useMenus((state) => menuForRoute(state.flat, "registerInviteList") !== undefined);
  return (
    <>
      {may("btnQuickAdd") ? (
        <Button icon={<Zap size={14} />} onClick={() => opens(viewer, "supplierInfoCreate2")}>
          {say(["快速新增", "Quick add"])}
        </Button>
      ) : null}
      {invites && may("btnInvite") ? (
        <Button icon={<MailPlus size={14} />} onClick={() => void openPage({ path: "registerInviteList" })}>
          {say(["邀请注册", "Invite to register"])}
        </Button>
      ) : null}
      {imports ? (
        <Button icon={<Upload size={14} />} onClick={() => void openPage({ path: "supplierInfoImport" })}>
          {say(["导入", "Import"])}
        </Button>
      ) : null}
      {may("btnAdd") ? (
        <Button type="primary" icon={<Plus size={14} />} onClick={() => opens(viewer, "supplierInfoCreate")}>
          {say(["新增", "Add"])}
        </Button>
      ) : null}
    </>
  );
}

const risk: Readonly<Record<string, string>> = { GREEN: "done", YELLOW: "waiting", RED: "refused" };
function Risk({ row }: { readonly row: Seen<typeof supplierInfo> }) {
  const say = useText();
  const words = { GREEN: ["绿", "Green"], YELLOW: ["黄", "Yellow"], RED: ["红", "Red"] } as const;
  const code = String(row.riskLight ?? "GREEN") as keyof typeof words;
  return <span className={`pg-status pg-tone-${risk[code] ?? "neutral"}`}>{say(words[code] ?? words.GREEN)}</span>;
}

/** All suppliers with their status and risk; new ones whole or in a hurry. */
export const slots: ListSlots<typeof supplierInfo> = {
  hideNew: true,
  buttons: (context) => <Buttons context={context} />,
  cells: {
    supStatus: { render: (row) => <SupplierStatus code={row.supStatus} /> },
    riskLight: { render: (row) => <Risk row={row} /> },
  },
  rowActions: (row, { viewer }) => [
    ...(row.infoStatus === "EFFECTIVE" && viewer.may("btnChangeInfo")
      ? [
          {
            label: ["发起变更", "Request a change"] as const,
            icon: FilePen,
            handler: () => startWith("changeInfoEdit", asReference(row)),
          },
        ]
      : []),
    ...(mayFreeze(row) && viewer.may("btnFreeze") && hasMeasures()
      ? [{ label: ["冻结", "Freeze"] as const, icon: Snowflake, danger: true, handler: () => startFreeze(row) }]
      : []),
  ],
};
