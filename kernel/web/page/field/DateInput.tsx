import { later } from "../../part/later.tsx";
import type { DateProps, RangeProps } from "./DatePickers.tsx";

const Waiting = ({ text }: { readonly text: string }) => (
  <span className="pg-fill pg-wait" aria-busy="true">
    {text}
  </span>
);

/** One date, month, year or time, kept as the text that travels. The calendar behind it comes when a date is first asked for. */
export const DateInput = later<DateProps>(
  () => import("./DatePickers.tsx").then((loaded) => loaded.DatePick),
  ({ value }) => <Waiting text={typeof value === "string" ? value : ""} />,
);

/** From and to, both days included; an open end is allowed. */
export const DateRangeInput = later<RangeProps>(
  () => import("./DatePickers.tsx").then((loaded) => loaded.DateRangePick),
  ({ label }) => <Waiting text={label} />,
);
