import type { Find } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import { openItems, type OpenItem } from "./open-items.ts";

export { openItems };

/** With whom, and where: null means everywhere. */
export interface BusinessScope {
  readonly supplierId: string;
  readonly orgIds: readonly string[] | null;
  readonly categoryIds: readonly string[] | null;
}

/** How much of one kind is open. Whoever keeps that kind of document always answers, also with nothing open; amounts are in the functional currency. */
export interface OpenBusiness {
  readonly item: OpenItem;
  readonly count: number;
  readonly amount?: string | null;
  readonly route?: string;
}

/** What is still open with this supplier? Each area answers for the documents it keeps. */
export const openBusiness = new Question<BusinessScope & { readonly on: string }, OpenBusiness>();

/** Whose open documents are with this supplier? Each area answers for the documents it keeps, by the people who look after them. */
export const buyersConcerned = new Question<{ readonly supplierId: string }, string>();

/** An item that only this supplier delivers. */
export interface SoleItem {
  readonly itemCode: string;
  readonly itemName: string;
}
/** Which items come from nobody else? */
export const soleItems = new Question<BusinessScope, SoleItem>();

/** What a restriction meets: open business, and items nobody else delivers. */
export interface Impact {
  readonly items: readonly OpenBusiness[];
  /** Kinds of documents that no area keeps here. */
  readonly unknown: readonly OpenItem[];
  readonly soleItems: readonly SoleItem[];
}

/** Everything that a restriction of this scope would meet today. */
export async function impactOf(find: Find, scope: BusinessScope, on: string): Promise<Impact> {
  const [answers, sole] = await Promise.all([openBusiness.ask(find, { ...scope, on }), soleItems.ask(find, scope)]);
  const items = [...answers].sort((a, b) => order(a.item) - order(b.item));
  return { items, unknown: codes.filter((code) => !items.some((candidate) => candidate.item === code)), soleItems: sole };
}

const codes = Object.keys(openItems) as OpenItem[];
const order = (item: OpenItem): number => codes.indexOf(item);
