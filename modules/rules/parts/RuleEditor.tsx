import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { TabBar, type TabChoice } from "#kernel/web/part/TabBar.tsx";
import { Select } from "antd";
import { useEffect, useId, useState } from "react";
import { useStore } from "zustand";
import { familyOf } from "../engine/family.ts";
import { ruleSet } from "../rule-set.entity.ts";
import type { FieldRow } from "../stored.ts";
import { DecisionLog } from "./DecisionPanel.tsx";
import { RuleButtons } from "./RuleButtons.tsx";
import { RuleCases } from "./RuleCases.tsx";
import { RuleCompare } from "./RuleCompare.tsx";
import { RuleFields } from "./RuleFields.tsx";
import { RuleDefaults, RuleFindings } from "./RuleFindings.tsx";
import { createRuleModel, type RuleModel } from "./ruleModel.tsx";
import { RuleSettings } from "./RuleSettings.tsx";
import { RuleTable } from "./RuleTable.tsx";
import "./rules.css";

/** What a page knows of a rule set that does not exist yet: its name and the facts it will be asked with. */
export interface RuleStart {
  readonly name?: string;
  readonly nameEn?: string;
  readonly inputFields?: readonly FieldRow[];
  readonly description?: string;
}

interface Props {
  readonly ruleCode: string;
  readonly start?: RuleStart | undefined;
  /** How many changes are not saved, so that a page can guard them. */
  unsaved?(count: number): void;
}

/** The version to begin with: the draft when there is one, else the newest. */
const firstOf = (versions: readonly Row[]): Row | undefined => versions.find((one) => one["status"] === "DRAFT") ?? versions[0];

/** The one editor of rules, wherever they belong: versions, rows, examples, fields, dates and the log of what they decided. */
export function RuleEditor({ ruleCode, start, unsaved }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const load = useLoad(`${ruleCode}:${chosen ?? ""}:${turn}`, async () => {
    const { data } = await entityCall.page(ruleSet, { ruleCode, pageIndex: 1, pageRows: 200, orderBy: [{ key: "version", dir: "desc" }] });
    const versions = data.filter((one) => one["ruleCode"] === ruleCode);
    const wanted = versions.find((one) => one["id"] === chosen) ?? firstOf(versions);
    const document: Row = wanted ? await entityCall.find(ruleSet, String(wanted["id"])) : { ruleCode, name: ruleCode, ...start };
    return {
      versions,
      model: createRuleModel(document),
      key: `${String(document["id"] ?? "new")}:${String(document["versionNum"] ?? 0)}:${turn}`,
    };
  });
  if (load.data === null) return <EditWaiting label={ruleSet.label} error={load.error} again={load.again} />;
  const { versions, model, key } = load.data;
  return (
    <Version
      key={key}
      model={model}
      versions={versions}
      choose={setChosen}
      reload={(id) => {
        setChosen(id);
        setTurn((now) => now + 1);
      }}
      unsaved={unsaved}
    />
  );
}

interface VersionProps {
  readonly model: RuleModel;
  readonly versions: readonly Row[];
  choose(id: string): void;
  reload(id: string | null): void;
  readonly unsaved: Props["unsaved"];
}

function Version({ model, versions, choose, reload, unsaved }: VersionProps) {
  const say = useText();
  const viewer = useViewer();
  const panel = useId();
  const [tab, setTab] = useState("rules");
  const { head, judged } = useStore(model.state);
  useStore(model.rules.state, (state) => state.rows);
  useStore(model.cases.state, (state) => state.rows);
  const count = model.unsaved();
  useEffect(() => unsaved?.(count), [unsaved, count]);
  const editable = head.status === "DRAFT" && viewer.may("btnSave");
  const { errors, cases } = judged.report;
  const red = cases.filter((one) => !one.green).length;
  const family = familyOf(head.ruleCode);
  const living = model.rules.state.getState().rows.filter((edit) => !edit.deleted).length;
  const faults = errors.filter((one) => one.code !== "CASE").length;
  const tabs: readonly TabChoice[] = [
    { key: "rules", label: ["规则", "Rules"], count: faults || living, bad: faults > 0 },
    { key: "cases", label: ["用例", "Test cases"], count: red || cases.length, bad: red > 0 },
    { key: "fields", label: ["字段", "Fields"], count: head.inputFields.length },
    { key: "settings", label: ["设置", "Settings"] },
    { key: "compare", label: ["版本对比", "Compare"] },
    ...(head.id ? [{ key: "log", label: ["决策记录", "Decisions"] as Text }] : []),
  ];
  return (
    <article className="ru-editor" data-document>
      <header className="ru-head">
        <div>
          <h2>
            {say([head.name, head.nameEn || head.name])} <span className="pg-code">{head.ruleCode}</span>{" "}
            <StatusTag entity={ruleSet} code={head.status} />
          </h2>
          <p className="pg-truth">
            {family ? <span>{say(family.question)}</span> : null}
            {family ? <span>{say([`调用：${family.askedBy[0]}`, `Asked by: ${family.askedBy[1]}`])}</span> : null}
            {count > 0 ? <span className="pg-unsaved">{say([`${count} 处改动未保存`, `${count} unsaved`])}</span> : null}
          </p>
        </div>
        <span className="ru-buttons">
          {versions.length > 0 ? (
            <Select
              style={{ width: 168 }}
              aria-label={say(["版本", "Version"])}
              value={head.id ?? undefined}
              onChange={choose}
              options={versions.map((one) => ({ value: String(one["id"]), label: versionText(one, say) }))}
            />
          ) : null}
          <RuleButtons model={model} editable={editable} reload={reload} />
        </span>
      </header>
      <TabBar tabs={tabs} now={tab} label={["规则", "Rules"]} panel={panel} choose={setTab} />
      <div id={panel} className="ru-body" role="tabpanel">
        {tab === "rules" ? (
          <>
            <p className="pc-note">
              {say([
                "条件写法：< 100、≥ 10、A,B、10..20、非 A、空、-（不限）；: 后写表达式。结果可写 = 表达式。Alt+↑↓ 换行序。",
                "Conditions: < 100, ≥ 10, A,B, 10..20, not A, empty, - (any); an expression after a colon. An answer may be = an expression. Alt+↑↓ moves a row.",
              ])}
            </p>
            <RuleTable model={model} editable={editable} />
            <RuleDefaults model={model} editable={editable} />
            <RuleFindings model={model} />
          </>
        ) : tab === "cases" ? (
          <RuleCases model={model} editable={editable} />
        ) : tab === "fields" ? (
          <RuleFields model={model} editable={editable} />
        ) : tab === "settings" ? (
          <RuleSettings model={model} editable={editable} />
        ) : tab === "compare" ? (
          <RuleCompare model={model} versions={versions} />
        ) : (
          <DecisionLog ruleCode={head.ruleCode} />
        )}
      </div>
    </article>
  );
}

function versionText(one: Row, say: (text: Text) => string): string {
  const state = ruleSet.states?.[one["status"] as "DRAFT"];
  const status = state ? say([state[0], state[1]]) : "";
  return say([`第 ${String(one["version"])} 版 · ${status}`, `Version ${String(one["version"])} · ${status}`]);
}
