import { houseDay } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";

/** A day before or after today as the office in China counts it, whatever the hour where the test runs. */
export const officeDay = (days = 0): string => addDays(houseDay(new Date()), days);
