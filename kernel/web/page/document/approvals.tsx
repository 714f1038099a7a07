import { lazy, Suspense } from "react";
import type { ComponentType, ReactNode } from "react";
import type { Action, Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { stateOf } from "../../../page.ts";
import { loadChunk } from "../../pages.ts";

/** The document whose approval is shown. */
export interface ApprovalProps {
  readonly entity: Entity;
  readonly row: Row;
  /** Beside its document in a narrow column: the lesser actions stand under "more", and facts are not said twice. */
  readonly tight?: boolean;
  /** The document itself, where it stands nowhere else: after its facts, before the talk about it. */
  readonly children?: ReactNode;
}

/** The way a document would take, beside what its submit would do; people the starter must choose travel with the submit. */
export interface AheadProps extends ApprovalProps {
  readonly action: string;
  choose(input: Row): void;
}

/** What the module that carries approvals draws beside every document: the file `*.sheet.tsx` of that module. */
export interface ApprovalParts {
  readonly ApprovalSheet: ComponentType<ApprovalProps>;
  /** The actions of whoever holds the task or started it, at the foot of the page. */
  readonly ApprovalBar: ComponentType<ApprovalProps>;
  readonly ApprovalAhead: ComponentType<AheadProps>;
  /** Who decided what, on the paper of the document. */
  readonly ApprovalPrint: ComponentType<ApprovalProps>;
}

const [file] = Object.values(import.meta.glob<ApprovalParts>("/modules/*/*.sheet.tsx"));
const load = (): Promise<ApprovalParts> => loadChunk(() => file!());

const parts: ApprovalParts | null = file
  ? {
      ApprovalSheet: lazy(async () => ({ default: (await load()).ApprovalSheet })),
      ApprovalBar: lazy(async () => ({ default: (await load()).ApprovalBar })),
      ApprovalAhead: lazy(async () => ({ default: (await load()).ApprovalAhead })),
      ApprovalPrint: lazy(async () => ({ default: (await load()).ApprovalPrint })),
    }
  : null;

/** Whether documents of this kind are approved, and somebody carries approvals. */
export const isApproved = (e: Entity): boolean =>
  parts !== null && Object.values(e.actions as Readonly<Record<string, Action>>).some((action) => action.approval);

/** Whether it waits for an answer now. */
export function isInApproval(e: Entity, row: Row): boolean {
  const state = stateOf(e, row);
  return isApproved(e) && Object.values(e.actions as Readonly<Record<string, Action>>).some(({ approval, to }) => approval && to === state);
}

/** The approval sheet of a document, where a module draws one. */
export function ApprovalSheet(props: ApprovalProps) {
  return parts && isApproved(props.entity) ? (
    <Suspense fallback={null}>
      <parts.ApprovalSheet {...props} />
    </Suspense>
  ) : null;
}

export function ApprovalBar(props: ApprovalProps) {
  return parts && isApproved(props.entity) ? (
    <Suspense fallback={null}>
      <parts.ApprovalBar {...props} />
    </Suspense>
  ) : null;
}

export function ApprovalAhead(props: AheadProps) {
  return parts && isApproved(props.entity) ? (
    <Suspense fallback={null}>
      <parts.ApprovalAhead {...props} />
    </Suspense>
  ) : null;
}

/** The decisions on a printed document. */
export function ApprovalPrint(props: ApprovalProps) {
  return parts && isApproved(props.entity) ? (
    <Suspense fallback={null}>
      <parts.ApprovalPrint {...props} />
    </Suspense>
  ) : null;
}
