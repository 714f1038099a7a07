import { Card } from "#kernel/web/block/Card.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { Drawer } from "antd";
import { useState } from "react";
import { ruleDecisionLog } from "../rule-set.entity.ts";
import { explainDecision, type ExplainedDecision } from "./ruleWork.tsx";
import { Reasons, shownValue } from "./RuleCases.tsx";

/** One decision in words: what was asked, what was answered, which row decided and why the others did not. */
export function DecisionCard({ decision }: { readonly decision: ExplainedDecision }) {
  const say = useText();
  const outputs = Object.entries((decision.outputs ?? {}) as object);
  const inputs = decision.inputsShown ?? [];
  return (
    <Card
      title={String(decision.ruleName ?? decision.ruleCode)}
      note={
        <>
          <span className="pg-code">
            {String(decision.ruleCode)} {say([`第 ${String(decision.version)} 版`, `v${String(decision.version)}`])}
          </span>
          <span className="pg-faint">{String(decision.askedAt ?? "")}</span>
        </>
      }
    >
      <Stack gap="xs">
        <Inline as="p" gap="m">
          {outputs.map(([name, value]) => (
            <span key={name}>
              {name} = <b>{shownValue(value)}</b>
            </span>
          ))}
          {decision.usedDefault === "Y" ? <span className="pg-pill pg-pill-warn">{say(["采用默认结果", "Default used"])}</span> : null}
        </Inline>
        <p className="pg-faint">{inputs.map((input) => `${input.label} = ${shownValue(input.value)}`).join(say(["，", ", "]))}</p>
        <Reasons reasons={decision.told ?? []} />
      </Stack>
    </Card>
  );
}

/** Why a record was treated as it was: every decision rules took about it, newest first. */
export function DecisionPanel({ bizType, bizId }: { readonly bizType: string; readonly bizId: string }) {
  const say = useText();
  const load = useLoad(
    `${bizType}:${bizId}`,
    async () => (await explainDecision({ bizRef: { bizType, bizId } })) as readonly ExplainedDecision[],
  );
  return (
    <PanelState
      load={load}
      empty={say(["没有规则决定过这张单据", "No rule decisions about this record"])}
      isEmpty={(list) => list.length === 0}
    >
      {(list) => (
        <Stack>
          {list.map((explainedDecision) => (
            <DecisionCard key={String(explainedDecision.id)} decision={explainedDecision} />
          ))}
        </Stack>
      )}
    </PanelState>
  );
}

/** What a rule has decided lately; each line opens its reasons. */
export function DecisionLog({ ruleCode }: { readonly ruleCode: string }) {
  const say = useText();
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <RowsTable
        entity={ruleDecisionLog}
        name="BaseRuleDecisionLog.ofRule"
        where={{ ruleCode }}
        columns={["askedAt", "version", "bizType", "bizId", "usedDefault", "faultCode", "steps", "createdBy"]}
        height="content"
        rowActions={(row) => [{ label: ["原因", "Why"], handler: () => setShown(String(row.id)) }]}
        empty={{
          title: ["还没有决策记录", "No decisions yet"],
          detail: ["规则被调用后在这里留下记录，保留 180 天。", "Each decision is kept for 180 days."],
        }}
      />
      {shown === null ? null : (
        <Drawer open size={560} className="pg-drawer" title={say(["为什么", "Why"])} onClose={() => setShown(null)}>
          <OneDecision id={shown} />
        </Drawer>
      )}
    </>
  );
}

function OneDecision({ id }: { readonly id: string }) {
  const load = useLoad(id, async () => (await explainDecision({ logId: id })) as ExplainedDecision);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(decision) => <DecisionCard decision={decision} />}
    </PanelState>
  );
}
