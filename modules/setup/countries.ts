import { countryLines } from "./data/countries.ts";

/** What a company takes over from its country unless it chooses otherwise. */
export interface Country {
  readonly currency: string;
  readonly zone: string;
  readonly language: "CN" | "EN";
}

const chineseSpeaking: readonly string[] = ["CN", "HK", "MO", "TW"];

export const countries: ReadonlyMap<string, Country> = new Map(
  countryLines
    .trim()
    .split(/\n| · /)
    .map((line) => {
      const [code, currency, zone] = line.split(" ");
      return [code!, { currency: currency!, zone: zone!, language: chineseSpeaking.includes(code!) ? "CN" : "EN" }];
    }),
);
