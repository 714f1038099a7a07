import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged, useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input, Select } from "antd";
import { Plus } from "lucide-react";
import { useState } from "react";
import { ownCall } from "./own.tsx";

interface Named {
  readonly respName: string;
  readonly respNameEn: string | null;
}

interface Requests {
  readonly open: readonly (Named & { readonly responsibilityId: string; readonly respCode: string })[];
  readonly asked: readonly (Named & {
    readonly id: string;
    readonly grantNum: string | null;
    readonly status: string;
    readonly creationDate: string;
  })[];
}

const text = "BaseUserResp.own";

function useRequests() {
  const load = useLoad<Requests>("own.requests", async () => (await ownCall<Requests>("listOwnRequests")).data);
  useChanged(text, load.again);
  return load.data ?? { open: [], asked: [] };
}

const nameIn = (english: boolean, named: Named): string => (english && named.respNameEn) || named.respName;

/** What became of the responsibilities I asked for; those granted stand among my own. */
export function AskedResponsibilities() {
  const english = useLanguage((state) => state.language) === "EN";
  const { asked } = useRequests();
  return asked.length === 0 ? null : (
    <ItemList>
      {asked.map((row) => (
        <ItemLine key={row.id}>
          <span>
            {nameIn(english, row)}
            <small>
              {row.grantNum} {row.creationDate.slice(0, 16)}
            </small>
          </span>
          <StatusTag entity={userResp} code={row.status} />
        </ItemLine>
      ))}
    </ItemList>
  );
}

/** Asks for a further responsibility, with a reason; security administrators decide. */
export function AskResponsibility() {
  const say = useText();
  const shown = useShown();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<Plus size={13} />} onClick={() => setOpen(true)}>
        {say(["申请职责", "Request one"])}
      </Button>
      {shown && open ? <Asking close={() => setOpen(false)} /> : null}
    </>
  );
}

function Asking({ close }: { close(): void }) {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const { open } = useRequests();
  const work = useWork();
  const [responsibility, setResponsibility] = useState<string | null>(null);
  const [endDate, setEndDate] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const send = (): Promise<void> =>
    work.run(async () => {
      await ownCall("requestResp", { responsibilityId: responsibility, reason: reason.trim(), ...(endDate ? { endDate } : {}) });
      tellChanged({ entity: text, id: "" });
      toast.success(["申请已提交审批", "The request was submitted"]);
      close();
    });
  return (
    <AskDialog
      title={say(["申请职责", "Request a responsibility"])}
      width={460}
      press={["提交申请", "Submit"]}
      busy={work.busy}
      ready={responsibility !== null && reason.trim() !== ""}
      errors={[work.error]}
      send={() => void send()}
      close={close}
    >
      <label className="pg-label" htmlFor="ask-responsibility">
        {say(["职责", "Responsibility"])}
      </label>
      <Select
        id="ask-responsibility"
        className="pg-fill"
        value={responsibility}
        showSearch={{ optionFilterProp: "label" }}
        placeholder={say(["选择要申请的职责", "Choose a responsibility"])}
        options={open.map((entry) => ({ value: entry.responsibilityId, label: `${nameIn(english, entry)} ${entry.respCode}` }))}
        onChange={setResponsibility}
      />
      <label className="pg-label" htmlFor="ask-end">
        {say(["使用至（不填为长期）", "Until (empty: no end)"])}
      </label>
      <DateInput id="ask-end" kind="date" value={endDate ?? ""} change={(value) => setEndDate(value ?? null)} />
      <label className="pg-label" htmlFor="ask-reason">
        {say(["申请原因", "Reason"])}
      </label>
      <Input.TextArea id="ask-reason" rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
    </AskDialog>
  );
}
