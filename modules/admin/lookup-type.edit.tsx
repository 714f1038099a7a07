import type { Row } from "#kernel/page-document.ts";
import { lookupType } from "#kernel/platform/lookup.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { useMemo } from "react";
import { levelNotes, lookupForm, valueCells } from "./parts/lookupForm.tsx";
import { LookupUses } from "./parts/LookupUses.tsx";
import { ValueTree } from "./parts/ValueTree.tsx";

export const page = { route: "lookupTypeEdit", title: ["快码类型", "Lookup type"] };

/** One lookup type and its values in one save. */
export default function LookupTypePage() {
  const id = useTab().query["id"] ?? null;
  const load = useLoad<Row | null>(`lookupType:${id ?? "new"}`, async () => (id === null ? null : entityCall.find(lookupType, id)));
  if (load.data === null && (load.error || load.loading))
    return (
      <Ground>
        <EditWaiting label={lookupType.label} error={load.error} again={load.again} />
      </Ground>
    );
  return (
    <Ground>
      <Known key={id ?? "new"} type={load.data} />
    </Ground>
  );
}

/** The parent and the level decide which columns there are, so the form is made once they are known. */
function Known({ type }: { readonly type: Row | null }) {
  const say = useText();
  const parentId = (type?.["parentLookupTypeId"] as string | null | undefined) ?? null;
  const entity = useMemo(() => lookupForm(parentId), [parentId]);
  const slots = useMemo<EditSlots>(() => {
    const note = levelNotes[String(type?.["customizationLevel"] ?? "")];
    const code = type ? String(type["lookupType"]) : null;
    return {
      beforeLines: () => (note ? <p className="pc-note">{say(note)}</p> : null),
      cells: { values: valueCells(type) },
      sidePanel: [
        ...(parentId === null || type === null
          ? []
          : [{ key: "tree", label: ["层级", "Tree"] as const, render: () => <ValueTree type={type} parentTypeId={parentId} /> }]),
        ...(code === null ? [] : [{ key: "uses", label: ["用在哪里", "Where used"] as const, render: () => <LookupUses type={code} /> }]),
      ],
    };
  }, [type, parentId, say]);
  return <EditPage entity={entity} slots={slots} />;
}
