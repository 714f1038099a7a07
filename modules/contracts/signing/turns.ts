import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, tell, todo, type Effect } from "#kernel/rule.ts";
import type { Contract } from "../contract-text-of.ts";
import type { signFlow } from "./flow.entity.ts";

export type Flow = Doc<typeof signFlow>;
export type Task = Pick<Flow["tasks"][number], "seq" | "side" | "state" | "signerUserId" | "signerName">;

/** Whose turn it is: everybody of the lowest step that is not yet done. */
export function turnOf<T extends Task>(tasks: readonly T[]): readonly T[] {
  const open = tasks.filter((task) => task.state === "WAIT");
  const first = Math.min(...open.map((task) => task.seq));
  return open.filter((task) => task.seq === first);
}

export const notYourTurn = (): Refusal => refuse("CCT-043", "未轮到您签署", "It is not your turn to sign");

/** The step of a side: who signs first is agreed in the contract. */
export function seqOf(side: string, order: string): number {
  if (order === "PARALLEL") return 1;
  if (side === "OTHER") return 3;
  return (side === "SUPPLIER") === (order === "SUPPLIER_FIRST") ? 1 : 2;
}

/** Tells those whose turn it is, and gives them their to-do; nobody else has one. */
export function callsUp(doc: Contract, flow: { readonly expireAt: string }, tasks: readonly Task[]): Effect[] {
  return [
    closeTodo("CCT_SIGN", doc, "HANDLED"),
    ...turnOf(tasks).flatMap((task): Effect[] => {
      const ofSupplier = task.side === "SUPPLIER";
      const userId = task.signerUserId ?? (ofSupplier ? null : doc.ownerId);
      return [
        todo("CCT_SIGN", doc, {
          ...(userId ? { userId } : { supplierId: doc.supplierId, contactRole: "LEGAL" }),
          orgId: doc.orgId,
          dueDate: flow.expireAt,
        }),
        userId
          ? tell("CCT_SIGN_TURN", { id: doc.id, num: doc.contractNum, signerId: userId, due: flow.expireAt.slice(0, 10) })
          : tell("CCT_SIGN_TURN_SUPPLIER", {
              id: doc.id,
              num: doc.contractNum,
              supplierId: doc.supplierId,
              due: flow.expireAt.slice(0, 10),
            }),
      ];
    }),
  ];
}
