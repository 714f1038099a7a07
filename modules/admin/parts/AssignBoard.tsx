import type { Row } from "#kernel/page-document.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { messageOf } from "#kernel/web/call.ts";
import { useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged, useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { TwoPanes } from "#kernel/web/part/TwoPanes.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import type { TableHandle } from "#kernel/web/table/DataTable.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { AssignResponsibilities } from "./AssignResponsibilities.tsx";
import type { Checked } from "./AssignCheck.tsx";
import { AssignUsers } from "./AssignUsers.tsx";
import { inTurns, isWished, noAssign, planFor } from "./assign.ts";
import type { AssignPlan, HeldResponsibility } from "./assign.ts";
import type { Responsibility } from "./catalogue.tsx";
import { PasteAccounts } from "./PasteAccounts.tsx";
import { saveUserResponsibilities } from "./permits.tsx";
import { sentence } from "./rolePlan.ts";

const triedAtOnce = 20;
const inParallel = 4;

/** People at the left, what they hold and shall hold at the right; every wish is tried on the server before it is saved. */
export function AssignBoard() {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const title = usePageTitle(["用户职责", "Users and responsibilities"]);
  const table = useRef<TableHandle>(null);
  const [ticked, setTicked] = useState<readonly Row[]>([]);
  const [pasted, setPasted] = useState<readonly Row[]>([]);
  const [pasting, setPasting] = useState(false);
  const [plan, setPlan] = useState<AssignPlan>(noAssign);
  const [asked, setAsked] = useState("");
  const [busy, setBusy] = useState(false);
  const people = [...new Map([...pasted, ...ticked].map((row) => [String(row["id"]), row])).values()];
  const ids = people.map((row) => String(row["id"])).sort();
  const held = useLoad(`held:${ids.join()}`, async () =>
    ids.length === 0 ? [] : (await listAll<HeldResponsibility>(userResp, { userId: ids })).rows,
  );
  const responsibilities = useRows(responsibility, { enabledFlag: ["Y"], pageRows: 0 });
  useChanged(userResp.name, held.again);
  const wished = isWished(plan) && people.length > 0;
  const dirty = isWished(plan);
  useEffect(() => tab.setDirty(dirty), [tab, dirty]);
  useLinked(tab.query["userId"], setPasted);

  const key = wished && held.data !== null ? JSON.stringify([ids, plan, held.data.length]) : "";
  const waits = wished && people.length > triedAtOnce && asked !== key;
  const trial = useLoad<readonly Checked[] | null>(waits ? "" : key, async () =>
    key === "" || waits ? null : check(people, plan, held.data!),
  );
  const good = (trial.data ?? []).filter((checked) => checked.answer.allowed);
  const ready = wished && !waits && !trial.loading && good.length > 0;

  const save = async (): Promise<void> => {
    const bad = people.length - good.length;
    if (bad > 0 && !(await mayLeaveOut(good.length, bad))) return;
    setBusy(true);
    const { added, removed, failed } = await saveAll(
      good.map((checked) => checked.user),
      plan,
      held.data!,
    );
    setBusy(false);
    const [cn, en] = sentence(added, removed, good.length);
    if (failed.length > 0) toast.warning(failed.slice(0, 3).join(say(["；", "; "])));
    else toast.success([`已保存：${cn}`, `Saved: ${en}`]);
    setPlan(noAssign);
    tellChanged({ entity: userResp.name, id: ids[0]! });
    held.again();
  };
  useKey("Mod+S", ["保存", "Save"], () => void save(), { off: !ready || busy });
  const drop = (id: string): void => {
    setPasted((now) => now.filter((row) => row["id"] !== id));
    setTicked((now) => now.filter((row) => row["id"] !== id));
    table.current?.forget([id]);
  };
  return (
    <PageFrame
      title={title}
      truth={
        <>
          {say(["已选", "Chosen"])} <b>{people.length}</b>
          {say([" 人", people.length === 1 ? " person" : " people"])}
          {wished ? <span className="pg-unsaved">{say(["有未保存的授权", "not saved yet"])}</span> : null}
        </>
      }
      buttons={
        <>
          <Button disabled={!dirty} onClick={() => setPlan(noAssign)}>
            {say(["放弃修改", "Discard"])}
          </Button>
          {viewer.may("btnSave") ? (
            <Button type="primary" loading={busy} disabled={!ready} onClick={() => void save()}>
              {say(["保存", "Save"])}
            </Button>
          ) : null}
        </>
      }
    >
      <TwoPanes
        share={46}
        leftLabel={say(["用户", "Users"])}
        rightLabel={say(["职责与有效期", "Responsibilities and dates"])}
        left={<AssignUsers table={table} pick={setTicked} paste={() => setPasting(true)} />}
        right={
          <AssignResponsibilities
            people={people}
            held={held}
            responsibilities={(responsibilities.data ?? []) as readonly unknown[] as readonly Responsibility[]}
            plan={plan}
            change={setPlan}
            trial={trial}
            waits={waits}
            check={() => setAsked(key)}
            drop={drop}
          />
        }
      />
      {pasting ? <PasteAccounts done={(rows) => setPasted((now) => [...now, ...rows])} close={() => setPasting(false)} /> : null}
    </PageFrame>
  );
}

/** A person another page asked for is chosen at once. */
function useLinked(userId: string | undefined, choose: (rows: readonly Row[]) => void): void {
  useEffect(() => {
    if (!userId) return;
    entityCall.find(user, userId).then((row) => choose([row]), toast.error);
    // the link is followed once
    // oxlint-disable-next-line react/exhaustive-deps
  }, [userId]);
}

/** Tries the save for everybody, a few at a time. */
const check = (people: readonly Row[], plan: AssignPlan, held: readonly HeldResponsibility[]): Promise<readonly Checked[]> =>
  inTurns(people, inParallel, async (person) => {
    const mine = planFor(plan, String(person["id"]), held);
    return { user: person, answer: await saveUserResponsibilities(String(person["id"]), mine.added, mine.removed, { dryRun: true }) };
  });

const mayLeaveOut = (good: number, bad: number): Promise<boolean> =>
  confirm({
    title: [`只为 ${good} 人保存？`, `Save for ${good} only?`],
    text: [`${bad} 人有冲突或不允许，不会保存。`, `${bad} have conflicts or are not allowed and are left out.`],
    confirm: ["保存", "Save"],
  });

interface Saved {
  readonly added: number;
  readonly removed: number;
  /** Who was refused after all, and why. */
  readonly failed: readonly string[];
}

/** Saves person by person: each is whole or not at all. */
async function saveAll(people: readonly Row[], plan: AssignPlan, held: readonly HeldResponsibility[]): Promise<Saved> {
  let [added, removed] = [0, 0];
  const failed: string[] = [];
  for (const person of people) {
    const mine = planFor(plan, String(person["id"]), held);
    try {
      const answer = await saveUserResponsibilities(String(person["id"]), mine.added, mine.removed, {});
      [added, removed] = [added + answer.added, removed + answer.removed];
    } catch (error) {
      failed.push(`${String(person["userName"])} ${messageOf(error)}`);
    }
  }
  return { added, removed, failed };
}
