import type { FastifyRequest } from "fastify";
import type { Live } from "./session.ts";

/** An identity source as the sign-in page offers it. */
export interface SsoChoice {
  readonly providerCode: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly icon: string | null;
}

/** A partner system that showed a living token: the key it signs with, and what it may do. */
export interface CallingApp extends Live {
  readonly perMinute: number;
  isFrom(ip: string): boolean;
  /** Is this call among those the app was given? */
  mayCall(method: string, path: string): Promise<boolean>;
}

export type LogLevel = "NONE" | "META" | "BODY";

/** What is set for one call: whether it is open, how often one caller may use it, and what is written down of it. */
export interface CallRule {
  readonly enabled: boolean;
  readonly perMinute: number | null;
  readonly log: LogLevel;
}

/** A call that was answered and is to be remembered. */
export interface HeardCall {
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly http: number;
  readonly ms: number;
  readonly userId: string | null;
  readonly app: string | null;
  readonly ip: string;
  readonly requestId: string;
  /** Only where bodies are written down. */
  readonly request?: unknown;
  readonly reply?: string;
}

/** What stands beside the password and is kept by others: identity sources, partner systems, the register of calls. */
export interface Doors {
  sso?: {
    choices(): Promise<readonly SsoChoice[]>;
    /** Where a browser goes to sign out there too; null when it need not. */
    farewell(source: string): Promise<string | null>;
  };
  /** Companies that register by themselves; without it nobody does. */
  registration?: {
    /** OPEN to everybody, to invited companies only, or closed. */
    mode(): Promise<"OPEN" | "INVITE_ONLY" | "OFF">;
    /** Is the account name kept for somebody who is still registering? */
    isReserved(userName: string): Promise<boolean>;
  };
  apps?: { find(clientId: string, tokenHash: string, now: Date): Promise<CallingApp | null> };
  /** From memory, and later only while what is set is being read anew. */
  ruleOf?: (method: string, path: string) => CallRule | undefined | Promise<CallRule | undefined>;
  heard?: (call: HeardCall) => void;
}

/** A point never stands in the certificate of a session: whose certificate begins so is a partner system. */
export const appPrefix = "app.";
export const isApp = (certificate: string): boolean => certificate.startsWith(appPrefix);
export const isCallingApp = (live: Live): live is CallingApp => live.info.app !== undefined;

/** The call as it is registered, however its address was written: the route with its parts filled in. */
export function calledPath(request: Pick<FastifyRequest, "routeOptions" | "params">): string {
  const route = request.routeOptions.url ?? "";
  if (!route.includes(":")) return route;
  const parts = request.params as Readonly<Record<string, string>>;
  return route.replaceAll(/:(\w+)/g, (_, name: string) => parts[name] ?? "");
}

/** Asking for the head alone is asking for the call. */
export const calledMethod = (request: Pick<FastifyRequest, "method">): string => (request.method === "HEAD" ? "GET" : request.method);
