import { readingCall } from "#kernel/page-call.ts";

/** How much may still be asked for in advance on an order or a contract. */
export interface AdvanceRoom {
  readonly gross: string;
  readonly currency: string;
  /** Null where nothing limits advances. */
  readonly cap: string | null;
  readonly taken: string;
  readonly left: string | null;
}

export const getAdvanceRoom = readingCall<AdvanceRoom | null>()("srmServer", "v1/srmRcnAdvanceApplyRestful/getRoom", {
  id: "id",
  advanceType: "text",
  poHeaderId: "id",
  contractId: "id",
});
