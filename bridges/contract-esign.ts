import { createHmac, timingSafeEqual } from "node:crypto";

/** What a signing provider reports of one signer: told as often as it likes, each event under one number. */
interface HouseEvent {
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

interface HouseFlow {
  readonly flowId: string;
  readonly name: string;
  readonly hash: string;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** An outside provider that has contracts signed, and calls back. */
interface SigningHouse {
  start(flow: HouseFlow): Promise<void>;
  revoke(flowId: string): Promise<void>;
  /** What it says; null when the signature of the call is not its own. */
  read(rawBody: string, headers: Headers): HouseEvent | null;
  /** What it has said of a flow so far, for calls that were lost. */
  events(flowId: string): Promise<readonly HouseEvent[]>;
  /** Whether the person or company is who it says it is. */
  check(account: string): Promise<boolean>;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 300) : "");

function eventIn(rawBody: string): HouseEvent | null {
  const said = JSON.parse(rawBody) as Readonly<Record<string, unknown>>;
  const { result } = said;
  const isTime = !Number.isNaN(Date.parse(textOf(said["signedAt"])));
  if (!said["eventId"] || !said["flowId"] || !isTime || (result !== "SIGNED" && result !== "REFUSED")) return null;
  return {
    eventId: textOf(said["eventId"]).slice(0, 60),
    flowId: textOf(said["flowId"]),
    taskId: textOf(said["taskId"]),
    result,
    hash: textOf(said["hash"]),
    signedAt: new Date(textOf(said["signedAt"])).toISOString(),
    signerName: textOf(said["signerName"]).slice(0, 120),
    signedIp: textOf(said["signedIp"]).slice(0, 60) || null,
    reason: textOf(said["reason"]),
  };
}

/** Stands in for a provider inside this installation: trial and tests deliver its events with the secret it signs by. */
export class LocalSigningHouse implements SigningHouse {
  readonly #secret: string;
  readonly #events = new Map<string, HouseEvent[]>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  async start(): Promise<void> {}
  async revoke(): Promise<void> {}
  check = (): Promise<boolean> => Promise.resolve(true);
  events = (flowId: string): Promise<readonly HouseEvent[]> => Promise.resolve(this.#events.get(flowId) ?? []);

  /** An event that happened here; whoever delivers it signs it. */
  happened(event: HouseEvent): void {
    this.#events.set(event.flowId, [...(this.#events.get(event.flowId) ?? []), event]);
  }

  sign(rawBody: string): string {
    return createHmac("sha256", this.#secret).update(rawBody).digest("hex");
  }

  read(rawBody: string, headers: Headers): HouseEvent | null {
    const given = Buffer.from(headers["x-esign-signature"] ?? "", "utf8");
    const right = Buffer.from(this.sign(rawBody), "utf8");
    return given.length === right.length && timingSafeEqual(given, right) ? eventIn(rawBody) : null;
  }
}
