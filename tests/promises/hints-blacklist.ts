import type { Hints } from "../support/generate.ts";

/** Entries put companies on the list; only what is in force can be taken off. */
export const blacklistHints: Hints = {
  SrmSlcSupplierBlacklist: () => ({ direction: "IN", originId: undefined, uscc: undefined, permanentFlag: "N" }),
};
