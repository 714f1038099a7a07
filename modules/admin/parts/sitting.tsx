import type { Seen } from "#kernel/seen.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { batched } from "#kernel/web/part/batch.ts";
import { periodOn, today } from "#kernel/web/part/day.ts";
import { positionAllot } from "../position.entity.ts";

/** Assignments of seats that hold today. */
type Seat = Seen<typeof positionAllot>;
export const sitting = (rows: readonly Seat[]): readonly Seat[] => rows.filter((row) => periodOn(row, today()) === "now");

const holdersOf = batched<readonly Seat[]>(async (positionId) =>
  Map.groupBy((await entityCall.page(positionAllot, { positionId, pageIndex: 1, pageRows: 0 })).data, (row) => String(row["positionId"])),
);

const seatsOf = batched<readonly Seat[]>(async (personId) =>
  Map.groupBy((await entityCall.page(positionAllot, { personId, pageIndex: 1, pageRows: 0 })).data, (row) => String(row["personId"])),
);

/** The seats a person has today, the main one first. */
function Seats({ row }: { readonly row: Row }) {
  const say = useText();
  const id = String(row["id"]);
  const load = useLoad(`seats:${id}`, () => seatsOf(id));
  useChanged(positionAllot.name, load.again);
  if (load.loading && load.data === null) return <span className="pg-none">…</span>;
  const seats = sitting(load.data ?? []).toSorted((a, b) => String(b["primaryFlag"]).localeCompare(String(a["primaryFlag"])));
  if (seats.length === 0) return <span className="pg-none">–</span>;
  return <>{seats.map((seat) => String(seat["positionName"])).join(say(["、", ", "]))}</>;
}

/** Where each person of a list sits, beside the named column. */
export const seatColumn = (after: string) => ({
  key: "seats",
  title: ["岗位", "Position"] as const,
  width: 170,
  sortable: false,
  after,
  render: (row: Row) => <Seats row={row} />,
});

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
