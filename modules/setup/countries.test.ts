import { describe, expect, test } from "vitest";
import { countryLines } from "#modules/base/data/countries.ts";
import { measureLookups } from "#modules/base/measures.ts";
import { countries } from "./countries.ts";
import { proposalOf } from "./proposal.ts";

const offered = [...countryLines.matchAll(/(?:^|· )([A-Z]{2}) /gm)].map(([, code]) => code!);

test("every country that is offered has a currency that exists and a zone that is known", () => {
  expect(offered).toHaveLength(249);
  expect([...countries.keys()].toSorted()).toEqual(offered.toSorted());
  const currencies = new Set(Object.keys(measureLookups["CURRENCY"]!.values));
  expect([...countries].filter(([, { currency }]) => !currencies.has(currency))).toEqual([]);
  const zones = new Set(Intl.supportedValuesOf("timeZone"));
  expect([...countries].filter(([, { zone }]) => !zones.has(zone))).toEqual([]);
});

test.each([
  ["GB", "GBP", "Europe/London", "EN"],
  ["DE", "EUR", "Europe/Berlin", "EN"],
  ["BG", "EUR", "Europe/Sofia", "EN"],
  ["CH", "CHF", "Europe/Zurich", "EN"],
  ["US", "USD", "America/New_York", "EN"],
  ["JP", "JPY", "Asia/Tokyo", "EN"],
  ["AU", "AUD", "Australia/Sydney", "EN"],
  ["HK", "HKD", "Asia/Hong_Kong", "CN"],
])("%s proposes %s, %s and %s", (code, currency, zone, language) => {
  expect(countries.get(code)).toEqual({ currency, zone, language });
});

describe("the form of the company", () => {
  const otherwise = { currency: "EUR", zone: "UTC", language: "EN" };
  const option = (value: string) => ({ value, label: value, ...countries.get(value) });
  const propose = (value: string, here: string, saved: { currency: string | null; zone: string } | null = null) =>
    proposalOf({ country: countries.has(value) ? option(value) : undefined, saved, otherwise, here });

  test("takes the United Kingdom's pound and zone, whichever zone the browser is in", () => {
    expect(propose("GB", "Europe/Berlin")).toEqual({ currency: "GBP", zone: "Europe/London", language: "EN" });
  });
  test("prefers the browser's zone in a country of several", () => {
    expect(propose("US", "America/Chicago").zone).toBe("America/Chicago");
    expect(propose("US", "Europe/Paris").zone).toBe("America/New_York");
  });
  test("keeps what was saved, and proposes the general values without a country", () => {
    expect(propose("GB", "UTC", { currency: "USD", zone: "Europe/Paris" })).toMatchObject({ currency: "USD", zone: "Europe/Paris" });
    expect(propose("", "UTC")).toEqual(otherwise);
  });
});
