import { expect, test } from "vitest";
import { modules } from "#modules/index.ts";
import { seats } from "./company.ts";

test("whatever asks a responsibility of the house to act finds somebody in the demonstration who has it", () => {
  const asked = modules.flatMap((m) =>
    Object.entries(m.events ?? {}).flatMap(([code, event]) =>
      (event.tells?.to ?? []).flatMap((hearer) => (typeof hearer === "object" && "resp" in hearer ? [[hearer.resp, code] as const] : [])),
    ),
  );
  const held = new Set([...seats.map((seat) => seat.resp), "SYS_ADMIN"]);
  expect(asked.filter(([resp]) => !held.has(resp)).map(([resp, code]) => `${code}: nobody is ${resp}`)).toEqual([]);
});
