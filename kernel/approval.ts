import type { Action, Actions, Approval, Lines, Shape, StateText } from "./entity.ts";
import type { Fields } from "./field.ts";

/** The states that an approval adds to a document. */
type ApprovalState = "APPROVING" | "REJECTED";

const texts: Readonly<Record<string, StateText>> = {
  APPROVING: ["审批中", "In approval", "waiting"],
  REJECTED: ["已驳回", "Rejected", "refused"],
};

/** Where an action of the approval differs; null leaves out what it has otherwise: any state will do, its rule sets the state, it is a button. */
type Differs<S extends string, I extends Fields = {}> = Partial<Omit<Action<S, I>, "from" | "to" | "approval" | "quiet">> & {
  readonly name?: string;
  readonly from?: readonly S[] | null;
  readonly quiet?: true | null;
};
type Answers<S extends string> = Differs<S> & { readonly to?: S | null };

/**
 * A document is submitted, approved, returned and withdrawn. What is named here decides who is asked and what approvers read; a
 * change of amount, currency, organisation, category, supplier or a field in `again` sends a returned document past all of them.
 */
export interface Approves<S extends string = string, K extends string = string, I extends Fields = any> extends Omit<
  Approval,
  "approve" | "reject" | "withdraw" | "stop"
> {
  /** The state of an approved document; without one the rule of the approving action sets it. */
  readonly to?: S;
  /** The state of a document that approvers have; APPROVING unless said. */
  readonly during?: S;
  readonly amount?: K;
  readonly currency?: K;
  readonly org?: K;
  readonly category?: K;
  readonly supplier?: K;
  readonly again?: readonly K[];
  readonly summary?: readonly K[];
  /** Where submitting differs: its name, its label, who submits, from which states, what is entered with it. */
  readonly submit?: Differs<S | ApprovalState, I>;
  /** The quiet action that begins the approval where the rule of submitting decides whether anybody is asked, or which approval it is. */
  readonly ask?: Differs<S | ApprovalState> & { readonly name: string };
  readonly approve?: Answers<S | ApprovalState>;
  /** Where returning differs; without `to` a returned document is REJECTED. */
  readonly reject?: Answers<S | ApprovalState>;
  /** Where taking back differs; without `to` a document that is taken back has its first state. */
  readonly withdraw?: Answers<S | ApprovalState>;
}

/** One approval of an entity, or several that follow each other or exclude each other. */
export type Approvals<S extends string = string, K extends string = string> = Approves<S, K> | readonly Approves<S, K>[];

type Each<P> = P extends readonly (infer Q)[] ? Q : P;
type StatesIn<P> = P extends Approves
  ?
      | (P extends { readonly during: string } ? never : "APPROVING")
      | (P extends { readonly reject: { readonly to: string | null } } ? never : "REJECTED")
  : never;
/** The states an entity has beside its own; an entity without states has none. */
export type StatesOf<P, S extends string = string> = [S] extends [never] ? never : StatesIn<Each<P>>;

type NameIn<P, K extends string, D extends string> = P extends { readonly [_ in K]: { readonly name: infer N extends string } } ? N : D;
type InputIn<P> = P extends { readonly submit: { readonly input: infer I extends Fields } } ? I : {};
type Answering<P> =
  | NameIn<P, "ask", never>
  | NameIn<P, "approve", "doApproval">
  | NameIn<P, "reject", "doReject">
  | NameIn<P, "withdraw", "doWithdraw">;
type ActionsIn<P> = P extends Approves
  ? { readonly [N in NameIn<P, "submit", "doSubmit">]: Action<string, InputIn<P>> } & { readonly [N in Answering<P>]: Action<string, {}> }
  : never;
type All<U> = (U extends unknown ? (current: U) => void : never) extends (current: infer X) => void ? X : never;
/** The actions an entity has beside its own. */
export type ApprovalActions<P> = P extends Approvals ? All<ActionsIn<Each<P>>> : {};

type States = Readonly<Record<string, StateText>>;
type Named = readonly [name: string, action: Action];

/** An action with what is said of it; null leaves out what it would have. */
const written = (usual: string, action: object, { name = usual, ...differs }: Partial<Differs<string>>): Named => {
  const parts = Object.entries({ ...action, ...differs }).filter(([, part]) => part !== null && part !== undefined);
  return [name, Object.fromEntries(parts) as unknown as Action];
};

function actionsOf(
  { to, during = "APPROVING", submit = {}, ask, approve = {}, reject = {}, withdraw = {}, ...facts }: Approves,
  states: States,
) {
  const draft = Object.keys(states)[0];
  const stands = (state: string | null | undefined) => (draft === undefined ? null : (state ?? null));
  const answer = (usual: string, label: Action["label"], button: string, end: string | null | undefined, differs: Answers<string>): Named =>
    written(usual, { label, button, who: "system", from: draft && [during], to: stands(end), quiet: true }, differs);
  const answers = [
    answer("doApproval", ["批准", "Approve"], "btnApproval", to, approve),
    answer("doReject", ["驳回", "Reject"], "btnReject", "REJECTED", reject),
    answer("doWithdraw", ["撤回", "Withdraw"], "btnWithdraw", draft, withdraw),
  ] as const;
  const approval: Approval = { ...facts, approve: answers[0][0], reject: answers[1][0], withdraw: answers[2][0] };
  const from = draft && [draft, ...(reject.to === undefined ? ["REJECTED"] : [])];
  const begins = { to: stands(during), approval };
  const person = { label: ["提交", "Submit"], button: "btnSubmit", who: "internal", from, tone: "primary" };
  const submitted = written("doSubmit", ask ? person : { ...person, ...begins }, submit);
  const { button, from: first } = submitted[1];
  const quiet = { label: ["送审", "Send for approval"], button, who: "system", from: first, quiet: true, ...begins };
  return [submitted, ...(ask ? [written("", quiet, ask)] : []), ...answers];
}

/** In approval stands before approved, rejected after it; without a state of its own for approved documents both follow the draft. */
function statesOf(states: States, { to, during = "APPROVING", reject = {} }: Approves): States {
  const all = Object.entries(states);
  const at = Math.max(
    1,
    all.findIndex(([code]) => code === to),
  );
  const approved = all[at]?.[0] === to ? all.slice(at, at + 1) : [];
  const added = (state: string | null): [string, StateText][] => (state === null || state in states ? [] : [[state, texts[state]!]]);
  return Object.fromEntries([
    ...all.slice(0, at),
    ...added(during),
    ...approved,
    ...added(reject.to === undefined ? "REJECTED" : reject.to),
    ...all.slice(at + approved.length),
  ]);
}

type AnyShape = Shape<Fields, Lines, string, Actions, any>;

/** The declaration with the states and actions of its approvals written out; an approval declared in any other way is refused. */
export function withApproval<T extends AnyShape>(name: string, shape: T): T {
  const approvals: readonly Approves[] = shape.approval === undefined ? [] : [shape.approval].flat();
  const derived: Record<string, Action> = {};
  // Approvals that share an action mean the same by it: the first to name it declares it.
  for (const [key, action] of approvals.flatMap((approval) => actionsOf(approval, shape.states ?? {}))) derived[key] ??= action;
  const twice = Object.entries(shape.actions ?? {}).find(([key, action]) => derived[key] || action.approval);
  if (twice) throw new Error(`${name}: ${twice[0]} belongs to an approval, which is declared in "approval"`);
  if (approvals.length === 0) return shape;
  const states = shape.states && { states: approvals.reduce<States>(statesOf, shape.states) };
  return { ...shape, ...states, actions: { ...derived, ...shape.actions } };
}
