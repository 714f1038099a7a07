import { expect, test } from "vitest";
import { renewedTo } from "./renewal.ts";

test("an agreement renews itself by whole terms until it reaches the day", () => {
  expect(renewedTo("2026-01-01", "2026-01-31", "2026-01-31")).toBe("2026-01-31");
  expect(renewedTo("2026-01-01", "2026-01-31", "2026-02-01")).toBe("2026-03-03");
  expect(renewedTo("2026-01-01", "2026-01-31", "2026-03-03")).toBe("2026-03-03");
  expect(renewedTo("2026-01-01", "2026-01-31", "2026-03-04")).toBe("2026-04-03");
});
