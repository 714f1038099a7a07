import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Crowd } from "./crowd.ts";
import { yuan } from "../base-rates.ts";
import type { Currency, Deal, Year } from "./deal.ts";
import type { Known } from "./masters.ts";

interface Unit {
  readonly dept: string;
  readonly buyers: readonly string[];
  readonly keeper: string;
  readonly gate: string;
  /** The day of the week goods are taken in, Monday being 0; each plant has its own, so that numbers of a day come from one keeper. */
  readonly takesIn: number;
}

/** Who works for a business unit, and where its goods come in. */
export const units: Readonly<Record<string, Unit>> = {
  "BU-E": { dept: "E-OPS", buyers: ["buyer.east01", "buyer.east02"], keeper: "warehouse01", gate: "DE1", takesIn: 3 },
  "BU-S": { dept: "S-PUR", buyers: ["buyer.south01"], keeper: "warehouse02", gate: "DS1", takesIn: 4 },
  "BU-N": { dept: "N-PUR", buyers: ["buyer.north01"], keeper: "warehouse03", gate: "DN1", takesIn: 2 },
};
export const codes = Object.keys(units);
export const plantOf = (org: string): string => `INV-${org.slice(-1)}1`;
export const money = (cents: number): string => (cents / 100).toFixed(2);
/** What was agreed without tax, in the currency it was agreed in. */
export const agreedPrice = (cents: number, currency: Currency): string =>
  money(currency === "CNY" ? cents : Math.max(1, Math.round(cents / yuan[currency])));
/** The same as an order says it: with its tax of 13 % where that is how it is ordered. */
export const orderPrice = (cents: number, { currency, isTaxIncluded }: Deal): string =>
  isTaxIncluded ? ((cents * 113) / 10_000).toFixed(4) : agreedPrice(cents, currency);

/** The house the year happens in: its people, its places, its papers. */
export class House extends Crowd {
  protected readonly year: Year;
  protected readonly known: Known;
  protected readonly back: (turn: number) => number;
  protected readonly ids = new Map<string, string>();
  protected readonly people = new Map<string, Me>();

  constructor(kernel: Kernel, year: Year, known: Known, back: (turn: number) => number, now: () => Date) {
    super(kernel, now);
    this.year = year;
    this.known = known;
    this.back = back;
  }

  protected readonly id = (code: string): string => this.ids.get(code)!;
  protected readonly me = (name: string): Me => this.people.get(name)!;
  protected readonly org = (firm: number): string => this.year.firms[firm]!.org;
  protected readonly buyers = (firm: number): readonly string[] => units[this.org(firm)]!.buyers;
  protected readonly buyer = (firm: number): string => this.buyers(firm)[firm % this.buyers(firm).length]!;
  /** The second of two suppliers of the same goods. */
  protected readonly isSecond = (firm: number): boolean => firm % 2 === 1 && !this.year.firms[firm]!.isLead;
  protected readonly user = (firm: number): string | null => this.year.firms[firm]!.user;

  protected async look(): Promise<void> {
    for (const [entity, key] of [
      ["BaseOrganization", "orgCode"],
      ["BaseDepartment", "deptCode"],
      ["SrmBaseDeliveryInfo", "deliveryCode"],
      ["SrmBasePaymentTerm", "termCode"],
      ["SrmBasePurchaseBillType", "billTypeCode"],
    ] as const)
      for (const row of await this.rows(entity)) this.ids.set(String(row[key]), String(row["id"]));
    for (const [name, responsibility] of [
      ...codes.flatMap((org) => units[org]!.buyers.map((buyer) => [buyer, "BUYER"] as const)),
      ...codes.map((org) => [units[org]!.keeper, "WAREHOUSE"] as const),
      ["requester01", "REQUESTER"] as const,
      ["lead.buyer", "PUR_MANAGER"] as const,
      ["supplier.mgr", "SUP_SPECIALIST"] as const,
    ])
      this.people.set(name, await this.as(name, responsibility));
    for (const [i, firm] of this.year.firms.entries())
      if (firm.user) this.people.set(firm.user, await this.as(firm.user, "SUP_ADMIN", this.known.suppliers[i]!));
  }
}
