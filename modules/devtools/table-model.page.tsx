import type { TreeNode } from "#kernel/tree.ts";
import { call } from "#kernel/web/call.ts";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { discardChanges } from "#kernel/web/message.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { TreeDetail } from "#kernel/web/part/TreeDetail.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { ruleDecisionLog } from "#modules/rules/index.ts";
import { TableProperties } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { ModelColumns } from "./parts/ModelColumns.tsx";
import type { ListedModel } from "./parts/models.ts";
import { RuleShelf } from "./parts/RuleShelf.tsx";

export const page = { route: "table_model", title: ["数据模型与规则", "Table model and rules"] };

/** The model as people read it, what this installation changed about it, and the rules that decide over its fields. */
export default function TableModelPage() {
  return (
    <OwnPage>
      <TabbedLists
        label={["数据模型与规则", "Table model and rules"]}
        lists={[
          { key: "model", label: ["数据模型", "Model"], draw: () => <Models /> },
          { key: "rules", label: ["规则", "Rules"], draw: () => <RuleShelf /> },
          {
            key: "decisions",
            label: ["决策记录", "Decisions"],
            draw: () => (
              <Stack scroll>
                <RowsTable entity={ruleDecisionLog} name="BaseRuleDecisionLog" where={{}} pageSize={50} />
              </Stack>
            ),
          },
        ]}
      />
    </OwnPage>
  );
}

/** Modules with their entities; lines stand under the document they belong to. */
function nodesOf(models: readonly ListedModel[]): TreeNode[] {
  const titled = (listedModel: ListedModel): TreeNode => {
    const lines = models.filter((other) => other.parent === listedModel.entity);
    const name = `${listedModel.label} ${listedModel.entity}${listedModel.changed === "Y" ? " •" : ""}`;
    return { key: listedModel.entity, title: name, ...(lines.length ? { children: lines.map(titled) } : {}) };
  };
  return [...Map.groupBy(models, (model) => model.module)].map(([module, own]) => ({
    key: `module:${module}`,
    title: module,
    children: own.filter((listedModel) => listedModel.parent === null).map(titled),
  }));
}

function Models() {
  const say = useText();
  const tab = useTab();
  const [chosen, setChosen] = useState<string | null>(tab.query.entity ?? null);
  const unsaved = useRef(0);
  const load = useLoad("models", async () => (await call<readonly ListedModel[]>("baseServer/v1/baseTableModelRestful/listModels")).data);
  useChanged("BaseTableModel", load.again);
  const nodes = useMemo(() => ({ ...load, data: load.data === null ? null : nodesOf(load.data) }), [load]);
  const changed = load.data?.filter((listedModel) => listedModel.changed === "Y").length ?? 0;
  const choose = async (key: string | null): Promise<void> => {
    if (key?.startsWith("module:")) return;
    if (!(await discardChanges(unsaved.current))) return;
    unsaved.current = 0;
    setChosen(key);
  };
  return (
    <TreeDetail
      title={say(["数据模型", "Model"])}
      label={["实体", "Entities"]}
      load={nodes}
      empty={["没有实体", "No entities"]}
      chosen={chosen}
      choose={(key) => void choose(key)}
      beside={
        <Words as="p" size="small">
          {say([`${load.data?.length ?? 0} 个实体，${changed} 个有改动`, `${load.data?.length ?? 0} entities, ${changed} changed`])}
        </Words>
      }
    >
      {chosen ? (
        <ModelColumns key={chosen} entity={chosen} unsaved={(count) => void (unsaved.current = count)} />
      ) : (
        <Blank
          icon={TableProperties}
          title={say(["选一个实体", "Choose an entity"])}
          text={say([
            "左侧选中后查看字段；名称、可查询、可导出和敏感级别可以修改，其余由声明决定。",
            "Choose one on the left to see its fields. Labels, search, export and sensitivity can be changed; the rest is declared.",
          ])}
        />
      )}
    </TreeDetail>
  );
}
