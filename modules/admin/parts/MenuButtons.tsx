import { Columns, Inline } from "#kernel/web/block/layout.tsx";
import type { Seen } from "#kernel/seen.ts";
import { callPath } from "#kernel/page.ts";
import type { Row } from "#kernel/page-document.ts";
import { button, menuRole, resource } from "#kernel/platform/grant.entity.ts";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { openPage } from "#kernel/web/router.ts";
import { Button, Select } from "antd";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Menu, Resource } from "./catalogue.tsx";
import { nameIn } from "./organizations.tsx";

/** The buttons a page offers: taken from the dictionary, switched off where they are not wanted. */
export function MenuButtons({ of, resources }: { readonly of: Menu; readonly resources: readonly Resource[] }) {
  const viewer = useViewer();
  const turn = async (row: Seen<typeof resource>): Promise<void> => {
    try {
      const { document } = await entityCall.save(resource, {
        id: row.id,
        versionNum: row.versionNum,
        enabledFlag: row.enabledFlag === "Y" ? "N" : "Y",
      });
      tellChanged({ entity: resource.name, id: String(document["id"]) });
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <div className="pg-section">
      <RowsTable
        entity={resource}
        name="menuFunction.buttons"
        where={{ menuId: [of.id] }}
        title={["页面按钮", "Buttons of the page"]}
        columns={["resourceCode", "resourceName", "resIcon", "enabledFlag"]}
        height="content"
        show={(row) => void openPage({ path: "resource", query: { resourceCode: String(row["resourceCode"]), menuId: of.id } })}
        pageSize={200}
        empty={{
          title: ["这个页面还没有按钮", "This page has no buttons yet"],
          detail: ["从按钮字典添加后，角色才能被授予。", "Add them from the dictionary, then grant them to roles."],
        }}
        {...(viewer.may("btnSave")
          ? {
              rowActions: (row: Seen<typeof resource>) => [
                {
                  label: row["enabledFlag"] === "Y" ? (["停用", "Disable"] as const) : (["启用", "Enable"] as const),
                  danger: row["enabledFlag"] === "Y",
                  handler: () => void turn(row),
                },
              ],
            }
          : {})}
      />
      {viewer.may("btnAdd") ? <AddButtons of={of} held={resources.filter((resource) => resource.menuId === of.id)} /> : null}
    </div>
  );
}

function AddButtons({ of, held }: { readonly of: Menu; readonly held: readonly Resource[] }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const dictionary = useRows(button, { pageRows: 0 });
  const free = (dictionary.data ?? []).filter((row) => !held.some((resource) => resource.resourceCode === row["buttonCode"]));
  const name = (row: Row): string => String((language === "EN" && row["nameEn"]) || row["nameCn"]);
  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      const rows = free
        .filter((row) => codes.includes(String(row["buttonCode"])))
        .map((row) => ({
          resourceCode: row["buttonCode"],
          resourceName: row["nameCn"],
          resourceNameEn: row["nameEn"],
          resIcon: row["icon"],
          menuId: of.id,
          buttonCode: row["buttonCode"],
          enabledFlag: "Y",
        }));
      await call(callPath(resource, "doBatchSaveOrUpdate"), { rows });
      setCodes([]);
      tellChanged({ entity: resource.name, id: of.id });
      toast.success([`已添加 ${rows.length} 个按钮`, `${rows.length} buttons added`]);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Columns of="minmax(0, 440px) max-content" align="center">
      <Select
        mode="multiple"
        maxTagCount="responsive"
        showSearch={{ optionFilterProp: "label" }}
        value={[...codes]}
        placeholder={say(["从按钮字典选择", "Choose from the dictionary"])}
        aria-label={say(["从按钮字典选择", "Choose from the dictionary"])}
        options={free.map((row) => ({ value: String(row["buttonCode"]), label: `${name(row)} ${String(row["buttonCode"])}` }))}
        onChange={(next: string[]) => setCodes(next)}
      />
      <Button icon={<Plus size={14} />} loading={busy} disabled={codes.length === 0} onClick={() => void add()}>
        {say(["添加按钮", "Add buttons"])}
      </Button>
    </Columns>
  );
}

/** Which roles open a menu, each leading to its place in the matrix. */
export function MenuRoles({ of }: { readonly of: Menu }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const load = useRows(menuRole, { menuId: [of.id], pageRows: 500 });
  return (
    <section className="pg-section" aria-label={say(["哪些角色打开它", "Roles that open it"])}>
      <h3 className="pg-h3">
        {say(["哪些角色打开它", "Roles that open it"])} <span className="pg-count">{load.data?.length ?? "–"}</span>
      </h3>
      <PanelState
        load={load}
        empty={say(["还没有角色打开它。到角色权限矩阵中授予。", "No role includes it yet. Grant it in the role matrix."])}
        isEmpty={(list) => list.length === 0}
      >
        {(list) => (
          <Inline as="ul" gap="m">
            {list.map((row) => (
              <li key={String(row["id"])}>
                <PageLink href={`/main/systemsetting/menuFuncPrivilege?roleId=${String(row["roleId"])}`}>
                  {nameIn(row, "roleName", language)}
                </PageLink>
                {row["status"] === "PENDING" ? <span className="pg-unsaved"> {say(["待复核", "waiting"])}</span> : null}
              </li>
            ))}
          </Inline>
        )}
      </PanelState>
    </section>
  );
}
