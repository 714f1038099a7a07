import { readingCall } from "#kernel/page-call.ts";
import type { Text } from "#kernel/text.ts";

/** How far the signing of a contract is, for whoever asks. */
export interface SignState {
  readonly flowId: string | null;
  readonly flowNum: string | null;
  readonly status: string | null;
  readonly isClick: boolean;
  readonly linkFlag: boolean;
  readonly expireAt: string | null;
  readonly tasks: readonly {
    readonly id: string;
    readonly side: string;
    readonly name: string;
    readonly state: string;
    readonly signedAt: string | null;
    readonly reason: string | null;
    /** It is the caller's, and it is his turn. */
    readonly mine: boolean;
    readonly turn: boolean;
  }[];
  /** What the signed file proves; null while there is none. */
  readonly verdict: {
    readonly ok: boolean;
    readonly stored: boolean;
    readonly whole: boolean;
    readonly signatures: readonly {
      readonly signer: string;
      readonly company: string;
      readonly at: string | null;
      readonly stamped: boolean;
      readonly faults: readonly Text[];
    }[];
  } | null;
}

export const signState = readingCall<SignState>()("srmServer", "v1/esignSignRestful/state", { contractId: "id" });

/** Everything that proves a signed contract, as one archive. */
export const dossierPath = "v1/srmCctContractRestful/downloadEvidence";
