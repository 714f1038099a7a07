import { ledgerHome } from "#kernel/ledger-rule.ts";
import { contract } from "../contract.entity.ts";
import { contractLedger, itemLedger, stageLedger } from "./contract.ledger.ts";
import { contractPosting } from "./posting.entity.ts";

const home = { document: contract, postings: contractPosting, org: "orgId", num: "contractNum" } as const;

export const contractHome = ledgerHome(contractLedger, { ...home, path: [] });
export const itemHome = ledgerHome(itemLedger, { ...home, path: ["items"] });
export const stageHome = ledgerHome(stageLedger, { ...home, path: ["stages"] });
