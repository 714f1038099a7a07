import { expect, test } from "vitest";
import { checkContent, contentLimits, dropZeros, readContent } from "./content.ts";

const code = (work: () => unknown): unknown => {
  try {
    work();
    return "read";
  } catch (error) {
    return (error as { code?: string }).code;
  }
};
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("nesting, lists and names have an end", () => {
  expect(code(() => readContent(nested(contentLimits.depth)))).toBe("read");
  expect(code(() => readContent(nested(contentLimits.depth + 1)))).toBe("REQUEST_SHAPE");
  // Far deeper than any stack: looking at it must not be what fails.
  expect(code(() => readContent(nested(200_000)))).toBe("REQUEST_SHAPE");
  expect(code(() => readContent(`[${"1,".repeat(contentLimits.list)}1]`))).toBe("REQUEST_SHAPE");
  expect(
    code(() => readContent(JSON.stringify(Object.fromEntries(Array.from({ length: contentLimits.names + 1 }, (_, n) => [n, 1]))))),
  ).toBe("REQUEST_SHAPE");
});

test.each(["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "a\\u0000b", "\\ud800"])(
  "a name that stands in the way is refused at any depth: %s",
  (name) => {
    expect(code(() => readContent(`{"a":[{"${name}":1}]}`))).toBe("REQUEST_BAD");
  },
);

test("half a sign becomes a whole one, the zero sign is named with its place", () => {
  expect(readContent('{"a":["x\\ud800y",{"b":"\\udc00"}],"c":"\\ud83d\\ude00"}')).toEqual({
    a: ["x\ufffdy", { b: "\ufffd" }],
    c: "\u{1f600}",
  });
  expect(() => checkContent({ lines: [{ name: "a" }, { name: "a\u0000b" }] })).toThrow(
    expect.objectContaining({ code: "FIELD_TYPE", fieldErrors: [expect.objectContaining({ path: "lines[1].name" })] }),
  );
  expect(() => checkContent({ text: "x".repeat(contentLimits.text + 1) })).toThrow(expect.objectContaining({ code: "FIELD_LENGTH" }));
});

test("what is no JSON is said so", () => {
  for (const text of ["{", "nothing", "[1,]", ""]) expect(code(() => readContent(text))).toBe("REQUEST_BAD");
});

test("a query loses its zero signs and nothing else", () => {
  const query = { id: "a\u0000b", list: ["\u0000", "x"], "": "", odd: "é中" };
  dropZeros(query);
  expect(query).toEqual({ id: "ab", list: ["", "x"], "": "", odd: "é中" });
});
