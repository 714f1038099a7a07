import { Stack } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { discardChanges, toast } from "#kernel/web/message.ts";
import { tellChanged, useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { Check, ScanSearch, X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { billType, billTypeRel } from "./bill-type.entity.ts";
import { byFamily, sizeOf, squareOf, workOf, type BillType, type MatrixWork, type Relation } from "./bill-type-matrix.ts";
import { RelationMatrix } from "./parts/RelationMatrix.tsx";
import { RelationPanel } from "./parts/RelationPanel.tsx";

const tabs = [
  { key: "matrix", label: ["矩阵", "Matrix"] },
  { key: "list", label: ["明细", "Rows"] },
] as const;

interface Gaps {
  readonly withoutTarget: readonly BillType[];
  readonly withoutDefault: readonly string[];
}

/** Which kind of document may become which: source rows against target columns, or row by row. */
export default function RelationsPage() {
  const panel = useId();
  const [now, setNow] = useState<string>("matrix");
  return (
    <OwnPage>
      <Stack gap="none" grow>
        <TabBar tabs={tabs} now={now} label={["查看方式", "View"]} panel={panel} choose={setNow} />
        <div id={panel} role="tabpanel" className="pg-grow">
          {now === "list" ? <ListPage entity={billTypeRel} /> : <MatrixPage />}
        </div>
      </Stack>
    </OwnPage>
  );
}

/** Types and relations together, read again whenever one of them changes. */
function useRelations() {
  const load = useLoad("bill-type-relations", async () => {
    const [types, relations] = await Promise.all([listAll<BillType>(billType), listAll<Relation>(billTypeRel)]);
    return { types: types.rows, relations: relations.rows };
  });
  useChanged(billType.name, load.again);
  useChanged(billTypeRel.name, load.again);
  return load;
}

/** New relations first, then what comes into effect and what goes out of it; each step whole or not at all. */
async function carryOut({ make, enable, invalidate }: MatrixWork): Promise<void> {
  const made = make.length ? await entityCall.saveMany(billTypeRel, make) : [];
  const ids = [...made.map((row) => String(row.id)), ...enable];
  if (ids.length) await entityCall.actMany(billTypeRel, "doEnabled", { ids });
  if (invalidate.length) await entityCall.actMany(billTypeRel, "doInvalid", { ids: invalidate });
  for (const id of [...ids, ...invalidate]) tellChanged({ entity: billTypeRel.name, id });
}

function MatrixPage() {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const title = usePageTitle(["单据类型关系", "Document type relations"]);
  const load = useRelations();
  const work = useWork();
  const [wished, setWished] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [chosen, setChosen] = useState<string | null>(null);
  const [gaps, setGaps] = useState<Gaps | null>(null);
  const plan = workOf(load.data?.relations ?? [], wished);
  const changes = sizeOf(plan);
  const chosenRow = load.data?.relations.find((relation) => squareOf(relation.sourceTypeId, relation.targetTypeId) === chosen);
  const may = (button: string): boolean => viewer.may(button);
  const mayEdit = may("btnSave") && may("btnAdd") && may("btnEnable") && may("btnInvalid");
  useEffect(() => {
    tab.setDirty(changes > 0);
    // the handle of the tab stays the same
    // oxlint-disable-next-line react/exhaustive-deps
  }, [changes > 0]);
  const save = () =>
    work.run(async () => {
      try {
        await carryOut(plan);
        setWished(new Map());
        toast.success([`已保存 ${changes} 处关系`, changes === 1 ? "Saved 1 relation" : `Saved ${changes} relations`]);
      } finally {
        load.again();
      }
    });
  const check = () =>
    work.run(async () => setGaps((await call<Gaps>("srmServer/v1/srmBasePurchaseBillTypeRelRestful/checkGaps", {})).data));
  return (
    <PageFrame
      title={title}
      truth={say([
        "行为来源，列为目标；只能由前往后。勾选后保存即生效。",
        "Rows are sources, columns are targets; forward only. Changes take effect when saved.",
      ])}
      buttons={
        <>
          {may("btnCheckGaps") ? (
            <Button icon={<ScanSearch size={14} />} loading={work.busy} onClick={() => void check()}>
              {say(["检查缺口", "Check gaps"])}
            </Button>
          ) : null}
          {changes > 0 ? (
            <Button icon={<X size={14} />} onClick={() => void discardChanges(changes).then((yes) => yes && setWished(new Map()))}>
              {say(["放弃修改", "Discard"])}
            </Button>
          ) : null}
          {mayEdit ? (
            <Button type="primary" icon={<Check size={14} />} disabled={changes === 0} loading={work.busy} onClick={() => void save()}>
              {changes > 0 ? say([`保存 ${changes} 处`, `Save ${changes}`]) : say(["保存", "Save"])}
            </Button>
          ) : null}
        </>
      }
      side={chosenRow ? <RelationPanel key={chosen} row={chosenRow} close={() => setChosen(null)} /> : null}
    >
      <WorkError of={work} />
      {gaps ? <GapList gaps={gaps} close={() => setGaps(null)} /> : null}
      <PanelState
        load={load}
        empty={say(["还没有生效的单据类型。", "No document type is active yet."])}
        isEmpty={({ types, relations }) => byFamily(types, relations).length === 0}
      >
        {({ types, relations }) => (
          <RelationMatrix
            types={types}
            relations={relations}
            wished={wished}
            chosen={chosen}
            readOnly={!mayEdit || work.busy}
            wish={(square, on) => setWished((before) => new Map(before).set(square, on))}
            choose={setChosen}
          />
        )}
      </PanelState>
    </PageFrame>
  );
}

/** Types that lead nowhere, and families nobody would choose a type of. */
function GapList({ gaps, close }: { readonly gaps: Gaps; close(): void }) {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const family = useLookup("PUR_BILL_CATEGORY");
  const { withoutTarget, withoutDefault } = gaps;
  const none = withoutTarget.length + withoutDefault.length === 0;
  return (
    <Notice
      tone={none ? "success" : "warning"}
      action={
        <button type="button" className="s-icon-btn" aria-label={say(["关闭", "Close"])} onClick={close}>
          <X size={14} />
        </button>
      }
    >
      <Stack gap="none" role="status">
        {none
          ? say(["没有缺口：每种类型都有去向，每个大类都有默认。", "No gaps: every type has a target, every family has a default."])
          : null}
        {withoutTarget.map(({ id, billTypeName, billTypeNameEn }) => (
          <p key={id}>
            {say([`${billTypeName} 没有可生成的单据`, `${(english && billTypeNameEn) || billTypeName} has no target document`])}
          </p>
        ))}
        {withoutDefault.map((code) => (
          <p key={code}>{say([`${family.meaning(code)} 没有默认类型`, `${family.meaning(code)} has no default type`])}</p>
        ))}
      </Stack>
    </Notice>
  );
}
