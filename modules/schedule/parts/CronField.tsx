import { isCron, nextRuns } from "#kernel/cron.ts";
import { cronWords } from "#kernel/cron-words.ts";
import { inZone, isZone } from "#kernel/time.ts";
import { serverNow, ownZone } from "#kernel/web/clock.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { AutoComplete, Input } from "antd";
import { Clock } from "lucide-react";
import { useState } from "react";

const usual = ["*/5 * * * *", "0 * * * *", "0 2 * * *", "0 9 * * MON-FRI", "0 9 * * MON", "0 0 1 * *", "0 0 L * *"];

/** The next five moments of a schedule in its own zone, and what it says in words. */
export function NextRuns({ cron, zone }: { readonly cron: string; readonly zone: string }) {
  const say = useText();
  const [now] = useState(() => serverNow());
  const words = cronWords(cron);
  if (!words || !isZone(zone) || !isCron(cron))
    return (
      <Words as="p" size="small" tone="error">
        {say(["表达式不合法，例如 30 2 * * *（每天 02:30）", "Not a schedule; for example 30 2 * * * (every day at 02:30)"])}
      </Words>
    );
  const own = ownZone();
  const runs = nextRuns(cron, zone, now, 5).map((ms) => new Date(ms).toISOString());
  return (
    <Notice tone="neutral" icon={Clock}>
      <b role="status">{say(words)}</b> <span className="pg-faint">{zone}</span>
      <FactGrid
        label={say(["接下来五次", "Next five runs"])}
        facts={runs.map((at, index) => ({
          key: at,
          label: say([`第 ${index + 1} 次`, `Run ${index + 1}`]),
          value: inZone(at, zone).slice(0, 16),
          note: own === zone ? null : say([`本地 ${inZone(at, own).slice(0, 16)}`, `here ${inZone(at, own).slice(0, 16)}`]),
        }))}
      />
    </Notice>
  );
}

interface Props {
  readonly value: string;
  readonly zone: string;
  readonly id?: string;
  readonly label: string;
  readonly disabled?: boolean;
  change(value: string | null): void;
}

/** A schedule as it is written, with the usual ones at hand and its meaning underneath. */
export function CronField({ value, zone, id, label, disabled, change }: Props) {
  const say = useText();
  const isBad = value !== "" && !isCron(value);
  return (
    <Stack gap="xs">
      <AutoComplete
        {...(id ? { id } : {})}
        value={value}
        disabled={disabled ?? false}
        status={isBad ? "error" : ""}
        onChange={(text: string) => change(text.trim() === "" ? null : text)}
        options={usual.map((text) => ({
          value: text,
          label: (
            <Inline spread="between">
              <Words code>{text}</Words> <Words size="small">{say(cronWords(text)!)}</Words>
            </Inline>
          ),
        }))}
      >
        <Input aria-label={label} placeholder={say(["分 时 日 月 周", "minute hour day month weekday"])} className="pg-fill" />
      </AutoComplete>
      {value === "" ? (
        <p className="pg-faint">{say(["没有计划，只由人或其他程序启动", "No schedule: started by people or other code"])}</p>
      ) : (
        <NextRuns cron={value} zone={zone} />
      )}
    </Stack>
  );
}
