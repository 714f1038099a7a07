import { Route } from "lucide-react";
import { useState } from "react";
import type { Action } from "#kernel/entity.ts";
import { refs } from "#kernel/field.ts";
import { useText } from "#kernel/web/language.ts";
import type { AheadProps } from "#kernel/web/page/document/approvals.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { RefsInput } from "#kernel/web/page/field/RefsInput.tsx";
import { predict } from "./wire.tsx";
import "./sheet.css";

const people = refs("BaseUsers", "人员", "People", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } });

/** Who would be asked if it were submitted now; where the starter chooses people, they are chosen here. */
export function Ahead({ entity, row, action, choose }: AheadProps) {
  const say = useText();
  const bill = (entity.actions as Readonly<Record<string, Action>>)[action]?.approval?.bill;
  const load = useLoad(`ahead:${entity.name}:${String(row["id"])}:${String(row["versionNum"])}`, () =>
    predict({ billTypeCode: bill, bizEntity: entity.name, bizId: row["id"], submitAction: action }),
  );
  const [picks, setPicks] = useState<Readonly<Record<string, readonly string[]>>>({});
  const pick = (nodeId: string, users: readonly string[]): void => {
    const next = { ...picks, [nodeId]: users };
    setPicks(next);
    choose({ chosenApprovers: next });
  };
  if (load.error) return <p className="pg-note">{load.error}</p>;
  const steps = load.data?.steps ?? [];
  return (
    <section className="wf-ahead" aria-label={say(["预计审批路径", "Next steps"])} aria-busy={load.data === null}>
      <h3 className="pg-h3">
        <Route size={15} aria-hidden /> {say(["谁来审批", "Who approves"])} <span className="pg-count">{steps.length}</span>
      </h3>
      {(load.data?.problems ?? []).map((problem) => (
        <p key={problem} className="pg-error" role="alert">
          {problem}
        </p>
      ))}
      {load.data && steps.length === 0 && !load.data.problems?.length ? (
        <p className="pg-faint">{say(["免审，提交后直接生效。", "No approval needed; it takes effect at once."])}</p>
      ) : null}
      <ol>
        {steps.map((step, at) => (
          <li key={`${step.nodeId}-${at}`}>
            <b>{step.nodeName}</b>
            {(load.data?.picks ?? []).some((one) => one.nodeId === step.nodeId) ? (
              <RefsInput
                field={people}
                value={picks[step.nodeId] ?? []}
                label={step.nodeName}
                placeholder={say(["请选择处理人", "Choose people"])}
                change={(users) => pick(step.nodeId, users)}
              />
            ) : (
              <span>{step.people.join(say(["、", ", "])) || say(["无人，按规则处理", "no approver; its policy applies"])}</span>
            )}
            {step.note ? <small>{step.note}</small> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
