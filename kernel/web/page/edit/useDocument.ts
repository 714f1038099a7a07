import { useEffect } from "react";
import { useStore } from "zustand";
import type { Entity } from "../../../entity.ts";
import { barOf, offersOf } from "../../../page-action.ts";
import { titleOf } from "../../../page-document.ts";
import { midSentence } from "../../../page-format.ts";
import { useKey } from "../../keys.ts";
import { useText } from "../../language.ts";
import { confirm, toast } from "../../message.ts";
import { openPage } from "../../router.ts";
import { useTab } from "../../tabs.ts";
import { useRunner } from "../action/useRunner.tsx";
import type { Runner } from "../action/useRunner.tsx";
import { tellChanged } from "../changes.ts";
import { entityCall } from "../entityCall.ts";
import type { Asks } from "../slots.ts";
import type { PageViewer } from "../viewer.ts";
import { copyDocument } from "./copyDocument.ts";
import type { EditModel } from "./editModel.ts";
import { handOver } from "./handOver.ts";
import { askSide, useSave } from "./useSave.ts";
import type { Saving } from "./useSave.ts";
import { titleNow } from "../title.ts";

/** What can be done with an open document: save, act, delete, copy; its tab is named and marked along the way. */
export interface DocumentActions {
  readonly saving: Saving;
  readonly runner: Runner;
  remove(): Promise<void>;
  copy(): Promise<void>;
}

export function useDocument(model: EditModel, viewer: PageViewer, editable: boolean, asks?: Asks): DocumentActions {
  const say = useText();
  const tab = useTab();
  const { entity } = model;
  const { base, doc, unsaved } = useStore(model.state);
  const [cn, en] = base
    ? [titleOf(entity, base, "CN").main, titleOf(entity, base, "EN").main]
    : [`新建${entity.label[0]}`, `New ${midSentence(entity.label[1])}`];
  const title = say([cn, en]);
  const menu = viewer.menuId ? { menuId: viewer.menuId } : {};
  const dirty = unsaved > 0;
  const { setTitle, setDirty } = tab;
  useEffect(() => setTitle([cn, en]), [setTitle, cn, en]);
  useEffect(() => setDirty(dirty), [setDirty, dirty]);

  const saving = useSave(model, (document, created) => {
    if (!created) return;
    const id = String(document["id"]);
    handOver(id, document);
    setDirty(false);
    void openPage({ path: tab.path, query: { id }, title: titleNow(entity, document).main, ...menu }).then(tab.close);
  });
  const runner = useRunner({
    entity,
    asks,
    before: async (row) => (editable && model.state.getState().unsaved > 0 ? saving.save() : row),
    done: (document) => model.take(document),
    fieldErrors: (errors, msg) => model.pin(errors, msg),
    stale: (theirs) => void askSide(model, theirs),
  });
  const primary = base ? barOf(offersOf(entity, base, viewer)).primary : undefined;
  const act = (): void => void (primary && runner.run(primary.name, base!));
  useKey("Mod+S", ["保存", "Save"], () => void saving.save(), { off: !editable });
  useKey("Mod+Enter", primary?.action.label ?? ["主要操作", "Main action"], act, { off: !primary || runner.panel !== null });

  return {
    saving,
    runner,
    async remove() {
      if (!base || !(await agreed(entity, title))) return;
      try {
        await entityCall.remove(entity, String(base["id"]), base["versionNum"]);
        tellChanged({ entity: entity.name, id: String(base["id"]), gone: true });
        setDirty(false);
        tab.close();
      } catch (error) {
        toast.error(error);
      }
    },
    async copy() {
      const key = String(base!["id"]);
      handOver(`copy:${key}`, await copyDocument(entity, doc));
      await openPage({ path: tab.path, query: { from: key }, ...menu });
    },
  };
}

const agreed = (entity: Entity, title: string): Promise<boolean> =>
  confirm({
    title: [`删除${entity.label[0]} ${title}？`, `Delete ${midSentence(entity.label[1])} ${title}?`],
    confirm: ["删除", "Delete"],
    danger: true,
  });
