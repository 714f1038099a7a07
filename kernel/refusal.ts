import type { Text } from "./text.ts";

/** The page where what is missing can be put right; the browser leads there. */
export interface Fix {
  readonly route: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What a new document of that page begins with. */
  readonly begins?: Readonly<Record<string, unknown>>;
  /** What is done there, as a button says it. */
  readonly label: Text;
}

/** One thing that stands in the way: its code, its sentence, and what leads to the page that puts it right. */
export interface Reason {
  readonly code: string;
  readonly text: Text;
  readonly data?: unknown;
  readonly fix?: Fix | undefined;
}

/** What is wrong with one field; path is written like lines[2].qty. */
export interface FieldError extends Reason {
  readonly path: string;
}

interface More {
  readonly http?: number;
  readonly fieldErrors?: readonly FieldError[];
  readonly data?: unknown;
  readonly fix?: Fix;
}

/** A clear no: rules return it, calls throw it, the reply carries its code and its sentence in the caller's language. */
export class Refusal extends Error {
  readonly code: string;
  readonly text: Text;
  readonly http: number;
  readonly fieldErrors: readonly FieldError[];
  readonly data: unknown;
  readonly fix: Fix | undefined;

  constructor(code: string, text: Text, more: More = {}) {
    super(`${code}: ${text[1]}`);
    this.code = code;
    this.text = text;
    this.http = more.http ?? 200;
    this.fieldErrors = more.fieldErrors ?? [];
    this.data = more.data;
    this.fix = more.fix;
  }
}

export const refuse = (code: string, cn: string, en: string, more?: More): Refusal => new Refusal(code, [cn, en], more);

/** The same refusal pinned to a field, so that a page can mark it. */
export const refuseField = (path: string, code: string, cn: string, en: string): Refusal =>
  new Refusal(code, [cn, en], { fieldErrors: [{ path, code, text: [cn, en] }] });

/** Nothing is wrong with the request; there was no room for it just now. */
export const busy = (): Refusal => refuse("SYS_BUSY", "系统繁忙，请稍后再试", "System busy, try again shortly", { http: 503 });

/** The answer to an id that is missing, and to one that belongs to somebody else: exactly the same. */
export const notFound = (e: { readonly codes?: { readonly notFound?: readonly [code: string, cn: string, en: string] } }): Refusal => {
  const [code, cn, en] = e.codes?.notFound ?? ["DATA_NOT_FOUND", "数据不存在或无权查看", "Not found or not visible"];
  return refuse(code, cn, en);
};
