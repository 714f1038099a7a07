import { cmp, sum } from "#kernel/decimal.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { add as addRow, reveal, rule, set, tell, todo, warn, type Decision, type Effect } from "#kernel/rule.ts";
import { shift } from "#kernel/time.ts";
import { getProfile } from "#modules/base/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { accepted, type Asked } from "./accept-rows.ts";
import { askBuyer, confirmed, followed, isWithin, partsFault, pickedRow, placedRows, windowOf, type Placed } from "./agree-rows.ts";
import type { Order, OrderRow } from "../ledger/effects.ts";
import { order } from "../order.entity.ts";
import { answering } from "../publish/publish.facts.ts";
import { eff } from "../ledger/quantities.ts";

const waiting = ["PENDING", "BUYER_REJECTED"];

/** Rows by name, or all that wait. */
const chosen = (
  doc: Order,
  asked: readonly Asked[] | null | undefined,
  from: readonly string[],
): ((Placed & { asked: Asked }) | Refusal)[] => {
  const rows = placedRows(doc);
  if (!asked?.length)
    return rows
      .filter(({ line, row }) => line.lineStatus === "OPEN" && from.includes(row.confirmStatus))
      .map((row) => ({ ...row, asked: { deliveryId: row.row.id } }));
  return asked.map((entry) => {
    const found = pickedRow(rows, entry, from);
    return found instanceof Refusal ? found : { ...found, asked: entry };
  });
};

/** The supplier promises rows as asked, or near enough. */
const supplierConfirm = rule(order, "doSupplierDeliveryConfirm", {
  reads: async (doc, find) => ({ window: windowOf((await getProfile(find, "PUR_AUTO_ACCEPT_DAYS", { orgId: doc.orgId })).value) }),
  decide: (doc, { window }, input, me, at): Decision => {
    const found = chosen(doc, input.rows as readonly Asked[] | null, waiting);
    const refusals = found.filter((refusal) => refusal instanceof Refusal);
    const picked = found
      .flatMap((refusal) => (refusal instanceof Refusal ? [] : [refusal]))
      .map((entry) => ({ ...entry, date: entry.asked.promiseDate ?? entry.row.needByDate }));
    if (refusals.length) return refusals;
    if (picked.length === 0) return refuse("PUR-2212", "没有待确认的交货行", "No schedule line awaits confirmation");
    const far = picked.find(({ row, date }) => !isWithin(row.needByDate, date, window));
    if (far)
      return refuse(
        "PUR-2215",
        `承诺日期${far.date}超出自动接受范围，请改用提议`,
        `Promised date ${far.date} is outside the accepted range. Propose a change instead`,
      );
    const ids = new Set(picked.map(({ row }) => row.id));
    return [...confirmed(doc, picked, false, me, at), ...followed(doc, (row) => (ids.has(row.id) ? "CONFIRMED" : row.confirmStatus), at)];
  },
});

/** The supplier proposes other dates or parts for one row. */
const propose = rule(order, "doSupplierDeliveryPropose", {
  reads: async (doc, find) => ({ supplier: await find.maybe(supplierInfo, doc.supplierId) }),
  decide: (doc, { supplier }, input, _, at): Decision => {
    const from = [...waiting, "CONFIRMED", "PROPOSED"];
    const found = pickedRow(placedRows(doc), { deliveryId: input.deliveryId ?? "", versionNum: input.rowVersion ?? null }, from);
    if (found instanceof Refusal) return found;
    const { row } = found;
    const parts = (input.parts ?? []) as readonly { readonly qty: string; readonly promiseDate: string }[];
    const fault = partsFault(row, parts, input.reason);
    if (fault) return fault;
    const proposalGroup = at.newId();
    return [
      set(row, {
        confirmStatus: "PROPOSED",
        proposal: parts,
        proposalGroup,
        supplierReason: input.reason ?? null,
        promiseQty: parts[0]!.qty,
        promiseDate: parts[0]!.promiseDate,
      }),
      ...followed(doc, (entry) => (entry.id === row.id ? "PROPOSED" : entry.confirmStatus), at),
      ...askBuyer(doc, 1, supplier),
      reveal({ proposalGroup }),
    ];
  },
});

/** The supplier refuses some rows, or the whole order while nothing of it was promised. */
const supplierRefuse = rule(order, "doSupplierRefuse", {
  reads: async (doc, find) => ({ supplier: await find.maybe(supplierInfo, doc.supplierId) }),
  decide: (doc, { supplier }, input, _, at): Decision => {
    const asked = input.rows as readonly Asked[] | null;
    const found = chosen(doc, asked, waiting);
    const refusals = found.filter((refusal) => refusal instanceof Refusal);
    if (refusals.length) return refusals;
    const picked = found.flatMap((refusal) => (refusal instanceof Refusal ? [] : [refusal]));
    const isWhole = !asked?.length;
    const touched = placedRows(doc).some(({ row }) => row.firstPromiseDate !== null || cmp(row.receivedQty, "0") > 0);
    if (isWhole && touched)
      return refuse("PUR-2212", "已有交货行确认或执行，请逐行拒绝", "Some schedule lines were confirmed or executed. Decline line by line");
    const ids = new Set(picked.map(({ row }) => row.id));
    return [
      ...picked.map(({ row }) => set(row, { confirmStatus: "REFUSED", supplierReason: input.reason ?? null })),
      ...(isWhole ? [set(doc, { status: "REFUSED", refuseReason: input.reason ?? null })] : []),
      ...followed(doc, (row) => (ids.has(row.id) ? "REFUSED" : row.confirmStatus), at),
      ...askBuyer(doc, picked.length, supplier),
    ];
  },
});

/** What became of each row where some may fail; when all do, the first says why. */
function partly(found: readonly { readonly id: string; readonly result: readonly Effect[] | Refusal }[]): (Effect | Refusal)[] {
  const failed = found.flatMap(({ id, result }) => (result instanceof Refusal ? [{ id, code: result.code, msg: result.text }] : []));
  const first = found.find(({ result }) => result instanceof Refusal)?.result;
  if (failed.length === found.length && first instanceof Refusal) return [first];
  return [
    ...found.flatMap(({ result }) => (result instanceof Refusal ? [warn(result.code, ...result.text)] : result)),
    reveal({ done: found.filter(({ result }) => !(result instanceof Refusal)).map(({ id }) => id), failed }),
  ];
}

/** The buyer accepts what the supplier proposed. */
const buyerConfirm = rule(order, "doBuyerDeliveryConfirm", {
  decide: (doc, _, input, me, at): Decision => {
    const asked = (input.rows ?? []) as readonly Asked[];
    const rows = placedRows(doc);
    const next = new Map(doc.lines.map((line) => [line.id, Math.max(0, ...line.deliveries.map((row) => row.scheduleNum ?? 0)) + 1]));
    const results = asked.map((entry) => {
      const found = pickedRow(rows, entry, ["PROPOSED"]);
      if (found instanceof Refusal) return { id: entry.deliveryId, result: found };
      const from = next.get(found.line.id)!;
      next.set(found.line.id, from + (found.row.proposal?.length ?? 1));
      return { id: entry.deliveryId, result: accepted(doc, { ...found, asked: entry }, from, me, at) };
    });
    const done = new Set(results.filter(({ result }) => !(result instanceof Refusal)).map(({ id }) => id));
    return [
      ...partly(results),
      ...(done.size ? followed(doc, (row) => (done.has(row.id) ? afterAccepting(row) : row.confirmStatus), at) : []),
      ...(done.size
        ? [
            tell("PUR_ORDER_PROPOSAL_ACCEPTED", {
              id: doc.id,
              num: doc.orderNum,
              supplierId: doc.supplierId,
              buyerId: doc.buyerId,
              n: String(done.size),
            }),
          ]
        : []),
    ];
  },
});

/** A row whose proposal left something over has a sibling that waits. */
const afterAccepting = (row: OrderRow): string =>
  cmp(eff(row), sum((row.proposal ?? []).map((entry) => entry.qty))) > 0 ? "PENDING" : "CONFIRMED";

/** The buyer sends proposals back; the supplier must answer again, within a new time. */
const buyerReject = rule(order, "doBuyerReject", {
  reads: (doc, find) => answering(find, doc),
  decide: (doc, { hours }, input, _, at): Decision => {
    const asked = (input.rows ?? []) as readonly Asked[];
    const rows = placedRows(doc);
    const confirmDeadline = shift(at.now, { hours });
    const results = asked.map((entry) => {
      const found = pickedRow(rows, entry, ["PROPOSED", "REFUSED"]);
      if (found instanceof Refusal) return { id: entry.deliveryId, result: found };
      const patch = { confirmStatus: "BUYER_REJECTED", buyerReason: input.reason ?? null, proposal: null };
      const payload = {
        id: doc.id,
        num: doc.orderNum,
        supplierId: doc.supplierId,
        line: String(found.line.lineNum ?? ""),
        reason: input.reason ?? "",
      };
      return { id: entry.deliveryId, result: [set(found.row, patch), tell("PUR_ORDER_PROPOSAL_REJECTED", payload)] };
    });
    const done = new Set(results.filter(({ result }) => !(result instanceof Refusal)).map(({ id }) => id));
    return [
      ...partly(results),
      ...(done.size
        ? [
            set(doc, { confirmDeadline }),
            ...followed(doc, (row) => (done.has(row.id) ? "BUYER_REJECTED" : row.confirmStatus), at),
            todo("PO_CONFIRM", doc, { supplierId: doc.supplierId, contactRole: "SALES", dueDate: confirmDeadline }),
          ]
        : []),
    ];
  },
});

/** Reminds the supplier of rows, and remembers that it was done. */
const urge = rule(order, "doUrge", {
  decide: (doc, _, input, __, at): Decision => {
    const asked = ((input.rows ?? []) as readonly Asked[]).map((row) => row.deliveryId);
    const rows = placedRows(doc).filter(
      ({ line, row }) => line.lineStatus === "OPEN" && cmp(row.openQty, "0") > 0 && (asked.length === 0 || asked.includes(row.id)),
    );
    if (rows.length === 0) return refuse("PUR-0003", "没有未交的交货行", "No open schedule line to remind about");
    const payload = { id: doc.id, num: doc.orderNum, supplierId: doc.supplierId, n: String(rows.length), message: input.message ?? "" };
    return [...rows.map(({ row }) => set(row, { urgedAt: at.today, urgeCount: row.urgeCount + 1 })), tell("PUR_ORDER_URGED", payload)];
  },
});

/** The supplier puts the order as it signed it beside the printed terms; the buyer hears of it. */
const attachSigned = rule(order, "doAttachSigned", {
  decide: (doc, _, { signed }): Decision => {
    const [terms] = doc.expand;
    const message = tell("PUR_ORDER_SIGNED", { id: doc.id, num: doc.orderNum, supplierId: doc.supplierId, buyerId: doc.buyerId });
    const copy = { signedFileIds: signed ?? null };
    return [terms ? set(terms, copy) : addRow(doc, "expand", copy), Boolean(signed) && message];
  },
});

/** Nobody answered in time: where the bill type says so, silence is consent. */
const autoConfirm = rule(order, "doAutoConfirm", {
  decide: (doc, _, __, me, at): Decision => {
    const picked = placedRows(doc)
      .filter(({ line, row }) => line.lineStatus === "OPEN" && waiting.includes(row.confirmStatus))
      .map((placedRow) => ({ ...placedRow, date: placedRow.row.needByDate }));
    const ids = new Set(picked.map(({ row }) => row.id));
    return [...confirmed(doc, picked, true, me, at), ...followed(doc, (row) => (ids.has(row.id) ? "CONFIRMED" : row.confirmStatus), at)];
  },
});

/** What is due and overdue with the order's supplier, told once a day. */
const digest = rule(order, "doDigest", {
  decide: (doc, _, { n, m, late }): Decision => [
    tell("PUR_DUE_DIGEST", { supplierId: doc.supplierId, n: n ?? "0", m: m ?? "0" }),
    late !== "0" && tell("PUR_DUE_ESCALATED", { buyerId: doc.buyerId, m: late ?? "0" }),
  ],
});

export const agreeRules = [digest, supplierConfirm, propose, supplierRefuse, buyerConfirm, buyerReject, attachSigned, urge, autoConfirm];
