import { lookup, type Lookup } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";
import { currencyLines } from "./data/currencies.ts";

const lines = (text: string): string[] => text.trim().split(/\n| · /);

const currencies = lines(currencyLines).map((line) => {
  const [, code, cn, en, digits] = /^(\w{3}) (.+)\/(.+)\/(\d)$/.exec(line)!;
  return { code: code!, text: [cn!, en!] as Text, digits: Number(digits) };
});

/** Unit, names, decimals people use with it. */
const units: readonly (readonly [code: string, cn: string, en: string, decimals: number])[] = [
  ["PCS", "件", "Piece", 0],
  ["EA", "个", "Each", 0],
  ["SET", "套", "Set", 0],
  ["BOX", "箱", "Box", 0],
  ["KG", "千克", "Kilogram", 3],
  ["G", "克", "Gram", 2],
  ["T", "吨", "Tonne", 3],
  ["LB", "磅", "Pound", 3],
  ["M", "米", "Metre", 3],
  ["M2", "平方米", "Square metre", 3],
  ["M3", "立方米", "Cubic metre", 3],
  ["L", "升", "Litre", 3],
  ["H", "小时", "Hour", 2],
  ["DAY", "天", "Day", 2],
  ["LOT", "批", "Lot", 0],
  ["MG", "毫克", "Milligram", 2],
  ["OZ", "盎司", "Ounce", 3],
  ["MM", "毫米", "Millimetre", 2],
  ["CM", "厘米", "Centimetre", 2],
  ["KM", "千米", "Kilometre", 3],
  ["IN", "英寸", "Inch", 3],
  ["FT", "英尺", "Foot", 3],
  ["ML", "毫升", "Millilitre", 2],
  ["MIN", "分钟", "Minute", 0],
  ["MON", "月", "Month", 2],
  ["YEAR", "年", "Year", 2],
  ["KWH", "千瓦时", "Kilowatt hour", 2],
  ["DOZ", "打", "Dozen", 0],
  ["PAIR", "双", "Pair", 0],
  ["ROLL", "卷", "Roll", 0],
  ["SHEET", "张", "Sheet", 0],
  ["BAG", "袋", "Bag", 0],
  ["BOTTLE", "瓶", "Bottle", 0],
  ["DRUM", "桶", "Drum", 0],
  ["PALLET", "托", "Pallet", 0],
  ["TIME", "次", "Time", 0],
  ["PERSON_DAY", "人天", "Person-day", 2],
];

/** One unit in another, everywhere and for everything. */
const ratios: readonly (readonly [from: string, to: string, rate: string])[] = [
  ["T", "KG", "1000"],
  ["KG", "G", "1000"],
  ["T", "G", "1000000"],
  ["G", "MG", "1000"],
  ["LB", "KG", "0.45359237"],
  ["LB", "G", "453.59237"],
  ["LB", "OZ", "16"],
  ["OZ", "G", "28.349523125"],
  ["KM", "M", "1000"],
  ["M", "CM", "100"],
  ["M", "MM", "1000"],
  ["CM", "MM", "10"],
  ["FT", "M", "0.3048"],
  ["FT", "IN", "12"],
  ["IN", "MM", "25.4"],
  ["IN", "CM", "2.54"],
  ["M3", "L", "1000"],
  ["L", "ML", "1000"],
  ["H", "MIN", "60"],
  ["DAY", "H", "24"],
  ["YEAR", "MON", "12"],
  ["DOZ", "EA", "12"],
  ["DOZ", "PCS", "12"],
  ["PAIR", "EA", "2"],
  ["PCS", "EA", "1"],
];

/** Code, names, percent, and from when to when it may be used (VAT of the People's Republic). */
const taxRates: readonly (readonly [code: string, cn: string, en: string, percent: string, from?: string, to?: string])[] = [
  ["T13", "税率13%", "13 %", "13", "2019-04-01"],
  ["T9", "税率9%", "9 %", "9", "2019-04-01"],
  ["T6", "税率6%", "6 %", "6", "2012-01-01"],
  ["T5", "征收率5%", "5 %", "5", "2016-05-01"],
  ["T3", "税率3%", "3 %", "3"],
  ["T1", "税率1%", "1 %", "1", "2020-03-01", "2027-12-31"],
  ["T0", "税率0%", "0 %", "0"],
  ["FREE", "免税", "Tax free", "0"],
  ["T16", "税率16%（2019年3月止）", "16 % (to March 2019)", "16", "2018-05-01", "2019-03-31"],
  ["T10", "税率10%（2019年3月止）", "10 % (to March 2019)", "10", "2018-05-01", "2019-03-31"],
];

const named = (rows: readonly (readonly [string, string, string, ...unknown[]])[]): Record<string, Text> =>
  Object.fromEntries(rows.map(([code, cn, en]) => [code, [cn, en] as const]));

/** Currencies, units, conversions and tax rates: what amounts and quantities are measured in. */
export const measureLookups: Readonly<Record<string, Lookup>> = {
  CURRENCY: {
    ...lookup("币种", "Currency", Object.fromEntries(currencies.map((currency) => [currency.code, currency.text])), "EXTENSIBLE"),
    extras: Object.fromEntries(currencies.map((currency) => [currency.code, { digits: currency.digits }])),
  },
  UOM: {
    ...lookup("计量单位", "Unit of measure", named(units), "EXTENSIBLE"),
    extras: Object.fromEntries(units.map(([code, , , decimals]) => [code, { decimals }])),
  },
  TAX_RATE: {
    ...lookup("税率", "Tax rate", named(taxRates), "EXTENSIBLE"),
    extras: Object.fromEntries(
      taxRates.map(([code, , , percent, from, to]) => [code, { percent, ...(from ? { from } : {}), ...(to ? { to } : {}) }]),
    ),
  },
  UNIT_CONVERSION_RATIO: lookup(
    "单位换算",
    "Unit conversion",
    Object.fromEntries(ratios.map(([from, to, rate]) => [`${from}>${to}`, [rate, rate] as const])),
    "USER",
  ),
};
