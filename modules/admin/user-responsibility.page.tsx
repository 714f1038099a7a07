import type { Entity } from "#kernel/entity.ts";
import { sodRule } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { useMemo } from "react";
import { AssignBoard } from "./parts/AssignBoard.tsx";
import { DutyConflicts } from "./parts/DutyConflicts.tsx";
import { findDutyConflicts } from "./parts/permits.tsx";

export const page = { route: "systemsetting/userresponsibility", title: ["用户职责", "Users and responsibilities"] };

const grants: Entity = {
  ...userResp,
  list: ["userId", "responsibilityId", "status", "startDate", "endDate", "grantedBy", "grantReason", "supplierId"],
};
const rules: Entity = { ...sodRule, list: ["ruleCode", "level", "resourceA", "resourceB", "reason", "enabledFlag"] };
const ruleCells = { ruleCode: { width: 180 }, resourceA: { width: 230 }, resourceB: { width: 320 }, reason: { width: 260 } };

const grantSlots = listSlots({ hideNew: true });

/** Who has which responsibility from when to when: given in batches, confirmed by a second person, kept free of conflicting duties. */
export default function UserResponsibilities() {
  const pending = useLoad("pending", async () => (await entityCall.countViews(userResp, {}))["waiting"]?.count ?? 0);
  const conflicts = useLoad("conflicts", findDutyConflicts);
  useChanged(userResp.name, () => (pending.again(), conflicts.again()));
  useChanged(sodRule.name, conflicts.again);
  const ruleSlots = useMemo(() => listSlots({ head: () => <DutyConflicts load={conflicts} />, cells: ruleCells }), [conflicts]);
  return (
    <Ground>
      <TabbedLists
        label={["用户职责", "Users and responsibilities"]}
        lists={[
          { key: "assign", label: ["分配", "Grant and revoke"], draw: () => <AssignBoard /> },
          {
            key: "grants",
            label: ["授权清单", "All grants"],
            count: pending.data || undefined,
            bad: true,
            draw: () => <ListPage entity={grants} slots={grantSlots} />,
          },
          {
            key: "duties",
            label: ["职责冲突", "Conflicting duties"],
            count: conflicts.data?.length || undefined,
            bad: true,
            draw: () => <ListPage entity={rules} slots={ruleSlots} />,
          },
        ]}
      />
    </Ground>
  );
}
