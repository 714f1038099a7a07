import { createHmac, timingSafeEqual } from "node:crypto";

/** One agreement to be signed: its name and the check sum of what is signed. */
export interface ESignFlow {
  readonly flowId: string;
  readonly name: string;
  readonly hash: string;
}

/** What became of a flow, as the signing house says it. */
export interface ESignAnswer {
  readonly flowId: string;
  readonly result: "SIGNED" | "REFUSED";
  readonly hash: string;
  readonly signerName: string;
  readonly signedIp: string | null;
  readonly reason: string;
}

/** A house that gathers electronic signatures and calls back when they are given. */
export interface ESign {
  /** Signed inside this installation, for demonstration and trial. */
  readonly local: boolean;
  start(flow: ESignFlow): Promise<void>;
  revoke(flowId: string): Promise<void>;
  /** What it says, or null when the signature of the call is not its own. */
  parseCallback(rawBody: string, headers: Readonly<Record<string, string | undefined>>): ESignAnswer | null;
}

/** Signs inside this installation: the supplier's own page shows the frozen text and gives the signature; the call-back is the same an outside house makes. */
export class LocalESign implements ESign {
  readonly local = true;
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  async start(): Promise<void> {}
  async revoke(): Promise<void> {}

  sign(rawBody: string): string {
    return createHmac("sha256", this.#secret).update(rawBody).digest("hex");
  }

  parseCallback(rawBody: string, headers: Readonly<Record<string, string | undefined>>): ESignAnswer | null {
    const given = Buffer.from(headers["x-esign-signature"] ?? "", "utf8");
    const own = Buffer.from(this.sign(rawBody), "utf8");
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
    const parsed = JSON.parse(rawBody) as Partial<Record<keyof ESignAnswer, unknown>>;
    const { flowId, result, hash, signerName } = parsed;
    if (typeof flowId !== "string" || typeof hash !== "string" || (result !== "SIGNED" && result !== "REFUSED")) return null;
    return {
      flowId,
      result,
      hash,
      signerName: typeof signerName === "string" ? signerName : "",
      signedIp: typeof parsed.signedIp === "string" ? parsed.signedIp : null,
      reason: typeof parsed.reason === "string" ? parsed.reason : "",
    };
  }
}
