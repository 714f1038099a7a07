import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Row } from "#kernel/page-document.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { FormGrid } from "#kernel/web/page/FormGrid.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { today } from "#kernel/web/part/day.ts";
import { refs } from "#kernel/field.ts";
import type { Field } from "#kernel/field.ts";
import { Button, Modal } from "antd";
import { Plus, X } from "lucide-react";
import { useState } from "react";

interface Saved {
  readonly allowed: boolean;
  readonly reasons: readonly { readonly msg: string }[];
  readonly notes: readonly { readonly msg: string }[];
}

const path = "baseServer/basePermitService/saveBatchUserRespPermit";

interface Props {
  readonly user: Row;
  readonly rows: readonly Row[];
  readonly mayChange: boolean;
  again(): void;
}

/** The responsibilities of a person with their dates; given and taken away here one by one, in batches on their own page. */
export function UserResponsibilities({ user, rows, mayChange, again }: Props) {
  const say = useText();
  const [adding, setAdding] = useState(false);
  const name = String(user["displayName"] ?? user["userName"]);
  const drop = async (row: Row): Promise<void> => {
    const responsibility = String(row["responsibilityName"] ?? row["responsibilityCode"]);
    if (
      !(await confirm({
        title: [`收回${name}的职责「${responsibility}」？`, `Revoke ${responsibility} from ${name}?`],
        text: ["下一次请求起生效。", "Effective from the next request."],
        confirm: ["收回", "Revoke"],
        danger: true,
      }))
    )
      return;
    try {
      await call(path, { id: user["id"], removed: [row["id"]] });
      tellChanged({ entity: userResp.name, id: String(row["id"]), gone: true });
      again();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <section className="pc-section" aria-label={say(["职责", "Responsibilities"])}>
      <h3 className="pg-h3">
        {say(["职责", "Responsibilities"])} <span className="pg-count">{rows.length}</span>
        {mayChange ? (
          <Button className="pg-h3-end" size="small" icon={<Plus size={13} />} onClick={() => setAdding(true)}>
            {say(["授予", "Grant"])}
          </Button>
        ) : null}
      </h3>
      {rows.length === 0 ? (
        <p className="pg-faint">{say(["没有职责，登录后什么也打不开。", "No responsibility: this account has no access."])}</p>
      ) : (
        <ItemList>
          {rows.map((row) => (
            <ItemLine key={String(row["id"])}>
              <span>
                <b>{String(row["responsibilityName"] ?? "")}</b> <span className="pg-code">{String(row["responsibilityCode"] ?? "")}</span>
                <small>
                  {String(row["startDate"] ?? "–")} → {row["endDate"] ? String(row["endDate"]) : say(["长期", "open"])}
                </small>
              </span>
              {row["status"] === "ACTIVE" ? null : <StatusTag entity={userResp} code={row["status"]} />}
              {mayChange ? (
                <button
                  type="button"
                  className="s-icon-btn"
                  aria-label={say([`收回 ${String(row["responsibilityName"])}`, `Revoke ${String(row["responsibilityName"])}`])}
                  onClick={() => void drop(row)}
                >
                  <X size={15} />
                </button>
              ) : null}
            </ItemLine>
          ))}
        </ItemList>
      )}
      {adding ? <GrantResponsibilities user={user} held={rows} close={() => setAdding(false)} done={again} /> : null}
    </section>
  );
}

const responsibilities = (audience: unknown): Field =>
  refs("BaseResponsibility", "职责", "Responsibilities", {
    pick: { audience: audience === "SUPPLIER" ? "SUPPLIER" : "INTERNAL", enabledFlag: "Y" },
  });

function GrantResponsibilities({
  user,
  held,
  close,
  done,
}: {
  readonly user: Row;
  readonly held: readonly Row[];
  close(): void;
  done(): void;
}) {
  const say = useText();
  const [values, setValues] = useState<Row>({ ids: [], startDate: today(), endDate: null, grantReason: null });
  const [trial, setTrial] = useState<Saved | null>(null);
  const { busy, error, run, clear } = useWork();
  const ids = ((values["ids"] ?? []) as readonly string[]).filter((id) => !held.some((row) => row["responsibilityId"] === id));
  const body = {
    id: user["id"],
    added: ids.map((responsibilityId) => ({
      responsibilityId,
      startDate: values["startDate"],
      endDate: values["endDate"],
      grantReason: values["grantReason"],
    })),
  };
  const grant = async (dryRun: boolean): Promise<void> => {
    const { data } = await call<Saved>(path, { ...body, ...(dryRun ? { dryRun: true } : {}) });
    if (dryRun && (!data.allowed || data.notes.length > 0)) return setTrial(data);
    if (dryRun) return grant(false);
    toast.success([`已授予 ${ids.length} 项职责`, `${ids.length} granted`]);
    for (const note of data.notes) toast.warning(note.msg);
    done();
    close();
  };
  const fields: readonly (readonly [string, Field])[] = [
    ["ids", responsibilities(user["userType"])],
    ["startDate", userResp.fields.startDate],
    ["endDate", userResp.fields.endDate],
    ["grantReason", userResp.fields.grantReason],
  ];
  const blocked = trial !== null && !trial.allowed;
  return (
    <Modal
      open
      width={480}
      title={say([`授予职责 ${String(user["displayName"] ?? "")}`, `Grant to ${String(user["displayName"] ?? "")}`])}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={close}>{say(["取消", "Cancel"])}</Button>
          <Button
            type="primary"
            loading={busy}
            disabled={ids.length === 0 || blocked}
            onClick={() => void run(() => grant(trial === null))}
          >
            {trial !== null && !blocked ? say(["仍然授予", "Grant anyway"]) : say(["授予", "Grant"])}
          </Button>
        </div>
      }
    >
      <FormGrid
        columns={1}
        cells={fields.map(([key, field]) => ({ key, field, span: 1 as const }))}
        row={values}
        required={(key) => key === "ids"}
        patch={(patch) => (setValues((now) => ({ ...now, ...patch })), setTrial(null), clear())}
      />
      {trial
        ? [
            ...trial.reasons.map((reason) => (
              <p key={reason.msg} className="pg-error" role="alert">
                {reason.msg}
              </p>
            )),
            ...trial.notes.map((note) => (
              <p key={note.msg} className="pg-note">
                {note.msg}
              </p>
            )),
          ]
        : null}
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
    </Modal>
  );
}
