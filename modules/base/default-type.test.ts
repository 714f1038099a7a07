import { expect, test } from "vitest";
import { chooseType } from "./default-type.ts";

const type = (id: string, defaultFlag: string, orgIds: readonly string[] | null = null) =>
  ({ id, billTypeCode: id, defaultFlag, orgIds }) as never;
const leads = (targetTypeId: string, defaultFlag = "N") => ({ targetTypeId, defaultFlag }) as never;
const chosen = (...asked: Parameters<typeof chooseType>): string | undefined => chooseType(...asked)?.type.id;

test("the organisation's default goes before that of the source, that before the general one, and what is for others is left out", () => {
  const types = [type("ALL", "Y"), type("EAST", "Y", ["E"]), type("OTHER", "Y", ["X"]), type("PLAIN", "N")];
  expect(chosen(types, null, ["E", "GROUP"])).toBe("EAST");
  expect(chosen(types, null, ["S", "GROUP"])).toBe("ALL");
  expect(chosen(types, [leads("PLAIN", "Y"), leads("ALL"), leads("EAST")], ["S"])).toBe("PLAIN");
  expect(chosen(types, [leads("PLAIN", "Y"), leads("ALL"), leads("EAST")], ["E"])).toBe("EAST");
  expect(chosen(types, [leads("PLAIN")], ["E"])).toBe("PLAIN");
  expect(chosen([type("OTHER", "Y", ["X"])], null, ["E"])).toBeUndefined();
});

test("of defaults of organisations above each other the nearest counts", () => {
  expect(chosen([type("GROUP", "Y", ["GROUP"]), type("UNIT", "Y", ["UNIT"])], null, ["PLANT", "UNIT", "GROUP"])).toBe("UNIT");
});
