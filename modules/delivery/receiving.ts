import type { Part } from "#kernel/module.ts";
import { receive } from "./receive.entity.ts";
import { receivingLookups } from "./receiving.words.ts";
import { storageInbox } from "./storage-inbox.entity.ts";
import { writeOff } from "./write-off.entity.ts";

/** What came in, what went back, and what other systems said of it. */
export const receiving: Part = {
  entities: [receive, writeOff, storageInbox],
  lookups: receivingLookups,
};
