import { cronWords } from "#kernel/cron-words.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";

/** A schedule in words with its expression small beside it. */
export function PlanWords({ row, say }: { readonly row: Row; say(text: Text): string }) {
  if (!row["cron"]) return <span className="pg-faint">–</span>;
  const cron = String(row["cron"]);
  return (
    <span className="sc-plan">
      {say(cronWords(cron) ?? ["", ""])} <code>{cron}</code>
    </span>
  );
}
