import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";

/** How far a run is: a bar while it runs, nothing where there is nothing to tell. */
export function Progress({ row, say }: { readonly row: Row; say(text: Text): string }) {
  const percent = Number(row["progress"] ?? 0);
  if (row["scheduleFlag"] === "Y" || ["WAITING", "PAUSED"].includes(String(row["status"]))) return <span className="pg-faint">–</span>;
  return (
    <span className="sc-progress" data-status={String(row["status"])}>
      <span role="progressbar" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} aria-label={say(["进度", "Progress"])}>
        <i style={{ width: `${percent}%` }} />
      </span>
      {percent}%
    </span>
  );
}
