import type { YN } from "./field.ts";

/** What one name of a call's input holds. A value that travels in an envelope is `sealed`; where the whole body is one, its parts are `cipher`. */
export interface InputKinds {
  readonly text: string;
  readonly id: string;
  readonly int: number;
  readonly flag: boolean;
  readonly yn: YN | boolean;
  readonly date: string;
  readonly time: string | number;
  readonly texts: readonly string[];
  readonly ids: readonly string[];
  readonly list: readonly unknown[];
  readonly object: object;
  readonly sealed: unknown;
  readonly cipher: string;
  readonly any: unknown;
}
export type InputKind = keyof InputKinds;
export type InputNames = Readonly<Record<string, InputKind>>;

/** What the input declares, as the page sends it and the handler reads it. */
export type InputOf<N extends InputNames> = { readonly [K in keyof N]?: InputKinds[N[K]] | null };

/** A call that is no entity's own, declared once: server and page import it, so that neither writes its path nor guesses its types. */
export interface PageCall<N extends InputNames = InputNames, Out = unknown> {
  readonly service: string;
  readonly path: string;
  readonly input: { readonly names: N; readonly reads?: true };
  /** Exists only for the compiler. */
  readonly $?: Out;
}

/** Declares a call that only reads: readingCall<Answer>()("srmServer", "v1/…/findX", { id: "id" }). */
export const readingCall =
  <Out>() =>
  <const N extends InputNames>(service: string, path: string, names: N): PageCall<N, Out> => ({
    service,
    path,
    input: { names, reads: true },
  });
