import { today } from "../clock.ts";

/** The year now, by the server's clock; dates inside it are written without it. */
export const currentYear = (): string => today().slice(0, 4);
