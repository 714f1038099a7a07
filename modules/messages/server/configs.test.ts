import { expect, test } from "vitest";
import { goingBy, type Config } from "./configs.ts";

const config = (mandatoryFlag: string): Config => ({ channels: ["SITE", "DING"], mandatoryFlag }) as unknown as Config;

test("an event goes by the channels it names, unless people must hear of it as it was set", () => {
  expect(goingBy(config("N"), ["EMAIL", "SITE", "PIGEON"]).channels).toEqual(["SITE", "EMAIL"]);
  expect(goingBy(config("Y"), ["EMAIL"]).channels).toEqual(["SITE", "DING"]);
  for (const nothing of [undefined, [], ["PIGEON"], "EMAIL"]) expect(goingBy(config("N"), nothing).channels).toEqual(["SITE", "DING"]);
});
