import type { Hints } from "../support/generate.ts";

const ahead = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

/** What the rules of daily management and exits demand beyond their declarations. */
export const managingHints: Hints = {
  SrmSlcSupplierQuit: () => ({ quitDate: ahead(60), replaceSupplierId: undefined }),
};
