import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

test("who wants the same document comes one after another, others do not wait, and nothing is left behind", async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const first = await turns.enter(["a", "b"]);
  const second = turns.enter(["b", "c"]).then((leave) => (seen.push("second"), leave));
  const third = turns.enter(["c"]).then((leave) => (seen.push("third"), leave));
  (await turns.enter(["d"]))();
  expect(seen).toEqual([]);
  first();
  (await second)();
  (await third)();
  expect(seen).toEqual(["second", "third"]);
  expect(turns.size).toBe(0);
});
