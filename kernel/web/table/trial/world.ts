import { houseZone } from "#kernel/time.ts";
import type { LookupValue, Preferences, Row, Scheme, Schemes, TableSettings, World } from "../types.ts";
import { bareWorld } from "../world.ts";

const status: readonly LookupValue[] = [
  { lookupCode: "DRAFT", meaning: ["拟定", "Draft"], description: "neutral", seqNum: 1 },
  { lookupCode: "APPROVING", meaning: ["审批中", "In approval"], description: "running", seqNum: 2 },
  { lookupCode: "WAITING", meaning: ["待供方确认", "Awaiting supplier"], description: "waiting", seqNum: 3 },
  { lookupCode: "RUNNING", meaning: ["执行中", "In progress"], description: "done", seqNum: 4 },
  { lookupCode: "REJECTED", meaning: ["已驳回", "Rejected"], description: "refused", seqNum: 5 },
  { lookupCode: "CLOSED", meaning: ["已关闭", "Closed"], description: "ended", seqNum: 6 },
];
const units: readonly LookupValue[] = [
  { lookupCode: "PCS", meaning: ["件", "pcs"], seqNum: 1 },
  { lookupCode: "KG", meaning: ["千克", "kg"], seqNum: 2 },
  { lookupCode: "SET", meaning: ["套", "set"], seqNum: 3 },
  { lookupCode: "OLD", meaning: ["旧单位", "old unit"], enabledFlag: "N", seqNum: 4 },
];

/** Settings and schemes kept in memory, with what was called written down for the tests. */
export const seen: {
  readonly settings: Map<string, TableSettings>;
  readonly saved: { name: string; forAll: boolean }[];
  readonly told: string[];
  readonly logged: string[];
  schemes: Scheme[];
  settingsFail: boolean;
} = {
  settings: new Map(),
  saved: [],
  told: [],
  logged: [],
  schemes: [],
  settingsFail: false,
};

const preferences: Preferences = {
  load: (name) => (seen.settingsFail ? Promise.reject(new Error("settings are down")) : (seen.settings.get(name) ?? null)),
  save(name, settings, forAll) {
    seen.saved.push({ name, forAll });
    seen.settings.set(name, settings);
    return Promise.resolve();
  },
  reset(name) {
    seen.settings.delete(name);
    return Promise.resolve(null);
  },
  mayShare: true,
};

const schemes: Schemes = {
  list: () => Promise.resolve(seen.schemes),
  save(_name, { schemeName, params, defaultFlag }) {
    seen.schemes = [...seen.schemes, { id: String(seen.schemes.length + 1), schemeName, params, defaultFlag, own: true }];
    return Promise.resolve();
  },
  remove(id) {
    seen.schemes = seen.schemes.filter((scheme) => scheme.id !== id);
    return Promise.resolve();
  },
};

/** A small world for the trial page: everything is granted but what begins with "no". */
export const trialWorld: World = {
  ...bareWorld,
  granted: (code) => !code.startsWith("no"),
  lookups: (type) => (type === "PO_STATUS" ? status : type === "UOM" ? units : []),
  navigate: (href) => void seen.told.push(`go ${href}`),
  log: (message) => void seen.logged.push(message),
  preferences,
  schemes,
  zone: houseZone,
  today: () => "2026-11-14",
};

const suppliers = [
  ["玄武五金", "Tortoise Hardware", "S10077"],
  ["云杉线缆", "Spruce Cable", "S10219"],
  ["纸鸢包装", "Paper Kite Packaging", "S10088"],
  ["鲸落塑业", "Whalefall Plastics", "S10102"],
  ["赤霄铝业", "Crimson Aluminium", "S10135"],
  ["拾光电子", "Gleam Electronics", "S10041"],
  ["白鹭轴承", "Egret Bearings", "S10301"],
  ["星梭机加", "Star Shuttle Machining", "S10023"],
] as const;
const states = ["APPROVING", "RUNNING", "WAITING", "RUNNING", "DRAFT", "RUNNING", "REJECTED", "CLOSED", "RUNNING", "APPROVING"];

/** Orders with round, repeatable figures: the same list on every visit. */
export const orders = (count: number, english: boolean): Row[] =>
  Array.from({ length: count }, (_, i) => {
    const [cn, en, code] = suppliers[(i * 5) % suppliers.length]!;
    const day = String(1 + ((i * 7) % 28)).padStart(2, "0");
    return {
      id: String(i + 1),
      orderNum: `PO20261114${String(9000 - i).padStart(4, "0")}`,
      status: states[i % states.length],
      supplierName: english ? en : cn,
      supplierCode: code,
      amount: `${((i * 7919) % 900_000) + 12_122}.${String((i * 37) % 100).padStart(2, "0")}`,
      currency: i % 10 === 9 ? "EUR" : "CNY",
      needBy: `2026-${i % 3 === 0 ? "12" : "11"}-${day}`,
      orgName: english ? "Suzhou plant" : "苏州工厂",
      buyer: english ? "Buyer" : "采购专员",
      promised: `2026-12-${day}`,
      received: String((i * 13) % 4000),
      progress: String((i * 17) % 101),
      urgent: i % 4 === 0 ? "Y" : "N",
      versionNum: 1,
      createdAt: `2026-11-${day}T04:29:00.000Z`,
      remark: english
        ? "Deliver in two batches, pallets only, call the warehouse before arrival"
        : "分两批送货，只收托盘，到货前请先致电仓库并预约月台",
    };
  });
