import { readingCall } from "#kernel/page-call.ts";

/** How many warnings are open by kind and level, and how long they have been. */
export interface WarningSummary {
  readonly open: readonly { readonly warnType: string; readonly level: string; readonly n: number }[];
  readonly ages: readonly { readonly bucket: string; readonly n: number }[];
}
export const getWarningSummary = readingCall<WarningSummary>()("srmServer", "v1/srmCctWarningRestful/summary", {});
