import type { Action, Actions, Approval, Lines, Shape, StateText } from "./entity.ts";
import type { Fields } from "./field.ts";

/** The states that an approval adds to a document. */
type ApprovalState = "APPROVING" | "REJECTED";

const approving: StateText = ["审批中", "In approval", "waiting"];
const rejected: StateText = ["已驳回", "Rejected", "refused"];

/**
 * A document is submitted, approved, returned and withdrawn. What is named here decides who is asked and what approvers read; a
 * change of amount, currency, organisation, category, supplier or a field in `again` sends a returned document past all of them.
 */
export interface Approves<S extends string = string, K extends string = string, I extends Fields = any> extends Omit<
  Approval,
  "approve" | "reject" | "withdraw" | "stop"
> {
  /** The state of an approved document; without one the rule of doApproval sets it. */
  readonly to?: S;
  readonly amount?: K;
  readonly currency?: K;
  readonly org?: K;
  readonly category?: K;
  readonly supplier?: K;
  readonly again?: readonly K[];
  readonly summary?: readonly K[];
  /** Where submitting differs: its label, who submits, from which states, what is entered with it. */
  readonly submit?: Partial<Omit<Action<S | ApprovalState, I>, "to" | "approval">>;
}

/** The states and the actions an entity has beside its own. */
export type StatesOf<P> = P extends Approves ? ApprovalState : never;
export type ApprovalActions<P> = P extends Approves
  ? {
      readonly doSubmit: Action<string, P extends { readonly submit: { readonly input: infer I extends Fields } } ? I : {}>;
      readonly doApproval: Action<string, {}>;
      readonly doReject: Action<string, {}>;
      readonly doWithdraw: Action<string, {}>;
    }
  : {};

const answer = (cn: string, en: string, button: string, to: string | undefined): Action => ({
  ...{ label: [cn, en], button, who: "system", from: ["APPROVING"], quiet: true },
  ...(to === undefined ? {} : { to }),
});

function actionsOf({ to, submit, ...facts }: Approves, draft: string): Actions {
  const approval: Approval = { ...facts, approve: "doApproval", reject: "doReject", withdraw: "doWithdraw" };
  return {
    doSubmit: {
      ...{ label: ["提交", "Submit"], button: "btnSubmit", who: "internal", from: [draft, "REJECTED"], to: "APPROVING", tone: "primary" },
      ...submit,
      approval,
    },
    doApproval: answer("批准", "Approve", "btnApproval", to),
    doReject: answer("驳回", "Reject", "btnReject", "REJECTED"),
    doWithdraw: answer("撤回", "Withdraw", "btnWithdraw", draft),
  };
}

/** In approval stands before approved, rejected after it; without a state of its own for approved documents both follow the draft. */
function statesOf(states: Readonly<Record<string, StateText>>, to: string | undefined): Readonly<Record<string, StateText>> {
  const all = Object.entries(states);
  const at = Math.max(
    1,
    all.findIndex(([code]) => code === to),
  );
  const approved = all[at]?.[0] === to ? all.slice(at, at + 1) : [];
  return Object.fromEntries([
    ...all.slice(0, at),
    ["APPROVING", approving] as const,
    ...approved,
    ["REJECTED", rejected] as const,
    ...all.slice(at + approved.length),
  ]);
}

type AnyShape = Shape<Fields, Lines, string, Actions, any>;

/** The declaration with the states and actions of its approval written out. */
export function withApproval<T extends AnyShape>(shape: T): T {
  if (!shape.approval) return shape;
  const states = shape.states ?? {};
  const draft = Object.keys(states)[0]!;
  return { ...shape, states: statesOf(states, shape.approval.to), actions: { ...actionsOf(shape.approval, draft), ...shape.actions } };
}
