import { ledgerHome } from "#kernel/ledger-rule.ts";
import { qtyLedger } from "#modules/demand/index.ts";
import { noteLedger, noticeLedger } from "./delivery.ledger.ts";
import { note } from "./note.entity.ts";
import { notice } from "./notice.entity.ts";

const lines = { path: ["lines"], postings: qtyLedger, org: "orgId" } as const;

export const noticeHome = ledgerHome(noticeLedger, { ...lines, document: notice, num: "noticeNum" });
export const noteHome = ledgerHome(noteLedger, { ...lines, document: note, num: "noteNum" });
