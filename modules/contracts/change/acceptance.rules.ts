import type { Doc } from "#kernel/entity.ts";
import { cmp, mul, round, sub } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, reveal, rule, run, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import { digitsOf, getProfile } from "#modules/base/index.ts";
import { about } from "../about.ts";
import { fault, notVisible } from "../common.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { postContractExec, triggerStages } from "../execution/contract-doors.ts";
import { acceptedOf, assetsOf, dueBy, overAccepted, shareOf, type Accepted } from "./accepted.ts";
import { acceptance } from "./acceptance.entity.ts";
import { flowMoved, type FlowState } from "./moves.ts";
import { scopeOf } from "./sees.ts";

type Acceptance = Doc<typeof acceptance>;

const moved = (doc: Acceptance, state: FlowState): Effect => flowMoved(doc.contractId, "ASSET", doc.id, state);
const linesOf = (docs: readonly Acceptance[]): readonly Accepted[] => docs.flatMap((doc) => doc.lines);

/** The contract, and what earlier acceptances of it came to. */
async function facts(doc: Acceptance, find: Find) {
  const of = await find.maybe(contract, doc.contractId ?? null);
  const [done, digits, limit] = await Promise.all([
    find.where(acceptance, { contractId: doc.contractId ?? "", status: "DONE", id: { not: doc.id } }, 500),
    digitsOf(find, of?.currency ?? "CNY"),
    getProfile(find, "CCT_ASSET_TWO_FROM", { orgId: of?.orgId ?? null }),
  ]);
  return { of, done, digits, limit: limit.value };
}
type Facts = Awaited<ReturnType<typeof facts>>;

function faultsOf(doc: Acceptance, of: Contract, { done, limit }: Facts): (Refusal | false)[] {
  const over = overAccepted(of.items, linesOf(done), doc.lines);
  return [
    ...doc.lines.flatMap((line, i) => [
      !of.items.some((item) => item.id === line.lineId) &&
        fault(`lines[${i}].lineId`, "CCT-101", "该明细不属于此合同", "This item does not belong to the contract"),
      over.includes(line.lineId) && fault(`lines[${i}].qty`, "CCT-053", "验收数量超过收货数量", "Accepted quantity exceeds received"),
    ]),
    cmp(of.amountIncl, limit) > 0 &&
      new Set(doc.accepterIds ?? []).size < 2 &&
      fault(
        "accepterIds",
        "CCT-102",
        `合同金额超过${limit}，须至少两人验收`,
        `Contracts above ${limit} are accepted by at least two people`,
      ),
  ];
}

const save = rule(acceptance, "saveOrUpdate", {
  reads: facts,
  decide: (doc, known, { before }) => {
    const { of } = known;
    if (!of) return notVisible();
    return [
      ...faultsOf(doc, of, known).filter((refusal) => refusal && refusal.code !== "CCT-102"),
      of.assetFlag !== "Y" && fault("contractId", "CCT-103", "不是资产类合同，无需资产验收", "This is no asset contract"),
      ...doc.lines.map((line) => {
        const item = of.items.find((candidate) => candidate.id === line.lineId);
        return set(line, { itemName: item?.itemName ?? null, receivedQty: item?.receivedQty ?? "0" });
      }),
      set(doc, scopeOf(of)),
      before === null && moved(doc, "DRAFT"),
    ];
  },
});

const submit = rule(acceptance, "doSubmit", {
  reads: facts,
  decide: (doc, known) => {
    const { of } = known;
    if (!of) return notVisible();
    return [
      doc.lines.length === 0 && fault("lines", "CCT-104", "请填写验收明细", "Enter what was accepted"),
      !doc.fileIds && fault("fileIds", "CCT-097", "请上传验收报告或照片", "Attach the report or photos"),
      ...faultsOf(doc, of, known),
      moved(doc, "APPROVING"),
    ];
  },
});

const isCounted = (doc: Acceptance): boolean => doc.conclusion === "PASS" || doc.pointsClosedAt !== null;

/** What the acceptances of a contract let fall due; those with open points do not count yet. */
function triggers(doc: Acceptance, { of, done, digits }: Facts): Effect[] {
  if (!of) return [];
  const share = shareOf(of.items, linesOf([...done.filter(isCounted), doc]));
  const due = dueBy(of.stages as never, share, digits);
  return [
    set(doc, { share: round(mul(share, "100"), 4), triggeredStages: due }),
    ...(due.length ? [triggerStages(of.id, due)] : []),
    tell("CCT_ASSET_ACCEPTED", about(of)),
  ];
}

/** What was accepted, as the contract counts it by item. */
const acceptedRows = (doc: Acceptance) => ({
  rows: doc.lines
    .filter((line) => line.result !== "FAIL")
    .map((line) => ({ contractItemId: line.lineId as string, acceptedQty: line.qty })),
  refType: acceptance.name,
  refId: doc.id,
  refNum: doc.acceptNum,
  key: doc.id,
});

const approve = rule(acceptance, "doApproval", {
  reads: facts,
  decide: (doc, known) => [
    ...(known.of ? faultsOf(doc, known.of, known) : []),
    moved(doc, "DONE"),
    ...(doc.conclusion === "FAIL" ? [] : [postContractExec(doc.contractId, acceptedRows(doc))]),
    ...(doc.conclusion === "PASS" ? triggers(doc, known) : []),
  ],
});

const closePoints = rule(acceptance, "doClosePoints", {
  reads: facts,
  decide: (doc, known, { note }, _, at) => [
    (doc.conclusion !== "CONDITION" || doc.pointsClosedAt !== null) &&
      refuse("CCT-105", "没有待关闭的遗留问题", "There are no open points to close"),
    set(doc, { pointsClosedAt: at.now, pointsNote: note ?? null }),
    ...triggers(doc, known),
  ],
});

/** On the contract: an acceptance is drafted with what came in and was not accepted yet. */
const begin = rule(contract, "doAssetAcceptance", {
  reads: async (doc, find) => ({ done: await find.where(acceptance, { contractId: doc.id, status: "DONE" }, 500) }),
  decide: (doc, { done }, { acceptDate }, me, at) => {
    const id = at.newId();
    const lines = assetsOf(doc.items)
      .map((item) => ({ lineId: item.id, qty: sub(item.receivedQty, acceptedOf(item.id, linesOf(done))) }))
      .filter((line) => cmp(line.qty, "0") > 0);
    return [
      make(acceptance, id, { contractId: doc.id, acceptDate: acceptDate!, accepterIds: [me.userId as never], conclusion: "PASS", lines }),
      run(acceptance, id, "saveOrUpdate", {}),
      reveal({ acceptanceId: id }),
    ];
  },
});

export const acceptanceRules = [
  save,
  submit,
  approve,
  closePoints,
  begin,
  rule(acceptance, "doReject", { decide: (doc) => moved(doc, "REJECTED") }),
  rule(acceptance, "doWithdraw", { decide: (doc) => moved(doc, "DRAFT") }),
  rule(acceptance, "delete", { decide: (doc) => moved(doc, "NONE") }),
];
