import { expect, test } from "vitest";
import { isSelectable, offeredFor } from "./selection.ts";

const row = (taskId: string, kind: string, batchFlag: string) => ({ taskId, kind, batchFlag });
const [group, bulk, own] = [row("1", "GROUP", "N"), row("2", "ASSIGNED", "Y"), row("3", "ASSIGNED", "N")];

test("tasks of a group are selected to be claimed, though their kind is decided individually", () => {
  expect([group, bulk, own].map(isSelectable)).toEqual([true, true, false]);
  expect(offeredFor([group])).toEqual({ claims: [group], approves: [], individual: 1 });
});

test("several are approved together only where the kind of each allows it", () => {
  expect(offeredFor([bulk])).toEqual({ claims: [], approves: [bulk], individual: 0 });
  expect(offeredFor([bulk, group])).toMatchObject({ approves: [bulk], individual: 1 });
});
