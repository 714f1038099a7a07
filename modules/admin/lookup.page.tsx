import { Inline, Words } from "#kernel/web/block/layout.tsx";
import type { Row } from "#kernel/page-document.ts";
import { mayCreate } from "#kernel/page-action.ts";
import { lookupType } from "#kernel/platform/lookup.entity.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { discardChanges } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { exportRows } from "#kernel/web/part/exportRows.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { TreeDetail } from "#kernel/web/part/TreeDetail.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { ImportWizard } from "#kernel/web/page/import/ImportWizard.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { Download, ListTree, Plus, Upload } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { LookupValues } from "./parts/LookupValues.tsx";
import { nameIn } from "./parts/organizations.tsx";

export const page = { route: "lookup", title: ["快码值", "Lookup values"] };

/** The values of one lookup type, edited in place; the types stand at the left. */
export default function LookupPage() {
  return (
    <OwnPage>
      <Body />
    </OwnPage>
  );
}

function Body() {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const tab = useTab();
  const viewer = useViewer();
  const shown = useShown();
  const types = useRows(lookupType, { pageRows: 0 });
  const unsaved = useRef(0);
  const [importing, setImporting] = useState(false);
  const [picked, setPicked] = useState<string | null>(tab.query["typeId"] ?? null);
  const wanted = tab.query["lookupType"];
  const named = wanted ? types.data?.find((row) => row["lookupType"] === wanted)?.["id"] : undefined;
  const chosen = picked ?? (named === undefined ? null : String(named));
  const nodes = useMemo(
    () => ({
      ...types,
      data:
        types.data?.map((row): TreeNode => ({
          key: String(row["id"]),
          title: `${nameIn(row, "meaning", language)} ${String(row["lookupType"])}`,
        })) ?? null,
    }),
    [types, language],
  );
  const choose = async (key: string | null): Promise<void> => {
    if (key === chosen) return;
    if (!(await discardChanges(unsaved.current))) return;
    setPicked(key);
  };
  return (
    <>
      <TreeDetail
        title={say(["快码值", "Lookup values"])}
        label={["快码类型", "Lookup types"]}
        load={nodes}
        empty={["还没有快码类型", "No lookup types yet"]}
        chosen={chosen}
        choose={(key) => void choose(key)}
        beside={
          <Inline as="p" spread="between">
            <Words size="small">{say([`${types.data?.length ?? 0} 个类型`, `${types.data?.length ?? 0} types`])}</Words>
            {mayCreate(lookupType, viewer) ? (
              <button
                type="button"
                className="s-icon-btn"
                aria-label={say(["新建类型", "New type"])}
                title={say(["新建类型", "New type"])}
                onClick={() => void openPage({ path: "lookupTypeEdit" })}
              >
                <Plus size={15} />
              </button>
            ) : null}
            {viewer.may("btnImport") ? (
              <button
                type="button"
                className="s-icon-btn"
                aria-label={say(["导入值", "Import values"])}
                title={say(["导入", "Import"])}
                onClick={() => setImporting(true)}
              >
                <Upload size={15} />
              </button>
            ) : null}
            {viewer.may("btnExport") ? (
              <button
                type="button"
                className="s-icon-btn"
                aria-label={say(["导出值", "Export values"])}
                title={say(["导出", "Export"])}
                onClick={() => void exportRows(lookupValue, undefined, chosen ? { lookupTypeId: chosen } : {})}
              >
                <Download size={15} />
              </button>
            ) : null}
          </Inline>
        }
      >
        {chosen ? (
          <OfType key={chosen} id={chosen} count={(n) => void (unsaved.current = n)} />
        ) : (
          <Blank
            icon={ListTree}
            title={say(["选一个快码类型", "Choose a lookup type"])}
            text={say(["左侧选中后在这里编辑它的值。", "Choose one on the left to edit its values."])}
          />
        )}
      </TreeDetail>
      {importing && shown ? <ImportWizard entity={lookupValue} close={() => setImporting(false)} done={types.again} /> : null}
    </>
  );
}

function OfType({ id, count }: { readonly id: string; count(unsaved: number): void }) {
  const load = useLoad<Row>(`lookupType:${id}`, () => entityCall.find(lookupType, id));
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(type) => <LookupValues type={type} count={count} />}
    </PanelState>
  );
}
