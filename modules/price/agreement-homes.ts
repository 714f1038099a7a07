import { ledgerHome } from "#kernel/ledger-rule.ts";
import { qtyLedger } from "#modules/demand/index.ts";
import { agreementLedger, agreementLineLedger, agreementOrgLedger } from "./agreement.ledger.ts";
import { agreement } from "./agreement.entity.ts";

/** Agreements in force; a revision in the making carries copies of their balances. */
const home = { document: agreement, postings: qtyLedger, org: "orgId", num: "agreementNum", live: { liveId: null } } as const;

export const agreementHome = ledgerHome(agreementLedger, { ...home, path: [] });
export const agreementLineHome = ledgerHome(agreementLineLedger, { ...home, path: ["lines"] });
export const agreementOrgHome = ledgerHome(agreementOrgLedger, { ...home, path: ["orgs"] });
