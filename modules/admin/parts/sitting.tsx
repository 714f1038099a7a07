import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { batched } from "#kernel/web/part/batch.ts";
import { periodOn, today } from "#kernel/web/part/day.ts";
import { positionAllot } from "../position.entity.ts";

/** Assignments of seats that hold today. */
export const sitting = (rows: readonly Row[]): readonly Row[] => rows.filter((row) => periodOn(row, today()) === "now");

const holdersOf = batched<readonly Row[]>(async (positionId) =>
  Map.groupBy((await entityCall.page(positionAllot, { positionId, pageIndex: 1, pageRows: 0 })).data, (row) => String(row["positionId"])),
);

/** How many people sit on a seat today, against how many should; a seat with nobody on it says so. */
export function Filled({ row }: { readonly row: Row }) {
  const say = useText();
  const id = String(row["id"]);
  const load = useLoad(`filled:${id}`, () => holdersOf(id));
  useChanged(positionAllot.name, load.again);
  if (load.loading && load.data === null) return <span className="pg-none">…</span>;
  if (load.error) return <span className="pg-none">–</span>;
  const now = sitting(load.data ?? []).length;
  const wanted = Number(row["headcount"] ?? 0);
  if (now === 0 && wanted > 0)
    return (
      <span className={row["managerFlag"] === "Y" ? "pc-bad" : "pc-warn"}>
        {say(["空缺", "Vacant"])} 0 / {wanted}
      </span>
    );
  return (
    <span className={now > wanted ? "pc-warn" : ""}>
      {now} / {wanted}
      {now > wanted ? say([" 超编", " over"]) : ""}
    </span>
  );
}
