import { isCron } from "#kernel/cron.ts";
import { datetime, ref, text } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Form, Seen } from "#kernel/seen.ts";
import { scheduleJob, scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { reckon, type ParamRow } from "#kernel/program.ts";
import { call } from "#kernel/web/call.ts";
import { serverNow } from "#kernel/web/clock.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Columns } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { openPage } from "#kernel/web/router.ts";
import { houseZone } from "#kernel/time.ts";
import { Segmented } from "antd";
import { useState } from "react";
import { CronField } from "./CronField.tsx";
import { paramFields } from "./params.ts";

type When = "NOW" | "AT" | "CRON";
/** What is chosen before a program runs. */
type Asked = Form<typeof scheduleRequest>;

const fields = {
  jobId: ref("BaseScheduleJob", "程序", "Program", { pick: { enabledFlag: "Y" } }),
  runAt: datetime("运行时间", "Run at"),
  timeZone: text("时区", "Time zone", { max: 60 }),
};

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
          <Labelled group key={param.paramKey} label={label} required={param.requiredFlag === "Y" && !initial} hint={hint}>
            <FieldInput
              field={shaped[param.paramKey]!}
              fieldKey={param.paramKey}
              row={values}
              label={label}
              placeholder={initial}
              patch={patch}
            />
          </Labelled>
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
  readonly row: Asked;
  readonly zone: string;
  patch(patch: Asked): void;
}) {
  const say = useText();
  return (
    <>
      <Labelled group label={say(["何时运行", "When"])}>
        <Segmented<When>
          value={when}
          onChange={setWhen}
          options={[
            { value: "NOW", label: say(["立即", "Now"]) },
            { value: "AT", label: say(["指定时间", "At a time"]) },
            { value: "CRON", label: say(["按计划", "By schedule"]) },
          ]}
        />
      </Labelled>
      {when === "AT" ? (
        <Labelled group label={say(fields.runAt.label)} required>
          <FieldInput field={fields.runAt} fieldKey="runAt" row={row} label={say(fields.runAt.label)} patch={patch} />
        </Labelled>
      ) : null}
      {when === "CRON" ? (
        <Columns of="minmax(0, 2fr) minmax(0, 1fr)">
          <Labelled group label={say(["计划", "Schedule"])} required>
            <CronField value={String(row.cron ?? "")} zone={zone} label={say(["计划", "Schedule"])} change={(cron) => patch({ cron })} />
          </Labelled>
          <Labelled group label={say(fields.timeZone.label)}>
            <FieldInput
              field={fields.timeZone}
              fieldKey="timeZone"
              row={{ timeZone: zone }}
              label={say(fields.timeZone.label)}
              patch={patch}
            />
          </Labelled>
        </Columns>
      ) : null}
    </>
  );
}

/** Runs a program: which one, with what, and when. */
export function SubmitDialog({ job, close }: { readonly job?: Seen<typeof scheduleJob> | undefined; close(): void }) {
  const say = useText();
  const [row, setRow] = useState<Asked>(job ? { jobId: job.id, jobCode: job.jobCode, jobName: job.nameCn } : {});
  const [when, setWhen] = useState<When>("NOW");
  const [values, setValues] = useState<Row>({});
  const { busy, error, run } = useWork();
  const jobId = row.jobId ?? null;
  const program = useLoad(`program:${jobId ?? ""}`, async () => (jobId === null ? null : entityCall.find(scheduleJob, jobId)));
  const zone = String(row.timeZone ?? program.data?.timeZone ?? houseZone);
  const cron = String(row.cron ?? "");
  const ready = jobId !== null && (when !== "AT" || Boolean(row.runAt)) && (when !== "CRON" || isCron(cron));
  const send = (): Promise<void> =>
    run(async () => {
      const { data } = await call<Seen<typeof scheduleRequest>>("schedule/requestService/launch", {
        jobId,
        submitType: when,
        params: values,
        ...(when === "AT" ? { runAt: row.runAt } : {}),
        ...(when === "CRON" ? { cron, timeZone: zone } : {}),
      });
      tellChanged({ entity: scheduleRequest.name, id: String(data.id), document: data });
      toast.success([`已提交 ${String(data.requestNum)}`, `${String(data.requestNum)} submitted`]);
      close();
      if (when === "NOW") await openPage({ path: "submitRequestDetail", query: { id: String(data.id) }, title: String(data.requestNum) });
    });
  const params = (program.data?.params ?? []) as readonly ParamRow[];
  return (
    <AskDialog
      title={
        job
          ? say([`运行 ${String(job.nameCn ?? job.jobCode)}`, `Run ${String(job.nameEn ?? job.nameCn ?? job.jobCode)}`])
          : say(["提交请求", "Submit a request"])
      }
      width={640}
      press={when === "NOW" ? ["立即运行", "Run now"] : ["提交", "Submit"]}
      busy={busy}
      ready={ready}
      errors={[error]}
      send={() => void send()}
      close={close}
    >
      {job ? null : (
        <Labelled group label={say(fields.jobId.label)} required>
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
        </Labelled>
      )}
      {jobId !== null && program.data ? (
        <Params params={params} values={values} zone={zone} patch={(patch) => setValues((now) => ({ ...now, ...patch }))} />
      ) : null}
      <WhenCells when={when} setWhen={setWhen} row={row} zone={zone} patch={(patch) => setRow((now) => ({ ...now, ...patch }))} />
    </AskDialog>
  );
}
