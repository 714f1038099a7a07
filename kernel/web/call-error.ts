import type { Text } from "../text.ts";
import { sayNow } from "./language.ts";

/** Where the server says that what is missing can be put right. */
export interface FixPlace {
  readonly route: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly begins?: Readonly<Record<string, unknown>>;
  readonly label: string;
}

/** One wrong field as the server answers it; path is written like lines[2].qty. */
export interface FieldMessage {
  readonly path: string;
  readonly code: string;
  readonly msg: string;
  readonly fix?: FixPlace;
}

/** The reply of every call. */
export interface Reply<T> {
  readonly status: "S" | "E";
  readonly code?: string;
  readonly msg?: string;
  readonly data: T;
  readonly page?: { readonly count: number; readonly curIndex: number; readonly [more: string]: unknown };
  readonly requestId: string;
  readonly fieldErrors?: readonly FieldMessage[];
  readonly fix?: FixPlace;
}

/** A call the server refused or that never arrived; msg is ready to be shown. */
export class CallError extends Error {
  readonly code: string;
  readonly msg: string;
  readonly http: number;
  readonly requestId: string;
  readonly fieldErrors: readonly FieldMessage[];
  readonly data: unknown;
  readonly fix: FixPlace | null;

  constructor(
    code: string,
    msg: string,
    more: { http?: number; requestId?: string; fieldErrors?: readonly FieldMessage[]; data?: unknown; fix?: FixPlace | undefined } = {},
  ) {
    super(`${code}: ${msg}`);
    this.code = code;
    this.msg = msg;
    this.http = more.http ?? 0;
    this.requestId = more.requestId ?? "";
    this.fieldErrors = more.fieldErrors ?? [];
    this.data = more.data;
    this.fix = more.fix ?? null;
  }
}

const wordless: Readonly<Record<string, Text>> = {
  NETWORK: ["网络不通，请检查连接后重试", "No connection. Check the network and try again"],
  SYS_BUSY: ["系统繁忙", "System busy"],
  SYS_ERROR: ["系统异常", "System error"],
  SIZE: ["内容过大，服务器未接收", "Too large, rejected by the server"],
};

/** An error the server could not put into words itself. */
export const wordlessError = (code: keyof typeof wordless, http = 0): CallError =>
  new CallError(code as string, sayNow(wordless[code]!), { http });

/** Reads a reply text; what is no reply of ours becomes an error by its HTTP status. */
export function readReply<T>(text: string, http: number): Reply<T> {
  let reply: Reply<T>;
  try {
    reply = JSON.parse(text) as Reply<T>;
  } catch {
    throw wordlessError(http === 413 ? "SIZE" : http === 502 || http === 503 || http === 504 ? "SYS_BUSY" : "SYS_ERROR", http);
  }
  return acceptReply(reply, http);
}

/** A reply that says yes; one that says no is thrown as what it says. */
export function acceptReply<T>(reply: Reply<T>, http: number): Reply<T> {
  if (reply?.status === "S") return reply;
  const { code = "SYS_ERROR", msg, requestId = "", fieldErrors = [], data, fix } = reply ?? {};
  throw new CallError(code, msg ?? sayNow(wordless["SYS_ERROR"]!), { http, requestId, fieldErrors, data, fix });
}

/** The sentence to show for whatever was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.msg : error instanceof Error ? error.message : String(error);
