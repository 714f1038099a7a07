import { refuse, type Refusal } from "./refusal.ts";

/** How a person proved who is at the keyboard; SSO is a sign-in an identity source vouched for. */
export type ProofWay = "PASSWORD" | "TOTP" | "EMAIL" | "SSO";

/** The last proof of identity in one session: it counts for that session alone. */
export interface Proof {
  readonly at: string;
  readonly way: ProofWay;
}

export const proofMinutes = 5;
export const PROOF_NEEDED = "PROOF_NEEDED";

/** Proven within the last five minutes; a proof from the future counts as none. */
export function isRecent(proof: Proof | null | undefined, now: Date): boolean {
  const age = proof ? now.getTime() - Date.parse(proof.at) : -1;
  return age >= 0 && age < proofMinutes * 60_000;
}

/** Browsers answer this code by asking for password or code, then send the same request again. */
export const proofNeeded = (): Refusal =>
  refuse(PROOF_NEEDED, "请先验证身份，再继续该操作", "Confirm your identity to continue", { data: { minutes: proofMinutes } });
