import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { Drawer } from "antd";
import { useState } from "react";
import { ruleDecisionLog } from "../rule-set.entity.ts";
import { explainDecision } from "./ruleWork.tsx";
import { shownValue } from "./RuleCases.tsx";
import "./rules.css";

/** One decision in words: what was asked, what was answered, which row decided and why the others did not. */
export function DecisionCard({ decision }: { readonly decision: Row }) {
  const say = useText();
  const outputs = Object.entries((decision["outputs"] ?? {}) as Row);
  const inputs = (decision["inputsShown"] ?? []) as readonly { readonly key: string; readonly label: string; readonly value: unknown }[];
  return (
    <article className="ru-decision">
      <header>
        <b>{String(decision["ruleName"] ?? decision["ruleCode"])}</b>{" "}
        <span className="pg-code">
          {String(decision["ruleCode"])} {say([`第 ${String(decision["version"])} 版`, `v${String(decision["version"])}`])}
        </span>
        <span className="pg-faint"> {String(decision["askedAt"] ?? "")}</span>
      </header>
      <p className="ru-decided">
        {outputs.map(([name, value]) => (
          <span key={name}>
            {name} = <b>{shownValue(value)}</b>
          </span>
        ))}
        {decision["usedDefault"] === "Y" ? <span className="pg-pill pg-pill-warn">{say(["采用默认结果", "Default used"])}</span> : null}
      </p>
      <p className="pg-faint">{inputs.map((one) => `${one.label} = ${shownValue(one.value)}`).join(say(["，", ", "]))}</p>
      <ol className="ru-why" aria-label={say(["判断经过", "Reasons"])}>
        {((decision["told"] ?? []) as readonly string[]).map((text, at) => (
          <li key={at}>{text}</li>
        ))}
      </ol>
    </article>
  );
}

/** Why a record was treated as it was: every decision rules took about it, newest first. */
export function DecisionPanel({ bizType, bizId }: { readonly bizType: string; readonly bizId: string }) {
  const say = useText();
  const load = useLoad(`${bizType}:${bizId}`, async () => (await explainDecision({ bizRef: { bizType, bizId } })) as readonly Row[]);
  return (
    <PanelState
      load={load}
      empty={say(["没有规则决定过这张单据", "No rule decisions about this record"])}
      isEmpty={(list) => list.length === 0}
    >
      {(list) => (
        <>
          {list.map((one) => (
            <DecisionCard key={String(one["id"])} decision={one} />
          ))}
        </>
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
        rowActions={(row) => [{ label: ["原因", "Why"], handler: () => setShown(String(row["id"])) }]}
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
  const load = useLoad(id, async () => (await explainDecision({ logId: id })) as Row);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(decision) => <DecisionCard decision={decision} />}
    </PanelState>
  );
}
