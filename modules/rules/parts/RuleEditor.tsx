import type { Form, Seen } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { Detail } from "#kernel/web/block/Detail.tsx";
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
const firstOf = (versions: readonly Seen<typeof ruleSet>[]): Seen<typeof ruleSet> | undefined =>
  versions.find((version) => version.status === "DRAFT") ?? versions[0];

/** The one editor of rules, wherever they belong: versions, rows, examples, fields, dates and the log of what they decided. */
export function RuleEditor({ ruleCode, start, unsaved }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const load = useLoad(`${ruleCode}:${chosen ?? ""}:${turn}`, async () => {
    const { data } = await entityCall.page(ruleSet, { ruleCode, pageIndex: 1, pageRows: 200, orderBy: [{ key: "version", dir: "desc" }] });
    const versions = data.filter((row) => row.ruleCode === ruleCode);
    const wanted = versions.find((version) => version.id === chosen) ?? firstOf(versions);
    const document: Form<typeof ruleSet> = wanted
      ? await entityCall.find(ruleSet, String(wanted.id))
      : { ruleCode, name: ruleCode, ...start };
    return {
      versions,
      model: createRuleModel(document),
      key: `${String(document.id ?? "new")}:${String(document.versionNum ?? 0)}:${turn}`,
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
  readonly versions: readonly Seen<typeof ruleSet>[];
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
  const red = cases.filter((example) => !example.green).length;
  const family = familyOf(head.ruleCode);
  const living = model.rules.state.getState().rows.filter((edit) => !edit.deleted).length;
  const faults = errors.filter((error) => error.code !== "CASE").length;
  const tabs: readonly TabChoice[] = [
    { key: "rules", label: ["规则", "Rules"], count: faults || living, bad: faults > 0 },
    { key: "cases", label: ["用例", "Test cases"], count: red || cases.length, bad: red > 0 },
    { key: "fields", label: ["字段", "Fields"], count: head.inputFields.length },
    { key: "settings", label: ["设置", "Settings"] },
    { key: "compare", label: ["版本对比", "Compare"] },
    ...(head.id ? [{ key: "log", label: ["决策记录", "Decisions"] as Text }] : []),
  ];
  return (
    <Detail
      title={say([head.name, head.nameEn || head.name])}
      code={head.ruleCode}
      state={<StatusTag entity={ruleSet} code={head.status} />}
      facts={
        <>
          {family ? <span>{say(family.question)}</span> : null}
          {family ? <span>{say([`调用：${family.askedBy[0]}`, `Asked by: ${family.askedBy[1]}`])}</span> : null}
          {count > 0 ? <span className="pg-unsaved">{say([`${count} 处改动未保存`, `${count} unsaved`])}</span> : null}
        </>
      }
      buttons={
        <>
          {versions.length > 0 ? (
            <Select
              style={{ width: 168 }}
              aria-label={say(["版本", "Version"])}
              value={head.id ?? undefined}
              onChange={choose}
              options={versions.map((version) => ({ value: String(version.id), label: versionText(version, say) }))}
            />
          ) : null}
          <RuleButtons model={model} editable={editable} reload={reload} />
        </>
      }
    >
      <TabBar tabs={tabs} now={tab} label={["规则", "Rules"]} panel={panel} choose={setTab} />
      <div id={panel} className="bk-stack" data-gap="s" role="tabpanel">
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
    </Detail>
  );
}

function versionText(row: Seen<typeof ruleSet>, say: (text: Text) => string): string {
  const state = ruleSet.states?.[row.status as "DRAFT"];
  const status = state ? say([state[0], state[1]]) : "";
  return say([`第 ${String(row.version)} 版 · ${status}`, `Version ${String(row.version)} · ${status}`]);
}
