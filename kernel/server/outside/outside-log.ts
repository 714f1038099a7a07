import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mul } from "../../decimal.ts";
import { refuse } from "../../refusal.ts";
import type { Db } from "../database/db.ts";
import { keepMade } from "../file/keep.ts";
import type { FileParts } from "../file/parts.ts";
import { newId } from "../act/id.ts";
import { short } from "../jobs/job-log.ts";

/** How much of a message a log keeps; the whole of a longer one is kept as a file. */
const mostKept = 64 * 1024;
const secretWords =
  /pass(word|wd)?|pwd|secret|token|ticket|recoverycodes|captcha|authorization|api[-_]?key|signature|cookie|credential|private/i;
const partlyWords = /bank|account(no|num|number)?$|iban|card|mobile|phone|idnumber|idcard|taxno|email/i;

/** A value of which only the end is told. */
const lastFour = (text: string): string => (text.length <= 4 ? "****" : `****${text.slice(-4)}`);

/** What may be kept of a message: secrets not at all, numbers of people and accounts by their last four. */
export function masked(value: unknown, key = ""): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((entry) => masked(entry, key));
  if (typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, masked(entry, name)]));
  // A one-time code travels under a name that many other things have; it is known by its six digits.
  if (secretWords.test(key) || (key === "code" && /^\d{6}$/.test(String(value)))) return `••• (${String(value).length})`;
  return partlyWords.test(key) && typeof value !== "boolean" ? lastFour(String(value)) : value;
}

/** A message as text, masked; texts that are no JSON lose what looks like a secret of a header or a query. */
export function maskedText(message: unknown): string | null {
  if (message === null || message === undefined || message === "") return null;
  if (typeof message !== "string") return JSON.stringify(masked(message), null, 2);
  try {
    return JSON.stringify(masked(JSON.parse(message)), null, 2);
  } catch {
    return message.replace(
      /((?:password|secret|token|authorization|api[-_]?key)["']?\s*[:=]\s*["']?)([^\s"'&<]+)/gi,
      (_, name: string) => `${name}•••`,
    );
  }
}

interface Said {
  readonly bizType?: string | null;
  readonly bizId?: string | null;
  readonly bizNum?: string | null;
  readonly request: unknown;
  readonly response?: unknown;
  readonly ok: boolean;
  readonly error?: string | null;
  readonly costMs?: number;
  readonly tryCount?: number;
  readonly traceId?: string;
  readonly by?: string;
}

/** A message between this system and another. */
export interface InterfaceCall extends Said {
  readonly direction: "IN" | "OUT";
  readonly interfaceCode: string;
  readonly partner?: string | null;
  readonly httpStatus?: number | null;
}

/** A call of a bought service. */
export interface ThirdPartyCall extends Said {
  readonly provider: "ESIGN" | "COMPANY_INFO" | "SMS" | "MAIL" | "INVOICE_CHECK" | "OCR" | "CHAT";
  readonly operation: string;
  readonly units?: string;
  readonly unitPrice?: string;
}

/** Sends a message once more, as its first sender would. */
type Resend = (of: {
  readonly id: string;
  readonly bizType: string | null;
  readonly bizId: string | null;
  readonly bizNum: string | null;
  readonly traceId: string | null;
}) => Promise<unknown>;

/** The one door through which bridges write down what they said and heard. */
export class OutsideLog {
  readonly #db: Db;
  readonly #clock: { now(): Date };
  #files: FileParts | null = null;
  readonly #resends = new Map<string, Resend>();

  constructor(db: Db, clock: { now(): Date }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Where long messages are kept whole. */
  keepIn(files: FileParts): void {
    this.#files = files;
  }

  /** Registers how messages of an interface, or of "PROVIDER.operation", are sent again. */
  onResend(code: string, resend: Resend): void {
    this.#resends.set(code, resend);
  }

  async interface(call: InterfaceCall): Promise<string> {
    const stored = await this.#kept(call, "interface");
    return this.#insert("SrmBaseInterfaceLogs", call, {
      direction: call.direction,
      interfaceCode: call.interfaceCode,
      partner: call.partner ?? null,
      httpStatus: call.httpStatus ?? null,
      request: stored.request,
      response: stored.response,
      restFileIds: stored.files,
    });
  }

  async thirdParty(call: ThirdPartyCall): Promise<string> {
    const stored = await this.#kept(call, "third-party");
    const [units, unitPrice] = [call.units ?? "1", call.unitPrice ?? "0"];
    return this.#insert("SrmBaseTripartiteLogs", call, {
      provider: call.provider,
      operation: call.operation,
      units,
      unitPrice,
      cost: mul(units, unitPrice),
      requestMasked: stored.request,
      responseMasked: stored.response,
      restFileIds: stored.files,
    });
  }

  /** How to send again what a row of one of the two logs tells of; refuses where nobody knows. */
  async resending(table: "SrmBaseInterfaceLogs" | "SrmBaseTripartiteLogs", id: string): Promise<() => Promise<unknown>> {
    const code = table === "SrmBaseInterfaceLogs" ? `"interfaceCode"` : `provider || '.' || operation`;
    const row = await this.#db.one<Parameters<Resend>[0] & { code: string }>(
      `select id, ${code} as code, "bizType", "bizId", "bizNum", "traceId" from "${table}" where id = $1`,
      [id],
    );
    const resend = row ? this.#resends.get(row.code) : undefined;
    if (!row || !resend) throw refuse("RESEND_UNKNOWN", "该报文不支持重发", "This message cannot be sent again");
    return () => resend(row);
  }

  /** Short messages whole, long ones cut with the whole as a file. Both are masked. */
  async #kept(call: Said, name: string): Promise<{ request: string | null; response: string | null; files: string | null }> {
    const entries = [maskedText(call.request), maskedText(call.response)] as const;
    const files: string[] = [];
    for (const [i, text] of entries.entries())
      if (text !== null && Buffer.byteLength(text) > mostKept)
        files.push(...(await this.#file(text, `${name}-${i === 0 ? "request" : "response"}.txt`)));
    const cut = (text: string | null): string | null =>
      text === null
        ? null
        : Buffer.from(text)
            .subarray(0, mostKept)
            .toString("utf8")
            .replace(/\uFFFD+$/, "");
    return { request: cut(entries[0]), response: cut(entries[1]), files: files.length ? files.join(",") : null };
  }

  async #file(text: string, name: string): Promise<string[]> {
    const files = this.#files;
    if (!files) return [];
    const path = join(await mkdtemp(join(tmpdir(), "base-srm-log-")), "rest");
    await writeFile(path, text);
    const row = await keepMade(files, this.#db, {
      path,
      name,
      mimeType: "text/plain",
      by: "system:log",
      now: this.#clock.now(),
      functionId: "outsideLog",
    });
    return [row.id];
  }

  async #insert(table: string, call: Said, more: Readonly<Record<string, unknown>>): Promise<string> {
    const now = this.#clock.now();
    const by = call.by ?? "system:bridge";
    const id = newId();
    const row: Record<string, unknown> = {
      id,
      createdBy: by,
      creationDate: now,
      lastUpdatedBy: by,
      lastUpdateDate: now,
      versionNum: 1,
      callTime: now,
      bizType: call.bizType ?? null,
      bizId: call.bizId ?? null,
      bizNum: call.bizNum ?? null,
      result: call.ok ? "SUCCESS" : "FAILED",
      errorMsg: call.error ? short(call.error, 2_000) : null,
      costMs: call.costMs ?? null,
      tryCount: call.tryCount ?? 1,
      traceId: call.traceId ?? null,
      ...more,
    };
    const keys = Object.keys(row);
    await this.#db.query(
      `insert into "${table}" (${keys.map((key) => `"${key}"`).join(", ")}) values (${keys.map((_, i) => `$${i + 1}`).join(", ")})`,
      Object.values(row),
    );
    return id;
  }
}
