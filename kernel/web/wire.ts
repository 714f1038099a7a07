import { APP_ID, NONCE_BYTES, sign, toBase64url } from "../sign.ts";
import type { CallError } from "./call-error.ts";
import { hmac, randomBytes, sha256 } from "./crypto.ts";
import type { ServerKey, SignKey } from "./crypto.ts";
import { currentLanguage } from "./language.ts";

/** Who signs: an anonymous or a signed-in session. */
export interface Signer extends ServerKey {
  readonly kind: "anonymous" | "session";
  readonly certificate: string;
  readonly authorizationCode: string;
  readonly gatewayTag: string;
  readonly key: SignKey;
}

/** What calls ask of the session; the session registers itself, so that calls know nothing of sign-in. */
export interface SessionDoor {
  signer(): Promise<Signer>;
  /** the server no longer knows the anonymous session: make a new one */
  renewAnonymous(): Promise<Signer>;
  /** the signed-in session is over */
  lost(error: CallError): void;
}

let bound: SessionDoor | null = null;
export const openDoor = (session: SessionDoor): void => void (bound = session);

/** The session behind every call. */
export function door(): SessionDoor {
  if (bound === null) throw new Error("no session is bound to calls");
  return bound;
}

let follow: (entities: readonly string[]) => void = () => undefined;
/** Who is told of which entities a call changed documents beside those its reply brings. */
export const followReplies = (hear: typeof follow): void => void (follow = hear);

/** Every reply is looked at for this one header; a call that only read has none. */
export const readChanged = (names: string | null): void => {
  if (names) follow(names.split(","));
};

/** Signs one request; the nonce is new each time, also for a retry. */
export async function signedHeaders(
  signer: Signer,
  method: string,
  path: string,
  query: string,
  timestamp: string,
  bodyHash: string,
): Promise<Record<string, string>> {
  const nonce = toBase64url(randomBytes(NONCE_BYTES));
  const { certificate, gatewayTag } = signer;
  const language = currentLanguage();
  const parts = { method, path, query, timestamp, nonce, certificate, appId: APP_ID, gatewayTag, language, bodyHash };
  const signatures = await sign(parts, { sha256, hmac: (bytes) => hmac(signer.key, bytes) });
  return {
    timestamp,
    appId: APP_ID,
    "Gateway-Tag": gatewayTag,
    "SAAF-Language": language,
    certificate,
    AuthorizationCode: signer.authorizationCode,
    ...signatures,
  };
}
