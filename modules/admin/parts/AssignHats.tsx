import type { Row } from "#kernel/page-document.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { today } from "#kernel/web/part/day.ts";
import { Input, Select, Tag } from "antd";
import { UserRoundSearch } from "lucide-react";
import { AssignCheck } from "./AssignCheck.tsx";
import type { Checked } from "./AssignCheck.tsx";
import { AssignTable } from "./AssignTable.tsx";
import { isLive, isWished } from "./assign.ts";
import type { AssignPlan, HeldHat } from "./assign.ts";
import { hatName } from "./catalogue.tsx";
import type { Hat } from "./catalogue.tsx";
import "./assign.css";

interface Props {
  readonly people: readonly Row[];
  readonly held: Loaded<readonly HeldHat[]>;
  readonly hats: readonly Hat[];
  readonly plan: AssignPlan;
  readonly trial: Loaded<readonly Checked[] | null>;
  readonly waits: boolean;
  change(plan: AssignPlan): void;
  check(): void;
  drop(id: string): void;
}

const chipsShown = 12;

/** The responsibilities of the chosen people, with dates; what is added counts for all of them. */
export function AssignHats({ people, held, hats, plan, trial, waits, change, check, drop }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const viewer = useViewer();
  if (people.length === 0) return <Nobody />;
  const sides = new Set(people.map((row) => (row["userType"] === "SUPPLIER" ? "SUPPLIER" : "INTERNAL")));
  const all = (id: string): boolean =>
    people.every((row) =>
      held.data?.some((one) => one.userId === row["id"] && one.responsibilityId === id && isLive(one) && !plan.removed.includes(one.id)),
    );
  const free = hats.filter(
    (hat) =>
      (sides.size > 1 || sides.has(hat.audience as "INTERNAL")) &&
      !plan.added.some((one) => one.responsibilityId === hat.id) &&
      !all(hat.id),
  );
  const add = (id: string | null): void => {
    const hat = hats.find((one) => one.id === id);
    if (hat)
      change({
        ...plan,
        added: [
          ...plan.added,
          { responsibilityId: hat.id, code: hat.respCode, name: hatName(hat, language), startDate: today(), endDate: null },
        ],
      });
  };
  return (
    <>
      <div className="ga-pane-head">
        <h2>
          {people.length === 1
            ? say([`${String(people[0]!["displayName"])} 的职责`, `Responsibilities of ${String(people[0]!["displayName"])}`])
            : say([`${people.length} 人的职责`, `Responsibilities of ${people.length} people`])}
        </h2>
      </div>
      <div className="pg-chips ga-people-chips" aria-label={say(["已选用户", "Chosen users"])} role="group">
        {people.slice(0, chipsShown).map((row) => (
          <Tag key={String(row["id"])} closable onClose={() => drop(String(row["id"]))}>
            {String(row["displayName"])}
          </Tag>
        ))}
        {people.length > chipsShown ? (
          <span className="pg-faint">{say([`等 ${people.length} 人`, `and ${people.length - chipsShown} more`])}</span>
        ) : null}
      </div>
      {viewer.may("btnAdd") ? (
        <div className="ga-pane-tools">
          <Select
            showSearch={{ optionFilterProp: "label" }}
            value={null}
            placeholder={say(["授予职责", "Grant a responsibility"])}
            aria-label={say(["授予职责", "Grant a responsibility"])}
            options={free.map((hat) => ({ value: hat.id as string, label: `${hatName(hat, language)} ${hat.respCode}` }))}
            onChange={(id: string | null) => add(id)}
          />
          <Input
            value={plan.reason}
            maxLength={500}
            placeholder={say(["授权原因（有冲突提醒时必填）", "Reason (required if there is a conflict warning)"])}
            aria-label={say(["授权原因", "Reason"])}
            onChange={(event) => change({ ...plan, reason: event.target.value })}
          />
        </div>
      ) : null}
      <div
        className="pt-scroll"
        data-keep-scroll
        tabIndex={0}
        role="group"
        aria-label={say(["职责与有效期", "Responsibilities and dates"])}
      >
        <PanelState load={held} empty="" isEmpty={() => false}>
          {(rows) => (
            <AssignTable
              held={rows}
              people={people.length}
              plan={plan}
              editable={viewer.may("btnSave")}
              mayRemove={viewer.may("btnDelete")}
              change={change}
            />
          )}
        </PanelState>
      </div>
      {isWished(plan) ? <AssignCheck load={trial} waits={waits} people={people.length} check={check} /> : null}
    </>
  );
}

function Nobody() {
  const say = useText();
  return (
    <Blank
      icon={UserRoundSearch}
      title={say(["先选人", "Choose people first"])}
      text={say([
        "在左侧勾选一人或多人，或粘贴一串账号；这里显示他们的职责。",
        "Select one or more on the left, or paste a list of accounts, to see their responsibilities.",
      ])}
    />
  );
}
