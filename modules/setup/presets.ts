import type { Text } from "#kernel/text.ts";
import { countries } from "./countries.ts";

/** A tax rate as the lookup of rates keeps it. */
export interface TaxRate {
  readonly code: string;
  readonly label: Text;
  readonly percent: string;
}

export interface Holiday {
  readonly day: string;
  readonly note: Text;
}

/** When an amount is paid: the whole of it, so many days after the invoice or before anything is delivered. */
export interface Term {
  readonly code: string;
  readonly label: Text;
  readonly prepaid?: true;
  readonly days: number;
}

/** What a country brings along on the first day. Everything of it can be changed afterwards where it is kept. */
export interface CountryPreset {
  readonly code: string;
  readonly label: Text;
  readonly hint: Text;
  /** The country itself; null where it is chosen. */
  readonly country: string | null;
  readonly language: "CN" | "EN";
  readonly zone: string;
  readonly currency: string;
  /** Rates that are shipped already are named by their code alone. */
  readonly taxes: readonly TaxRate[];
  /** The rate a supplier begins with; null where the country has no rate of its own, so that people choose. */
  readonly defaultTax: string | null;
  readonly weekend: readonly string[];
  readonly calendar: Text;
  readonly holidays: readonly Holiday[];
  readonly terms: readonly Term[];
  /** What a supplier of the own country is. */
  readonly supplierNature: "MAINLAND" | "OVERSEAS";
  readonly taxNoLabel: Text;
}

const days = (note: Text, ...list: readonly string[]): readonly Holiday[] => list.map((day) => ({ day, note }));

const newYear: Text = ["元旦", "New Year"];
const spring: Text = ["春节", "Spring Festival"];
const qingming: Text = ["清明节", "Qingming"];
const labour: Text = ["劳动节", "Labour Day"];
const dragon: Text = ["端午节", "Dragon Boat Festival"];
const autumn: Text = ["中秋节", "Mid-Autumn Festival"];
const national: Text = ["国庆节", "National Day"];

/** Statutory holidays; days worked in exchange are announced year by year and entered in the calendar. */
const chineseHolidays: readonly Holiday[] = [
  ...days(newYear, "2026-01-01", "2027-01-01"),
  ...days(spring, "2026-02-16", "2026-02-17", "2026-02-18", "2026-02-19", "2027-02-05", "2027-02-06", "2027-02-07", "2027-02-08"),
  ...days(qingming, "2026-04-05", "2027-04-05"),
  ...days(labour, "2026-05-01", "2026-05-02", "2027-05-01", "2027-05-02"),
  ...days(dragon, "2026-06-19", "2027-06-09"),
  ...days(autumn, "2026-09-25", "2027-09-15"),
  ...days(national, "2026-10-01", "2026-10-02", "2026-10-03", "2027-10-01", "2027-10-02", "2027-10-03"),
];

const net = (code: string, days: number): Term => ({
  code,
  label: [`票后${days}天`, `${days} days after invoice`],
  days,
});

const terms: readonly Term[] = [
  net("NET30", 30),
  net("NET60", 60),
  { code: "PREPAID", label: ["预付全款", "Paid in advance"], prepaid: true, days: 0 },
];

export const presets: readonly CountryPreset[] = [
  {
    code: "CN",
    label: ["中国", "China"],
    hint: ["人民币、增值税率、法定节假日、北京时间", "CNY, VAT rates, statutory holidays, Beijing time"],
    country: "CN",
    ...countries.get("CN")!,
    taxes: [],
    defaultTax: "T13",
    weekend: ["SAT", "SUN"],
    calendar: ["中国工作日历", "Working days in China"],
    holidays: chineseHolidays,
    terms,
    supplierNature: "MAINLAND",
    taxNoLabel: ["统一社会信用代码", "Unified social credit code"],
  },
  {
    code: "INTL",
    label: ["其他国家或地区", "Other country"],
    hint: ["国家、币种、时区和税率自选，没有中国特有的必填项", "Choose country, currency, time zone and tax rate"],
    country: null,
    language: "EN",
    zone: "UTC",
    currency: "EUR",
    taxes: [{ code: "T0", label: ["税率0%", "0 %"], percent: "0" }],
    defaultTax: null,
    weekend: ["SAT", "SUN"],
    calendar: ["周一至周五", "Monday to Friday"],
    holidays: [],
    terms,
    supplierNature: "OVERSEAS",
    taxNoLabel: ["税号", "Tax or registration no."],
  },
];

export const presetOf = (code: unknown): CountryPreset => presets.find((preset) => preset.code === code) ?? presets[1]!;

/** The rate for a percentage: a shipped one, or one of its own. */
export function taxOf(percent: string): TaxRate {
  const text = percent.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  const code = `T${text.replace(".", "_")}`;
  return { code, label: [`税率${text}%`, `${text} %`], percent: text };
}
