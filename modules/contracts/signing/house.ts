/** What an outside provider reports of one signer: told as often as it likes, each event under one number. */
export interface HouseEvent {
  readonly eventId: string;
  readonly flowId: string;
  readonly taskId: string;
  readonly result: "SIGNED" | "REFUSED";
  /** Checksum of the document that was signed. */
  readonly hash: string;
  readonly signedAt: string;
  readonly signerName: string;
  readonly signedIp: string | null;
  readonly reason: string;
}

/** An outside provider that has contracts signed, as signing needs it. */
export interface SigningHouse {
  start(flow: { readonly flowId: string; readonly name: string; readonly hash: string }): Promise<void>;
  revoke(flowId: string): Promise<void>;
  /** What it says; null when the signature of the call is not its own. */
  read(rawBody: string, headers: Readonly<Record<string, string | undefined>>): HouseEvent | null;
  /** What it has said of a flow so far, for calls that were lost. */
  events(flowId: string): Promise<readonly HouseEvent[]>;
  /** Whether the person or company is who it says it is. */
  check(account: string): Promise<boolean>;
}
