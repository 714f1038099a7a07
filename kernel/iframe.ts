import { refuse } from "./refusal.ts";

/** What an embedded page may tell us. */
export const INCOMING_TYPES = ["READY", "RESIZE", "OPEN_TAB", "CLOSE_TAB", "REFRESH_PARENT", "TOAST", "TITLE"] as const;
export type IncomingType = (typeof INCOMING_TYPES)[number];

/** What we tell an embedded page; never the authorization code, never the sign key. */
export type OutgoingType = "INIT" | "LANGUAGE" | "DESTROY";

export interface FrameMessage {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Rights of an embedded page; given only to allow-listed origins other than our own. */
export const FRAME_SANDBOX = "allow-scripts allow-forms allow-same-origin allow-downloads";

/** A message needs a non-empty type and an object body, in both directions. */
export function checkMessage(message: unknown): FrameMessage {
  const { type, body } = (typeof message === "object" && message !== null ? message : {}) as { type?: unknown; body?: unknown };
  if (typeof type !== "string" || type.trim() === "" || typeof body !== "object" || body === null || Array.isArray(body)) {
    throw refuse("IFRAME_MSG", "消息类型不能为空且内容必须为对象", "Message needs a type and an object body");
  }
  return { type, body: body as Record<string, unknown> };
}

/** The origins of the profile IFRAME_ORIGINS: a list separated by commas, spaces or lines; only http(s) origins count. */
export function frameOrigins(profile: string | null | undefined): string[] {
  return (profile ?? "").split(/[\s,;]+/).flatMap((entry) => {
    const origin = originOf(entry);
    return origin === null ? [] : [origin];
  });
}

/** The http(s) origin of an address, or null. */
export function originOf(address: string): string | null {
  try {
    const url = new URL(address);
    return url.protocol === "https:" || url.protocol === "http:" ? url.origin : null;
  } catch {
    return null;
  }
}

export type Heard =
  | { readonly kind: "ignored"; readonly why: string }
  | { readonly kind: "taken"; readonly type: IncomingType; readonly body: FrameMessage["body"] };

/** Judges one incoming message: a foreign origin is ignored (and logged by the caller), a bad form is refused, an unknown type ignored. */
export function hear(message: unknown, origin: string, allowed: readonly string[]): Heard {
  if (!allowed.includes(origin)) return { kind: "ignored", why: `foreign origin ${origin}` };
  const { type, body } = checkMessage(message);
  const known = INCOMING_TYPES.find((incoming) => incoming === type);
  return known === undefined ? { kind: "ignored", why: `unknown type ${type}` } : { kind: "taken", type: known, body };
}
