import { add, cmp, div, min, mul, round, sub, trim, type Decimal } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { gate, type Passage } from "#kernel/gate.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { run } from "#kernel/rule.ts";
import { taxPercents } from "#modules/price/index.ts";
import { notVisible } from "../common.ts";
import { contract } from "../contract.entity.ts";
import { overContract, overItem } from "./contract.ledger.ts";
import type { Exec } from "./exec.ts";
import { notInForce } from "./post.rules.ts";

type Contract = Doc<typeof contract>;
type Item = Contract["items"][number];

/** May this line be ordered under the contract: so much more of it, at this price, on this day? */
export interface ContractQuestion {
  readonly contractId: string;
  readonly orgId: string;
  readonly supplierId: string;
  readonly currency: string;
  readonly day: string;
  readonly lineNum: number | null;
  /** Null: goods that the contract does not list. */
  readonly contractItemId: string | null;
  readonly uom: string;
  /** The whole quantity of the line, by which a price step is found. */
  readonly qty: Decimal;
  /** One unit as the order prices it. */
  readonly price: Decimal;
  readonly isTaxIncluded: boolean;
  readonly taxPercent: Decimal;
  /** What comes on top by this action, in quantity and in money including tax. */
  readonly moreQty: Decimal;
  readonly moreAmount: Decimal;
}

/** What a document posts of its contract. */
export interface ContractUse extends Exec {
  readonly contractId: string;
}

interface Known {
  readonly contracts: ReadonlyMap<string, Contract>;
  /** By contract: the draft of a change that both sides have agreed to and that is still to be signed. Orders leave room for it. */
  readonly agreed: ReadonlyMap<string, Contract>;
  readonly taxes: ReadonlyMap<string, string>;
}

async function reads(find: Find, questions: readonly ContractQuestion[], isFirm: boolean): Promise<Known> {
  const ids = [...new Set(questions.map((question) => question.contractId))];
  const found = await Promise.all(ids.map((id) => (isFirm ? find.lock(contract, id) : find.maybe(contract, id))));
  const contracts = found.filter((doc): doc is Contract => doc !== null);
  const taxes = await taxPercents(find, [...new Set(contracts.flatMap((doc) => doc.items.flatMap((item) => item.taxRate ?? [])))]);
  const drafts = await Promise.all(contracts.map(async (doc) => [doc.id as string, await find.maybe(contract, doc.draftId)] as const));
  const agreed = drafts.flatMap(([id, draft]) => (draft && agreedStates.includes(draft.status) ? [[id, draft] as const] : []));
  return { contracts: new Map(contracts.map((doc) => [doc.id as string, doc])), agreed: new Map(agreed), taxes };
}

const agreedStates: readonly string[] = ["CONFIRMED", "PUBLISH_APPROVING", "PUBLISHED", "SIGNING", "SIGNED"];

/** The lower of two limits; null limits nothing. */
const lower = (a: Decimal | null, b: Decimal | null): Decimal | null => (a === null || b === null ? (a ?? b) : min(a, b));

/** How much of an item may be ordered, also once an agreed change is in force; an item that goes is ordered no more. */
function itemLimit(item: Item, draft: Contract | undefined): Decimal | null {
  if (!draft) return item.orderLimitQty;
  const row = draft.items.find(({ liveRowId }) => liveRowId === item.id);
  return lower(item.orderLimitQty, row ? row.orderLimitQty : item.orderedQty);
}

/** The price of one unit for a quantity, on the side of tax that is asked for. */
export function agreedPrice(
  item: Pick<Item, "unitPrice" | "unitPriceIncl" | "ladderJson">,
  doc: { readonly taxIncludedFlag: string },
  asked: { readonly qty: Decimal; readonly isTaxIncluded: boolean; readonly taxPercent: Decimal },
): Decimal {
  const step = (item.ladderJson ?? []).findLast((entry) => cmp(entry.fromQty, asked.qty) <= 0);
  const isIncluded = doc.taxIncludedFlag === "Y";
  if (!step) return (asked.isTaxIncluded ? item.unitPriceIncl : item.unitPrice) ?? "0";
  const factor = add("1", mul(asked.taxPercent, "0.01"));
  if (isIncluded === asked.isTaxIncluded) return step.price;
  return isIncluded ? div(step.price, factor, 8) : round(mul(step.price, factor), 8);
}

const at = (question: ContractQuestion): string => String(question.lineNum ?? "");

function wrongGoods(question: ContractQuestion, doc: Contract, item: Item | undefined): Refusal | null {
  if (question.orgId !== doc.orgId && question.orgId !== doc.ourPartyId)
    return refuse(
      "CCT-126",
      "订单的组织不是合同的我方主体，请选择该组织的合同",
      "The organisation of the order is no party of the contract; choose a contract of that organisation",
    );
  if (doc.supplierId !== question.supplierId || doc.currency !== question.currency)
    return refuse("CCT-127", "订单的供应商或币种与合同不一致", "Supplier or currency of the order differ from the contract");
  if (!item && doc.amountMode === "SUM")
    return refuse("CCT-064", `第${at(question)}行不在合同明细中`, `Line ${at(question)} is not among the items of the contract`);
  if (item && item.lineStatus !== "OPEN")
    return refuse("CCT-146", `第${at(question)}行的合同明细已关闭`, `The contract item of line ${at(question)} is closed`);
  return item && item.uom !== question.uom
    ? refuse(
        "CCT-147",
        `第${at(question)}行单位须与合同一致（${item.uom}）`,
        `Line ${at(question)} must be ordered in ${item.uom}, as the contract says`,
      )
    : null;
}

function wrongPrice(question: ContractQuestion, doc: Contract, item: Item | undefined, taxes: Known["taxes"]): Refusal | null {
  if (!item) return null;
  const taxPercent = taxes.get(item.taxRate ?? "") ?? "0";
  if (cmp(question.taxPercent, taxPercent) !== 0) {
    const [is, agreed] = [trim(question.taxPercent), trim(taxPercent)];
    return refuse(
      "CCT-170",
      `第${at(question)}行税率${is}%与合同的${agreed}%不一致`,
      `Line ${at(question)}: tax of ${is} % differs from ${agreed} % in the contract`,
    );
  }
  const due = agreedPrice(item, doc, { ...question, taxPercent });
  if (cmp(round(question.price, 6), round(due, 6)) === 0) return null;
  const [is, agreed] = [trim(question.price), trim(round(due, 6))];
  return refuse(
    "CCT-063",
    `第${at(question)}行单价${is}与合同价${agreed}不一致`,
    `Line ${at(question)}: price ${is} differs from the contract price ${agreed}`,
    { data: { price: agreed } },
  );
}

/** Judges one line after the other; what those before it ask of the same contract counts too. */
function judges({ contracts, agreed, taxes }: Known, questions: readonly ContractQuestion[]): readonly Passage[] {
  const asked = new Map<string, Decimal>();
  const left = (key: string, limit: Decimal | null, used: Decimal, more: Decimal): Decimal | null => {
    const whole = add(asked.get(key) ?? "0", more);
    asked.set(key, whole);
    const rest = limit === null ? null : sub(limit, used);
    return rest !== null && cmp(more, "0") > 0 && cmp(whole, rest) > 0 ? rest : null;
  };
  return questions.map((question): Passage => {
    const doc = contracts.get(question.contractId);
    const item = doc?.items.find((row) => row.id === question.contractItemId);
    const orders = cmp(question.moreQty, "0") > 0 || cmp(question.moreAmount, "0") > 0;
    if (!doc) return { refusal: notVisible(), warnings: [] };
    const draft = agreed.get(doc.id);
    const short = left(doc.id, lower(doc.orderLimit, draft?.orderLimit ?? null), doc.orderedAmount, question.moreAmount);
    const few = item ? left(item.id, itemLimit(item, draft), item.orderedQty, question.moreQty) : null;
    const refusal =
      (orders ? notInForce(doc, question.day) : null) ??
      wrongGoods(question, doc, item) ??
      wrongPrice(question, doc, item, taxes) ??
      (short === null ? null : overContract({ left: short })) ??
      (few === null || !item ? null : overItem({ left: few }, item));
    return { refusal, warnings: [] };
  });
}

/** The one gate of orders under contracts: in force, its goods at its prices, within its amount and quantities. */
export const contractGate = gate<ContractQuestion, ContractUse, Known>("contract", "合同可下单", "Orders under a contract", {
  reads,
  judges,
  uses: async (_, uses) => uses.map(({ contractId, ...exec }) => run(contract, contractId, "doPost", { exec })),
});
