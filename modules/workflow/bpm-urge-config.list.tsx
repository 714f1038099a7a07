import type { Seen } from "#kernel/seen.ts";
import { useMemo } from "react";
import { useText } from "#kernel/web/language.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { reminders } from "./parts/reminders.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import type { bpmUrgeConfig } from "./model.entity.ts";

/** Said in one line: when it arrives, when it is reminded, to whom it goes at last. */
function Preview({ row }: { readonly row: Seen<typeof bpmUrgeConfig> }) {
  const say = useText();
  const escalate = useLookup("BPM_ESCALATE");
  const line = useMemo(
    () =>
      reminders({
        firstAfterHours: Number(row.firstAfterHours ?? 24),
        repeatHours: Number(row.repeatHours ?? 24),
        maxTimes: Number(row.maxTimes ?? 3),
        escalateTo: row.escalateRule ? escalate.meaning(row.escalateRule) : null,
      }),
    [row, escalate],
  );
  return <span className="pg-faint">{say(line)}</span>;
}

/** Reminder rules, each with the line it comes to. */
export const slots: ListSlots<typeof bpmUrgeConfig> = listSlots<typeof bpmUrgeConfig>({
  columns: [
    {
      key: "preview",
      title: ["会这样提醒", "Approval path"],
      width: 560,
      after: "maxTimes",
      render: (row: Seen<typeof bpmUrgeConfig>) => <Preview row={row} />,
    },
  ],
  sidePanel: (row) => <Preview row={row} />,
});
