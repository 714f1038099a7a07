import { timeText } from "../clock.ts";

/** A moment as the reader's clock shows it, for a mark on the page. */
export const localTime = (ms: number): string => timeText(ms).slice(0, 16);
