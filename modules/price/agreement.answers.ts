import { cmp } from "#kernel/decimal.ts";
import type { Answer } from "#kernel/question.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { make, run, type Find } from "#kernel/rule.ts";
import { inBoth } from "#kernel/text.ts";
import { addDays } from "#kernel/days.ts";
import { openInOrganization } from "#modules/admin/index.ts";
import { billType, openUses, paymentTerm, typeFor, type TypeChosen } from "#modules/base/index.ts";
import {
  demandTargets,
  suggestions,
  targetNumbers,
  type DemandMove,
  type SuggestAsked,
  type Suggestion,
  type TargetAsked,
  type TargetMade,
} from "#modules/demand/index.ts";
import { supplierSite } from "#modules/supplier/index.ts";
import { agreement } from "./agreement.entity.ts";
import { aslFor } from "./asl.ask.ts";
import { aslRefusal } from "./asl.ts";
import { findPrice } from "./find-price.ts";

/** Whether a supplier may be ordered from: it is on the list that counts, or there is none. */
async function isPermitted(find: Find, asked: SuggestAsked, line: SuggestAsked["lines"][number], supplierId: string): Promise<boolean> {
  const { itemId, categoryId } = line;
  const found = await aslFor(find, { orgId: asked.orgId, itemId, categoryId, supplierId, supplierSiteId: null, onDate: asked.onDate });
  return (
    aslRefusal(found, { onDate: asked.onDate }, { supplier: inBoth(supplierId, null), subject: inBoth(itemId ?? "", null) }) === null ||
    !found.listExists
  );
}

/** Who could supply each line, at the prices of the library: those who may be ordered from, the best price first. */
async function suggested(find: Find, asked: SuggestAsked): Promise<readonly Suggestion[]> {
  const found = await Promise.all(
    asked.lines.map(async (line) => {
      if (!line.itemId || !line.uom) return [];
      const rows = await findPrice(find, {
        orgId: asked.orgId,
        invOrgId: line.invOrgId,
        supplierId: line.supplierId,
        itemId: line.itemId,
        qty: line.qty,
        uom: line.uom,
        currency: asked.currency,
        onDate: asked.onDate,
        priceType: "STANDARD",
      });
      const permitted = await Promise.all(rows.map((row) => isPermitted(find, asked, line, row.supplierId)));
      return rows
        .filter((_, i) => permitted[i])
        .map((row) => ({
          lineId: line.lineId,
          supplierId: row.supplierId,
          priceListId: row.priceListId,
          price: row.priceExcl,
        }));
    }),
  );
  return found.flat();
}

type Asked = TargetAsked["lines"][number];
const supplierOf = (asked: TargetAsked, current: Asked): string | null => asked.supplierId ?? current.line.suggestSupplierId ?? null;

const typeKey = (current: Asked): string => `${current.requisition.billTypeId ?? ""}|${current.requisition.orgId}`;

/** What a draft needs besides its lines: bill type, terms, currency and tax of the supplier's site. */
async function terms(find: Find, asked: TargetAsked, supplierIds: readonly string[]) {
  const sources = new Map(asked.lines.map((line) => [typeKey(line), line.requisition]));
  const [types, sites, paying] = await Promise.all([
    Promise.all(
      [...sources].map(async ([key, { billTypeId, orgId }]): Promise<[string, TypeChosen | Refusal]> => [
        key,
        await typeFor(find, { family: "AGREEMENT", orgId, sourceTypeId: billTypeId, unrelated: "ANY", wanted: asked.billTypeId }),
      ]),
    ),
    find.where(supplierSite, { supplierId: supplierIds, siteStatus: "ACTIVE" }, 2000),
    find.where(paymentTerm, { status: "EFFECTIVE" }, 50),
  ]);
  return { types: new Map(types), sites, paying: paying[0] };
}

/** An agreement draft for each organisation and supplier, or for each line, that holds the demand until it is in force. */
async function agreementsFor(find: Find, asked: TargetAsked): Promise<readonly TargetMade[]> {
  const nobody = asked.lines.filter((line) => !supplierOf(asked, line));
  if (nobody.length) {
    const nums = nobody.map((entry) => `${entry.requisition.requisitionNum ?? ""}-${entry.line.lineNum}`).join(", ");
    return [refused(refuse("PUR-0001", `请为申请行${nums}选择供应商`, `Choose a supplier for requisition lines ${nums}`))];
  }
  const { types, sites, paying } = await terms(find, asked, [...new Set(asked.lines.map((line) => supplierOf(asked, line)!))]);
  const none = [...types.values()].find((refusal) => refusal instanceof Refusal);
  if (none instanceof Refusal) return [refused(none)];
  if (!paying) return [refused(refuse("PUR-2121", "没有可用的付款条款", "There is no active payment term"))];
  const typeOf = (current: Asked): string => (types.get(typeKey(current)) as TypeChosen).type.id;
  const groups = Map.groupBy(asked.lines, (line) =>
    asked.mergeFlag === "Y"
      ? `${line.requisition.orgId}|${line.requisition.currency}|${supplierOf(asked, line)}|${typeOf(line)}`
      : line.line.id,
  );
  return [...groups.values()].map((own): TargetMade => {
    const [first] = own;
    const [id, orgId, supplierId] = [asked.at.newId(), first!.requisition.orgId, supplierOf(asked, first!)!];
    const site = sites.find((doc) => doc.supplierId === supplierId && doc.orgId === orgId);
    const lines = own.map((entry) => ({ ...lineOf(entry), id: asked.at.newId() }));
    return {
      ids: [id],
      effects: [
        make(agreement, id, {
          billTypeId: typeOf(first!),
          agreementType: "PRICE",
          orgId,
          supplierId: supplierId,
          currency: first!.requisition.currency,
          startDate: asked.at.today,
          endDate: addDays(asked.at.today, 364),
          paymentTermId: site?.termId ?? paying.id,
          ...(site?.taxRate ? { taxRate: site.taxRate } : {}),
        }),
        run(agreement, id, "doFill", { fill: lines }),
      ],
      moves: movesOf(own, id, lines),
    };
  });
}

const refused = (why: Refusal): TargetMade => ({ ids: [], effects: [why], moves: [] });

const lineOf = ({ line }: Asked) => ({
  itemId: line.itemId,
  categoryId: line.categoryId,
  itemDesc: line.itemDesc?.slice(0, 200) ?? null,
  uom: line.uom,
  uomDecimals: line.uomDecimals,
  price: line.estPrice && cmp(line.estPrice, "0") > 0 ? line.estPrice : null,
  reqLineId: line.id,
});

function movesOf(own: readonly Asked[], id: string, lines: readonly { readonly id: string }[]): TargetMade["moves"] {
  const moves = own.map((entry, i): { requisitionId: string; move: DemandMove } => ({
    requisitionId: entry.requisition.id,
    move: {
      kind: "take",
      reqLineId: entry.line.id,
      qty: entry.qty,
      targetType: "AGREEMENT",
      targetHeaderId: id,
      targetLineId: lines[i]!.id,
      targetNum: "",
    },
  }));
  return [...Map.groupBy(moves, (entry) => entry.requisitionId)].map(([requisitionId, of]) => ({
    requisitionId,
    moves: of.map((entry) => entry.move),
  }));
}

/** Agreements in force hold their organisation besides those under way; both hold their bill type and their payment term. */
const inForce = ["EFFECTIVE", "CHANGING"];
const underway = ["DRAFT", "APPROVING", "REJECTED", "TO_CONFIRM"];
const usedAs: Readonly<Record<string, string>> = { [billType.name]: "billTypeId", [paymentTerm.name]: "paymentTermId" };
const held = (count: number) => [{ label: agreement.label, count, ...(agreement.pages?.list ? { route: agreement.pages.list } : {}) }];

export const agreementAnswers: readonly Answer[] = [
  suggestions.answeredBy(suggested),
  demandTargets.AGREEMENT.answeredBy(agreementsFor),
  targetNumbers.answeredBy(async (find, { targetType, ids }) =>
    targetType === "AGREEMENT" && ids.length
      ? (await find.where(agreement, { id: ids }, 5000)).map((doc) => ({ id: doc.id, num: doc.agreementNum ?? "" }))
      : [],
  ),
  openInOrganization.answeredBy(async (find, { orgId }) => [
    { label: ["生效的采购协议", "Agreements in force"], count: await find.count(agreement, { orgId, liveId: null, status: "EFFECTIVE" }) },
  ]),
  openUses.answeredBy(async (find, { entity, id }) => {
    const key = usedAs[entity];
    return key ? held(await find.count(agreement, { [key]: id, liveId: null, status: [...underway, ...inForce] })) : [];
  }),
];
