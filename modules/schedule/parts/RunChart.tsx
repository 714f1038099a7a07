import { scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { say as inWords } from "#kernel/text.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { MiniBars } from "#kernel/web/block/MiniBars.tsx";
import { lasted } from "./lasted.ts";
import { runTones } from "./Progress.tsx";

interface Figure {
  readonly id: string;
  readonly requestNum: string;
  readonly status: string;
  readonly startedAt: string | null;
  readonly seconds: string | null;
  readonly tryCount: number;
}

interface Day {
  readonly day: string;
  readonly success: number;
  readonly failed: number;
  readonly timeout: number;
  readonly p95Seconds: string | null;
}

interface Answer {
  readonly runs: readonly Figure[];
  readonly days: readonly Day[];
}

const stateWords = scheduleRequest.states as Readonly<Record<string, readonly [string, string, string?]>>;

/** Shares of a month: how much went well, and how long the slow ones took. */
function Month({ days }: { readonly days: readonly Day[] }) {
  const say = useText();
  const sum = (pick: (day: Day) => number): number => days.reduce((total, day) => total + pick(day), 0);
  const [good, bad] = [sum((d) => d.success), sum((d) => d.failed + d.timeout)];
  const slow = days.reduce((most, day) => Math.max(most, Number(day.p95Seconds ?? 0)), 0);
  if (good + bad === 0) return null;
  return (
    <FigureStrip
      figures={[
        {
          key: "success",
          label: say(["30 天成功率", "Success, 30 days"]),
          value: `${((good / (good + bad)) * 100).toFixed(bad ? 1 : 0)}%`,
          tone: bad > 0 ? "warning" : "success",
        },
        { key: "runs", label: say(["运行次数", "Runs"]), value: (good + bad).toLocaleString("en-US") },
        { key: "slow", label: say(["95% 不超过", "95% take at most"]), value: say(lasted(slow)) },
      ]}
    />
  );
}

/** The last twenty runs side by side: as high as they took long, coloured by how they ended. */
export function RunChart({ jobId }: { readonly jobId: string }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const load = useLoad(`runs:${jobId}`, async () => (await call<Answer>("schedule/jobService/runs", { jobId })).data);
  useChanged(scheduleRequest.name, load.again);
  return (
    <section className="pc-section" aria-label={say(["最近 20 次运行", "Last 20 runs"])}>
      <h3 className="pg-h3">{say(["最近 20 次运行", "Last 20 runs"])}</h3>
      <PanelState load={load} empty={say(["还没有运行过。", "Not run yet."])} isEmpty={({ runs }) => runs.length === 0}>
        {({ runs, days }) => {
          const most = Math.max(1, ...runs.map((run) => Number(run.seconds ?? 0)));
          return (
            <>
              <MiniBars
                bars={runs.map((run) => {
                  const state = stateWords[run.status];
                  const seconds = Number(run.seconds ?? 0);
                  return {
                    key: run.id,
                    percent: Math.round((seconds / most) * 100),
                    tone: runTones[run.status] ?? "info",
                    title: `${run.requestNum} ${inWords([state?.[0] ?? run.status, state?.[1] ?? run.status], language)}，${run.startedAt?.slice(0, 16) ?? ""}，${say(lasted(seconds))}`,
                    href: `/main/submitRequestDetail?id=${run.id}`,
                  };
                })}
                axis={[
                  runs[0]?.startedAt?.slice(5, 16),
                  say([`最长 ${lasted(most)[0]}`, `longest ${lasted(most)[1]}`]),
                  runs.at(-1)?.startedAt?.slice(5, 16),
                ]}
              />
              <Month days={days} />
            </>
          );
        }}
      </PanelState>
    </section>
  );
}
