import type { Action, Actions, Lines, Shape, Where } from "./entity.ts";
import { int, longtext, payload, ref, text, type Fields } from "./field.ts";
import type { Refusal } from "./refusal.ts";
import type { Text } from "./text.ts";

/** A document or a line, by whatever fields it has. */
export type AnyRow = Readonly<Record<string, any>>;

/**
 * What may not be undercut: a sum of fields of the row in force ("receivedQty + inTransitQty"), or a function of that row
 * and the value asked for that answers the refusal. A value that stays as it is is never refused; a row that is removed asks for zero.
 */
export type Floor = string | ((live: any, asked: string) => Refusal | null);

/** What becomes of a row in force that the draft no longer has: refused, removed, or kept with these values. */
export type Gone = "refused" | "removed" | Readonly<Record<string, unknown>>;

/** How the fields and lines of a draft stand to those of the document in force. */
export interface RevisedRow<K extends string = string, L extends Lines = Lines> {
  /** What a draft may change: compared, shown and taken over. */
  readonly changes?: readonly K[];
  /** What follows from a change and is no news by itself: taken over, not compared. */
  readonly follows?: readonly K[];
  /** What a draft says about the change itself: compared and shown, not taken over. */
  readonly about?: readonly K[];
  /** What no draft may change. */
  readonly fixed?: readonly K[];
  /** What a draft does not begin with: balances, dates and marks of the document in force. */
  readonly leaves?: readonly K[];
  readonly floors?: { readonly [P in K]?: Floor };
  readonly lines?: { readonly [C in keyof L]?: RevisedLines<keyof L[C]["fields"] & string, L[C]["lines"]> };
}

export interface RevisedLines<K extends string = string, L extends Lines = Lines> extends RevisedRow<K, L> {
  /** How a row of the draft names the row it stands for: the field with its id, or the fields that are alike in both; none where there is one row. */
  readonly by: K | readonly K[];
  /** What people call a row: the word, and the field with its number. */
  readonly called: readonly [cn: string, en: string, number?: K];
  /** "refused" unless said. */
  readonly gone?: Gone | ((live: any) => Gone);
  /** Rows that take part: those that ended are neither copied nor compared. */
  readonly while?: (row: any) => boolean;
  /** What else forbids a row of the draft, asked before its floors; `live` is null for a new row. */
  readonly faults?: (draft: any, live: any) => readonly Refusal[];
}

/** A draft of the same entity beside the document in force, which takes over when it is approved. */
export interface Revises<K extends string = string, L extends Lines = Lines, S extends string = string> extends RevisedRow<K, L> {
  /** On a draft: the document in force. */
  readonly live: K;
  /** On the document in force: its open draft. */
  readonly draft?: K;
  /** The number of the revision; a draft has the next one. */
  readonly number: K;
  /** On the document in force: how far its draft has come. */
  readonly status?: K;
  /** On the document in force: the state it had before the change began, and has again after it. */
  readonly before?: K;
  readonly reason?: K;
  /** On a draft that has taken over: what it changed. */
  readonly kept?: K;
  /** The action that begins a change; "doChange" unless said. */
  readonly start?: string;
  /** The states of a draft that is worked on; a document has one at a time. */
  readonly open: readonly S[];
  /** The state of a draft that has taken over; unchanged unless said. */
  readonly done?: S;
  /** The state of a discarded draft; it is removed unless said. */
  readonly discarded?: S;
  /** The states in which a supplier sees a draft; none unless said. */
  readonly shown?: readonly S[];
  /** The codes of refusals, where an area has its own, and its refusal where there is no change to discard. */
  readonly codes?: {
    readonly fixed?: string;
    readonly floor?: string;
    readonly open?: string;
    readonly draft?: string;
    readonly none?: Refusal;
  };
}

/** The fields of a document with revisions. */
export const revisionFields = <const N extends string>(name: N) => ({
  revisionNum: int("版次", "Revision", { computed: true, initial: 0 }),
  liveId: ref(name, "现行版本", "Active version", { computed: true, optional: true }),
  draftId: ref(name, "变更草稿", "Draft revision", { computed: true, optional: true }),
  changeReason: text("变更原因", "Reason for change", { max: 500, computed: true, optional: true }),
  changeRows: payload("变更内容", "What changed", { computed: true, optional: true }),
});

interface Changing<S extends string, I extends Fields> {
  /** The states of the document in force in which a change may begin. */
  readonly from: readonly S[];
  /** Its state while a draft is worked on; unchanged unless said. */
  readonly to?: S;
  /** The states in which the change may be discarded: those of the document in force, and of the draft where it is discarded there. */
  readonly discardFrom: readonly S[];
  /** What is entered to begin a change; its first field is the reason. */
  readonly input: I;
}

const system = { button: "btnChange", who: "system", quiet: true } as const;

/** The actions of a document with revisions. */
export const revisionActions = <const S extends string, const I extends Fields>({ from, to, discardFrom, input }: Changing<S, I>) => {
  const whileOpen = { from: to === undefined ? from : [to] };
  return {
    doChange: {
      label: ["变更", "Change"],
      button: "btnChange",
      who: "internal",
      from,
      input,
      ...(to === undefined ? {} : { to }),
    } as Action<S, I>,
    doCancelChange: {
      label: ["放弃变更", "Discard change"],
      button: "btnCancelChange",
      who: "internal",
      from: discardFrom,
      tone: "danger",
      confirm: ["确定放弃变更吗？现行版本不变。", "Discard the change? The active version stays."],
    } as Action<S, {}>,
    doChangeDecided: {
      label: ["变更状态", "Change state"],
      ...system,
      ...whileOpen,
      input: { changeStatus: text("变更状态", "Change state", { max: 20, optional: true }) },
    } as Action<S, { readonly changeStatus: ReturnType<typeof optionalText> }>,
    doRevise: {
      label: ["变更生效", "Take over"],
      ...system,
      ...whileOpen,
      input: { draftId: text("变更稿", "Draft revision", { max: 64 }) },
    } as Action<S, { readonly draftId: ReturnType<typeof requiredText> }>,
  };
};
const optionalText = () => text("", "", { optional: true });
const requiredText = () => text("", "");

/** The reason that begins a change. */
export const changeReason = (more: { readonly optional?: true } = {}) => longtext("变更原因", "Reason", { max: 500, ...more });

/** The rules of some rows, whatever their fields. */
export type AnyRules = RevisedRow<any, any>;
export type AnyLines = RevisedLines<any, any>;

type AnyShape = Shape<Fields, Lines, string, Actions, any>;

export const revisesOf = (e: { readonly revises?: string | Revises<any, any, any> }): Revises | undefined =>
  typeof e.revises === "object" ? (e.revises as Revises) : undefined;

/** The action that begins a change. */
export const startOf = ({ start = "doChange" }: Revises): string => start;

/** The field of a draft that names the document it changes. */
export const liveKeyOf = (e: { readonly revises?: string | Revises<any, any, any> }): string | undefined =>
  typeof e.revises === "object" ? e.revises.live : e.revises;

const busyText: Text = ["已有一份变更在办", "A change is already in progress"];

/** A supplier sees documents in force, and drafts only in the states that are named. */
function seenBySupplier(sees: AnyShape["sees"]["supplier"], { live, shown }: Revises, stateField: string): AnyShape["sees"]["supplier"] {
  if (sees === undefined) return undefined;
  return (me) => {
    const where = sees === "all" ? {} : sees(me);
    if (!shown?.length) return { ...where, [live]: null };
    const visible: readonly Where[] = [{ [live]: null }, { [stateField]: shown }];
    return where.any ? { all: [where, { any: visible }] } : { ...where, any: visible };
  };
}

/** The declaration with what follows from its revisions: one open draft, which no supplier sees, and fields that are shown where they say something. */
export function withRevision<T extends AnyShape>(shape: T): T {
  const revises = revisesOf(shape);
  if (!revises) return shape;
  const { live, draft, status, reason, open, codes } = revises;
  const stateField = shape.stateField ?? "status";
  const entries = [live, draft, status, reason].flatMap((key) => (key ? [[key, (doc: any) => Boolean(doc[key])] as const] : []));
  const supplier = seenBySupplier(shape.sees.supplier, revises, stateField);
  return {
    ...shape,
    unique: [
      ...(shape.unique ?? []),
      {
        fields: [live],
        while: { [live]: { not: null }, [stateField]: open },
        code: codes?.open ?? "REVISION_OPEN",
        text: busyText,
      },
    ],
    shownWhen: { ...Object.fromEntries(entries), ...shape.shownWhen },
    sees: { ...shape.sees, ...(supplier ? { supplier } : {}) },
  };
}
