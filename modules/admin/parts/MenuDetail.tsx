import { OverPane } from "#kernel/web/block/SidePane.tsx";
import { Detail } from "#kernel/web/block/Detail.tsx";
import type { Form, Seen } from "#kernel/seen.ts";
import { mayDelete } from "#kernel/page-action.ts";
import { menu } from "#kernel/platform/grant.entity.ts";
import { useKey } from "#kernel/web/keys.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { ActionBar } from "#kernel/web/page/action/ActionBar.tsx";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { tellChanged, useChanged } from "#kernel/web/page/changes.ts";
import { HistoryPanel } from "#kernel/web/page/document/HistoryPanel.tsx";
import { createEditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useReread } from "#kernel/web/page/edit/reread.ts";
import { ErrorSentence } from "#kernel/web/page/edit/ErrorSentence.tsx";
import { HeaderSections } from "#kernel/web/page/edit/HeaderSections.tsx";
import { StaleDialog } from "#kernel/web/page/edit/StaleDialog.tsx";
import { useSave } from "#kernel/web/page/edit/useSave.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { Button } from "antd";
import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { menuPath } from "./catalogue.tsx";
import type { Catalogue, Menu } from "./catalogue.tsx";
import { MenuButtons, MenuRoles } from "./MenuButtons.tsx";
import { IconInput, RouteInput } from "./RouteInput.tsx";

const slots: EditSlots = {
  fields: { htmlUrl: (model) => <RouteInput model={model} />, imageLink: (model) => <IconInput model={model} /> },
};

interface Props {
  readonly catalogue: Catalogue;
  readonly viewer: PageViewer;
  /** null makes a new one */
  readonly document: Seen<typeof menu> | null;
  readonly start: Form<typeof menu>;
  /** How many changes are not saved yet. */
  told(unsaved: number): void;
  /** A menu was made, or none is left to show. */
  shows(id: string | null): void;
}

/** One menu: its form, the buttons of its page, and the roles that open it. */
export function MenuDetail({ catalogue, viewer, document, start, told, shows }: Props) {
  const [model] = useState(() => {
    const made = createEditModel(menu, viewer, document);
    if (document === null) made.patch(start);
    return made;
  });
  useReread(model, document);
  return <Opened model={model} viewer={viewer} catalogue={catalogue} told={told} shows={shows} />;
}

function Opened({
  model,
  viewer,
  catalogue,
  told,
  shows,
}: Pick<Props, "viewer" | "catalogue" | "told" | "shows"> & { readonly model: EditModel }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const { base, doc, unsaved } = useStore(model.state);
  const editable = model.editable();
  const saving = useSave(model, (saved, created) => created && shows(String(saved["id"])));
  const runner = useRunner({
    entity: menu,
    before: async (row) => (unsaved > 0 ? saving.save() : row),
    done: model.take,
    stale: model.stale,
  });
  const entry = base as unknown as Menu | null;
  // What a new menu begins with was typed by nobody.
  const [begun] = useState(() => (base === null ? doc : null));
  const typed = doc === begun ? 0 : unsaved;
  useEffect(() => {
    told(typed);
    // the listener stays the same while this menu is shown
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed]);
  useKey("Mod+S", ["保存", "Save"], () => void saving.save(), { off: !editable });
  useChanged(menu.name, (changed) => {
    const id = model.state.getState().base?.["id"];
    if (changed.some((news) => news.id === id && !news.gone && news.document === undefined) && model.state.getState().unsaved === 0)
      void entityCall.find(menu, String(id)).then(model.take, () => undefined);
  });
  const remove = async (): Promise<void> => {
    const name = String(base!["name"]);
    if (!(await confirm({ title: [`删除菜单「${name}」？`, `Delete the menu ${name}?`], confirm: ["删除", "Delete"], danger: true })))
      return;
    try {
      await entityCall.remove(menu, String(base!["id"]), base!["versionNum"]);
      tellChanged({ entity: menu.name, id: String(base!["id"]), gone: true });
      shows(null);
    } catch (error) {
      toast.error(error);
    }
  };
  const path = entry === null ? "" : menuPath(new Map(catalogue.menus.map((row) => [row.id as string, row])), entry.id, language);
  return (
    <Detail
      title={
        <>
          {entry === null ? say(["新建菜单", "New menu"]) : path.split(" / ").at(-1) || entry.name}{" "}
          {unsaved > 0 ? <span className="pg-unsaved">{say([`${unsaved} 处改动未保存`, `${unsaved} unsaved`])}</span> : null}
        </>
      }
      facts={entry === null ? say(["保存后才能添加按钮", "Buttons can be added once it is saved"]) : path}
      buttons={
        <ActionBar
          entity={menu}
          row={base ?? {}}
          viewer={viewer}
          runner={runner}
          place="head"
          saveIsPrimary
          save={
            editable ? (
              <Button type="primary" loading={saving.saving} disabled={base !== null && unsaved === 0} onClick={() => void saving.save()}>
                {say(["保存", "Save"])}
              </Button>
            ) : null
          }
          more={
            base && mayDelete(menu, base, viewer)
              ? [{ key: "delete", label: say(["删除", "Delete"]), danger: true, icon: <Trash2 size={14} />, press: () => void remove() }]
              : []
          }
        />
      }
    >
      <ErrorSentence model={model} />
      <HeaderSections model={model} editable={editable} columns={4} slots={slots} />
      {entry !== null && doc["menuType"] !== "DIR" ? <MenuButtons of={entry} resources={catalogue.resources} /> : null}
      {entry !== null && doc["menuType"] !== "DIR" ? <MenuRoles of={entry} /> : null}
      {entry !== null ? (
        <section className="pg-section">
          <h3 className="pg-h3">{say(["变更记录", "History"])}</h3>
          <HistoryPanel entity={menu} id={entry.id} version={entry.versionNum} />
        </section>
      ) : null}
      {runner.panel ? <OverPane>{runner.panel}</OverPane> : null}
      {runner.dialogs}
      <StaleDialog model={model} />
    </Detail>
  );
}
