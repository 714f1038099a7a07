import { add, cmp, div, mul, sub } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";
import { daysBetween } from "#kernel/days.ts";
import type { Chain, ChainNode, ChainStage } from "./chain.ts";

/** A piece of money on its way from goods received to money paid; each begins where the one before it ended. */
export interface MoneyPiece {
  readonly key: "paid" | "invoiced" | "stated" | "open";
  readonly label: Text;
  readonly amount: string;
  /** in percent of what is payable */
  readonly from: number;
  readonly width: number;
}

const amountAt = (chain: Pick<Chain, "passport">, key: string): string =>
  chain.passport.find((passportStep) => passportStep.key === key)?.amount ?? "0";
export const quantityAt = (chain: Pick<Chain, "passport">, key: string): string | null =>
  chain.passport.find((passportStep) => passportStep.key === key)?.qty ?? null;

const more = (a: string, b: string): string => (cmp(a, b) > 0 ? sub(a, b) : "0");
const share = (part: string, whole: string): number => Math.min(100, Math.max(0, Number(mul(div(part, whole, 6), "100"))));

/** Where the money for what was received stands: paid, invoiced, reconciled, or none of it yet. Empty while nothing is payable. */
export function moneyOf(chain: Pick<Chain, "passport">): { readonly payable: string; readonly pieces: readonly MoneyPiece[] } {
  const payable = amountAt(chain, "received");
  if (cmp(payable, "0") <= 0) return { payable, pieces: [] };
  const [paid, invoiced, stated] = [amountAt(chain, "paid"), amountAt(chain, "invoiced"), amountAt(chain, "stated")];
  const amounts: readonly (readonly [MoneyPiece["key"], Text, string])[] = [
    ["paid", ["已付", "Paid"], paid],
    ["invoiced", ["已开票未付", "Invoiced, not paid"], more(invoiced, paid)],
    ["stated", ["已对账未开票", "Reconciled, not invoiced"], more(stated, cmp(invoiced, paid) > 0 ? invoiced : paid)],
  ];
  const known = amounts.reduce((sum, [, , amount]) => add(sum, amount), "0");
  let from = 0;
  const pieces = [...amounts, ["open", ["未对账", "Not reconciled yet"], more(payable, known)] as const].map(([key, label, amount]) => {
    const piece = { key, label, amount, from, width: share(amount, payable) };
    from += piece.width;
    return piece;
  });
  return { payable, pieces };
}

/** A stretch of time between two things that happened. */
export interface Span {
  readonly label: Text;
  readonly days: number;
}

const dayOf = (node: ChainNode): string => (node.date ?? "").slice(0, 10);

function datesAt(nodes: readonly ChainNode[], stage: ChainStage, type?: string): readonly string[] {
  return nodes
    .filter((node) => node.stage === stage && node.date && (type === undefined || node.type === type))
    .map(dayOf)
    .sort();
}

/** Where the time went: from the need to the order, to the first goods, to the last, and on to now where something is still awaited. */
export function timeOf(chain: Pick<Chain, "nodes" | "passport">, today: string): readonly Span[] {
  const { nodes } = chain;
  const [need] = datesAt(nodes, "SOURCE", "SrmPurRequisitionHeader");
  const [ordered] = datesAt(nodes, "ORDER");
  const goods = datesAt(
    nodes.filter((node) => !node.takesAway),
    "RECEIVE",
  );
  const [first, last] = [goods[0], goods.at(-1)];
  const open = cmp(quantityAt(chain, "received") ?? "0", quantityAt(chain, "ordered") ?? "0") < 0;
  const span = (label: Text, from: string | undefined, to: string | undefined): readonly Span[] =>
    from && to && to >= from ? [{ label, days: daysBetween(from, to) }] : [];
  return [
    ...span(["申请 → 下单", "Request → order"], need, ordered),
    ...span(["下单 → 首次收货", "Order → first receipt"], ordered, first),
    ...(first !== last ? span(["首次 → 最近收货", "First → latest receipt"], first, last) : []),
    ...(open ? span(["至今仍未收齐", "Still awaited"], last ?? ordered, today) : []),
  ];
}
