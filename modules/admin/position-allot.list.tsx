import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { periodOn, today } from "#kernel/web/part/day.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { positionAllot } from "./position.entity.ts";

const words = {
  past: [["已结束", "Over"], "ended"],
  now: [["在任", "Holding"], "done"],
  future: [["未开始", "Upcoming"], "waiting"],
} as const;

const slots = listSlots({
  columns: [
    {
      key: "when",
      title: ["状态", "Status"],
      width: 110,
      render: (row, say) => {
        const [text, tone] = words[periodOn(row, today())];
        return <span className={`pg-status pg-tone-${tone}`}>{say(text)}</span>;
      },
    },
  ],
  // A code beside a link in one cell cannot be told apart by colour alone.
  cells: { personId: { note: () => null } },
  rowTone: (row) => (periodOn(row, today()) === "past" ? "muted" : null),
});

/** Who sits on which position, from when to when. */
export default function AllotsPage() {
  return (
    <Ground>
      <ListPage entity={positionAllot} slots={slots} />
    </Ground>
  );
}
