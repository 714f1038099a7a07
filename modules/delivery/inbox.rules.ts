import { isWithin, type Me } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set, type Effect, type Find } from "#kernel/rule.ts";
import { shift } from "#kernel/time.ts";
import { item, storage } from "#modules/base/index.ts";
import { isInPlace, order } from "#modules/order/index.ts";
import {
  dayOf,
  matchOf,
  mostTries,
  partsOf,
  receiptDraft,
  returnLines,
  unknown,
  waitMinutes,
  type Inbound,
  type Matched,
} from "./inbox.match.ts";
import { barcode } from "./barcode.entity.ts";
import { note } from "./note.entity.ts";
import { receive } from "./receive.entity.ts";
import { storageInbox } from "./storage-inbox.entity.ts";
import { writeOff } from "./write-off.entity.ts";

/** Whose it is shows at once where order, note, box or warehouse are known, else by the one organisation of whoever reports it; what nobody knows is seen by those who settle movements. */
async function whose(doc: Inbound, find: Find): Promise<Pick<Inbound, "itemId" | "orgId" | "invOrgId">> {
  const [items, orders, notes, boxes, stores] = await Promise.all([
    doc.itemCode ? find.where(item, { itemCode: doc.itemCode }, 2) : [],
    doc.orderNum ? find.where(order, { orderNum: doc.orderNum, liveId: null }, 2) : [],
    doc.noteNum ? find.where(note, { noteNum: doc.noteNum }, 2) : [],
    doc.barcode ? find.where(barcode, { barcode: doc.barcode }, 2) : [],
    doc.warehouseCode ? find.where(storage, { storageCode: doc.warehouseCode }, 2) : [],
  ]);
  const lines = (orders[0]?.lines ?? []).filter((line) => doc.lineNum === null || line.lineNum === doc.lineNum);
  const row = lines[0]?.deliveries.find((delivery) => doc.scheduleNum === null || delivery.scheduleNum === doc.scheduleNum);
  // Two warehouses of one code are told apart by nothing the movement says.
  const store = stores.length === 1 ? stores[0]!.orgId : null;
  return {
    itemId: items[0]?.id ?? null,
    orgId: orders[0]?.orgId ?? notes[0]?.orgId ?? boxes[0]?.orgId ?? doc.orgId,
    invOrgId: store ?? notes[0]?.invOrgId ?? boxes[0]?.invOrgId ?? row?.invOrgId ?? doc.invOrgId,
  };
}

const arrive = rule(storageInbox, "saveOrUpdate", {
  reads: whose,
  decide: (doc, facts, _, me) => {
    const [reporter, other] = Array.isArray(me.orgs) ? (me.orgs as readonly string[]) : [];
    const isUnknown = facts.orgId === null && facts.invOrgId === null;
    return set(doc, isUnknown && reporter && !other ? { ...facts, invOrgId: reporter } : facts);
  },
});

/** What turns out to belong to another place is settled there: here it looks as if nothing were found. */
const isElsewhere = (me: Me, { orgId, invOrgId }: Pick<Inbound, "orgId" | "invOrgId">): boolean =>
  (orgId !== null || invOrgId !== null) && !(orgId !== null ? isInPlace(me, { orgId, invOrgId }) : isWithin(me.orgs, invOrgId!));

/** Movements that change nothing a purchase knows of: put away, moved, corrected. */
const isForeign = (type: string): boolean => ["PUTAWAY", "TRANSFER", "ADJUST"].includes(type);

const done = (doc: Inbound, match: Matched, now: string, made: Partial<Inbound>): Effect =>
  set(doc, {
    processMsg: null,
    processedAt: now,
    nextTryAt: null,
    itemId: match.itemId,
    orgId: match.orders[0]?.orgId ?? doc.orgId,
    invOrgId: doc.invOrgId ?? match.note?.invOrgId ?? null,
    ...made,
  });

const process = rule(storageInbox, "doProcess", {
  reads: async (doc, find, _, __, at) => {
    const [match, place] = await Promise.all([matchOf(doc, find, dayOf(doc, at.today)), whose(doc, find)]);
    return { match, place };
  },
  decide(doc, { match, place }, _, me, at) {
    if (isElsewhere(me, place)) return unknown(doc);
    if (isForeign(doc.movementType)) return done(doc, match, at.now, { processMsg: "无需采购过账 / nothing to post" });
    if (doc.movementType === "PO_RETURN") {
      const lines = returnLines(doc, match);
      if (lines instanceof Refusal) return lines;
      const id = at.newId();
      const { orgId, supplierId, currency } = match.orders[0]!;
      const about = { writeOffType: "RETURN_REPLACE", reasonCode: "OTHER", orgId, supplierId, currency };
      return [
        make(writeOff, id, {
          ...about,
          reasonDesc: `${doc.sourceSystem} ${doc.sourceTxnId}`,
          lines: lines.map((line) => ({ ...line, undoRejectedQty: "0" })),
        }),
        run(writeOff, id, "saveOrUpdate", {}),
        done(doc, match, at.now, { writeOffId: id }),
      ];
    }
    const parts = partsOf(doc, match);
    if (parts instanceof Refusal) return parts;
    const id = at.newId();
    return [
      make(receive, id, receiptDraft(doc, match, parts, dayOf(doc, at.today))),
      run(receive, id, "doConfirm", {}),
      done(doc, match, at.now, { receiveId: id }),
    ];
  },
});

/** The movement as it names its order row or note after the correction. */
const named = (doc: Inbound, input: Partial<Inbound>): Partial<Inbound> => ({
  orderNum: input.orderNum ?? doc.orderNum,
  lineNum: input.lineNum ?? doc.lineNum,
  scheduleNum: input.scheduleNum ?? doc.scheduleNum,
  noteNum: input.noteNum ?? doc.noteNum,
});

const rematch = rule(storageInbox, "doRematch", {
  reads: (doc, find, input) => whose({ ...doc, ...named(doc, input) }, find),
  decide(doc, facts, input, me) {
    const next = { ...doc, ...named(doc, input) };
    return isElsewhere(me, facts)
      ? unknown(next)
      : set(doc, { ...named(doc, input), ...facts, tryCount: 0, nextTryAt: null, processMsg: null });
  },
});

const ignore = rule(storageInbox, "doIgnore", {
  decide: (doc, _, input) => set(doc, { processMsg: input.ignoreReason ?? null, nextTryAt: null }),
});

const fail = rule(storageInbox, "doFail", {
  decide(doc, _, input, __, at) {
    const tryCount = doc.tryCount + 1;
    const nextTryAt = tryCount >= mostTries ? null : shift(at.now, { minutes: waitMinutes(tryCount) });
    return set(doc, { processMsg: input.processMsg ?? null, tryCount, nextTryAt });
  },
});

/** What becomes of a movement another system reported. */
export const inboxRules = [arrive, process, rematch, ignore, fail];
