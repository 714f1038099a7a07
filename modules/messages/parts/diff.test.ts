import { expect, test } from "vitest";
import { diffLines } from "./diff.ts";

const shown = (older: string, newer: string): string =>
  diffLines(older, newer)
    .map(({ sign, text }) => sign + text)
    .join("|");

test("lines that stay, go and come are told apart", () => {
  expect(shown("一\n二\n三", "一\n三\n四")).toBe("=一|-二|=三|+四");
  expect(shown("", "一")).toBe("+一");
  expect(shown("一", "")).toBe("-一");
  expect(shown("<p>一</p><p>二</p>", "<p>一</p><p>三</p>")).toBe("=<p>一</p>|-<p>二</p>|+<p>三</p>");
  expect(shown("同", "同")).toBe("=同");
});
