import { expect, test } from "vitest";
import { masked, maskedText } from "./outside-log.ts";

test("secrets are not kept at all, numbers of people and accounts by their last four", () => {
  expect(
    masked({ password: "hunter22", nested: [{ apiKey: "abc", bankAccount: "6222020200112233", mobile: "13800001234", amount: "10.00" }] }),
  ).toEqual({
    password: "••• (8)",
    nested: [{ apiKey: "••• (3)", bankAccount: "****2233", mobile: "****1234", amount: "10.00" }],
  });
});

test("texts that are JSON are masked inside; others lose what looks like a secret", () => {
  expect(JSON.parse(maskedText('{"token":"x1","no":"PO1"}')!)).toEqual({ token: "••• (2)", no: "PO1" });
  expect(maskedText("GET /x?access_token=abc&no=1")).toBe("GET /x?access_token=•••&no=1");
  expect(maskedText("")).toBeNull();
});
