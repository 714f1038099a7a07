import { cronWords } from "#kernel/cron-words.ts";
import type { Text } from "#kernel/text.ts";

/** A schedule in words with its expression small beside it. */
export function PlanWords({ row, say }: { readonly row: { readonly cron?: string | null }; say(text: Text): string }) {
  if (!row.cron) return <span className="pg-faint">–</span>;
  const cron = String(row.cron);
  return (
    <>
      {say(cronWords(cron) ?? ["", ""])} <span className="pg-code">{cron}</span>
    </>
  );
}
