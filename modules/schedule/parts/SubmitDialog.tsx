import { isCron } from "#kernel/cron.ts";
import { datetime, ref, text } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import { scheduleJob, scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { reckon, type ParamRow } from "#kernel/program.ts";
import { call } from "#kernel/web/call.ts";
import { serverNow } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { openPage } from "#kernel/web/router.ts";
import { houseZone } from "#kernel/time.ts";
import { Button, Modal, Segmented } from "antd";
import { useState, type ReactNode } from "react";
import { CronField } from "./CronField.tsx";
import { paramFields } from "./params.ts";

type When = "NOW" | "AT" | "CRON";

const fields = {
  jobId: ref("BaseScheduleJob", "程序", "Program", { pick: { enabledFlag: "Y" } }),
  runAt: datetime("运行时间", "Run at"),
  timeZone: text("时区", "Time zone", { max: 60 }),
};

function Cell({
  label,
  needed,
  hint,
  children,
}: {
  readonly label: string;
  readonly needed?: boolean;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className="pg-cell">
      <span className="pg-label">
        {needed ? (
          <span className="pg-star" aria-hidden>
            *
          </span>
        ) : null}
        {label}
      </span>
      {children}
      {hint ? <span className="pg-hint">{hint}</span> : null}
    </div>
  );
}

/** The parameters of the chosen program; what is left empty takes its default, which is shown. */
function Params({
  params,
  values,
  zone,
  patch,
}: {
  readonly params: readonly ParamRow[];
  readonly values: Row;
  readonly zone: string;
  patch(patch: Row): void;
}) {
  const say = useText();
  const shaped = paramFields(params);
  const [now] = useState(() => new Date(serverNow()).toISOString());
  if (params.length === 0) return <p className="pg-faint">{say(["这个程序没有参数。", "This program takes no parameters."])}</p>;
  return (
    <div className="pg-form pg-form-2">
      {params.map((param) => {
        const initial = param.defaultValue ? reckon(param.defaultValue, now, zone) : "";
        const label = say([param.labelCn, param.labelEn ?? param.labelCn]);
        const hint = initial
          ? initial === param.defaultValue
            ? say([`默认 ${initial}`, `Default ${initial}`])
            : say([`默认 ${param.defaultValue}，现在为 ${initial}`, `Default ${param.defaultValue}, now ${initial}`])
          : undefined;
        return (
          <Cell key={param.paramKey} label={label} needed={param.requiredFlag === "Y" && !initial} hint={hint}>
            <FieldInput
              field={shaped[param.paramKey]!}
              fieldKey={param.paramKey}
              row={values}
              label={label}
              placeholder={initial}
              patch={patch}
            />
          </Cell>
        );
      })}
    </div>
  );
}

/** Now, at a time, or again and again. */
function WhenCells({
  when,
  setWhen,
  row,
  zone,
  patch,
}: {
  readonly when: When;
  setWhen(when: When): void;
  readonly row: Row;
  readonly zone: string;
  patch(patch: Row): void;
}) {
  const say = useText();
  return (
    <>
      <Cell label={say(["何时运行", "When"])}>
        <Segmented<When>
          value={when}
          onChange={setWhen}
          options={[
            { value: "NOW", label: say(["立即", "Now"]) },
            { value: "AT", label: say(["指定时间", "At a time"]) },
            { value: "CRON", label: say(["按计划", "By schedule"]) },
          ]}
        />
      </Cell>
      {when === "AT" ? (
        <Cell label={say(fields.runAt.label)} needed>
          <FieldInput field={fields.runAt} fieldKey="runAt" row={row} label={say(fields.runAt.label)} patch={patch} />
        </Cell>
      ) : null}
      {when === "CRON" ? (
        <div className="sc-submit-plan">
          <Cell label={say(["计划", "Schedule"])} needed>
            <CronField value={String(row["cron"] ?? "")} zone={zone} label={say(["计划", "Schedule"])} change={(cron) => patch({ cron })} />
          </Cell>
          <Cell label={say(fields.timeZone.label)}>
            <FieldInput
              field={fields.timeZone}
              fieldKey="timeZone"
              row={{ timeZone: zone }}
              label={say(fields.timeZone.label)}
              patch={patch}
            />
          </Cell>
        </div>
      ) : null}
    </>
  );
}

/** Runs a program: which one, with what, and when. */
export function SubmitDialog({ job, close }: { readonly job?: Row | undefined; close(): void }) {
  const say = useText();
  const [row, setRow] = useState<Row>(job ? { jobId: job["id"], jobCode: job["jobCode"], jobName: job["nameCn"] } : {});
  const [when, setWhen] = useState<When>("NOW");
  const [values, setValues] = useState<Row>({});
  const { busy, error, run } = useWork();
  const jobId = (row["jobId"] as string | null | undefined) ?? null;
  const program = useLoad(`program:${jobId ?? ""}`, async () => (jobId === null ? null : entityCall.find(scheduleJob, jobId)));
  const zone = String(row["timeZone"] ?? program.data?.["timeZone"] ?? houseZone);
  const cron = String(row["cron"] ?? "");
  const ready = jobId !== null && (when !== "AT" || Boolean(row["runAt"])) && (when !== "CRON" || isCron(cron));
  const send = (): Promise<void> =>
    run(async () => {
      const { data } = await call<Row>("schedule/requestService/launch", {
        ...{ jobId, submitType: when, params: values },
        ...(when === "AT" ? { runAt: row["runAt"] } : {}),
        ...(when === "CRON" ? { cron, timeZone: zone } : {}),
      });
      tellChanged({ entity: scheduleRequest.name, id: String(data["id"]), document: data });
      toast.success([`已提交 ${String(data["requestNum"])}`, `${String(data["requestNum"])} submitted`]);
      close();
      if (when === "NOW")
        await openPage({ path: "submitRequestDetail", query: { id: String(data["id"]) }, title: String(data["requestNum"]) });
    });
  const params = (program.data?.["params"] ?? []) as readonly ParamRow[];
  return (
    <Modal
      open
      width={640}
      title={
        job
          ? say([`运行 ${String(job["nameCn"] ?? job["jobCode"])}`, `Run ${String(job["nameEn"] ?? job["nameCn"] ?? job["jobCode"])}`])
          : say(["提交请求", "Submit a request"])
      }
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={close}>{say(["取消", "Cancel"])}</Button>
          <Button type="primary" disabled={!ready} loading={busy} onClick={() => void send()}>
            {when === "NOW" ? say(["立即运行", "Run now"]) : say(["提交", "Submit"])}
          </Button>
        </div>
      }
    >
      <div className="sc-submit">
        {job ? null : (
          <Cell label={say(fields.jobId.label)} needed>
            <FieldInput
              field={fields.jobId}
              fieldKey="jobId"
              row={row}
              narrow
              autoFocus
              label={say(fields.jobId.label)}
              placeholder={say(["按编码或名称查找", "Find by code or name"])}
              patch={(patch) => (setRow((now) => ({ ...now, ...patch })), setValues({}))}
            />
          </Cell>
        )}
        {jobId !== null && program.data ? (
          <Params params={params} values={values} zone={zone} patch={(patch) => setValues((now) => ({ ...now, ...patch }))} />
        ) : null}
        <WhenCells when={when} setWhen={setWhen} row={row} zone={zone} patch={(patch) => setRow((now) => ({ ...now, ...patch }))} />
        {error ? (
          <p className="pg-error" role="alert">
            {error}
          </p>
        ) : null}
      </div>
    </Modal>
  );
}
