import { run, set, type Effect } from "#kernel/rule.ts";
import { takesOver } from "#kernel/revision-rule.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { alteration } from "./alteration.entity.ts";

export type FlowState = "NONE" | "DRAFT" | "APPROVING" | "DONE" | "REJECTED";
export type Flow = "ALTERATION" | "TERMINATION" | "VOID" | "ASSET";

/** A sub-flow of a contract begins, moves on or ends. */
export const flowMoved = (contractId: string, flow: Flow, docId: string, flowStatus: FlowState): Effect =>
  run(contract, contractId, "doFlow", { flow, docId, flowStatus });

const flowStates = {
  DRAFT: "DRAFT",
  APPROVING: "APPROVING",
  CONFIRMING: "APPROVING",
  SIGNING: "APPROVING",
  REJECTED: "REJECTED",
} as const;

/** The draft of a change has come so far: its record and the contract in force follow. Nothing for a contract that is no draft. */
export const draftMoved = (draft: Contract, stage: keyof typeof flowStates, record?: object): Effect[] =>
  draft.liveId
    ? [
        run(alteration, draft.id, "doFollow", { stage, ...(record ? { record } : {}) }),
        flowMoved(draft.liveId, "ALTERATION", draft.id, flowStates[stage]),
      ]
    : [];

interface Composed {
  readonly passages: readonly unknown[];
  readonly hash: string;
}

/** An approved change goes to the supplier, to be signed, or takes over at once. */
export function draftApproved(draft: Contract, composed: Composed | null): (Effect | false)[] {
  if (!draft.liveId || !composed || draft.needSupplierConfirm === "Y") return [];
  const text = set(draft, { textJson: composed.passages, pdfHash: composed.hash });
  if (draft.needResign !== "Y") return [text, ...takesOver(contract, draft)];
  return [text, set(draft, { status: "CONFIRMED" }), ...draftMoved(draft, "SIGNING")];
}

/** A change that the supplier has confirmed is signed, or takes over at once. */
export const draftConfirmed = (draft: Contract): (Effect | false)[] =>
  !draft.liveId ? [] : draft.needResign === "Y" ? draftMoved(draft, "SIGNING") : takesOver(contract, draft);

/** A change that is signed takes over. */
export const draftSigned = (draft: Contract): (Effect | false)[] => (draft.liveId ? takesOver(contract, draft) : []);
