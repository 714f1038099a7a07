import { Columns } from "#kernel/web/block/layout.tsx";
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
import type { AssignPlan, HeldResponsibility } from "./assign.ts";
import { responsibilityName } from "./catalogue.tsx";
import type { Responsibility } from "./catalogue.tsx";

interface Props {
  readonly people: readonly Row[];
  readonly held: Loaded<readonly HeldResponsibility[]>;
  readonly responsibilities: readonly Responsibility[];
  readonly plan: AssignPlan;
  readonly trial: Loaded<readonly Checked[] | null>;
  readonly waits: boolean;
  change(plan: AssignPlan): void;
  check(): void;
  drop(id: string): void;
}

const chipsShown = 12;

/** The responsibilities of the chosen people, with dates; what is added counts for all of them. */
export function AssignResponsibilities({ people, held, responsibilities, plan, trial, waits, change, check, drop }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const viewer = useViewer();
  if (people.length === 0) return <Nobody />;
  const sides = new Set(people.map((row) => (row["userType"] === "SUPPLIER" ? "SUPPLIER" : "INTERNAL")));
  const all = (id: string): boolean =>
    people.every((row) =>
      held.data?.some(
        (grant) => grant.userId === row["id"] && grant.responsibilityId === id && isLive(grant) && !plan.removed.includes(grant.id),
      ),
    );
  const free = responsibilities.filter(
    (responsibility) =>
      (sides.size > 1 || sides.has(responsibility.audience as "INTERNAL")) &&
      !plan.added.some((added) => added.responsibilityId === responsibility.id) &&
      !all(responsibility.id),
  );
  const add = (id: string | null): void => {
    const responsibility = responsibilities.find((row) => row.id === id);
    if (responsibility)
      change({
        ...plan,
        added: [
          ...plan.added,
          {
            responsibilityId: responsibility.id,
            code: responsibility.respCode,
            name: responsibilityName(responsibility, language),
            startDate: today(),
            endDate: null,
          },
        ],
      });
  };
  return (
    <>
      <ChosenPeople people={people} drop={drop} />
      {viewer.may("btnAdd") ? (
        <Columns of={2} gap="s">
          <Select
            showSearch={{ optionFilterProp: "label" }}
            value={null}
            placeholder={say(["授予职责", "Grant a responsibility"])}
            aria-label={say(["授予职责", "Grant a responsibility"])}
            options={free.map((responsibility) => ({
              value: responsibility.id as string,
              label: `${responsibilityName(responsibility, language)} ${responsibility.respCode}`,
            }))}
            onChange={(id: string | null) => add(id)}
          />
          <Input
            value={plan.reason}
            maxLength={500}
            placeholder={say(["授权原因（有冲突提醒时必填）", "Reason (required if there is a conflict warning)"])}
            aria-label={say(["授权原因", "Reason"])}
            onChange={(event) => change({ ...plan, reason: event.target.value })}
          />
        </Columns>
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

/** Whose responsibilities these are; each person can be taken out again. */
function ChosenPeople({ people, drop }: Pick<Props, "people" | "drop">) {
  const say = useText();
  return (
    <>
      <h2 className="pg-h3">
        {people.length === 1
          ? say([`${String(people[0]!["displayName"])} 的职责`, `Responsibilities of ${String(people[0]!["displayName"])}`])
          : say([`${people.length} 人的职责`, `Responsibilities of ${people.length} people`])}
      </h2>
      <div className="pg-chips" aria-label={say(["已选用户", "Chosen users"])} role="group">
        {people.slice(0, chipsShown).map((row) => (
          <Tag key={String(row["id"])} closable onClose={() => drop(String(row["id"]))}>
            {String(row["displayName"])}
          </Tag>
        ))}
        {people.length > chipsShown ? (
          <span className="pg-faint">{say([`等 ${people.length} 人`, `and ${people.length - chipsShown} more`])}</span>
        ) : null}
      </div>
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
