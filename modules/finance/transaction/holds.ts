import type { Doc } from "#kernel/entity.ts";
import { run, type Effect, type Find } from "#kernel/rule.ts";
import { storageTransaction } from "#modules/order/index.ts";
import { transactionInfo } from "./transaction.entity.ts";

/** What holds a transaction: a document, or a person. */
export interface Hold {
  readonly docType: string;
  readonly docId: string;
  readonly reason: string;
}

export type Info = Doc<typeof transactionInfo>;

/** The hold of a person who pressed the button. */
export const byHand = "BUYER";

/** Hold flag and reasons of a transaction that is held by these; a row stays held while anything holds it. */
export const heldBy = (holds: readonly Hold[]) => ({
  holds,
  holdFlag: holds.length ? ("Y" as const) : ("N" as const),
  holdReason: holds.length
    ? holds
        .map(({ reason }) => reason)
        .join("；")
        .slice(0, 500)
    : null,
});

export const withHold = (holds: readonly Hold[], hold: Hold): readonly Hold[] => [...without(holds, hold), hold];
export const without = (holds: readonly Hold[], of: Pick<Hold, "docType" | "docId">): readonly Hold[] =>
  holds.filter((hold) => hold.docType !== of.docType || hold.docId !== of.docId);

/** The transactions of receive lines. */
const ofReceiveLines = async (find: Find, receiveLineIds: readonly string[]): Promise<readonly string[]> =>
  receiveLineIds.length
    ? (await find.where(storageTransaction, { receiveLineId: [...receiveLineIds] }, 5_000)).flatMap(
        ({ financeInfoId }) => financeInfoId ?? [],
      )
    : [];

interface Held {
  readonly transactionIds?: readonly string[];
  readonly receiveLineIds?: readonly string[];
}

const held = async (find: Find, { transactionIds = [], receiveLineIds = [] }: Held): Promise<readonly string[]> => [
  ...new Set([...transactionIds, ...(await ofReceiveLines(find, receiveLineIds))]),
];

/** Holds transactions, or those of receive lines, for a document: they cannot be reconciled until it releases them. */
export const holdTransactions = async (find: Find, of: Held & Hold): Promise<readonly Effect[]> =>
  (await held(find, of)).map((id) =>
    run(transactionInfo, id, "doHoldBy", { hold: { docType: of.docType, docId: of.docId, reason: of.reason } }),
  );

/** Takes back what a document holds. */
export const releaseTransactions = async (find: Find, of: Held & Pick<Hold, "docType" | "docId">): Promise<readonly Effect[]> =>
  (await held(find, of)).map((id) => run(transactionInfo, id, "doReleaseBy", { docType: of.docType, docId: of.docId }));
