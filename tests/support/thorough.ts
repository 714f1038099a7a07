/** `npm run prove` looks at everything in full size; `npm test` at the same things in sizes that still find what breaks. */
export const isThorough = process.env["PROVE"] === "1";

/** How many: in a short run, and in a thorough one. */
export const sized = (short: number, thorough: number): number => (isThorough ? thorough : short);
