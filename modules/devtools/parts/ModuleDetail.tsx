import type { Seen } from "#kernel/seen.ts";
import { moduleState } from "#kernel/platform/module.entity.ts";
import { numberRule } from "#kernel/platform/number.entity.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Detail } from "#kernel/web/block/Detail.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { loadMenus, useMenus } from "#kernel/web/menus.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { openPage } from "#kernel/web/router.ts";
import { Input, Switch } from "antd";
import { TableProperties } from "lucide-react";
import { useState } from "react";
import type { ListedModel } from "./models.ts";
import { RecordForm } from "./RecordForm.tsx";

/** One module: in use or not, who looks after it, its entities, its menus and how its documents are numbered. */
export function ModuleDetail({ module }: { readonly module: Seen<typeof moduleState> }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const viewer = useViewer();
  const code = String(module.moduleCode);
  const [changing, setChanging] = useState<Seen<typeof numberRule> | null>(null);
  const menus = useMenus((state) => state.flat).filter((menu) => (menu as { readonly moduleId?: string }).moduleId === code);
  const models = useLoad(code, async () =>
    (
      await call<readonly ListedModel[]>("baseServer/v1/baseTableModelRestful/listModels").catch(() => ({
        data: [] as readonly ListedModel[],
      }))
    ).data.filter((listedModel) => listedModel.moduleCode === code),
  );
  const entities = models.data ?? [];
  const name = language === "EN" ? String(module.nameEn || module.nameCn) : String(module.nameCn);
  return (
    <Detail
      height="scroll"
      title={name}
      code={code}
      facts={
        <>
          <span>{say([`${entities.length} 个实体`, `${entities.length} entities`])}</span>
          <span>{say([`${menus.length} 个菜单`, `${menus.length} menus`])}</span>
        </>
      }
      buttons={viewer.may("btnSave") ? <InUse module={module} name={name} menus={menus.length} /> : null}
    >
      <RecordForm entity={moduleState} row={module} keys={["nameCn", "version", "ownerUserId"]} />
      <section>
        <h3 className="pg-h3">{say(["编号规则", "Number rules"])}</h3>
        {entities.length ? (
          <RowsTable
            entity={numberRule}
            name="projectAndModule.numbers"
            where={{ entity: entities.map((entity) => entity.entity) }}
            height="content"
            columns={["entity", "pattern", "resetBy", "orgScoped", "gaplessFlag"]}
            rowActions={() => (viewer.may("btnRule") ? [{ label: ["修改", "Change"], handler: (row) => setChanging(row) }] : [])}
            empty={{ title: ["这个模块没有编号的单据", "This module numbers no documents"] }}
          />
        ) : null}
      </section>
      <section>
        <h3 className="pg-h3">{say(["实体", "Entities"])}</h3>
        <ItemList>
          {entities
            .filter(({ parent }) => parent === null)
            .map(({ entity, label, columnCount }) => (
              <Item
                key={entity}
                lead={<TableProperties size={14} aria-hidden />}
                title={
                  <button type="button" className="pg-link" onClick={() => void openPage({ path: "table_model", query: { entity } })}>
                    {label} <span className="pg-code">{entity}</span>
                  </button>
                }
                end={<span className="pg-faint">{say([`${columnCount} 个字段`, `${columnCount} fields`])}</span>}
              />
            ))}
        </ItemList>
      </section>
      {changing ? <PatternDialog row={changing} close={() => setChanging(null)} /> : null}
    </Detail>
  );
}

/** A new pattern counts for new documents; those that exist keep their numbers. */
function PatternDialog({ row, close }: { readonly row: Seen<typeof numberRule>; close(): void }) {
  const say = useText();
  const [pattern, setPattern] = useState(String(row.pattern ?? ""));
  const work = useWork();
  const save = () =>
    work.run(async () => {
      const { document } = await entityCall.save(numberRule, { id: row.id, versionNum: row.versionNum, pattern: pattern.trim() });
      tellChanged({ entity: numberRule.name, id: String(row.id), document });
      toast.success([`已保存 ${pattern}，对新单据生效`, `Saved ${pattern}; it applies to new documents`]);
      close();
    });
  return (
    <AskDialog
      title={say(["编号模式", "Number pattern"])}
      width={520}
      press={["保存", "Save"]}
      busy={work.busy}
      ready={pattern.trim() !== "" && pattern !== row.pattern}
      errors={[work.error]}
      send={() => void save()}
      close={close}
    >
      <Input value={pattern} aria-label={say(["编号模式", "Number pattern"])} onChange={(event) => setPattern(event.target.value)} />
      <p className="pg-hint">
        {say(["例：PO{yyyyMMdd}{0001}；已有单据的编号不变", "For example PO{yyyyMMdd}{0001}; existing numbers stay"])}
      </p>
    </AskDialog>
  );
}

/** Switching a module off takes its menus from everybody at once; it is asked for with what it does. */
function InUse({ module, name, menus }: { readonly module: Seen<typeof moduleState>; readonly name: string; readonly menus: number }) {
  const say = useText();
  const [busy, setBusy] = useState(false);
  const isOn = module.enabledFlag === "Y";
  const turn = async (): Promise<void> => {
    const yes =
      !isOn ||
      (await confirm({
        title: [`停用${name}？`, `Disable ${name}?`],
        text: [
          `${menus} 个菜单对所有人即刻消失，它的调用一律拒绝。数据保留。`,
          `${menus} menus disappear for everyone at once and its calls are refused. Data is kept.`,
        ],
        confirm: ["停用", "Disable"],
        danger: true,
      }));
    if (!yes) return;
    setBusy(true);
    try {
      const { document } = await entityCall.save(moduleState, {
        id: module.id,
        versionNum: module.versionNum,
        enabledFlag: isOn ? "N" : "Y",
      });
      tellChanged({ entity: moduleState.name, id: String(module.id), document });
      await loadMenus();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Switch checked={isOn} loading={busy} aria-label={say([`启用${name}`, `${name} in use`])} onChange={() => void turn()} />
      <span>{isOn ? say(["启用", "In use"]) : say(["已停用", "Off"])}</span>
    </>
  );
}
