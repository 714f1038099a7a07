import { expect, test } from "vitest";
import { checkMessage, frameOrigins, hear, originOf } from "./iframe.ts";

const allowed = ["https://bi.example"];

test("shell 20: a message without type or with a body that is no object is refused", () => {
  for (const bad of [
    { type: "", body: {} },
    { type: "A", body: "x" },
    { type: " ", body: {} },
    { body: {} },
    { type: "A" },
    { type: 1, body: {} },
    { type: "A", body: [] },
    { type: "A", body: null },
    "A",
    null,
  ]) {
    expect(() => checkMessage(bad)).toThrow(expect.objectContaining({ code: "IFRAME_MSG" }));
    expect(() => hear(bad, "https://bi.example", allowed)).toThrow(expect.objectContaining({ code: "IFRAME_MSG" }));
  }
});

test("shell 20: a foreign origin is ignored, whatever it says", () => {
  expect(hear({ type: "TITLE", body: { title: "x" } }, "https://evil.example", allowed).kind).toBe("ignored");
  expect(hear({ type: "", body: {} }, "https://evil.example", allowed).kind).toBe("ignored");
});

test("known messages of allowed origins are taken, others ignored", () => {
  expect(hear({ type: "RESIZE", body: { height: 300 } }, "https://bi.example", allowed)).toEqual({
    kind: "taken",
    type: "RESIZE",
    body: { height: 300 },
  });
  expect(hear({ type: "STEAL", body: {} }, "https://bi.example", allowed).kind).toBe("ignored");
});

test("the allow-list holds origins only", () => {
  expect(frameOrigins("https://bi.example/path, http://erp.example:8080\nfile:///etc javascript:1 *")).toEqual([
    "https://bi.example",
    "http://erp.example:8080",
  ]);
  expect(frameOrigins(null)).toEqual([]);
  expect(originOf("nonsense")).toBeNull();
});
