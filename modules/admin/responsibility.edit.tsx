import type { Seen } from "#kernel/seen.ts";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { titleOf } from "#kernel/page-document.ts";
import { respRole, responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { useDraft } from "#kernel/web/draft.ts";
import { useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { PrintView } from "#kernel/web/page/document/PrintView.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { EditHead } from "#kernel/web/page/edit/EditHead.tsx";
import { createEditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditModel, KeptDraft } from "#kernel/web/page/edit/editModel.ts";
import { useReread } from "#kernel/web/page/edit/reread.ts";
import { ErrorSentence } from "#kernel/web/page/edit/ErrorSentence.tsx";
import { handed, handOver } from "#kernel/web/page/edit/handOver.ts";
import { HeaderSections } from "#kernel/web/page/edit/HeaderSections.tsx";
import { LineSections } from "#kernel/web/page/edit/LineSections.tsx";
import { SideColumn } from "#kernel/web/page/edit/SideColumn.tsx";
import { StaleDialog } from "#kernel/web/page/edit/StaleDialog.tsx";
import { useSave } from "#kernel/web/page/edit/useSave.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { SectionNav } from "#kernel/web/part/SectionNav.tsx";
import type { SectionLink } from "#kernel/web/part/SectionNav.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Responsibility } from "./parts/catalogue.tsx";
import { ResponsibilityHolders } from "./parts/ResponsibilityHolders.tsx";
import { ResponsibilityProfiles } from "./parts/ResponsibilityProfiles.tsx";
import { ResponsibilityRoles } from "./parts/ResponsibilityRoles.tsx";

export const page = { route: "systemsetting/respSave", title: ["职责", "Responsibility"] };

/** One responsibility: base data, data scopes, roles, settings of its own, and who has it. */
export default function ResponsibilityEdit() {
  return (
    <OwnPage>
      <Load />
    </OwnPage>
  );
}

function Load() {
  const tab = useTab();
  const viewer = useViewer();
  const id = tab.query["id"] || null;
  const [ready, setReady] = useState(() => handed<typeof responsibility>(id));
  const load = useLoad(`responsibility:${id ?? "new"}`, async () => {
    // What the page before handed over is good for the first look only.
    setReady(undefined);
    return ready ?? (id === null ? null : entityCall.find(responsibility, id));
  });
  const key = id ?? "new";
  const [opened, setOpened] = useState<string | null>(null);
  if (opened !== key && !load.error && !load.loading && viewer.known) setOpened(key);
  if (opened !== key) return <EditWaiting label={responsibility.label} error={load.error} again={load.again} />;
  return <Opened key={key} viewer={viewer} document={load.data} />;
}

function Opened({ viewer, document }: { readonly viewer: PageViewer; readonly document: Seen<typeof responsibility> | null }) {
  const tab = useTab();
  const made = useRef<EditModel | null>(null);
  const keptDraft = useDraft<KeptDraft | undefined>(tab.key, () => made.current?.draft());
  const [model] = useState(() => createEditModel(responsibility, viewer, document, keptDraft));
  made.current = model;
  useReread(model, document);
  return <Document model={model} viewer={viewer} />;
}

/** An enabled one can only be disabled, a disabled one only enabled. */
function offered(of: Responsibility | null): Entity {
  const { doEnabled, doDisable, ...others } = responsibility.actions;
  return { ...responsibility, actions: { ...others, ...(of?.enabledFlag === "N" ? { doEnabled } : { doDisable }) } };
}

const slots: EditSlots = {
  cells: Object.fromEntries(
    ["orgs", "categories", "materials"].map((name) => [name, { responsibilityId: { columnsDisplay: "N" as const } }]),
  ),
};

const listed: Readonly<Record<string, string>> = { orgs: "orgScope", categories: "categoryScope", materials: "materialScope" };

/** A list belongs to a scope of that name; the others have nothing to list. */
function useListed(model: EditModel, doc: Row): EditModel {
  const shown = Object.keys(listed)
    .filter((name) => doc[listed[name]!] === "LIST")
    .join();
  return useMemo(
    () => ({ ...model, lines: Object.fromEntries(Object.entries(model.lines).filter(([name]) => shown.split(",").includes(name))) }),
    [model, shown],
  );
}

/** What stands on the page, with counts; roles, settings and people exist once it is saved. */
function useLinks(model: EditModel, of: Responsibility | null): readonly SectionLink[] {
  const { errors, lineErrors } = useStore(model.state);
  const roles = useRows(respRole, of === null ? null : { responsibilityId: [of.id] });
  const holders = useRows(userResp, of === null ? null : { responsibilityId: [of.id], status: ["ACTIVE"] });
  const own: readonly SectionLink[] = [
    { key: "s0", label: ["基本信息", "Base data"], errors: errors.size },
    { key: "s1", label: ["数据范围", "Data scope"], errors: Object.values(lineErrors).reduce((sum, count) => sum + count, 0) },
  ];
  if (of === null) return own;
  return [
    ...own,
    { key: "roles", label: ["角色", "Roles"], count: roles.data?.length },
    { key: "profiles", label: ["配置值", "Profile values"] },
    { key: "holders", label: ["持有人", "Holders"], count: holders.data?.length },
  ];
}

function Document({ model, viewer }: { readonly model: EditModel; readonly viewer: PageViewer }) {
  const say = useText();
  const tab = useTab();
  const body = useRef<HTMLDivElement>(null);
  const { base, doc, unsaved } = useStore(model.state);
  const [side, setSide] = useState({ tab: "", open: false });
  const [printing, setPrinting] = useState(false);
  const editable = model.editable();
  const [cn, en] = base
    ? [titleOf(responsibility, base, "CN").main, titleOf(responsibility, base, "EN").main]
    : ["新建职责", "New responsibility"];
  const title = say([cn, en]);
  const menu = viewer.menuId ? { menuId: viewer.menuId } : {};
  const of = base as unknown as Responsibility | null;
  const lined = useListed(model, doc);
  useEffect(() => tab.setTitle([cn, en]), [tab, cn, en]);
  const dirty = unsaved > 0;
  useEffect(() => tab.setDirty(dirty), [tab, dirty]);

  const saving = useSave(model, (document, created) => {
    if (!created) return;
    handOver(String(document["id"]), document);
    tab.setDirty(false);
    void openPage({ path: tab.path, query: { id: String(document["id"]) }, title: titleOf(responsibility, document).main, ...menu }).then(
      tab.close,
    );
  });
  const runner = useRunner({
    entity: responsibility,
    before: async (row) => (editable && model.state.getState().unsaved > 0 ? saving.save() : row),
    done: model.take,
    fieldErrors: model.pin,
    stale: model.stale,
  });
  useKey("Mod+S", ["保存", "Save"], () => void saving.save(), { off: !editable });
  const remove = async (): Promise<void> => {
    if (
      !(await confirm({ title: [`删除职责 ${title}？`, `Delete the responsibility ${title}?`], confirm: ["删除", "Delete"], danger: true }))
    )
      return;
    try {
      await entityCall.remove(responsibility, of!.id, of!.versionNum);
      tellChanged({ entity: responsibility.name, id: of!.id, gone: true });
      tab.setDirty(false);
      tab.close();
    } catch (error) {
      toast.error(error);
    }
  };
  const links = useLinks(model, of);
  return (
    <div className="pg-edit" data-document>
      <EditHead
        model={{ ...model, entity: offered(of) }}
        runner={runner}
        saving={saving}
        editable={editable}
        print={() => setPrinting(true)}
        remove={() => void remove()}
        copy={() => void openPage({ path: "responsibility/respSave", query: { id: of!.id }, ...menu })}
        side={(key) => setSide((now) => ({ tab: key ?? now.tab, open: key !== undefined || !now.open }))}
      />
      <div className="pg-edit-main">
        <div className="pg-edit-body" ref={body} data-keep-scroll>
          <SectionNav links={links} body={body} />
          <div className="pg-edit-content">
            <ErrorSentence model={model} />
            <HeaderSections model={model} editable={editable} />
            <LineSections model={lined} editable={editable} slots={slots} />
            {of === null ? (
              <p className="pg-faint">{say(["保存后即可添加角色和配置值。", "Roles and settings can be added once it is saved."])}</p>
            ) : (
              <>
                <ResponsibilityRoles of={of} editable={editable} />
                <ResponsibilityProfiles of={of} editable={editable} />
                <div data-section="holders">
                  <ResponsibilityHolders responsibilityIds={[of.id]} />
                </div>
              </>
            )}
          </div>
        </div>
        {runner.panel ?? (
          <SideColumn
            model={model}
            tab={side.tab}
            open={side.open}
            choose={(key) => setSide({ tab: key, open: true })}
            close={() => setSide((now) => ({ ...now, open: false }))}
          />
        )}
      </div>
      {runner.dialogs}
      <StaleDialog model={model} />
      {printing && base ? (
        <PrintView entity={responsibility} row={base} audience={viewer.audience} close={() => setPrinting(false)} />
      ) : null}
    </div>
  );
}
