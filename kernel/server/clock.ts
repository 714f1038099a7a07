/** The server's clock decides. Tests put their own function here; nothing else reads the time. */
export const clock: { now(): Date } = { now: () => new Date() };
