import { serverNow } from "../clock.ts";

/** The year now, by the server's clock; dates inside it are written without it. */
export const currentYear = (): string => String(new Date(serverNow()).getFullYear());
