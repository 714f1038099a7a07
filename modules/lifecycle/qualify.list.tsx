import { date, int, ref } from "#kernel/field.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { TrialDialog } from "#modules/supplier/web.tsx";
import { Button, Progress } from "antd";
import { useEffect, useState } from "react";

const asked = {
  categoryId: ref("SrmBasePurchaseCategory", "品类（含下级）", "Category and below", { pick: { enabledFlag: "Y" } }),
  orgId: ref("BaseOrganization", "组织", "Organisation"),
  withinDays: int("多少天内到期", "Ending within days", { least: 0, most: 730 }),
  dueDate: date("供应商提交期限", "Supplier due"),
};

interface State {
  readonly status: string;
  readonly progress: number;
  readonly result: string;
}
const path = "srmServer/v1/srmSlcQualifyHeaderRestful";

/** How far the wave is, asked every second until it is over. */
function Watching({ requestId, done }: { readonly requestId: string; done(): void }) {
  const say = useText();
  const [state, setState] = useState<State | null>(null);
  const over = state !== null && !["PENDING", "RUNNING", "WAITING"].includes(state.status);
  useEffect(() => {
    if (over) return done();
    const timer = setTimeout(async () => setState((await call<State>(`${path}/requalifyState`, { requestId })).data), 1000);
    return () => clearTimeout(timer);
    // the next question follows the answer before it
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state, over]);
  return (
    <>
      <Progress
        percent={over ? 100 : (state?.progress ?? 0)}
        status={over && state.status !== "SUCCESS" ? "exception" : over ? "success" : "active"}
      />
      <p>{over ? state.result || say(["已结束", "Over"]) : say(["正在发起复审…", "Starting reviews…"])}</p>
    </>
  );
}

function Requalify({ context }: { readonly context: ListContext }) {
  const say = useText();
  const [open, setOpen] = useState(false);
  if (context.viewer.audience !== "internal" || !context.viewer.may("btnRequalify")) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(["发起复审", "Requalify"])}</Button>
      {open ? (
        <TrialDialog<{ readonly requestId: string }>
          title={["为将到期的合格资格发起复审", "Review suppliers whose qualification expires"]}
          fields={asked}
          press={["发起", "Start"]}
          ask={async (row) => (await call<{ requestId: string }>(`${path}/requalify`, row)).data}
          show={({ requestId }) => <Watching key={requestId} requestId={requestId} done={context.reload} />}
          close={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Reviews, and a wave of them for a category whose qualifications end. */
export const slots: ListSlots = { buttons: (context) => <Requalify context={context} /> };
