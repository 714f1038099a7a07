import { perProduct } from "#kernel/declared.ts";
import { carriedBy } from "#modules/base/index.ts";
import { commonNames } from "./config.rules.ts";

/** What a text about an event may name: what the event declares, and what messages know of every event. */
const namesByEvent = perProduct(
  ({ modules }) =>
    new Map(
      modules.flatMap(({ label, events }) =>
        Object.entries(events ?? {}).map(([code, { carries }]) => [
          code,
          { names: [...commonNames, ...Object.keys(carries)], module: label },
        ]),
      ),
    ),
);

export const carriedNames = carriedBy.answeredBy(async (find, { eventCode }) => {
  const found = namesByEvent(find.declared).get(eventCode);
  return found ? [found] : [];
});
