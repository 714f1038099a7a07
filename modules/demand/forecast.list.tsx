import { shareOf } from "#kernel/page-format.ts";
import { ShareBar } from "#kernel/web/block/Bar.tsx";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { bookTools, BookWindow } from "./parts/ForecastBook.tsx";
import type { forecast } from "./forecast.entity.ts";

/** Forecasts with how many of their lines are answered. */
export const slots: ListSlots<typeof forecast> = {
  toolbar: bookTools,
  imports: (way) => <BookWindow {...way} />,
  cells: {
    repliedCount: {
      width: 150,
      render: (row) => {
        const [done, all] = [String(row.repliedCount ?? 0), String(row.lineCount ?? 0)];
        return <ShareBar percent={shareOf(done, all)} tone="success" label={`${done} / ${all}`} text={`${done}/${all}`} />;
      },
    },
  },
  rowTone: (row) => (row.status === "PUBLISHED" && row.lateFlag === "Y" ? "late" : row.status === "REFUSED" ? "held" : null),
};
