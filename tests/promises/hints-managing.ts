import type { Hints } from "../support/generate.ts";
import { officeDay } from "../support/day.ts";

const ahead = (n: number): string => officeDay(n);

/** What the rules of daily management and exits demand beyond their declarations. */
export const managingHints: Hints = {
  SrmSlcSupplierQuit: () => ({ quitDate: ahead(60), replaceSupplierId: undefined }),
};
