import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { Select } from "antd";
import { useState } from "react";
import { ruleSet } from "../rule-set.entity.ts";
import { differences, type ComparedVersion } from "./compare.ts";
import type { RuleModel } from "./ruleModel.tsx";

/** The version under edit beside another one of the same code, difference by difference. */
export function RuleCompare({ model, versions }: { readonly model: RuleModel; readonly versions: readonly Row[] }) {
  const say = useText();
  const { head } = model.state.getState();
  const others = versions.filter((one) => one["id"] !== head.id);
  const [other, setOther] = useState<string | null>(others[0] ? String(others[0]["id"]) : null);
  const load = useLoad(other ?? "", async () => (other === null ? null : ((await entityCall.find(ruleSet, other)) as Row)));
  if (others.length === 0)
    return <p className="pg-faint pg-panel-empty">{say(["只有一个版本，没有可比的", "There is one version only; nothing to compare"])}</p>;
  return (
    <section className="ru-block">
      <p className="ru-from">
        <span className="pg-faint">{say([`第 ${head.version} 版对比`, `Version ${head.version} against`])}</span>
        <Select
          size="small"
          style={{ width: 200 }}
          aria-label={say(["对比版本", "Version to compare"])}
          value={other}
          onChange={setOther}
          options={others.map((one) => ({
            value: String(one["id"]),
            label: say([`第 ${String(one["version"])} 版`, `Version ${String(one["version"])}`]),
          }))}
        />
      </p>
      <PanelState load={load} empty="" isEmpty={(found) => found === null}>
        {(found) => <Differences before={found as unknown as ComparedVersion} after={model.body() as unknown as ComparedVersion} />}
      </PanelState>
    </section>
  );
}

function Differences({ before, after }: { readonly before: ComparedVersion; readonly after: ComparedVersion }) {
  const say = useText();
  const found = differences(before, after);
  if (found.length === 0) return <p className="pg-faint">{say(["两个版本相同", "The two versions are the same"])}</p>;
  return (
    <table className="pg-compare">
      <thead>
        <tr>
          <th scope="col">{say(["位置", "Place"])}</th>
          <th scope="col">{say(["那一版", "That version"])}</th>
          <th scope="col">{say(["这一版", "This version"])}</th>
        </tr>
      </thead>
      <tbody>
        {found.map((one, at) => (
          <tr key={at}>
            <th scope="row">{say(one.place)}</th>
            <td>{one.old === null ? "–" : <span className="ru-gone">{one.old}</span>}</td>
            <td>{one.new === null ? "–" : <span className="ru-come">{one.new}</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
