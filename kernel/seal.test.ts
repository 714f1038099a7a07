import { expect, test } from "vitest";
import { declare } from "./declared.ts";
import { closed, opened, type Seal } from "./seal.ts";

const keysOf = (house: string): Seal => ({
  close: (text, binding) => `${house}|${binding}|${text}`,
  open: (text, binding) => (text.startsWith(`${house}|${binding}|`) ? text.slice(house.length + binding.length + 2) : null),
  mark: (text) => `${house}#${text}`,
});

test("each product closes with its own keys, and what one has closed the other cannot open", () => {
  const [one, two, bare] = [declare([]).seal, declare([]).seal, declare([]).seal];
  one.bring(keysOf("one"));
  two.bring(keysOf("two"));
  const shut = closed(one, "6222", "account");
  expect([shut, opened(one, shut, "account"), opened(two, shut, "account")]).toEqual(["one|account|6222", "6222", null]);
  expect([one.mark("6222") === two.mark("6222"), closed(bare, "6222", "account")]).toEqual([false, "6222"]);
});
