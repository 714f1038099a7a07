import { cmp, div, trim } from "#kernel/decimal.ts";
import { addDays, daysBetween } from "#kernel/days.ts";
import type { Answer } from "#kernel/question.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { rule, run, type Find } from "#kernel/rule.ts";
import { requisition, requisitionLine } from "#modules/demand/index.ts";
import { agreement } from "#modules/price/index.ts";
import { copied, fault } from "../common.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { contractSources, drafted, noSource, sourceFor, type ContractSource, type SourceAsked } from "./source.ts";

/** More than was awarded. */
export function capFault({ amountIncl, sourceCap }: Contract): Refusal | false {
  if (!sourceCap || !amountIncl || cmp(amountIncl, sourceCap) <= 0) return false;
  const [asked, cap] = [trim(amountIncl), trim(sourceCap)];
  return fault("items", "CCT-026", `合同金额${asked}超过中标金额${cap}`, `Contract amount ${asked} exceeds award ${cap}`);
}

const parties = ["orgId", "supplierId", "supplierSiteId", "currency", "paymentTermId", "taxIncludedFlag"] as const;

const perUnit = (price: string | null, unit: string | null): string | null => (price === null ? null : div(price, unit ?? "1", 8));

async function ofAgreement(find: Find, { sourceId }: SourceAsked): Promise<ContractSource | Refusal> {
  const [seen] = await find.visibleIds(agreement, { id: sourceId, liveId: null }, 1);
  const doc = await find.maybe(agreement, seen ?? null);
  if (!doc) return noSource();
  if (doc.status !== "EFFECTIVE") return refuse("CCT-113", "采购协议未生效", "The agreement is not effective");
  return {
    sourceType: "AGREEMENT",
    sourceId,
    sourceNum: doc.agreementNum,
    contractType: "FRAMEWORK",
    ...copied(doc, parties),
    effectiveDate: doc.startDate,
    expiryDate: doc.endDate,
    more: doc.amountLimit ? { amountMode: "CAP", fixedAmount: doc.amountLimit, fixedTax: "0" } : {},
    items: doc.lines
      .filter((line) => line.lineStatus === "EFFECTIVE")
      .map((line) => ({
        lineId: line.id,
        itemId: line.itemId,
        itemName: line.itemDesc,
        uom: line.uom,
        qty: line.agreeQty,
        price: perUnit(line.price, line.priceUnit),
        taxRate: line.taxRate ?? doc.taxRate,
        ladder:
          line.stepFlag === "Y" ? line.steps.map((step) => ({ fromQty: step.fromQty, price: perUnit(step.price, line.priceUnit)! })) : [],
      })),
  };
}

async function ofRequisition(find: Find, { sourceId, supplierId }: SourceAsked): Promise<ContractSource | Refusal> {
  const ids = [...new Set(sourceId.split(","))];
  const seen = await find.visibleIds(requisitionLine, { id: ids }, ids.length);
  if (seen.length < ids.length) return noSource();
  const lines = await find.where(requisitionLine, { id: ids }, ids.length);
  const [docs, suppliers] = [
    await find.where(requisition, { id: [...new Set(lines.map((line) => line.parentId))] }, ids.length),
    [...new Set(lines.map((line) => supplierId ?? line.suggestSupplierId))],
  ];
  const [first] = docs;
  if (lines.some((line) => line.lineStatus !== "OPEN" && line.lineStatus !== "PARTIAL"))
    return refuse("CCT-113", "采购申请行未批准或已关闭", "A requisition line is not approved, or is closed");
  if (suppliers.length !== 1 || !suppliers[0]) return fault("supplierId", "CCT-111", "请选择供应商", "Choose the supplier");
  if (!first || docs.some((doc) => doc.orgId !== first.orgId || doc.currency !== first.currency))
    return refuse("CCT-114", "所选申请行须属于同一组织和币种", "The lines must belong to one organisation and currency");
  return {
    sourceType: "REQUISITION",
    sourceId: docs.length === 1 ? first.id : ids[0]!,
    sourceNum: docs
      .map((doc) => doc.requisitionNum)
      .join(" ")
      .slice(0, 60),
    orgId: first.orgId,
    supplierId: suppliers[0],
    currency: first.currency,
    items: lines.map((line) => ({
      lineId: line.id,
      itemId: line.itemId,
      itemName: line.itemDesc?.slice(0, 200) ?? null,
      spec: line.spec?.slice(0, 200) ?? null,
      uom: line.uom ?? "PCS",
      qty: line.openQty,
      price: line.estPrice,
      taxRate: null,
      deliveryDate: line.needByDate,
    })),
  };
}

/** The next contract after one that ends: the same terms for as long again, beginning the day after. */
async function ofContract(find: Find, { sourceId }: SourceAsked): Promise<ContractSource | Refusal> {
  const [seen] = await find.visibleIds(contract, { id: sourceId }, 1);
  const doc = await find.maybe(contract, seen ?? null);
  if (!doc) return noSource();
  if (!["EFFECTIVE", "EXPIRED", "COMPLETED"].includes(doc.status))
    return refuse("CCT-113", "合同未生效，不能续签", "The contract is not in force");
  const effectiveDate = addDays(doc.expiryDate, 1);
  return {
    sourceType: "RENEWAL",
    sourceId,
    sourceNum: doc.contractNum,
    contractType: doc.contractType,
    contractName: doc.contractName,
    ...copied(doc, parties),
    effectiveDate,
    expiryDate: addDays(effectiveDate, daysBetween(doc.effectiveDate, doc.expiryDate)),
    more: {
      ...copied(doc, [
        "contractClass",
        "signMode",
        "signOrder",
        "amountMode",
        "fixedAmount",
        "fixedTax",
        "overRunPct",
        "retentionPct",
        "warrantyMonths",
      ]),
      ...copied(doc, [
        "depositAmount",
        "autoRenewFlag",
        "renewMonths",
        "noticeDays",
        "effectiveMode",
        "ourPartyId",
        "supplierContactId",
        "deptId",
        "legalId",
      ]),
      parentId: doc.id,
      relationType: "RENEWAL",
    },
    items: doc.items.map((row) => ({
      ...copied(row, ["itemId", "itemName", "spec", "uom", "qty", "taxRate"]),
      lineId: null,
      price: doc.taxIncludedFlag === "Y" ? row.unitPriceIncl : row.unitPrice,
      ladder: row.ladderJson ?? [],
    })),
    // Stages that fall due on a day of the old contract begin anew with the template.
    stages: (doc.stages.some((stage) => stage.trigger === "DATE") ? [] : doc.stages).map((stage) =>
      copied(stage, ["stageType", "stageName", "stageNameEn", "percent", "trigger", "dueDays", "needInvoice"]),
    ),
  };
}

const own: Readonly<Record<string, typeof ofAgreement>> = { AGREEMENT: ofAgreement, REQUISITION: ofRequisition, RENEWAL: ofContract };

export const sourceAnswers: readonly Answer[] = [
  contractSources.answeredBy(async (find, asked) => {
    const found = await own[asked.sourceType]?.(find, asked);
    return found ? [found] : [];
  }),
];

const create = rule(contract, "createFromSource", {
  reads: (_, find, { sourceType, sourceId, supplierId }, me) =>
    sourceFor(find, { sourceType: sourceType ?? "", sourceId: sourceId ?? "", supplierId: supplierId ?? null, me }),
  decide: (doc, { source, termId }, input, me, at) =>
    source instanceof Refusal ? source : drafted(doc, { source, termId }, input as never, me, at),
});

const choose = rule(contract, "doFromSource", {
  decide: (doc, _, { agreementId, reqLineIds, ...input }) => {
    const lines = reqLineIds?.length ? reqLineIds : null;
    if (Boolean(agreementId) === Boolean(lines))
      return refuse("CCT-115", "请选择采购协议或采购申请行，只能选一种", "Choose a purchase agreement or requisition lines, not both");
    const source = lines
      ? { sourceType: "REQUISITION", sourceId: lines.join(",") }
      : { sourceType: "AGREEMENT", sourceId: String(agreementId) };
    return run(contract, doc.id, "createFromSource", { ...input, ...source } as never);
  },
});

export const sourceRules = [create, choose];
