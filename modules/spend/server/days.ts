/** Working days since a Monday long ago, so that two of them tell the days between. */
const worked = (day: string): string => `((${day} - date '1970-01-05') / 7 * 5 + least((${day} - date '1970-01-05') % 7 + 1, 5))`;

/** Days from one date to another without Saturdays and Sundays, as the database reckons them; unknown where one of them is. */
export const workingDays = (from: string, to: string): string =>
  `case when ${to} > ${from} then ${worked(to)} - ${worked(from)} when ${to} <= ${from} then 0 end`;
