import { refuse } from "#kernel/refusal.ts";
import { make, rule, run, set } from "#kernel/rule.ts";
import { contract } from "../contract.entity.ts";
import { terminable, voidable } from "./contract-change.ts";
import { scopeOf } from "./sees.ts";
import { subFlow } from "./sub-flow.entity.ts";

const names: Readonly<Record<string, readonly [cn: string, en: string]>> = {
  ALTERATION: ["变更", "change"],
  TERMINATION: ["终止", "termination"],
  VOID: ["作废", "voiding"],
  ASSET: ["资产验收", "asset acceptance"],
};
const fields = { ALTERATION: "alterStatus", TERMINATION: "terminateStatus", VOID: "voidStatus", ASSET: "assetStatus" } as const;
const states: Readonly<Record<string, readonly string[]>> = {
  ALTERATION: ["EFFECTIVE"],
  TERMINATION: terminable,
  VOID: voidable,
  ASSET: ["EFFECTIVE"],
};

const isRunning = (status: string): boolean => status === "DRAFT" || status === "APPROVING";

/** One sub-flow at a time: a further one is refused by the rule and by the table. */
const move = rule(contract, "doFlow", {
  reads: async (doc, find, { docId }) => ({
    running: await find.where(subFlow, { contractId: doc.id, status: "RUNNING" }, 5),
    known: (await find.where(subFlow, { docId: docId ?? "" }, 1))[0] ?? null,
  }),
  decide: (doc, { running, known }, { flow, docId, flowStatus }, _, at) => {
    if (!flow || !docId || !flowStatus) return [];
    const status = set(doc, { [fields[flow as keyof typeof fields]]: flowStatus });
    if (!isRunning(flowStatus)) return [status, known?.status === "RUNNING" && run(subFlow, known.id, "doMove", { flowState: "ENDED" })];
    const other = running.find((candidate) => candidate.docId !== docId);
    const [cn, en] = names[other?.flow ?? flow]!;
    const isNew = known?.status !== "RUNNING";
    return [
      other !== undefined && refuse("CCT-050", `存在进行中的${cn}`, `A ${en} is already in progress`),
      doc.liveId !== null && refuse("CCT-152", "变更稿不能再变更、终止或作废", "A draft change cannot be changed, terminated or voided"),
      isNew &&
        !states[flow]!.includes(doc.status) &&
        refuse("CCT-093", `合同当前状态不能${cn}`, `The state of the contract does not allow a ${en}`),
      status,
      known === null && make(subFlow, at.newId(), { contractId: doc.id, ...scopeOf(doc), flow, docId }),
      known !== null && isNew && run(subFlow, known.id, "doMove", { flowState: "RUNNING" }),
    ];
  },
});

const follow = rule(subFlow, "doMove", { decide: (doc, _, { flowState }) => set(doc, { status: flowState as never }) });

export const subFlowRules = [move, follow];
