import type { Part } from "#kernel/module.ts";
import { blacklist } from "./blacklist.entity.ts";
import { blacklistLookups } from "./blacklist.lookups.ts";

/** Companies nobody may do business with: how they are listed and how they come off the list. */
export const blacklisting: Part = { entities: [blacklist], lookups: blacklistLookups };
