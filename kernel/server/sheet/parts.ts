import { inZone } from "#kernel/time.ts";
import type { Call } from "../http/call.ts";
import type { FileParts } from "../file/parts.ts";
import type { Kernel } from "../kernel.ts";
import type { Push } from "../push/push.ts";
import type { Exports } from "./export.ts";
import type { Imports } from "./import.ts";
import type { CallInput } from "../http/input.ts";

/** What the spreadsheet calls stand on. */
export interface SheetParts {
  readonly kernel: Kernel;
  readonly exports: Exports;
  readonly imports: Imports;
  readonly files: FileParts;
  readonly push: Push;
  readonly clock: { now(): Date };
}

/** A zip of workbooks, or one workbook. */
export const endingOf = ({
  custom,
}: {
  readonly custom: { readonly zipByField: string | null };
}): { readonly mime: string; readonly ending: string } =>
  custom.zipByField ? { mime: "application/zip", ending: ".zip" } : { mime: sheetMime, ending: ".xlsx" };

export const sheetMime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const sheetCall = (path: string, input: CallInput, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
  service: "exportServer",
  path: `v1/${path}`,
  guard: "session",
  input,
  handle,
  ...more,
});

export { doerOf } from "../http/call.ts";

/** The moment as part of a file's name. */
export const stampOf = (now: Date, zone: string): string => inZone(now.toISOString(), zone).replace(/\D/g, "");
