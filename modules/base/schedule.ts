import { add, cmp, div, mul, round, sub, sum, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { addDays, addMonths, monthEnd, nextDayOfMonth } from "#kernel/days.ts";

/** One part of a payment: how much, after which event, due how. */
export interface TermNode {
  readonly nodeSeq: number;
  readonly nodeType: string;
  readonly proportion: string;
  readonly dueMode: string;
  readonly days: number | null;
  readonly months: number | null;
  readonly dayOfMonth: number | null;
}

export interface Instalment {
  readonly nodeSeq: number;
  readonly nodeType: string;
  readonly proportion: string;
  readonly amount: string;
  /** Null while its event has not happened. */
  readonly dueDate: string | null;
}

const ordered = (nodes: readonly TermNode[]): TermNode[] => nodes.toSorted((a, b) => a.nodeSeq - b.nodeSeq);

/** What is wrong with the parts of a term: they must come to exactly a hundred, and each must say when it is due. */
export function nodeFaults(nodes: readonly TermNode[]): Refusal[] {
  const total = trim(sum(nodes.map((node) => node.proportion)));
  const lacks = ({ dueMode, days, months, dayOfMonth }: TermNode): boolean =>
    (dueMode === "DAYS_AFTER" && days === null) ||
    ((dueMode === "MONTHS_AFTER" || dueMode === "MONTH_END") && months === null) ||
    (dueMode === "DAY_OF_MONTH" && dayOfMonth === null);
  return [
    ...(cmp(total, "100") === 0
      ? []
      : [refuse("BASE_TERM_001", `付款比例合计为${total}%，必须等于100%`, `Proportions total ${total}%, must be 100%`)]),
    ...ordered(nodes).flatMap((termNode, index) =>
      lacks(termNode)
        ? [refuse("BASE_TERM_002", `第${index + 1}行到期方式缺少天数/月数/日期`, `Row ${index + 1}: due mode lacks days, months or day`)]
        : [],
    ),
  ];
}

/** When a part is due, counted from the day of its event. */
export function dueDay(node: TermNode, event: string): string {
  const days = node.days ?? 0;
  switch (node.dueMode) {
    case "MONTHS_AFTER":
      return addMonths(event, node.months ?? 0);
    case "MONTH_END":
      return addDays(monthEnd(addMonths(event, node.months ?? 0)), days);
    case "DAY_OF_MONTH":
      return nextDayOfMonth(addDays(event, days), node.dayOfMonth ?? 1);
    default:
      return addDays(event, days);
  }
}

/** An amount in parts that always add up: each rounded once, the last one is what is left. */
export function partsOf(amount: string, nodes: readonly TermNode[], digits: number): string[] {
  const list = ordered(nodes);
  let rest = round(amount, digits);
  return list.map((termNode, index) => {
    if (index === list.length - 1) return rest;
    const part = round(div(mul(amount, termNode.proportion), "100", 12), digits);
    rest = sub(rest, part);
    return part;
  });
}

/** The instalments of an amount: how much by when. `events` says on which day each kind of event happened. */
export function scheduleOf(
  nodes: readonly TermNode[],
  amount: string,
  digits: number,
  events: Readonly<Record<string, string | null | undefined>>,
): Instalment[] {
  const parts = partsOf(amount, nodes, digits);
  return ordered(nodes).map((termNode, index) => {
    const event = events[termNode.nodeType];
    return {
      nodeSeq: termNode.nodeSeq,
      nodeType: termNode.nodeType,
      proportion: trim(termNode.proportion),
      amount: parts[index]!,
      dueDate: event ? dueDay(termNode, event) : null,
    };
  });
}

/** How an event is called inside a summary: 票后60天, 60 days after invoice. */
const eventWords: Readonly<Record<string, Text>> = {
  PREPAY: ["预付", "prepayment"],
  DELIVERY: ["发货", "delivery"],
  RECEIPT: ["到货", "receipt"],
  INSPECTED: ["验收", "acceptance"],
  INVOICE: ["票", "invoice"],
  STATEMENT: ["对账", "statement"],
  WARRANTY: ["质保", "warranty"],
};

function readNode(node: TermNode): Text {
  const [cn, en] = eventWords[node.nodeType] ?? [node.nodeType, node.nodeType.toLowerCase()];
  const share = `${trim(node.proportion)}%`;
  const { days, months, dayOfMonth } = { days: node.days ?? 0, months: node.months ?? 0, dayOfMonth: node.dayOfMonth ?? 1 };
  if (node.nodeType === "WARRANTY" && node.dueMode === "MONTHS_AFTER")
    return [`${share} ${cn}${months}月`, `${share} ${en} ${months} months`];
  if (node.dueMode === "MONTHS_AFTER") return [`${share} ${cn}后${months}个月`, `${share} ${months} months after ${en}`];
  if (node.dueMode === "MONTH_END")
    return [
      `${share} ${cn}后${months > 0 ? `第${months}个月` : "当月"}月末${days > 0 ? `加${days}天` : ""}`,
      `${share} end of month${months > 0 ? ` ${months} months` : ""} after ${en}${days > 0 ? ` plus ${days} days` : ""}`,
    ];
  if (node.dueMode === "DAY_OF_MONTH")
    return [
      `${share} ${cn}${days > 0 ? `后${days}天起` : "后"}的${dayOfMonth}日`,
      `${share} on day ${dayOfMonth} after ${en}${days > 0 ? ` plus ${days} days` : ""}`,
    ];
  if (days === 0)
    return node.nodeType === "PREPAY"
      ? [`${share} ${cn}`, `${share} ${en}`]
      : [`${share} ${cn === "票" ? "见票" : cn}即付`, `${share} on ${en}`];
  return [`${share} ${cn}后${days}天`, `${share} ${days} days after ${en}`];
}

/** A term in one line: 30% 预付 / 70% 票后60天. */
export function summaryOf(nodes: readonly TermNode[]): Text {
  const read = ordered(nodes).map(readNode);
  return [read.map((text) => text[0]).join(" / "), read.map((text) => text[1]).join(" / ")];
}

export const totalOf = (nodes: readonly TermNode[]): string => trim(nodes.reduce((total, node) => add(total, node.proportion), "0"));
