import { ownZone } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { inZone } from "#kernel/time.ts";
import type { Text } from "#kernel/text.ts";
import { Timeline } from "#kernel/web/block/Timeline.tsx";
import { lasted } from "./lasted.ts";
import { runTones } from "./Progress.tsx";

interface Try {
  readonly no: number;
  readonly worker: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly outcome: string;
  readonly message: string | null;
  readonly messageEn?: string | null;
}

const words: Readonly<Record<string, Text>> = {
  RUNNING: ["运行中", "Running"],
  SUCCESS: ["成功", "Success"],
  FAILED: ["失败", "Failed"],
  TIMEOUT: ["超时", "Timed out"],
  CANCELLED: ["已取消", "Cancelled"],
  LOST: ["失联", "Lost"],
};

const shown = (time: string): string => (time.includes("T") ? inZone(time, ownZone()) : time).slice(5, 19);

const secondsBetween = (from: string, to: string | null): number | null =>
  to === null ? null : (Date.parse(to.replace(" ", "T")) - Date.parse(from.replace(" ", "T"))) / 1000;

/** Every try of a run, one under the other: when, where, how long, and what came of it. */
export function Tries({ tries, isLive }: { readonly tries: readonly Try[]; readonly isLive: boolean }) {
  const say = useText();
  return (
    <section className="pc-section" aria-label={say(["各次尝试", "Tries"])}>
      <h3 className="pg-h3">
        {say(["各次尝试", "Tries"])} <span className="pg-count">{tries.length}</span>
      </h3>
      {tries.length === 0 ? <p className="pg-faint">{say(["还没有开始。", "Not started."])}</p> : null}
      <Timeline
        label={say(["各次尝试", "Tries"])}
        moments={tries.map(({ no, worker, startedAt, finishedAt, message, messageEn, ...attempt }, index) => {
          const outcome = attempt.outcome === "RUNNING" && !(isLive && index === tries.length - 1) ? "LOST" : attempt.outcome;
          const seconds = secondsBetween(startedAt, finishedAt);
          return {
            key: String(no),
            tone: runTones[outcome] ?? "info",
            title: say([`第 ${no} 次 ${words[outcome]?.[0] ?? outcome}`, `Try ${no} ${words[outcome]?.[1] ?? outcome}`]),
            time: `${shown(startedAt)} · ${worker ?? ""}${seconds === null ? "" : ` · ${say(lasted(seconds))}`}`,
            note: message && outcome !== "SUCCESS" ? say([message, messageEn ?? message]) : null,
          };
        })}
      />
    </section>
  );
}
