import { PROOF_NEEDED } from "../proof.ts";
import { bytesOf, CHANGED_HEADER, envelopeAad, toHex, ZONE_HEADER } from "../sign.ts";
import { CallError, readReply, wordlessError } from "./call-error.ts";
import type { Reply } from "./call-error.ts";
import { learnServerTime, learnZones, serverNow } from "./clock.ts";
import { randomId, seal, sha256 } from "./crypto.ts";
import { currentLanguage } from "./language.ts";
import { proveIdentity } from "./prove.ts";
import { door, readChanged, signedHeaders } from "./wire.ts";
import type { Signer } from "./wire.ts";

export { CallError, messageOf } from "./call-error.ts";
export type { FieldMessage, Reply } from "./call-error.ts";
export { upload } from "./upload.ts";

export interface CallOptions {
  /** names the request: the same key twice has one effect */
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly method?: "GET" | "POST";
  /** fields that travel sealed, each in its own envelope */
  readonly sealed?: Readonly<Record<string, unknown>>;
  /** the whole body travels as one envelope (batch delete of files) */
  readonly sealBody?: boolean;
}

interface Outgoing {
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  readonly contentType: string | undefined;
}

type MakeBody = (signer: Signer, timestamp: string, path: string) => Promise<Outgoing>;

const NO_BODY: Outgoing = { body: undefined, contentType: undefined };

const asJson = (value: object): Outgoing => ({ body: bytesOf(JSON.stringify(value)), contentType: "application/json" });

interface Sending {
  readonly method: string;
  readonly make: MakeBody;
  /** the same however often it is sent: whether a call changes something is the server's to know */
  readonly key: string;
  readonly signal: AbortSignal | undefined;
}

async function attempt(address: string, signer: Signer, { method, make, key, signal }: Sending): Promise<Response> {
  const timestamp = String(serverNow());
  const [path = "", query = ""] = address.split(/\?(.*)/s);
  const { body, contentType } = await make(signer, timestamp, path);
  const bodyHash = toHex(await sha256(body ?? new Uint8Array(0)));
  const headers = await signedHeaders(signer, method, path, query, timestamp, bodyHash);
  if (contentType !== undefined) headers["Content-Type"] = contentType;
  headers["Idempotency-Key"] = key;
  return fetch(address, { method, headers, body: body ?? null, signal: signal ?? null, credentials: "omit", cache: "no-store" });
}

/** The error inside a reply that failed before any handler ran, or null. */
async function gateError(response: Response): Promise<CallError | null> {
  if (response.status !== 401) return null;
  try {
    readReply(await response.clone().text(), response.status);
    return null;
  } catch (error) {
    return error instanceof CallError ? error : null;
  }
}

/** Sends with the rules of the wire: one correction of the clock, one new anonymous session, one retry after a network fault. */
async function send(address: string, method: string, make: MakeBody, { key = randomId(), signal }: CallOptions): Promise<Response> {
  let signer = await door().signer();
  let corrected = false;
  let renewed = false;
  let repeated = false;
  for (;;) {
    let response: Response;
    try {
      response = await attempt(address, signer, { method, make, key, signal });
    } catch (error) {
      if (signal?.aborted === true || !(error instanceof TypeError)) throw error;
      if (repeated) throw wordlessError("NETWORK");
      repeated = true;
      continue;
    }
    const refused = await gateError(response);
    if (refused?.code === "SIGN_TIME" && !corrected) {
      corrected = true;
      learnServerTime((refused.data as { serverTime?: unknown } | null)?.serverTime);
      continue;
    }
    if (refused?.code === "AUTH_EXPIRED" && signer.kind === "anonymous" && !renewed) {
      renewed = true;
      signer = await door().renewAnonymous();
      continue;
    }
    if (refused !== null && signer.kind === "session" && refused.code.startsWith("AUTH_")) door().lost(refused);
    learnZones(response.headers.get(ZONE_HEADER));
    readChanged(response.headers.get(CHANGED_HEADER));
    return response;
  }
}

const jsonBody =
  (body: object, options: CallOptions): MakeBody =>
  async (signer, timestamp, path) => {
    const language = currentLanguage();
    const aad = envelopeAad(signer.certificate, timestamp, path);
    if (options.sealBody === true) return asJson({ ...(await seal(body, signer, aad)), language });
    const sealed = await Promise.all(
      Object.entries(options.sealed ?? {}).map(async ([field, value]) => [field, await seal(value, signer, aad)] as const),
    );
    return asJson({ ...body, ...Object.fromEntries(sealed), language });
  };

/** The address of a call; a GET names the language in its query because it has no body. */
function addressOf(path: string, method: string): string {
  const address = `/api/${path.replace(/^\/+/, "")}`;
  return method === "GET" ? `${address}${address.includes("?") ? "&" : "?"}language=${currentLanguage()}` : address;
}

/** Calls the server, signed; throws CallError when the answer is no. Asked for a proof of identity, it sends the very same request again once there is one. */
export async function call<T>(path: string, body: object = {}, options: CallOptions = {}): Promise<Reply<T>> {
  const method = options.method ?? "POST";
  const make = method === "GET" ? async () => NO_BODY : jsonBody(body, options);
  const keyed = { ...options, key: options.key ?? randomId() };
  const ask = async (): Promise<Reply<T>> => {
    const response = await send(addressOf(path, method), method, make, keyed);
    return readReply<T>(await response.text(), response.status);
  };
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CallError && error.code === PROOF_NEEDED && (await proveIdentity())) return ask();
    throw error;
  }
}

/** Sends raw bytes, signed: one piece of a large file. */
export async function callBytes<T>(path: string, bytes: Uint8Array<ArrayBuffer>, options: CallOptions = {}): Promise<Reply<T>> {
  const response = await send(
    addressOf(path, "POST"),
    "POST",
    async () => ({ body: bytes, contentType: "application/octet-stream" }),
    options,
  );
  return readReply<T>(await response.text(), response.status);
}

/** The name a download wants to be saved under. */
function nameIn(disposition: string | null): string {
  const star = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(disposition ?? "")?.[1];
  if (star !== undefined) {
    try {
      return decodeURIComponent(star.trim());
    } catch {
      return star.trim();
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1]?.trim() ?? "";
}

/** Fetches a file; an answer in JSON is an error in words and is thrown, never saved as a file. */
export async function download(path: string, body: object = {}, options: CallOptions = {}): Promise<{ blob: Blob; fileName: string }> {
  const response = await send(addressOf(path, "POST"), "POST", jsonBody(body, options), options);
  const blob = await response.blob();
  const type = response.headers.get("Content-Type") ?? blob.type;
  const fileName = nameIn(response.headers.get("Content-Disposition"));
  if (/\bjson\b/i.test(type) && !fileName.endsWith(".json")) readReply(await blob.text(), response.status);
  else if (!response.ok) throw wordlessError("SYS_ERROR", response.status);
  return { blob, fileName };
}

/** Hands a fetched file to the browser's own download. */
export function saveBlob({ blob, fileName }: { blob: Blob; fileName: string }): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
