import type { Guard } from "../gate/guard.ts";
import type { Json } from "./openapi-schema.ts";

const header = (name: string, description: string): Json => ({ type: "apiKey", in: "header", name, description });

/** Eight headers make one signature; a request bears all of them. */
const headers: Readonly<Record<string, Json>> = {
  timestamp: header("timestamp", "Milliseconds of the server's clock"),
  appId: header("appId", "QkFTRQ"),
  gatewayTag: header("Gateway-Tag", "As the handshake said"),
  language: header("SAAF-Language", "CN or EN, equal to `language` in the body, the upload's meta or the query"),
  certificate: header("certificate", "Of the session"),
  authorizationCode: header("AuthorizationCode", "Of the session; empty while anonymous"),
  appsign: header("appsign", "v1.{nonce}.{chain}: see x-signing"),
  paramsign: header("paramsign", "v1.{mac}: see x-signing"),
};

/** How the headers are made, in words a program can follow: docs/api.md says the same with a test vector. */
export const signing: Json = {
  handshake: "get_baseServer_baseLoginService_handshake",
  signIn: "baseServer_baseLoginService_login",
  appId: "QkFTRQ",
  nonce: "16 random bytes, base64url, new for every try",
  appsign: {
    first: "HMAC-SHA256(signKey, 'APP|' + timestamp + '|' + nonce + '|' + certificate + '|' + appId)",
    rounds: "3 + (sum of the digits of timestamp) mod 7",
    round: "c = SHA-256(c + timestamp)",
    value: "'v1.' + nonce + '.' + base64url(c)",
  },
  paramsign: {
    lines: ["SRM-PARAM-v1", "method", "path", "query", "timestamp", "nonce", "certificate", "appId", "gatewayTag", "language", "bodyHash"],
    query: "RFC 3986 pairs k=v, sorted by key, then value, joined by &; empty if none",
    bodyHash: "lower hex SHA-256 of the exact body bytes; of an upload: of the text of its first part, meta",
    value: "'v1.' + base64url(HMAC-SHA256(signKey, lines joined by \\n))",
  },
  signKey: {
    anonymous: "signKey of the handshake, base64url",
    session: "HKDF-SHA256(ikm = clientKey, salt = serverSalt, info = 'SRM-SIGN-v1|' + certificate, 32 bytes)",
    partner: "HKDF-SHA256(ikm = secret, salt = client id, info = 'SRM-APP-v1|' + client id, 32 bytes)",
  },
  envelope: {
    ek: "RSA-OAEP-SHA256 of a fresh 32-byte AES key under publicKey of the handshake",
    iv: "12 random bytes",
    data: "AES-256-GCM of the JSON text, followed by its 16-byte tag",
    additionalData: "certificate|timestamp|path",
    fields: { password: "the password", sessionKey: "clientKey: 32 random bytes as base64url text" },
  },
};

export const securitySchemes: Json = {
  ...headers,
  partner: {
    type: "oauth2",
    description: "A partner system's token is the AuthorizationCode, its client id the certificate",
    flows: { clientCredentials: { tokenUrl: "/api/baseServer/baseOauthService/token", scopes: {} } },
  },
};

const signed = Object.fromEntries(Object.keys(headers).map((name) => [name, []]));

/** Public calls ask for nothing; every other bears the signature, of a person or of a partner system. */
export const securityFor = (guard: Guard): Json[] =>
  guard === "public" ? [] : guard === "session" ? [signed, { ...signed, partner: [] }] : [signed];
