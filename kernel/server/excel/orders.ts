import type { Text } from "#kernel/text.ts";
import type { SheetRow } from "./cell.ts";
import type { ErrorPlan } from "./errors.ts";
import type { ReadOptions } from "./read.ts";
import type { BookInfo } from "./sheet.ts";
import type { SheetPlan, WriteOptions } from "./write.ts";

/** What a worker is asked to do. */
export type Order =
  | { readonly do: "export"; readonly plans: readonly SheetPlan[]; readonly options: WriteOptions }
  | { readonly do: "read"; readonly file: Uint8Array | string; readonly options: ReadOptions }
  | { readonly do: "errors"; readonly file: Uint8Array | string; readonly plan: ErrorPlan };

/** Messages to a worker: an order, rows for it (null ends a sheet), room for more answers, or stop. */
export type ToWorker = { readonly id: number } & (
  | { readonly order: Order }
  | { readonly rows: readonly (readonly unknown[])[] | null }
  | { readonly more: number }
  | { readonly stop: true }
);

/** Messages back: bytes or rows, a batch taken, the end, or why there is none. */
export type FromWorker = { readonly id: number } & (
  | { readonly bytes: Uint8Array }
  | { readonly read: SheetRow[]; readonly info: BookInfo }
  | { readonly took: true }
  | { readonly done: unknown; readonly heap: number }
  | { readonly refused: { readonly code: string; readonly text: Text } }
  | { readonly failed: string }
);

/** How many pieces may be under way before the other side must have taken one. */
export const ahead = { bytes: 8, rows: 2, read: 4 } as const;
