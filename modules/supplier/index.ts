import { joined, module } from "#kernel/module.ts";
import { blacklisting } from "./blacklisting.ts";
import { changes } from "./changes.ts";
import { introduction } from "./introduction.ts";
import { master } from "./master.ts";
import { warnings } from "./warnings.ts";

/** Who a supplier is, and what may be done with it today: the one judge every other area asks. */
export const supplier = module("supplier", "供应商", "Suppliers", joined(master, changes, warnings, introduction, blacklisting));

export { supplierMenu } from "./folders.ts";
export { blacklist } from "./blacklist.entity.ts";
export { plainCompany, plainTaxId } from "./company.ts";
export { isBlacklisted, type Suspect } from "./listed.ts";
