import { expect, test } from "vitest";
import { firstLanguage } from "./first-language.ts";

test("the sign-in page speaks the browser's language; what was chosen goes first", () => {
  expect(firstLanguage(null, ["zh-TW", "en"])).toBe("CN");
  expect(firstLanguage(null, ["de-DE", "en-GB", "zh"])).toBe("EN");
  expect(firstLanguage(null, ["fr", "zh-CN"])).toBe("CN");
  expect(firstLanguage(null, ["ja"])).toBe("EN");
  expect(firstLanguage("CN", ["en-GB"])).toBe("CN");
  expect(firstLanguage("EN", ["zh-CN"])).toBe("EN");
});
