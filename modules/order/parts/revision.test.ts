import { expect, test } from "vitest";
import { differencesOf } from "./revision.ts";

const live = {
  paymentTermId: "T1",
  lines: [
    {
      id: "a",
      lineNum: 10,
      qty: "100.000000",
      price: "2",
      deliveries: [{ id: "d", scheduleNum: 1, qty: "100", needByDate: "2026-12-01" }],
    },
    { id: "b", lineNum: 20, qty: "5", price: "1", deliveries: [] },
  ],
};

test("a draft revision says what it changes, adds and takes away", () => {
  const draft = {
    paymentTermId: "T2",
    lines: [
      {
        ...{ id: "x", liveLineId: "a", lineNum: 10, qty: "120", price: "2" },
        deliveries: [{ id: "y", liveRowId: "d", scheduleNum: 1, qty: "120", needByDate: "2026-12-05" }],
      },
      { id: "z", lineNum: 30, qty: "7", price: "3", deliveries: [] },
    ],
  };
  expect(differencesOf(live, draft).map((one) => `${one.where[1]} ${one.field || (one.old ? "gone" : "new")}`)).toEqual([
    "Order paymentTermId",
    "Line 10 qty",
    "Line 10 / 1 qty",
    "Line 10 / 1 needByDate",
    "Line 30 new",
    "Line 20 gone",
  ]);
});

test("an untouched draft changes nothing, however its figures are written", () => {
  const same = live.lines.map((line) => ({
    ...line,
    id: `${line.id}2`,
    liveLineId: line.id,
    deliveries: line.deliveries.map((row) => ({ ...row, id: "n", liveRowId: row.id })),
  }));
  expect(differencesOf(live, { ...live, lines: same })).toEqual([]);
});
