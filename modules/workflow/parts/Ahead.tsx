import { Notice } from "#kernel/web/block/Notice.tsx";
import { NumberedList } from "#kernel/web/block/ItemList.tsx";
import { Route } from "lucide-react";
import { useState } from "react";
import type { Action } from "#kernel/entity.ts";
import { refs } from "#kernel/field.ts";
import { useText } from "#kernel/web/language.ts";
import type { AheadProps } from "#kernel/web/page/document/approvals.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { RefsInput } from "#kernel/web/page/field/RefsInput.tsx";
import { predict } from "./wire.tsx";

const people = refs("BaseUsers", "人员", "People", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } });

/** Who would be asked if it were submitted now; where the starter chooses people, they are chosen here. */
export function Ahead({ entity, row, action, choose }: AheadProps) {
  const say = useText();
  const bill = (entity.actions as Readonly<Record<string, Action>>)[action]?.approval?.bill;
  const load = useLoad(`ahead:${entity.name}:${String(row.id)}:${String(row.versionNum)}`, () =>
    predict({ billTypeCode: bill, bizEntity: entity.name, bizId: row.id, submitAction: action }),
  );
  const [picks, setPicks] = useState<Readonly<Record<string, readonly string[]>>>({});
  const pick = (nodeId: string, users: readonly string[]): void => {
    const next = { ...picks, [nodeId]: users };
    setPicks(next);
    choose({ chosenApprovers: next });
  };
  if (load.error) return <Notice tone="warning">{load.error}</Notice>;
  const steps = load.data?.steps ?? [];
  return (
    <section aria-label={say(["预计审批路径", "Next steps"])} aria-busy={load.data === null}>
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
      <NumberedList
        items={steps.map(({ nodeId, nodeName, people: asked, note }) => ({
          title: <b>{nodeName}</b>,
          note: (
            <>
              {(load.data?.picks ?? []).some((chosen) => chosen.nodeId === nodeId) ? (
                <RefsInput
                  field={people}
                  value={picks[nodeId] ?? []}
                  label={nodeName}
                  placeholder={say(["请选择处理人", "Choose people"])}
                  change={(users) => pick(nodeId, users)}
                />
              ) : (
                asked.join(say(["、", ", "])) || say(["无人，按规则处理", "no approver; its policy applies"])
              )}
              {note ? <span> {note}</span> : null}
            </>
          ),
        }))}
      />
    </section>
  );
}
