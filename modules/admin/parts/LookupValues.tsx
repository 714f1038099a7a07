import { Detail } from "#kernel/web/block/Detail.tsx";
import type { Row } from "#kernel/page-document.ts";
import { lookupType } from "#kernel/platform/lookup.entity.ts";
import { comboText, useKey } from "#kernel/web/keys.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { ErrorSentence } from "#kernel/web/page/edit/ErrorSentence.tsx";
import { createEditModel } from "#kernel/web/page/edit/editModel.ts";
import { LineSections } from "#kernel/web/page/edit/LineSections.tsx";
import { useReread } from "#kernel/web/page/edit/reread.ts";
import { StaleDialog } from "#kernel/web/page/edit/StaleDialog.tsx";
import { useSave } from "#kernel/web/page/edit/useSave.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { refreshLookups } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button, Segmented } from "antd";
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { levelNotes, lookupForm, valueCells } from "./lookupForm.tsx";
import { nameIn } from "./organizations.tsx";
import { ValueTree } from "./ValueTree.tsx";

/** The values of one type as an editor list, saved together; a type with a parent is also shown as a tree. */
export function LookupValues({ type, count }: { readonly type: Row; count(unsaved: number): void }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const tab = useTab();
  const viewer = useViewer();
  const parentId = (type["parentLookupTypeId"] as string | null | undefined) ?? null;
  const [as, setAs] = useState<"table" | "tree">("table");
  const [model] = useState(() => createEditModel(lookupForm(parentId), viewer, type));
  useReread(model, type);
  const slots = useMemo(() => ({ cells: { values: valueCells(type) } }), [type]);
  const { unsaved, base } = useStore(model.state);
  const saving = useSave(model, () => refreshLookups([String(type["lookupType"])]));
  const editable = model.editable();
  const dirty = unsaved > 0;
  const { setDirty } = tab;
  useEffect(() => {
    setDirty(dirty);
    return () => setDirty(false);
  }, [setDirty, dirty]);
  useEffect(() => count(unsaved), [count, unsaved]);
  useKey("Mod+S", ["保存", "Save"], () => void saving.save(), { off: !editable });
  return (
    <Detail
      title={nameIn(type, "meaning", language)}
      code={String(type["lookupType"])}
      facts={
        <>
          <FieldText field={lookupType.fields.customizationLevel} fieldKey="customizationLevel" row={type} />
          <span>
            {say([
              `${((base?.["values"] ?? []) as readonly Row[]).length} 个值`,
              `${((base?.["values"] ?? []) as readonly Row[]).length} values`,
            ])}
          </span>
          <span>
            <PageLink href={`/main/lookupTypeEdit?id=${String(type["id"])}`}>{say(["打开类型", "Open the type"])}</PageLink>
          </span>
          {unsaved > 0 ? <span className="pg-unsaved">{say([`${unsaved} 处改动未保存`, `${unsaved} unsaved`])}</span> : null}
        </>
      }
      buttons={
        <>
          {parentId === null ? null : (
            <Segmented
              value={as}
              onChange={(next) => setAs(next as "table" | "tree")}
              options={[
                { value: "table", label: say(["表格", "Table"]) },
                { value: "tree", label: say(["树形", "Tree"]) },
              ]}
            />
          )}
          {editable ? (
            <Button type="primary" loading={saving.saving} disabled={unsaved === 0} onClick={() => void saving.save()}>
              {say(["保存", "Save"])} <kbd>{comboText("Mod+S")}</kbd>
            </Button>
          ) : null}
        </>
      }
    >
      <p className="pc-note">{say(levelNotes[String(type["customizationLevel"])] ?? ["", ""])}</p>
      <ErrorSentence model={model} />
      {as === "tree" && parentId !== null ? (
        <ValueTree type={type} parentTypeId={parentId} />
      ) : (
        <LineSections model={model} editable={editable} slots={slots} />
      )}
      <StaleDialog model={model} />
    </Detail>
  );
}
