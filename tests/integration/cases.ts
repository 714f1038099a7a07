import type { Scope as GateScope } from "../server/gates-table.ts";

/** What can become of the other side of an integration point while somebody relies on it. */
export const sides = {
  supplier: ["frozen by item", "frozen by category", "frozen entirely", "expired", "merged", "on trial", "temporary"],
  source: ["frozen entirely", "expired", "merged", "on trial", "effective tomorrow"],
  agreement: ["ended", "expired", "effective tomorrow", "permission revoked"],
  /** Something with days from and to: rates, conversions, prices, certificates, accounts. */
  value: ["effective tomorrow", "expired", "switched off"],
  /** Base data and what is set up: chosen, then perhaps switched off. */
  master: ["switched off"],
  document: ["ended", "permission revoked"],
  person: ["permission revoked", "delegate absent", "effective tomorrow"],
  permit: ["permission revoked"],
} as const;
export type Side = keyof typeof sides;
type Scope<S extends Side> = (typeof sides)[S][number];

/** The test that goes through it, as "file › beginning of its title"; or why it does not matter here. */
export type Case = string | { readonly no: string };
export interface Cases {
  readonly of: Side;
  readonly cases: Readonly<Record<string, Case>>;
}
const of = <S extends Side>(side: S, cases: Readonly<Record<Scope<S>, Case>>): Cases => ({ of: side, cases });
const no = (reason: string): Case => ({ no: reason });
/** The tests made of documents × scopes of the supplier gate; the type says that the scope is among them. */
const gates = (_: GateScope): Case => "gates › supplier: %s";
const revoked = "integration-rights › taken away between saving and approval: %s";
const between = "integration-between › %s is not submitted with what has ended since it was written";
const tomorrow = "integration-days › what begins tomorrow does not count today: %s";
const mergedOnTheWay = "integration-merged › a supplier merged on the way: what is under way stops the merge";
const carried = "merging › every reference says what becomes of it";
const choices = "choices › every reference to something with states or a switch limits its choice";
const shownOnly = no("shown, nothing is decided by it");

/* People and permits */
export const seats = of("person", {
  "permission revoked": "standing › whoever loses the role loses the task he was given for it",
  "delegate absent": "acting › is taken back by its owner before the borrower has spoken",
  "effective tomorrow": "structure › a move today happens, a later one waits for its day",
});
export const delegation = of("person", {
  "permission revoked": "acting › takes the group's task and the claimed one with it",
  "delegate absent": "person › delegations never go in a circle in the same time",
  "effective tomorrow": "person › admin 7: from the first to the fifth",
});
export const leaving = of("person", {
  "permission revoked": "calls › whoever is disabled hands over what waits for him",
  "delegate absent": "person › a disabled account or the leaver takes nothing over",
  "effective tomorrow": "leaving › a contact who leaves hands the open to-dos",
});
export const contacts = of("person", {
  "permission revoked": "leaving › an account that is disabled hands its to-dos to the administrator",
  "delegate absent": no("people of suppliers do not delegate"),
  "effective tomorrow": no("contacts have no first day"),
});
export const invited = of("person", {
  "permission revoked": "leaving › people of a company that has left look and export",
  "delegate absent": no("people of suppliers do not delegate"),
  "effective tomorrow": "managing › a cancelled exit gives back what it blocked, until its day has come",
});
export const permits = of("permit", { "permission revoked": "access › a requester reads no report" });
export const goodsPermits = of("permit", { "permission revoked": "permits › findPrice offers what the caller sees of the library" });
export const keepers = of("permit", { "permission revoked": "keeper › finds the notes and boxes that come to it, and no others" });
export const facts = of("permit", { "permission revoked": "buying › the all-round view says what other areas know" });

/* Base data */
export const reconciled = of("document", {
  ended: "statement › a receipt and its reversal go together",
  "permission revoked": "statement › finance 21: another supplier's statement is not there",
});
export const followed = of("document", {
  ended: "transaction › a reversal stands beside the receipt it undoes",
  "permission revoked": "transaction › a supplier sees its own transactions without reasons of holds",
});
export const chosen = of("master", { "switched off": choices });
export const closedOrganisation = of("master", {
  "switched off": "integration-uses › an organisation stays open while any kind of document is under way in it",
});
export const billTypes = of("master", { "switched off": between });
export const items = of("master", { "switched off": between });
export const ended = of("master", { "switched off": "asl-items › an item made obsolete ends its sources at once" });
export const moved = of("master", { "switched off": "defaults › from the first movement on the unit of an item is fixed" });
export const bought = of("master", { "switched off": "order-named › an item that is not purchasable where it goes" });
export const used = of("master", { "switched off": "integration-uses › a payment term is not changed under the sites and agreements" });
export const categories = of("master", { "switched off": "line-permits › a category moved in the tree takes and gives at once" });
export const terms = of("master", { "switched off": "order-fit › a payment term that ended or never began" });
export const decisions = of("master", { "switched off": "rules › a published version is frozen; changes go into a draft of the next one" });
export const processes = of("master", {
  "switched off": "office › what another has claimed says by whom; a document on its way and a process",
});
export const scenes = of("master", { "switched off": "introduction › what does not fit is told with its reason" });
export const rates = of("value", {
  "effective tomorrow": tomorrow,
  expired: "base › base-data 3: a rate counts for a month",
  "switched off": "pulling › a rate of the day is not brought twice, not even one that was voided",
});
export const conversions = of("value", {
  "effective tomorrow": tomorrow,
  expired: no("a conversion counts until the next one begins"),
  "switched off": "receiving › a warehouse that reports pieces of an order in boxes is booked by the factor frozen",
});
const related = "integration-belonging › a relation %s lets no document name the plant";
export const relations = of("value", { "effective tomorrow": related, expired: related, "switched off": related });
/** A relation that documents under way rely on. */
export const reliedOn = of("master", {
  "switched off": "integration-belonging › a relation is not ended, moved, deleted or switched off under open documents",
});
export const buyers = of("value", {
  "effective tomorrow": tomorrow,
  expired: tomorrow,
  "switched off": "base › the buyer of the category above answers where nobody is named",
});
export const templates = of("value", {
  "effective tomorrow": "base › base-data: a version that begins tomorrow leaves the present version in effect",
  expired: no("a path ends with its next version"),
  "switched off": "base › base-data 17: a path in use is copied, the new version takes over",
});
const rated = "integration-belonging › a rate %s is not chosen, stays where it was, and is not submitted";
export const taxes = of("value", {
  "effective tomorrow": rated,
  expired: rated,
  "switched off": rated,
});
export const certificates = of("value", {
  "effective tomorrow": "effective › the one in force counts until the day before",
  expired: "master › supplier 18: an expired must certificate warns within its grace",
  "switched off": "introduction › a certificate in force is used again when it lasts long enough",
});
export const accounts = of("value", {
  "effective tomorrow": "effective › payments of the affected sites wait for its day",
  expired: no("an account has no last day"),
  "switched off": "effective › an account that sites are paid on is not switched off",
});
export const prices = of("value", {
  "effective tomorrow": tomorrow,
  expired: "price › the day says whether a price counts",
  "switched off": "price › what is wholly covered is void",
});

/* Documents */
export const letters = of("document", {
  ended: "scenarios › base-data 13: a letter that asks for a file",
  "permission revoked": no("written by the system for the document that causes it"),
});
export const reports = of("document", {
  ended: "spend › purchasing 25: both reports agree with the postings",
  "permission revoked": "access › a requester reads no report",
});
export const chain = of("document", {
  ended: "chain › any document of a chain leads to the whole of it",
  "permission revoked": "chain › a supplier's chain begins with the own order",
});
export const targets = of("document", {
  ended: "requisition › open lines are listed by buyer, and become documents only within what is open",
  "permission revoked": revoked,
});
export const ahead = of("document", {
  ended: "order-doors › what is ordered counts in the period of a forecast",
  "permission revoked": no("figures of the own document, added up by the system"),
});
export const demandHolds = of("document", {
  ended: "ledger › purchasing 35: what goes back onto a closed requisition is lost",
  "permission revoked": "hold-owner › the hold of a colleague's draft cannot be taken",
});
export const plans = of("document", {
  ended: "integration-between › what was held of a plan is given back after the plan was closed",
  "permission revoked": no("a plan binds whoever orders, whether he sees it or not"),
});
export const ledger = of("document", {
  ended: "order-links › the nightly proof finds nothing after honest work",
  "permission revoked": no("written with the document that moves, never by itself"),
});
export const qualified = of("document", {
  ended: "asl › an application marks what is there",
  "permission revoked": no("the system drafts the application for the person who qualifies"),
});
export const trials = of("document", {
  ended: "sampling › nothing is abolished while a trial order is open",
  "permission revoked": shownOnly,
});
export const shipments = of("document", {
  ended: "purchasing-processes › goods leave while the order is closed",
  "permission revoked": "keeper › receives by order what is to come to him, and no more",
});
export const postings = of("document", { ended: "posting › nothing may come on a line that is over", "permission revoked": revoked });
export const undone = of("document", {
  ended: "receiving › purchasing 21: what is reconciled is not reversed",
  "permission revoked": revoked,
});
export const underway = of("document", {
  ended: "ledger › purchasing 14: goods on their way block closing",
  "permission revoked": no("what is on its way counts, whoever closes the order"),
});
export const tracks = of("document", {
  ended: "sampling › a node whose turn has not come takes no samples",
  "permission revoked": "qualifying › nobody begins a wave for an organisation out of reach",
});
export const approvals = of("document", {
  ended: "change › an IBAN that does not add up and a missing proof are refused; a withdrawn request",
  "permission revoked": "calls › withdraw and urge answer a foreign approval",
});
export const contracts = of("agreement", {
  ended: "execution › contracts 25: after its last day nothing is ordered under it",
  expired: "execution › contracts 25: after its last day nothing is ordered under it",
  "effective tomorrow": "execution › a contract with an agreed day waits for it",
  "permission revoked": no("an order keeps to its contract, whether its buyer still sees it or not"),
});
export const contractReceipts = of("document", {
  ended: "execution › contracts 22: 9 999 pieces are tracked",
  "permission revoked": no("the refund counts what came in, whoever sees it"),
});
export const agreements = of("agreement", {
  ended: "integration-between › an agreement closed while a draft draws on it is told at submission",
  expired: "rate › J25: an order date after the end of its agreement",
  "effective tomorrow": "integration-days › what begins tomorrow does not count today: an agreement and its line",
  "permission revoked": revoked,
});

/* Suppliers */
export const gate = of("supplier", {
  "frozen by item": gates("frozen for the item"),
  "frozen by category": gates("frozen for the category"),
  "frozen entirely": gates("frozen as a whole"),
  expired: gates("qualification expired"),
  merged: mergedOnTheWay,
  "on trial": "gates › a supplier on trial takes trial orders within its limits",
  temporary: "gates › a temporary supplier's cap is asked with the amount",
});
/** The list of approved sources in step with its supplier. */
export const lists = of("supplier", {
  "frozen by item": "asl › a freeze that stops orders suspends a line",
  "frozen by category": "asl › a suspended category suspends its lines",
  "frozen entirely": "asl › purchasing 26: a freeze suspends both lines",
  expired: "asl › a line expires after its last day",
  merged: carried,
  "on trial": "asl › limits are checked as the list checks them; a trial may become an approval",
  temporary: gates("temporary and expired"),
});
export const sources = of("source", {
  "frozen entirely": "asl › purchasing 26: a freeze suspends both lines",
  expired: "asl › orders are refused for a supplier that is not on the list, not allowed or not valid",
  merged: carried,
  "on trial": "rulings › ruling 7: caps count what is effective",
  "effective tomorrow": "asl › orders are refused for a supplier that is not on the list, not allowed or not valid",
});
/** What is open with a supplier that is restricted or leaves. */
export const leavers = of("supplier", {
  "frozen by item": "managing › supplier 16: a freeze of orders for sheet metal",
  "frozen by category": "managing › supplier 16: a freeze of orders for sheet metal",
  "frozen entirely": "gates › a freeze and its lift reach the buyers with open documents",
  expired: "warning › a certificate near its end: one warning",
  merged: "merge › a merge carries everything that names the supplier",
  "on trial": "sampling › nothing is abolished while a trial order is open",
  temporary: gates("temporary and expired"),
});
export const measures = of("supplier", {
  "frozen by item": "master › supplier 16: a freeze of one category's orders leaves the rest free",
  "frozen by category": "managing › supplier 16: a freeze of orders for sheet metal",
  "frozen entirely": "managing › a suspended category comes back as it was",
  expired: "managing › supplier 17: a freeze that ends today has expired tomorrow",
  merged: carried,
  "on trial": "master › trial limits hold quantity and amount",
  temporary: "master › supplier 22: a temporary cap is never passed",
});
/** The supplier is named on a document. */
export const named = of("supplier", {
  "frozen by item": gates("frozen for the item"),
  "frozen by category": gates("frozen for the category"),
  "frozen entirely": gates("frozen as a whole"),
  expired: gates("qualification expired"),
  merged: mergedOnTheWay,
  "on trial": gates("on trial, asked as usual"),
  temporary: gates("temporary and over its cap"),
});
export const sites = of("supplier", {
  "frozen by item": no("a site is no item"),
  "frozen by category": no("a site is no category"),
  "frozen entirely": gates("frozen for delivery at the site"),
  expired: no("a site has no last day; it is switched off, which choices go through"),
  merged: "merge › a merge carries everything that names the supplier",
  "on trial": no("a site stands for any supplier alike"),
  temporary: no("a site stands for any supplier alike"),
});
export const suggested = of("supplier", {
  "frozen by item": "order-doors › while a requisition is typed, those who may be ordered from are suggested",
  "frozen by category": gates("frozen for the category"),
  "frozen entirely": gates("frozen as a whole"),
  expired: gates("qualification expired"),
  merged: mergedOnTheWay,
  "on trial": gates("on trial, asked as usual"),
  temporary: gates("temporary and expired"),
});
/** A company that wants in: known, listed or new. */
export const listed = of("supplier", {
  "frozen by item": no("asked about the company, not about goods"),
  "frozen by category": no("asked about the company, not about goods"),
  "frozen entirely": "register › supplier 3: a listed company is refused everywhere",
  expired: "managing › an entry with an end runs out by itself",
  merged: "master › a merged supplier is answered by the one it went into",
  "on trial": no("asked about the company, not about goods"),
  temporary: "master › one tax number is one supplier however it is written",
});
export const established = of("supplier", {
  "frozen by item": no("the file is made here; nothing stands against it yet"),
  "frozen by category": no("the file is made here; nothing stands against it yet"),
  "frozen entirely": "register › supplier 3: a listed company is refused everywhere",
  expired: "register › what nobody works on ends after two reminders",
  merged: "register › supplier 2: a known company is told nothing; the reviewer sees the candidate",
  "on trial": no("the file is made here; nothing stands against it yet"),
  temporary: no("a registration makes no temporary supplier"),
});
export const warnings = of("supplier", {
  "frozen by item": no("a warning is about the company"),
  "frozen by category": no("a warning is about the company"),
  "frozen entirely": "gates › when the last restriction of a supplier ends its risk light",
  expired: "warning › ignored until a day it sleeps and wakes if still true",
  merged: carried,
  "on trial": no("a warning is about the company"),
  temporary: "warning › data not confirmed, no trade, a temporary cap",
});

/* Contracts made of other documents */
export const contractSource = of("document", {
  ended: "beside › lines of a requisition become one contract",
  "permission revoked": "beside › lines of a requisition become one contract",
});

/** Open order lines of a contract that ends. */
export const contractEnd = of("document", {
  ended: "termination › contracts 14: settlement with a penalty, and open order lines closed as chosen",
  "permission revoked": no("whoever ends a contract settles all its orders; the lines are listed on the termination for its readers"),
});

/* Deductions and advances */
/** What a contract gives to deduct: a penalty, a fee that comes back. */
export const contractClaims = of("document", {
  ended: "deduction › a termination's penalty and a refund of a contract become one draft each, once",
  "permission revoked": no("the chooser offers only what its reader sees, proven for every chooser (promises, from)"),
});
/** Stages of contracts that advances are paid on. */
export const advancedContracts = of("document", {
  ended: "advance › an order whose term asks for a guarantee; one that is returned frees its stage; a terminated contract gets no advance",
  "permission revoked": no("stages move with the advance, whoever sees the contract"),
});
export const concessions = of("document", {
  ended: "concession › goods taken under concession at a deduction",
  "permission revoked": no("the draft follows from the inspection, whether the inspector sees finance or not"),
});
export const closedMonths = of("document", {
  ended: "advance › a payment dated in a closed month is refused",
  "permission revoked": no("a month is closed for everybody"),
});
/** Suppliers that money goes to before the goods. */
export const payees = of("supplier", {
  "frozen by item": no("a payment names no item"),
  "frozen by category": no("a payment names no category"),
  "frozen entirely": "advance › a hold, a freeze or the blacklist stops the payment",
  expired: no("what is paid does not depend on a qualification"),
  merged: mergedOnTheWay,
  "on trial": no("what is paid does not depend on a qualification"),
  temporary: no("the cap of a temporary supplier counts orders"),
});
