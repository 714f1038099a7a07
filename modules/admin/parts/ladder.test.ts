import { expect, test } from "vitest";
import { ladderOf } from "./ladder.ts";

const all = ["SITE", "ORG", "RESP", "USER"];
const subject = { userId: "u1", respId: "buyer", orgIds: ["plant", "unit", "group"] };
const decider = (...rest: Parameters<typeof ladderOf>) => ladderOf(...rest).find((rung) => rung.decides);

test("admin 10: the nearest level decides", () => {
  const values = [
    { level: "SITE", levelId: null, value: "8" },
    { level: "RESP", levelId: "buyer", value: "12" },
  ];
  expect(decider(all, "6", values, subject)).toMatchObject({ level: "RESP", value: "12" });
  expect(decider(all, "6", values, { ...subject, respId: "planner" })).toMatchObject({ level: "SITE", value: "8" });
});

test("of several organisations the nearest one decides, and without any value the default", () => {
  const values = [
    { level: "ORG", levelId: "group", value: "1" },
    { level: "ORG", levelId: "unit", value: "2" },
  ];
  expect(decider(all, "0", values, subject)).toMatchObject({ level: "ORG", levelId: "unit", value: "2" });
  expect(decider(all, "0", [], subject)).toMatchObject({ level: "DEFAULT", value: "0" });
});

test("a level the setting does not allow is no step", () => {
  const values = [{ level: "USER", levelId: "u1", value: "9" }];
  expect(ladderOf(["SITE"], "0", values, subject).map((rung) => rung.level)).toEqual(["SITE", "DEFAULT"]);
});

test("a secret that is set decides although its value is not told", () => {
  expect(decider(["SITE"], null, [{ level: "SITE", levelId: null, value: null }], subject)).toMatchObject({
    level: "SITE",
    isSet: true,
    value: null,
  });
});
