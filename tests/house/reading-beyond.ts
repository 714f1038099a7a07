/** Areas that keep no documents of organisations, categories or items themselves: accounts, letters, approvals, settings and the tools around them. A document they lead to is read with the caller's own permits. */
export const readingAreas: Readonly<Record<string, string>> = {
  "modules/access/": "interfaces, applications and sign-in: their own tables",
  "modules/admin/": "people, grants and settings: the rules of administration say who sees them",
  "modules/devtools/": "models, favourites and tables: nothing of documents",
  "modules/messages/": "letters, judged by their receivers; a document is opened with the reader's own permits",
  "modules/register/": "applicants and visitors, before there is a person with permits; the company register",
  "modules/rules/": "rules are tried out as they decide",
  "modules/schedule/": "programs and caches: nothing of documents",
  "modules/setup/": "the set-up assistant, open to system administrators before the first receipt",
  "modules/workflow/": "approvals, judged by who decides; their document is opened with the reader's own permits",
};

const program = "programs of the night only: no person reads what they find";

/** Files of the business areas that read beyond the caller's permits, in how many places and why what they show stays within them. */
export const readingBeyond: Readonly<Record<string, readonly [places: number, why: string]>> = {
  "modules/base/beside.calls.ts": [1, "which organisations buy for a plant: relations, no documents"],
  "modules/base/master.calls.ts": [
    12,
    "rates, parameters, buyers and organisations above; whether an item is there already; quality takes the caller's categories and items itself",
  ],
  "modules/base/reader.calls.ts": [7, "announcements and to-dos of the reader himself"],
  "modules/base/server.ts": [2, "indexes, once at the start"],
  "modules/base/server/pull.ts": [2, "exchange rates, fetched for everybody"],
  "modules/base/server/reference.ts": [1, "ids of shipped reference data"],
  "modules/base/work.calls.ts": [9, program],
  "modules/delivery/docks.calls.ts": [
    1,
    "a dock that is taken is told to whoever plans for it; by whom only to those who see that call-off",
  ],
  "modules/delivery/labels.calls.ts": [2, "boxes of a note the caller has just worked on, and the names of goods on boxes he sees"],
  "modules/delivery/receiving.calls.ts": [
    4,
    "orders of a note he sees, and those that bring goods to his warehouse, by the permits for their lines; counts of a note's boxes",
  ],
  "modules/delivery/server/inbox-calls.ts": [5, "whether a movement came before; the rest are programs"],
  "modules/delivery/server/titles.ts": [3, "names beside rows the caller sees already, and words he looks for"],
  "modules/delivery/write-off.calls.ts": [2, "orders and postings behind receipts he sees"],
  "modules/demand/planning.calls.ts": [1, program],
  "modules/demand/requisition.calls.ts": [
    1,
    "prices are suggested for an organisation and items he sees; whether a supplier may be ordered from is a rule",
  ],
  "modules/demand/server/due.ts": [2, program],
  "modules/demand/server/forecast-book-calls.ts": [2, "the organisations that store, by name"],
  "modules/demand/server/postings-calls.ts": [2, "why the figures of a document he sees are so: each posting with the number of its cause"],
  "modules/lifecycle/managing.calls.ts": [3, program],
  "modules/lifecycle/requalify.calls.ts": [3, "programs, and the caller's own request"],
  "modules/lifecycle/server/due.ts": [
    14,
    "programs; the progress of the caller's own request; suppliers whose qualification ends, for whoever may start reviews",
  ],
  "modules/lifecycle/server/report-limits.ts": [1, "grants that say which suppliers a reader sees"],
  "modules/lifecycle/server/report-sql.ts": [
    15,
    "grants, status days, certificates and exits of suppliers, who are shared by all; parts of introductions he sees",
  ],
  "modules/lifecycle/server/warnings.ts": [4, "warnings are about the supplier, whoever reads them"],
  "modules/lifecycle/signing.calls.ts": [3, "programs, and the signing house that reports"],
  "modules/order/chain.calls.ts": [
    4,
    "the way from any document to its orders: of an order he sees, with amounts and links only where he sees the document",
  ],
  "modules/order/history.calls.ts": [1, "what was changed on an order he sees"],
  "modules/order/production.calls.ts": [1, program],
  "modules/order/quote.calls.ts": [
    1,
    "agreements behind prices he sees, and whether a supplier may be ordered from; items, prices and purchases are read as he sees them",
  ],
  "modules/order/server/order-calls.ts": [5, program],
  "modules/order/server/order-mail.ts": [1, "the supplier's answer by e-mail, proven by its link"],
  "modules/order/server/price-facts.ts": [2, "the statement carries the caller's own scope (conditionFor)"],
  "modules/order/transaction.calls.ts": [1, "the rounding of an order he sees"],
  "modules/price/agreement.calls.ts": [
    5,
    "agreements behind prices he sees, who draws on an agreement he sees, and its revisions; programs",
  ],
  "modules/price/asl.calls.ts": [2, program],
  "modules/spend/definitions.ts": [1, "the posting that a posting undoes"],
  "modules/spend/server/amounts.ts": [2, "reports read from sources of what the reader sees"],
  "modules/spend/server/currency.ts": [2, "the group's currency"],
  "modules/spend/server/demand.ts": [2, "what came of requisition lines the reader sees"],
  "modules/spend/server/desk.ts": [6, "postings and deliveries of order lines the reader sees, and reference data beside them"],
  "modules/spend/server/facts.ts": [2, "postings of order lines the reader sees, and the lists their suppliers stood on"],
  "modules/spend/server/prices.ts": [
    6,
    "first receipts of order lines the reader sees; items, tax rates and exchange rates behind their prices",
  ],
  "modules/spend/server/standing.ts": [10, "lists of sources, receipts and changes behind items and documents the reader sees"],
  "modules/spend/server/supplier-answers.ts": [
    7,
    "warnings and days of trade are about the supplier, whoever reads them; deliveries of orders the reader sees",
  ],
  "modules/supplier/blacklist.calls.ts": [1, program],
  "modules/supplier/change.calls.ts": [4, "account numbers of the request he sees, noted in the journal; programs"],
  "modules/supplier/introduction.calls.ts": [3, "which scene and proofs count: rules; programs"],
  "modules/supplier/master.calls.ts": [
    12,
    "suppliers are shared by all; whether one may be traded with is a rule; figures come from sources of what he sees",
  ],
  "modules/supplier/server.ts": [2, "indexes and mail, once at the start"],
  "modules/supplier/server/import-meaning.ts": [1, "what words of a workbook mean: reference data"],
  "modules/supplier/server/import-stored.ts": [1, "which suppliers are there already"],
  "modules/supplier/server/import.ts": [5, "a workbook is judged as rules judge it; nothing stored is shown"],
  "modules/supplier/server/trades.ts": [3, program],
  "modules/supplier/warning.calls.ts": [13, "programs, and counts of warnings of suppliers, who are shared by all"],
};
