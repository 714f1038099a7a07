import { ownZone } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { inZone } from "#kernel/time.ts";
import type { Text } from "#kernel/text.ts";
import { lasted } from "./lasted.ts";

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

/** Every try of a run, one under the other: when, where, how long, and what came of it. */
export function Tries({ tries, isLive }: { readonly tries: readonly Try[]; readonly isLive: boolean }) {
  const say = useText();
  return (
    <section className="pc-section" aria-label={say(["各次尝试", "Tries"])}>
      <h3 className="pg-h3">
        {say(["各次尝试", "Tries"])} <span className="pg-count">{tries.length}</span>
      </h3>
      {tries.length === 0 ? <p className="pg-faint">{say(["还没有开始。", "Not started."])}</p> : null}
      <ol className="sc-tries">
        {tries.map((one, i) => {
          const outcome = one.outcome === "RUNNING" && !(isLive && i === tries.length - 1) ? "LOST" : one.outcome;
          const seconds = one.finishedAt
            ? (Date.parse(one.finishedAt.replace(" ", "T")) - Date.parse(one.startedAt.replace(" ", "T"))) / 1000
            : null;
          return (
            <li key={one.no} data-outcome={outcome}>
              <i aria-hidden />
              <div>
                <b>{say([`第 ${one.no} 次`, `Try ${one.no}`])}</b> {say(words[outcome] ?? [outcome, outcome])}
                {seconds === null ? null : <span className="pg-faint"> · {say(lasted(seconds))}</span>}
                <p className="pg-faint">
                  {shown(one.startedAt)} · {one.worker}
                </p>
                {one.message && outcome !== "SUCCESS" ? (
                  <p className="sc-try-words">{say([one.message, one.messageEn ?? one.message])}</p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
