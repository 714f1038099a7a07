import type { Seen } from "#kernel/seen.ts";
import { Inline, Stack, Words, type Tone } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { Select } from "antd";
import { useState, type ReactNode } from "react";
import { ruleSet } from "../rule-set.entity.ts";
import { differences, type ComparedVersion } from "./compare.ts";
import type { RuleModel } from "./ruleModel.tsx";

/** The version under edit beside another one of the same code, difference by difference. */
export function RuleCompare({ model, versions }: { readonly model: RuleModel; readonly versions: readonly Seen<typeof ruleSet>[] }) {
  const say = useText();
  const { head } = model.state.getState();
  const others = versions.filter((version) => version.id !== head.id);
  const [other, setOther] = useState<string | null>(others[0] ? String(others[0].id) : null);
  const load = useLoad(other ?? "", async () => (other === null ? null : entityCall.find(ruleSet, other)));
  if (others.length === 0)
    return <p className="pg-faint pg-panel-empty">{say(["只有一个版本，没有可比的", "There is one version only; nothing to compare"])}</p>;
  return (
    <Stack as="section" gap="s">
      <Inline as="p">
        <span className="pg-faint">{say([`第 ${head.version} 版对比`, `Version ${head.version} against`])}</span>
        <Select
          size="small"
          style={{ width: 200 }}
          aria-label={say(["对比版本", "Version to compare"])}
          value={other}
          onChange={setOther}
          options={others.map((row) => ({
            value: String(row.id),
            label: say([`第 ${String(row.version)} 版`, `Version ${String(row.version)}`]),
          }))}
        />
      </Inline>
      <PanelState load={load} empty="" isEmpty={(found) => found === null}>
        {(found) => (found ? <Differences before={found} after={model.body()} /> : null)}
      </PanelState>
    </Stack>
  );
}

const valueOf = (value: string | null, tone: Tone, element: "del" | "ins"): ReactNode =>
  value === null ? (
    "–"
  ) : (
    <Words as={element} tone={tone}>
      {value}
    </Words>
  );

function Differences({ before, after }: { readonly before: ComparedVersion; readonly after: ComparedVersion }) {
  const say = useText();
  const found = differences(before, after);
  if (found.length === 0) return <p className="pg-faint">{say(["两个版本相同", "The two versions are the same"])}</p>;
  return (
    <PlainTable
      label={say(["两个版本的不同", "Differences between the versions"])}
      rows={found}
      rowKey={(_, at) => String(at)}
      columns={[
        { key: "place", title: say(["位置", "Place"]), cell: ({ place }) => say(place) },
        { key: "old", title: say(["那一版", "That version"]), cell: ({ old }) => valueOf(old, "error", "del") },
        { key: "new", title: say(["这一版", "This version"]), cell: ({ new: now }) => valueOf(now, "success", "ins") },
      ]}
    />
  );
}
