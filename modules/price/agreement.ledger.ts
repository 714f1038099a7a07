import { trim } from "#kernel/decimal.ts";
import { money, qty } from "#kernel/field.ts";
import { ledger, type Over } from "#kernel/ledger.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { postingEvents } from "#modules/demand/index.ts";
import { amountLimit, qtyLimit } from "./agreement-figures.ts";

const balance = { computed: true, initial: "0", least: 0 } as const;

/** What the limits of an agreement are reckoned from. */
interface Limited {
  readonly doc: Parameters<typeof qtyLimit>[0] &
    Parameters<typeof amountLimit>[0] & { readonly id: string; readonly agreementNum: string | null };
  readonly digits: number;
}

const short = ({ left, asked }: Over, _: unknown, { doc: { id, agreementNum: num } }: Limited): Refusal =>
  refuse(
    "PUR-2103",
    `协议[${num ?? ""}]可用额度${trim(left)}，本单需要${trim(asked)}`,
    `Agreement ${num ?? ""} has ${trim(left)} left, ${trim(asked)} needed`,
    {
      data: { left: trim(left), needed: trim(asked) },
      fix: { route: "purAgreementManage/purAgreementEdit", query: { id }, label: ["打开协议", "Open the agreement"] },
    },
  );

/** Drafts reserve, approved orders commit, and what orders no longer need goes back. */
const eventsOf = <O extends string, R extends string>(reserved: O, committed: R) => {
  const [reserves, commits, back] = [{ [reserved]: "±" }, { [committed]: "+" }, { [committed]: "-" }];
  const [orders, any] = [
    { [reserved]: "-", [committed]: "+" },
    { [reserved]: "±", [committed]: "±" },
  ];
  return {
    HOLD: reserves,
    E1: orders,
    E2: any,
    E3: back,
    E3c: back,
    E3o: commits,
    DRAW: any,
    E9: back,
    E11: back,
    E12: back,
    E13: back,
  } as Readonly<Record<"HOLD" | "E1" | "E2" | "E3" | "E3c" | "E3o" | "DRAW" | "E9" | "E11" | "E12" | "E13", Readonly<Record<O | R, "±">>>>;
};

/** What orders reserve and commit of one line of an agreement, in its unit. */
export const agreementLineLedger = ledger("AGR_LINE", "协议行用量", "Use of an agreement line", {
  buckets: {
    OCC: ["occupiedQty", qty("占用数量", "Reserved", balance)],
    REL: ["releasedQty", qty("已下达数量", "Committed", balance)],
  },
  names: postingEvents,
  events: eventsOf("OCC", "REL"),
  caps: { qty: { of: "occupiedQty + releasedQty", within: (line, { doc }: Limited) => qtyLimit(doc, line), refuse: short } },
});

/** The same of an organisation's quota. */
export const agreementOrgLedger = ledger("AGR_ORG", "协议组织用量", "Use of an organisation's quota", {
  buckets: {
    OCC: ["orgOccupiedQty", qty("占用数量", "Reserved", balance)],
    REL: ["orgReleasedQty", qty("已下达数量", "Committed", balance)],
  },
  names: postingEvents,
  events: eventsOf("OCC", "REL"),
  caps: { quota: { of: "orgOccupiedQty + orgReleasedQty", within: "quotaQty", when: () => true, refuse: short } },
});

/** What orders reserve and commit of the agreement's amount. */
export const agreementLedger = ledger("AGR_HEADER", "协议金额用量", "Use of an agreement's amount", {
  buckets: {
    OCC_AMT: ["occupiedAmount", money("占用金额", "Reserved", { ...balance, currency: "currency" })],
    REL_AMT: ["releasedAmount", money("已下达金额", "Committed", { ...balance, currency: "currency" })],
  },
  names: postingEvents,
  events: eventsOf("OCC_AMT", "REL_AMT"),
  caps: {
    amount: {
      of: "occupiedAmount + releasedAmount",
      within: (_, { doc, digits }: Limited) => amountLimit(doc, digits),
      refuse: short,
    },
  },
});
