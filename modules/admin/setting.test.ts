import { describe, expect, test } from "vitest";
import { lookupType, lookupValue } from "#kernel/platform/lookup.entity.ts";
import { profile, profileValue } from "#kernel/platform/setting.entity.ts";
import { judge, sample, someone, world } from "./examples.ts";
import { deleteLookupType, saveLookupType } from "./lookup.rules.ts";
import { usesOfLookup } from "./questions.ts";
import { saveProfile } from "./setting.rules.ts";

const used = usesOfLookup.answeredBy(async (_, { type, codes }) =>
  type === "SUP_NATURE" && codes.includes("AGENT") ? [{ code: "AGENT", label: ["供应商", "Supplier"], count: 3 }] : [],
);

describe("lookups", () => {
  const value = (id: string, lookupCode: string, more = {}) =>
    sample(lookupValue, { id, lookupCode, lookupType: "SUP_NATURE", parentId: "t", shippedFlag: "N", enabledFlag: "Y", ...more });
  const type = (level: string, values: object[]) =>
    sample(lookupType, { id: "t", lookupType: "SUP_NATURE", customizationLevel: level, values });
  const values = [value("v1", "MAKER", { shippedFlag: "Y" }), value("v2", "AGENT"), value("v3", "OTHER")];
  const save = async (level: string, after: object[]) =>
    (await judge(saveLookupType, type(level, after), world([], {}, [used]), { before: type(level, values) })).codes;

  test("admin 9: a value used by three suppliers cannot be deleted, but disabled", async () => {
    const [maker, agent, other] = values;
    expect(await save("USER", [maker, other])).toEqual(["LOOKUP_IN_USE"]);
    expect(await save("USER", [maker, agent])).toEqual([]);
    expect(await save("USER", [maker, { ...agent, enabledFlag: "N" }, other])).toEqual([]);
    expect(await save("USER", [maker, { ...agent, lookupCode: "BROKER" }, other])).toEqual(["LOOKUP_IN_USE"]);
    expect((await judge(deleteLookupType, type("USER", values), world([[lookupValue, values]], {}, [used]))).codes).toEqual([
      "LOOKUP_IN_USE",
    ]);
  });

  test("codes of a system type are fixed, meanings are not", async () => {
    expect(await save("SYSTEM", [{ ...values[0]!, meaning: "生产商" }, values[1]!, values[2]!])).toEqual([]);
    expect(await save("SYSTEM", [...values, value("v4", "NEW")])).toEqual(["LOOKUP_SYSTEM"]);
    expect(await save("SYSTEM", [values[0]!, values[1]!])).toEqual(["LOOKUP_SYSTEM"]);
  });

  test("an extensible type may grow and keeps what was shipped", async () => {
    expect(await save("EXTENSIBLE", [...values, value("v4", "NEW")])).toEqual([]);
    expect(await save("EXTENSIBLE", [values[1]!, values[2]!])).toEqual(["LOOKUP_SYSTEM"]);
    expect(await save("EXTENSIBLE", [values[0]!, values[1]!])).toEqual([]);
  });
});

describe("profiles", () => {
  const line = (level: string, value: string) => sample(profileValue, { id: value, level, value });
  const of = (more: object, ...values: object[]) =>
    sample(profile, { id: "p", profileCode: "P", levels: ["SITE", "RESP"], valueType: "INT", min: 8, max: 64, values, ...more });
  const codes = async (doc: object) => (await judge(saveProfile, doc, world([]), { before: doc })).codes;

  test("a number keeps to its bounds, a level to those allowed", async () => {
    expect(await codes(of({}, line("SITE", "8"), line("RESP", "12")))).toEqual([]);
    expect(await codes(of({}, line("SITE", "7")))).toEqual(["PROFILE_VALUE"]);
    expect(await codes(of({}, line("SITE", "many")))).toEqual(["PROFILE_VALUE"]);
    expect(await codes(of({}, line("USER", "9")))).toEqual(["PROFILE_VALUE"]);
  });

  test("choices and yes-no keep to their words", async () => {
    expect(await codes(of({ valueType: "YN" }, line("SITE", "Y")))).toEqual([]);
    expect(await codes(of({ valueType: "YN" }, line("SITE", "yes")))).toEqual(["PROFILE_VALUE"]);
    expect(await codes(of({ valueType: "TEXT", options: ["OFF", "ALL"] }, line("SITE", "SOME")))).toEqual(["PROFILE_VALUE"]);
    expect(await codes(of({ valueType: "TEXT", options: ["OFF", "ALL"] }, line("SITE", "ALL")))).toEqual([]);
  });

  test("people set values; settings come with the product", async () => {
    expect((await judge(saveProfile, of({}), world([]), { before: null }, someone())).codes).toEqual(["PROFILE_VALUE"]);
  });
});
