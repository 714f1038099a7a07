import { cmp, neg } from "#kernel/decimal.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { make, reveal, rule, run, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import { billType, itemOrg, itemsNotBuyable, resolveBuyer } from "#modules/base/index.ts";
import { fault, noLines, required } from "./common.ts";
import type { Requisition, RequisitionLine } from "./doors.ts";
import { heldRefusals, holdersOf } from "./holders.ts";
import { qtyLedger } from "./ledger.entity.ts";
import { chosenLines, nothingLeft, posted, settle } from "./ledger-steps.ts";
import { planPlaces, planSteps } from "./requisition-plan.ts";
import { requisition } from "./requisition.entity.ts";
import { picked, rateOf, sameNeed } from "./requisition.rules.ts";
import { sourcing } from "./sourcing.ts";

/** Lines that go to approval: neither cancelled nor with the buyer. */
const asked = (doc: Requisition): readonly RequisitionLine[] => doc.lines.filter((line) => ["DRAFT", "RETURNED"].includes(line.lineStatus));

const cause = (doc: Requisition, line: RequisitionLine, eventCode: string) => ({
  eventCode,
  causeType: requisition.name,
  causeId: doc.id as string,
  causeLineId: line.id as string,
});

async function submitFacts(doc: Requisition, find: Find, today: string) {
  const lines = asked(doc);
  const rate = await rateOf(find, doc, today);
  const rated = { ...doc, exchangeRate: typeof rate === "string" ? rate : null };
  const bought = lines.flatMap((line) => (line.itemId && line.invOrgId ? [{ line, itemId: line.itemId, orgId: line.invOrgId }] : []));
  const [places, type, barred] = await Promise.all([
    planPlaces(find, rated, lines, true),
    find.maybe(billType, doc.billTypeId),
    itemsNotBuyable(find, bought, today),
  ]);
  return { places, type, rate, barred: bought.map(({ line }, i) => ({ line, refusal: barred[i] })) };
}
type SubmitFacts = Awaited<ReturnType<typeof submitFacts>>;

/** What a line owes before anybody decides on it. */
function owed(doc: Requisition, line: RequisitionLine, facts: SubmitFacts, today: string): (Refusal | false)[] {
  const at = (key: string): string => `lines[${doc.lines.indexOf(line)}].${key}`;
  const barred = facts.barred.find((candidate) => candidate.line === line)?.refusal;
  return [
    line.needByDate < today && fault(at("needByDate"), "PUR-2004", "需求日期不能早于今天", "Need-by date is in the past"),
    !line.invOrgId && required(at("invOrgId"), "收货组织", "Inventory organisation"),
    facts.type?.costCenterRequired === "Y" && !line.costCenter?.trim() && required(at("costCenter"), "成本中心", "Cost centre"),
    barred ? fault(at("itemId"), barred.code, ...barred.text) : false,
  ];
}

const submit = rule(requisition, "doSubmit", {
  reads: (doc, find, _, __, at) => submitFacts(doc, find, at.today),
  decide: (doc, facts, _, __, at) => {
    const lines = asked(doc);
    const { effects, verdict } = planSteps(
      facts.places,
      lines.map((line) => ({ line, after: line, cause: cause(doc, line, "SUBMIT") })),
    );
    return [
      lines.length === 0 && noLines(),
      !doc.billTypeId && required("billTypeId", "单据类型", "Document type"),
      !doc.requesterId && required("requesterId", "申请人", "Requester"),
      !doc.deptId && required("deptId", "部门", "Department"),
      facts.rate instanceof Refusal && facts.rate,
      ...lines.flatMap((line) => owed(doc, line, facts, at.today)),
      ...verdict.refusals,
      ...lines.map((line) => set(line, { lineStatus: "DRAFT", returnFlag: "N", planLineId: facts.places.get(line.id)?.line?.id ?? null })),
      set(doc, {
        planException: verdict.exception ? "Y" : "N",
        ...(typeof facts.rate === "string" ? { exchangeRate: facts.rate } : {}),
      }),
      ...effects,
    ];
  },
});

/** Who buys each line: whoever buys its item in the organisation, else whoever is responsible for its category. */
async function buyersFor(
  find: Find,
  doc: Requisition,
  lines: readonly RequisitionLine[],
  day: string,
): Promise<ReadonlyMap<string, string>> {
  const itemIds = [...new Set(lines.flatMap((line) => line.itemId ?? []))];
  const categories = [...new Set(lines.flatMap((line) => line.categoryId ?? []))];
  const [rows, found] = await Promise.all([
    itemIds.length ? find.where(itemOrg, { itemId: itemIds, buyerId: { not: null } }, 20_000) : [],
    Promise.all(categories.map((categoryId) => resolveBuyer(find, { categoryId, orgId: doc.orgId, role: "EXECUTION", day }))),
  ]);
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const own = rows.find((row) => row.itemId === line.itemId && row.orgId === line.invOrgId)?.buyerId;
      const buyer = own ?? found[categories.findIndex((category) => category === line.categoryId)] ?? null;
      return buyer ? [[line.id, buyer]] : [];
    }),
  );
}

const approve = rule(requisition, "doApproval", {
  reads: async (doc, find, _, __, at) => ({ buyers: await buyersFor(find, doc, asked(doc), at.today) }),
  decide: (doc, { buyers }, _, me, at) => {
    const lines = asked(doc);
    const after = lines.map((line) => ({ ...line, lineStatus: "OPEN", buyerId: line.buyerId ?? buyers.get(line.id) ?? null }));
    const byBuyer = Map.groupBy(after, (line) => line.buyerId);
    return [
      ...posted(doc, lines, "APPROVE", "REQ", (line) => line.requestQty).effects(qtyLedger, me, at),
      ...lines.map((line, i) => {
        const buyerId = after[i]!.buyerId;
        return set(line, { lineStatus: "OPEN", approvedAt: at.today, buyerId, assignedAt: buyerId ? at.today : null });
      }),
      ...[...byBuyer].map(([buyerId, some]) =>
        tell("PUR_REQ_APPROVED", { id: doc.id, num: doc.requisitionNum, n: some.length, buyerId, orgId: doc.orgId, urgency: doc.urgency }),
      ),
      ...sourcing(doc, lines, after),
    ];
  },
});

/** What was held of the plan is let go when nobody approves. */
const letGo = (action: "doReject" | "doWithdraw") =>
  rule(requisition, action, {
    reads: async (doc, find) => ({ places: await planPlaces(find, doc, asked(doc), false) }),
    decide: (doc, { places }) => {
      const lines = asked(doc);
      const { effects } = planSteps(
        places,
        lines.map((line) => ({ line, after: null, cause: cause(doc, line, action === "doReject" ? "REJECT" : "WITHDRAW") })),
      );
      return [...effects, ...lines.map((line) => set(line, { planLineId: null }))];
    },
  });

const sendBack = rule(requisition, "doReturn", {
  reads: async (doc, find) => ({ holders: await holdersOf(find, doc) }),
  decide: (doc, { holders }, input, me, at) => {
    const lines = chosenLines(doc, input.lineIds, (line) => line.lineStatus === "OPEN");
    if (lines instanceof Refusal) return lines;
    const begun = lines.filter((line) => ["orderedQty", "cancelledQty"].some((key) => cmp(line[key as "orderedQty"], "0") > 0));
    const states = lines.filter((line) => line.lineStatus !== "OPEN" && !begun.includes(line));
    const after = doc.lines.map((line) => (lines.includes(line) ? { ...line, lineStatus: "RETURNED" } : line));
    return [
      lines.length === 0 && nothingLeft("退回", "return"),
      ...heldRefusals(lines, holders),
      ...begun.map((line) =>
        refuse(
          "PUR-2002",
          `申请行[${line.lineNum}]已有下单或取消数量，不能取消/退回`,
          `Requisition line ${line.lineNum} is ordered or cancelled in part and cannot be cancelled or returned`,
        ),
      ),
      ...states.map((line) =>
        refuse("PUR-2005", `申请行[${line.lineNum}]当前状态不能退回`, `Requisition line ${line.lineNum} cannot be returned now`),
      ),
      ...posted(doc, lines, "RETURN", "REQ", (line) => neg(line.requestQty)).effects(qtyLedger, me, at),
      ...lines.map((line) => set(line, { lineStatus: "RETURNED", returnFlag: "Y", returnReason: input.returnWhy ?? null })),
      ...settle(doc, after),
      set(doc, { returnReason: input.returnWhy ?? null }),
      tell("PUR_REQ_RETURNED", {
        id: doc.id,
        num: doc.requisitionNum,
        reason: input.returnWhy ?? "",
        requesterId: doc.requesterId,
        lines: lines.map((line) => line.lineNum).join(", "),
      }),
    ];
  },
});

/** Lines that came back while their requisition lives on go their way again in a requisition of their own, with what they hold of the plan. */
const resubmit = rule(requisition, "doSubmitLines", {
  decide: (doc, _, input, me, at) => {
    const lines = chosenLines(doc, input.lineIds, (line) => line.lineStatus === "RETURNED");
    if (lines instanceof Refusal) return lines;
    const id = at.newId();
    const after = doc.lines.map((line) =>
      lines.includes(line) ? { ...line, lineStatus: "CANCELLED", cancelledQty: line.requestQty } : line,
    );
    return [
      (lines.length === 0 || lines.some((line) => line.lineStatus !== "RETURNED")) &&
        refuse("PUR-2005", "只能重新提交已退回的行", "Only returned lines can be submitted again"),
      make(requisition, id, {
        ...picked(doc, ["billTypeId", "requisitionType", "orgId", "deptId", "requesterId", "urgency", "urgencyReason", "currency"]),
        ...picked(doc, ["exchangeRate", "planId", "remark"]),
        requestDate: doc.requestDate,
        sourceType: doc.sourceType,
        sourceNum: doc.requisitionNum,
        lines: lines.map((line, i) => ({
          ...sameNeed(line),
          ...picked(line, ["planLineId", "planOccQty", "planOccAmount", "estAmount", "returnReason"]),
          lineNum: (i + 1) * 10,
          sourceLineId: line.id,
        })),
      }),
      input.editFirst !== "Y" && run(requisition, id, "doSubmit", {}),
      ...posted(doc, lines, "RESUBMIT", "CAN", (line) => line.requestQty).effects(qtyLedger, me, at),
      ...lines.map((line) => set(line, { lineStatus: "CANCELLED", planLineId: null, planOccQty: "0", planOccAmount: "0" })),
      ...settle(doc, after),
      reveal({ id }),
    ] as readonly (Effect | Refusal | false)[];
  },
});

const assign = rule(requisition, "doAssignBuyer", {
  decide: (doc, _, input, __, at) => {
    const lines = chosenLines(doc, input.lineIds, (line) => ["OPEN", "PARTIAL"].includes(line.lineStatus));
    if (lines instanceof Refusal) return lines;
    const buyerId = input.buyerId!;
    const after = doc.lines.map((line) => (lines.includes(line) ? { ...line, buyerId } : line));
    return [
      lines.length === 0 && nothingLeft("分配", "assign"),
      ...lines.map((line) => set(line, { buyerId, assignedAt: at.today })),
      ...sourcing(doc, doc.lines, after),
    ];
  },
});

export const requisitionFlowRules = [submit, approve, letGo("doReject"), letGo("doWithdraw"), sendBack, resubmit, assign];
