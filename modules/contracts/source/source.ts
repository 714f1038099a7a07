import type { Me } from "#kernel/entity.ts";
import { Question } from "#kernel/question.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { add, make, run, set, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { addMonths } from "#kernel/days.ts";
import { paymentTerm } from "#modules/base/index.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";

/** One item of a document that a contract is made of. */
export interface SourceItem {
  /** The line it comes from; while a contract that is not voided names it, no other contract can. */
  readonly lineId: string | null;
  readonly itemId?: string | null;
  readonly itemName: string | null;
  readonly spec?: string | null;
  readonly uom: string;
  readonly qty: string | null;
  /** For one unit, including tax where the source's prices do. */
  readonly price: string | null;
  readonly taxRate: string | null;
  readonly ladder?: readonly { readonly fromQty: string; readonly price: string }[];
  readonly deliveryDate?: string | null;
}

/** A document that a contract is made of, as its area tells it. */
export interface ContractSource {
  readonly sourceType: string;
  readonly sourceId: string;
  readonly sourceNum: string | null;
  readonly contractType?: string;
  readonly contractName?: string;
  readonly orgId: string;
  readonly supplierId: string;
  readonly supplierSiteId?: string | null;
  readonly currency: string;
  readonly paymentTermId?: string | null;
  readonly taxIncludedFlag?: "Y" | "N";
  readonly effectiveDate?: string | null;
  readonly expiryDate?: string | null;
  /** What was awarded, including tax: the contract cannot come to more. Null where nothing caps it. */
  readonly cap?: string | null;
  readonly items: readonly SourceItem[];
  /** Further fields of the contract, and stages in place of those of the template. */
  readonly more?: Partial<Contract>;
  readonly stages?: readonly Readonly<Record<string, unknown>>[];
}

export interface SourceAsked {
  readonly sourceType: string;
  readonly sourceId: string;
  /** Which winner of an award, or who supplies a requisition. */
  readonly supplierId: string | null;
  readonly me: Me;
}

/** What is a contract made of? The area of the document answers for its types, as far as the caller sees the document; awards answer with their cap. */
export const contractSources = new Question<SourceAsked, ContractSource | Refusal>();

/** The same answer for a document that is missing and for one outside the caller's rows. */
export const noSource = (): Refusal =>
  refuse("CCT-110", "来源单据不存在或无权查看", "The source document was not found or is not visible to you");

export interface SourceInput {
  readonly templateId?: string;
  readonly contractName?: string | null;
  readonly effectiveDate?: string | null;
  readonly expiryDate?: string | null;
}

/** Terms of payment are copied where contracts may use them. */
const termOf = async (find: Find, id: string | null | undefined): Promise<string | null> => {
  const term = await find.maybe(paymentTerm, id ?? null);
  return term?.applyScope?.includes("CONTRACT") ? term.id : null;
};

export async function sourceFor(find: Find, asked: SourceAsked) {
  const [source = noSource()] = await contractSources.ask(find, asked);
  return { source, termId: source instanceof Refusal ? null : await termOf(find, source.paymentTermId) };
}

/** The draft of a contract with the items of its source, saved by the rules of contracts. */
export function drafted(
  doc: Contract,
  { source, termId }: { readonly source: ContractSource; readonly termId: string | null },
  input: SourceInput,
  me: Me,
  at: Moment,
): Effect[] {
  const effectiveDate = input.effectiveDate ?? source.effectiveDate ?? at.today;
  const isIncluded = source.taxIncludedFlag === "Y";
  const head = {
    ...source.more,
    templateId: input.templateId,
    contractName: input.contractName || source.contractName || `${source.sourceNum ?? ""} 合同`.trim(),
    contractType: source.contractType ?? "PURCHASE",
    orgId: source.orgId,
    supplierId: source.supplierId,
    supplierSiteId: source.supplierSiteId ?? null,
    currency: source.currency,
    paymentTermId: termId,
    taxIncludedFlag: source.taxIncludedFlag ?? "N",
    sourceType: source.sourceType,
    sourceId: source.sourceId,
    sourceNum: source.sourceNum,
    sourceCap: source.cap ?? null,
    effectiveDate,
    expiryDate: input.expiryDate ?? source.expiryDate ?? addMonths(effectiveDate, 12),
    ownerId: me.userId,
  };
  return [
    set(doc, head as never),
    ...source.items.map(({ lineId, price, ladder, ...row }) =>
      add(doc, "items", {
        ...row,
        taxRate: row.taxRate ?? "T13",
        ...(isIncluded ? { unitPriceIncl: price } : { unitPrice: price }),
        ladderJson: ladder?.length ? ladder : null,
        sourceLineId: lineId,
      }),
    ),
    ...(source.stages ?? []).map((stage) => add(doc, "stages", stage)),
    run(contract, doc.id, "saveOrUpdate", {}),
  ];
}

/** A contract made of another document, for actions of other areas: a draft by the same rules as if somebody had made it on the page of contracts. */
export function contractFrom(
  at: Moment,
  input: SourceInput & Pick<SourceAsked, "sourceType" | "sourceId"> & { readonly supplierId?: string | null },
) {
  const id = at.newId();
  return { id, effects: [make(contract, id, {}), run(contract, id, "createFromSource", input as never)] as readonly Effect[] };
}
