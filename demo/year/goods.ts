/** Leaves the year adds to the tree of what is bought: code, names, parent, kind. */
export const moreCategories: readonly (readonly [code: string, cn: string, en: string, parent: string, kind: string])[] = [
  ["1004", "铸件", "Castings", "10", "DIRECT"],
  ["2003", "传感器", "Sensors", "20", "DIRECT"],
  ["2004", "连接器", "Connectors", "20", "DIRECT"],
  ["3002", "托盘与缓冲", "Pallets and padding", "30", "DIRECT"],
  ["4002", "刀具", "Cutting tools", "40", "MRO"],
  ["4003", "办公用品", "Office supplies", "40", "MRO"],
];

export interface Good {
  readonly category: string;
  readonly cn: string;
  readonly en: string;
  readonly spec: string;
  readonly brand: string;
  readonly uom: string;
  readonly type: string;
  /** What it cost a year ago, in cents without tax. */
  readonly cents: number;
}

type Family = readonly [
  category: string,
  cn: string,
  en: string,
  uom: string,
  type: string,
  brand: string,
  cents: number,
  sizes: string,
  kinds: string,
];

const threads = "M3 M4 M5 M6 M8 M10 M12 M16 M20 M24";
const lengths = "×12 ×16 ×20 ×25 ×30 ×40 ×50 ×60 ×80";
const sheets = "300×400 400×500 500×600 600×800 800×1000 1000×1200 1200×1600 600×1800 800×2000 1000×2200";
const finishes = "1.2mm镀锌 1.5mm镀锌 2.0mm镀锌 1.5mm喷塑 2.0mm喷塑 2.5mm喷塑 1.5mm不锈钢 2.0mm不锈钢 3.0mm碳钢";

/** Families of materials: each size in each kind is one material. Brands are invented. */
const families: readonly Family[] = [
  ["1001", "侧板", "Side panel", "PCS", "SEMI", "星铸", 5200, sheets, finishes],
  ["1001", "门板", "Door panel", "PCS", "SEMI", "云杉", 7800, sheets, finishes],
  ["1002", "六角螺栓", "Hex bolt", "EA", "RAW", "固远", 180, threads, lengths],
  ["1002", "自攻螺钉", "Self-tapping screw", "EA", "RAW", "青柏", 90, threads, lengths],
  [
    "1003",
    "角接触轴承",
    "Angular contact bearing",
    "EA",
    "RAW",
    "恒转",
    4600,
    "7000 7001 7002 7003 7004 7005 7006 7007 7008 7009",
    "C AC B 2RS P5 P4 DB DF DT",
  ],
  [
    "1003",
    "直线轴承",
    "Linear bearing",
    "EA",
    "RAW",
    "岚山",
    2100,
    "LM6 LM8 LM10 LM12 LM16 LM20 LM25 LM30 LM40 LM50",
    "UU OP AJ L GA F K H T",
  ],
  [
    "1004",
    "铝压铸壳体",
    "Die-cast housing",
    "PCS",
    "SEMI",
    "海岚",
    9600,
    "H10 H12 H15 H18 H20 H24 H28 H32 H36 H40",
    "A0 A1 A2 B0 B1 B2 C0 C1 C2",
  ],
  [
    "1004",
    "铸铁端盖",
    "Cast iron end cap",
    "PCS",
    "SEMI",
    "铁杉",
    3400,
    "D60 D70 D80 D90 D100 D110 D120 D140 D160 D180",
    "HT200 HT250 HT300 QT400 QT450 QT500 QT600 QT700 RuT340",
  ],
  [
    "2001",
    "步进电机",
    "Stepper motor",
    "SET",
    "RAW",
    "驰能",
    16800,
    "28 35 39 42 57 60 86 110 130 150",
    "0.4Nm 0.8Nm 1.2Nm 1.8Nm 2.5Nm 3.5Nm 4.5Nm 8Nm 12Nm",
  ],
  [
    "2001",
    "减速电机",
    "Geared motor",
    "SET",
    "RAW",
    "月湾",
    32500,
    "60W 90W 120W 180W 250W 370W 550W 750W 1.1kW 1.5kW",
    "i5 i10 i15 i20 i30 i40 i50 i60 i80",
  ],
  [
    "2002",
    "屏蔽电缆",
    "Shielded cable",
    "M",
    "RAW",
    "通盛",
    420,
    "2芯 3芯 4芯 5芯 6芯 7芯 8芯 10芯 12芯 16芯",
    "0.2mm² 0.3mm² 0.5mm² 0.75mm² 1.0mm² 1.5mm² 2.5mm² 4mm² 6mm²",
  ],
  [
    "2002",
    "拖链电缆",
    "Drag chain cable",
    "M",
    "RAW",
    "长虹渡",
    680,
    "2芯 3芯 4芯 5芯 6芯 7芯 8芯 10芯 12芯 16芯",
    "0.2mm² 0.3mm² 0.5mm² 0.75mm² 1.0mm² 1.5mm² 2.5mm² 4mm² 6mm²",
  ],
  [
    "2003",
    "接近开关",
    "Proximity switch",
    "EA",
    "RAW",
    "识界",
    5800,
    "M5 M8 M12 M18 M30 Q10 Q12 Q18 Q30 Q40",
    "NPN常开 NPN常闭 PNP常开 PNP常闭 两线直流 两线交流 模拟量 防水 耐高温",
  ],
  [
    "2003",
    "光电传感器",
    "Photoelectric sensor",
    "EA",
    "RAW",
    "识界",
    9800,
    "E10 E12 E18 E20 E24 E30 E36 E40 E50 E60",
    "对射 反射 漫反射 背景抑制 光纤 色标 激光 测距 防爆",
  ],
  [
    "2004",
    "接线端子",
    "Terminal block",
    "EA",
    "RAW",
    "联桥",
    160,
    "1.5 2.5 4 6 10 16 25 35 50 70",
    "直通 双层 接地 保险 隔离 弹簧 插拔 三层 传感",
  ],
  [
    "2004",
    "圆形连接器",
    "Circular connector",
    "EA",
    "RAW",
    "联桥",
    2300,
    "M5 M8 M9 M12 M16 M20 M23 M27 M40 M58",
    "3芯 4芯 5芯 6芯 7芯 8芯 10芯 12芯 17芯",
  ],
  [
    "3001",
    "瓦楞纸箱",
    "Corrugated box",
    "PCS",
    "PACK",
    "丰和",
    380,
    "200×150 250×200 300×200 350×250 400×300 450×350 500×400 600×400 700×500 800×600",
    "三层 五层 七层 三层白 五层白 彩印 防潮 加固 飞机盒",
  ],
  [
    "3002",
    "木托盘",
    "Wooden pallet",
    "PCS",
    "PACK",
    "林语",
    8600,
    "800×600 1000×800 1000×1000 1100×1100 1200×800 1200×1000 1200×1200 1300×1100 1400×1200 1500×1500",
    "单面 双面 川字 田字 九脚 熏蒸 胶合 免熏蒸 加强",
  ],
  [
    "3002",
    "珍珠棉",
    "Foam padding",
    "PCS",
    "PACK",
    "软岸",
    260,
    "10mm 15mm 20mm 25mm 30mm 35mm 40mm 50mm 60mm 80mm",
    "白色 黑色 防静电 卷材 片材 开槽 覆膜 阻燃 复合",
  ],
  [
    "4001",
    "工作服",
    "Work clothes",
    "SET",
    "MRO",
    "安固",
    9200,
    "160 165 170 175 180 185 190 195 200 205",
    "夏装 春秋 冬装 防静电 阻燃 反光 防酸碱 洁净 雨衣",
  ],
  [
    "4002",
    "立铣刀",
    "End mill",
    "EA",
    "MRO",
    "锋野",
    6400,
    "D1 D2 D3 D4 D6 D8 D10 D12 D16 D20",
    "2刃 3刃 4刃 球头 圆鼻 粗皮 加长 铝用 不锈钢用",
  ],
  [
    "4002",
    "麻花钻",
    "Twist drill",
    "EA",
    "MRO",
    "锋野",
    1900,
    "D1 D2 D3 D4 D5 D6 D8 D10 D12 D14",
    "高速钢 含钴 钨钢 镀钛 加长 内冷 阶梯 定心 左旋",
  ],
  [
    "4003",
    "打印纸",
    "Printing paper",
    "BOX",
    "MRO",
    "素白",
    10500,
    "A3 A4 A5 B4 B5 241-1 241-2 241-3 80mm 57mm",
    "70g 75g 80g 90g 100g 彩色 铜版 再生 热敏",
  ],
];

/** So many materials, taken from each family in turn. */
export function goods(count: number): readonly Good[] {
  const shelves = families.map(([category, cn, en, uom, type, brand, cents, sizes, kinds]) =>
    sizes.split(" ").flatMap((size, i) =>
      kinds.split(" ").map((kind, j): Good => ({
        category,
        cn,
        en,
        uom,
        type,
        brand,
        spec: kind.startsWith("×") ? size + kind : `${size} ${kind}`,
        cents: Math.round(cents * (1 + i * 0.18) * (1 + j * 0.06)),
      })),
    ),
  );
  const taken: Good[] = [];
  for (let i = 0; taken.length < count && i < 90; i++) for (const shelf of shelves) if (taken.length < count) taken.push(shelf[i]!);
  return taken;
}
