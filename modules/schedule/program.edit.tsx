import type { Seen } from "#kernel/seen.ts";
import { scheduleJob } from "#kernel/platform/schedule.entity.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { later } from "#kernel/web/part/later.tsx";
import { houseZone } from "#kernel/time.ts";
import { Button } from "antd";
import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { CronField, NextRuns } from "./parts/CronField.tsx";
import { RunChart } from "./parts/RunChart.tsx";

const SubmitDialog = later(() => import("./parts/SubmitDialog.tsx").then((loaded) => loaded.SubmitDialog));

export const page = { route: "concurrentPrograms/ConcurrentProgramsDetail", title: ["并发程序", "Program"] };

/** The schedule being written, with what it means in the zone being written. */
function Plan({ model }: { readonly model: EditModel<typeof scheduleJob> }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const error = useStore(model.state, (state) => state.errors.get("cron"));
  const cron = String(doc.cron ?? "");
  const zone = String(doc.timeZone ?? houseZone);
  if (!model.editable()) return cron ? <NextRuns cron={cron} zone={zone} /> : <span className="pg-faint">–</span>;
  return (
    <>
      <CronField value={cron} zone={zone} label={say(scheduleJob.fields.cron.label)} change={(value) => model.patch({ cron: value })} />
      {error ? (
        <span className="pg-error" role="alert">
          {error}
        </span>
      ) : null}
    </>
  );
}

/** Running it by hand needs what is stored, not what is being written. */
function RunStrip({ model, run }: { readonly model: EditModel<typeof scheduleJob>; run(row: Seen<typeof scheduleJob>): void }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const unsaved = useStore(model.state, (state) => state.unsaved);
  if (!base || !model.viewer.may("btnRunNow")) return null;
  const isOff = base.enabledFlag !== "Y";
  return (
    <Inline>
      <Button size="small" icon={<Play size={13} />} disabled={isOff} onClick={() => run(base)}>
        {say(["立即运行", "Run now"])}
      </Button>
      <span className="pg-faint">
        {isOff
          ? say(["程序已停用，启用后才能运行。", "The program is disabled; enable it to run it."])
          : unsaved > 0
            ? say(["按已保存的设置运行，未保存的改动不算在内。", "Runs with the saved settings; unsaved changes are ignored."])
            : say(["带参数运行一次，或安排在某个时间。", "Runs it once with parameters, or at a chosen time."])}
      </span>
    </Inline>
  );
}

/** One program: what it does, when it runs, by which rules, and how it went lately. */
export default function ProgramPage() {
  const [runs, setRuns] = useState<Seen<typeof scheduleJob> | null>(null);
  const shown = useShown();
  const slots = useMemo<EditSlots<typeof scheduleJob>>(
    () => ({
      head: (model) => <RunStrip model={model} run={setRuns} />,
      fields: { cron: (model) => <Plan model={model} /> },
      sidePanel: [
        {
          key: "runs",
          label: ["运行情况", "Runs"],
          render: (model) => {
            const id = model.state.getState().base?.id;
            return id ? <RunChart jobId={String(id)} /> : null;
          },
        },
      ],
    }),
    [],
  );
  return (
    <Ground>
      <EditPage entity={scheduleJob} slots={slots} />
      {runs && shown ? <SubmitDialog job={runs} close={() => setRuns(null)} /> : null}
    </Ground>
  );
}
