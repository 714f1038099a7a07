import { expect, test } from "vitest";
import { entity } from "#kernel/entity.ts";
import { code, text } from "#kernel/field.ts";
import { subjectOf, type Matter } from "./matter.ts";

const entry = entity("Entry", "黑名单", "Blacklist", {
  fields: { entryNo: code("编号", "Number"), company: text("企业", "Company", { max: 200, optional: true }) },
  sees: {},
  number: ["entryNo", "HM{0001}"],
  title: ["entryNo", "company"],
});
const subject = (row: object, names: readonly (readonly [string, readonly [string, string]])[] = []): string =>
  subjectOf({ entity: entry, row, bill: null, shape: {}, names: new Map(names) } as unknown as Matter)[1];

test("an approval without words of its own says with whom it is, or what the document is called beside its number", () => {
  const row = { entryNo: "HM1", company: "Farisle Trading" };
  expect(subject(row)).toBe("Blacklist HM1 · Farisle Trading");
  expect(subject(row, [["*supplier", ["鲸落", "Whalefall"]]])).toBe("Blacklist HM1 · Whalefall");
  expect(subject({ entryNo: "HM1", company: null })).toBe("Blacklist HM1");
});
