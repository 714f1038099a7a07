import type { Text } from "#kernel/text.ts";

type Values = Readonly<Record<string, Text>>;

/** Currencies by ISO 4217 code, the house currency first. */
export const currencies: Values = {
  CNY: ["人民币", "Chinese yuan"],
  USD: ["美元", "US dollar"],
  EUR: ["欧元", "Euro"],
  JPY: ["日元", "Japanese yen"],
  HKD: ["港元", "Hong Kong dollar"],
  GBP: ["英镑", "Pound sterling"],
  KRW: ["韩元", "Korean won"],
  TWD: ["新台币", "New Taiwan dollar"],
  MOP: ["澳门元", "Macanese pataca"],
  SGD: ["新加坡元", "Singapore dollar"],
  MYR: ["马来西亚林吉特", "Malaysian ringgit"],
  THB: ["泰铢", "Thai baht"],
  VND: ["越南盾", "Vietnamese dong"],
  IDR: ["印度尼西亚卢比", "Indonesian rupiah"],
  PHP: ["菲律宾比索", "Philippine peso"],
  INR: ["印度卢比", "Indian rupee"],
  PKR: ["巴基斯坦卢比", "Pakistani rupee"],
  BDT: ["孟加拉塔卡", "Bangladeshi taka"],
  LKR: ["斯里兰卡卢比", "Sri Lankan rupee"],
  KZT: ["哈萨克斯坦坚戈", "Kazakhstani tenge"],
  RUB: ["俄罗斯卢布", "Russian rouble"],
  TRY: ["土耳其里拉", "Turkish lira"],
  AED: ["阿联酋迪拉姆", "UAE dirham"],
  SAR: ["沙特里亚尔", "Saudi riyal"],
  QAR: ["卡塔尔里亚尔", "Qatari riyal"],
  KWD: ["科威特第纳尔", "Kuwaiti dinar"],
  BHD: ["巴林第纳尔", "Bahraini dinar"],
  ILS: ["以色列新谢克尔", "Israeli new shekel"],
  EGP: ["埃及镑", "Egyptian pound"],
  ZAR: ["南非兰特", "South African rand"],
  NGN: ["尼日利亚奈拉", "Nigerian naira"],
  CHF: ["瑞士法郎", "Swiss franc"],
  SEK: ["瑞典克朗", "Swedish krona"],
  NOK: ["挪威克朗", "Norwegian krone"],
  DKK: ["丹麦克朗", "Danish krone"],
  PLN: ["波兰兹罗提", "Polish zloty"],
  CZK: ["捷克克朗", "Czech koruna"],
  HUF: ["匈牙利福林", "Hungarian forint"],
  CAD: ["加拿大元", "Canadian dollar"],
  AUD: ["澳大利亚元", "Australian dollar"],
  NZD: ["新西兰元", "New Zealand dollar"],
  MXN: ["墨西哥比索", "Mexican peso"],
  BRL: ["巴西雷亚尔", "Brazilian real"],
};

export const units: Values = {
  PCS: ["件", "Piece"],
  EA: ["个", "Each"],
  SET: ["套", "Set"],
  BOX: ["箱", "Box"],
  KG: ["千克", "Kilogram"],
  G: ["克", "Gram"],
  T: ["吨", "Tonne"],
  LB: ["磅", "Pound"],
  M: ["米", "Metre"],
  M2: ["平方米", "Square metre"],
  M3: ["立方米", "Cubic metre"],
  L: ["升", "Litre"],
  H: ["小时", "Hour"],
  DAY: ["天", "Day"],
  LOT: ["批", "Lot"],
};

export const taxRates: Values = {
  T13: ["税率13%", "13 %"],
  T9: ["税率9%", "9 %"],
  T6: ["税率6%", "6 %"],
  T3: ["税率3%", "3 %"],
  T1: ["税率1%", "1 %"],
  T0: ["税率0%", "0 %"],
  FREE: ["免税", "Tax free"],
};

/** One unit in another: the code names both, the meaning is the rate. */
export const unitRatios: Values = {
  "T>KG": ["1000", "1000"],
  "KG>G": ["1000", "1000"],
  "T>G": ["1000000", "1000000"],
  "LB>KG": ["0.45359237", "0.45359237"],
  "LB>G": ["453.59237", "453.59237"],
  "M3>L": ["1000", "1000"],
};

const same = <T>(codes: readonly string[], extra: T): Readonly<Record<string, T>> => Object.fromEntries(codes.map((code) => [code, extra]));

/** What a code means beyond its name: digits of a currency, decimals of a unit, percent of a tax rate. */
export const lookupExtras: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string | number>>>>>> = {
  CURRENCY: {
    ...same(Object.keys(currencies), { digits: 2 }),
    ...same(["JPY", "KRW", "VND"], { digits: 0 }),
    ...same(["KWD", "BHD"], { digits: 3 }),
  },
  UOM: {
    ...same(Object.keys(units), { decimals: 0 }),
    ...same(["KG", "T", "LB", "M", "M2", "M3", "L"], { decimals: 3 }),
    ...same(["G", "H", "DAY"], { decimals: 2 }),
  },
  TAX_RATE: {
    T13: { percent: "13" },
    T9: { percent: "9" },
    T6: { percent: "6" },
    T3: { percent: "3" },
    T1: { percent: "1" },
    T0: { percent: "0" },
    FREE: { percent: "0" },
  },
};
