import { Chance } from "./chance.ts";

/** Where a supplier stands: those that trade are bought from all year. */
export type Stage =
  | "trading"
  | "qualified"
  | "trial"
  | "candidate"
  | "potential"
  | "suspended"
  | "frozen"
  | "exited"
  | "temporary"
  | "draft";

export interface Firm {
  readonly cn: string;
  readonly en: string;
  readonly short: string;
  readonly category: string;
  readonly org: string;
  readonly stage: Stage;
  readonly type: string;
  /** The portal account, of those who answer orders themselves. */
  readonly user: string | null;
  /** How many days ago it came. */
  readonly since: number;
  /** One that the other stories made already, and that is signed in as. */
  readonly isLead: boolean;
}

/** How many stand where, beside those the other stories tell of. */
const stages: readonly (readonly [stage: Stage, count: number])[] = [
  ["qualified", 9],
  ["trial", 7],
  ["candidate", 10],
  ["potential", 8],
  ["suspended", 5],
  ["frozen", 4],
  ["exited", 6],
  ["temporary", 3],
  ["draft", 4],
];

const names =
  "青柏 Cypress 海岚 Seamist 岚山 Mistmount 铁杉 Hemlock 月湾 Moonbay 识界 Sensefield 联桥 Linkbridge 林语 Woodword 软岸 Softshore 锋野 Edgefield 素白 Plainwhite 晴川 Clearstream 鹿鸣 Deercall 松涛 Pinewave 石泉 Stonespring 白露 Whitedew 远岫 Farpeak 清潭 Cleartarn 霜叶 Frostleaf 溪桥 Brookbridge 云帆 Cloudsail 雁回 Goosereturn 南屏 Southscreen 北渡 Northferry 东篱 Eastfence 西塬 Westplain 竹里 Bamboolane 梅坞 Plumdock 兰舟 Orchidboat 荷塘 Lotuspond 桂枝 Laurelbranch 榆关 Elmgate 槐荫 Pagodashade 枫桥 Maplebridge 柳岸 Willowbank 杏林 Apricotgrove 桑田 Mulberry 稻香 Ricescent 麦浪 Wheatwave 星渚 Starisle 虹野 Rainbowfield 雪原 Snowplain 雨巷 Rainlane 风铃 Windbell 雾谷 Mistvale 晓月 Dawnmoon 暮山 Duskhill 朝汐 Morningtide"
    .split(" ")
    .reduce<(readonly [string, string])[]>((all, word, i, words) => (i % 2 ? all : [...all, [word, words[i + 1]!] as const]), []);

const trades: Readonly<Record<string, readonly [cn: string, en: string, type: string]>> = {
  "1001": ["钣金", "Sheet Metal", "MANUFACTURER"],
  "1002": ["标准件", "Fasteners", "MANUFACTURER"],
  "1003": ["传动", "Bearings", "MANUFACTURER"],
  "1004": ["铸造", "Castings", "MANUFACTURER"],
  "2001": ["电机", "Motors", "MANUFACTURER"],
  "2002": ["电缆", "Cables", "MANUFACTURER"],
  "2003": ["传感", "Sensors", "MANUFACTURER"],
  "2004": ["电连", "Connectors", "MANUFACTURER"],
  "3001": ["纸业", "Cartons", "MANUFACTURER"],
  "3002": ["包材", "Packing", "MANUFACTURER"],
  "4001": ["劳保", "Safety Wear", "TRADER"],
  "4002": ["刀具", "Tools", "TRADER"],
  "4003": ["办公", "Office Goods", "TRADER"],
};

/** Who trades: a category in a business unit is bought from a favourite and a second supplier. */
const pairs: readonly (readonly [category: string, org: string])[] = [
  ["1001", "BU-E"],
  ["1002", "BU-E"],
  ["1003", "BU-E"],
  ["2001", "BU-E"],
  ["2003", "BU-E"],
  ["3001", "BU-E"],
  ["4002", "BU-E"],
  ["1002", "BU-S"],
  ["1004", "BU-S"],
  ["2002", "BU-S"],
  ["2004", "BU-S"],
  ["3002", "BU-S"],
  ["1003", "BU-N"],
  ["2001", "BU-N"],
  ["4001", "BU-N"],
  ["4003", "BU-N"],
];
const portal = new Set([0, 2, 6, 10, 16, 20]);

/** Suppliers of the other stories that are bought from all year too. */
const leads: readonly Firm[] = [
  {
    cn: "星铸钣金股份有限公司",
    en: "Starcast Sheet Metal Inc.",
    short: "星铸钣金",
    category: "1001",
    user: "starcast",
    since: 312,
    org: "BU-E",
    stage: "trading",
    type: "MANUFACTURER",
    isLead: true,
  },
  {
    cn: "鲸落塑业有限公司",
    en: "Whalefall Plastics Co., Ltd",
    short: "鲸落塑业",
    category: "3001",
    user: "whalefall",
    since: 340,
    org: "BU-E",
    stage: "trading",
    type: "MANUFACTURER",
    isLead: true,
  },
];

/** The companies of the year, those of the other stories last; no two share a name with each other or with the companies of the other stories. */
export function firms(seed: number): readonly Firm[] {
  const chance = new Chance(seed);
  const codes = Object.keys(trades);
  const wanted = [
    ...pairs.flatMap(([category, org]) => [0, 1].map(() => ({ category, org, stage: "trading" as Stage }))),
    ...stages.flatMap(([stage, count]) =>
      Array.from({ length: count }, () => ({ category: chance.pick(codes), org: chance.pick(["BU-E", "BU-S", "BU-N"]), stage })),
    ),
  ];
  const used = new Set<string>();
  const made = wanted.map(({ category, org, stage }, i): Firm => {
    const [trade, tradeEn, type] = trades[category]!;
    let at = i;
    while (used.has(names[at % names.length]![0] + trade)) at += 1;
    const [cn, en] = names[at % names.length]!;
    used.add(cn + trade);
    const early = stage === "trading" || stage === "exited" || stage === "suspended";
    return {
      cn: `${cn}${trade}有限公司`,
      en: `${en} ${tradeEn} Co., Ltd`,
      short: `${cn}${trade}`,
      category,
      org,
      stage,
      type,
      user: stage === "trading" && portal.has(i) ? en.toLowerCase() : null,
      since: early ? 420 : stage === "draft" ? 2 : stage === "temporary" ? 40 : [300, 210, 120, 40][i % 4]!,
      isLead: false,
    };
  });
  return [...made, ...leads];
}
