import { add, cmp, sum, trim } from "#kernel/decimal.ts";
import type { Doc, Draft } from "#kernel/entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { make, reveal, rule, set, type Effect, type Find, type Rule } from "#kernel/rule.ts";
import { barcode } from "./barcode.entity.ts";
import { boxQtys, stacked } from "./boxes.ts";
import { note } from "./note.entity.ts";
import { discarded, lineOf, type Note, type NoteLine } from "./note.save.rules.ts";

type Box = Doc<typeof barcode>;

/** The most labels one line may have. */
const most = 5000;

const common = (doc: Note, line: NoteLine) => ({
  orgId: doc.orgId,
  invOrgId: doc.invOrgId,
  supplierId: doc.supplierId,
  noteId: doc.id,
  noteLineId: line.id,
  itemId: line.itemId,
  itemDesc: line.itemDesc,
  uom: line.uom,
});

/** The boxes of a line: batch by batch, each box of one batch only. */
function boxDrafts(doc: Note, line: NoteLine, packQty: string | null): Draft<typeof barcode>[] {
  const parts = line.batches.length
    ? line.batches.map((batch) => ({
        qty: batch.batchQty,
        pack: packQty ?? batch.packQty ?? line.packQty,
        batchId: batch.id,
        batchNum: batch.batchNum,
      }))
    : [{ qty: line.noteQty, pack: packQty ?? line.packQty, batchId: null, batchNum: null }];
  const boxes = parts.flatMap(({ qty, pack, batchId, batchNum }) =>
    boxQtys(qty, pack).map((boxQty) => ({ qty: boxQty, batchId, batchNum })),
  );
  return boxes.map((box, i) => ({ ...common(doc, line), ...box, barcodeType: "BOX", boxNo: i + 1, labelTemplate: "100x60" }));
}

/** Labels of a line, anew; pallets of so many boxes where asked for. */
const generate = rule(note, "doGenBarcode", {
  reads: async (doc, find) => ({ old: await find.where(barcode, { noteId: doc.id }, 20_000) }),
  decide: (doc, { old }, input, __, at) => {
    const line = lineOf(doc, input.lineId);
    if (line instanceof Refusal) return line;
    const inBatches = sum(line.batches.map((batch) => batch.batchQty));
    if (line.batches.length && cmp(inBatches, line.noteQty) !== 0)
      return refuse(
        "PUR-3305",
        `批次数量合计${trim(inBatches)}不等于送货数量${trim(line.noteQty)}`,
        `Batches total ${trim(inBatches)}, note line ${trim(line.noteQty)}`,
      );
    const boxes = boxDrafts(doc, line, input.packQty ?? null);
    if (boxes.length > most)
      return refuse("PUR-0001", `一行最多${most}个条码，请加大每箱数量`, `A line has at most ${most} labels; put more into a box`);
    const per = input.palletBoxes ?? 0;
    const stacks = stacked(boxes, per);
    const pallets = per > 0 ? stacks.map(() => at.newId()) : [];
    const made = stacks.flatMap((stack, i) =>
      stack.map((draft) => ({ id: at.newId(), draft: { ...draft, palletId: pallets[i] ?? null } })),
    );
    const load = (id: string): string => sum(made.filter((row) => row.draft.palletId === id).map((row) => row.draft.qty ?? "0"));
    return [
      ...discarded(old.filter((box) => box.noteLineId === line.id)),
      ...pallets.map((id, i) =>
        make(barcode, id, { ...common(doc, line), barcodeType: "PALLET", qty: load(id), boxNo: i + 1, labelTemplate: "100x100" }),
      ),
      ...made.map(({ id, draft }) => make(barcode, id, draft)),
      set(line, { boxCount: made.length, packQty: input.packQty ?? line.packQty }),
      reveal({ boxes: made.length, pallets: pallets.length }),
    ];
  },
});

/** Printed once anybody may; a second time is a reprint and counted as one. */
const print = rule(barcode, "doPrint", {
  decide: (doc) => [
    doc.printCount > 0 && refuse("PUR-0003", `条码${doc.barcode}已打印，请使用补打`, `Barcode ${doc.barcode} was printed; use reprint`),
    set(doc, { printCount: doc.printCount + 1, ...(doc.status === "CREATED" ? { status: "PRINTED" } : {}) }),
  ],
});

const reprint = rule(barcode, "doReprint", {
  decide: (doc) => [set(doc, { printCount: doc.printCount + 1, ...(doc.status === "CREATED" ? { status: "PRINTED" } : {}) })],
});

const palletOf = async (find: Find, id: string | null | undefined): Promise<Box | null> => (id ? find.lock(barcode, id) : null);

/** What changes on a pallet when a box leaves it. */
const lightened = (pallet: Box | null, qty: string): Effect[] => (pallet ? [set(pallet, { qty: add(pallet.qty, `-${qty}`) })] : []);

const pack = rule(barcode, "doPack", {
  reads: async (doc, find, input) => ({ before: await palletOf(find, doc.palletId), pallet: await palletOf(find, input.palletId) }),
  decide: (doc, { before, pallet }) => {
    const isPallet = pallet?.barcodeType === "PALLET" && pallet.noteId === doc.noteId && ["CREATED", "PRINTED"].includes(pallet.status);
    if (!pallet || !isPallet || doc.barcodeType === "PALLET")
      return refuse("PUR-3402", `条码[${doc.barcode}]不能装到该托盘`, `Barcode ${doc.barcode} cannot go onto that pallet`);
    return doc.palletId === pallet.id
      ? []
      : [...lightened(before, doc.qty), set(doc, { palletId: pallet.id }), set(pallet, { qty: add(pallet.qty, doc.qty) })];
  },
});

const unpack = rule(barcode, "doUnpack", {
  reads: async (doc, find) => ({
    pallet: await palletOf(find, doc.palletId),
    boxes: doc.barcodeType === "PALLET" ? await find.where(barcode, { palletId: doc.id }, most) : [],
  }),
  decide: (doc, { pallet, boxes }) =>
    doc.barcodeType === "PALLET"
      ? [...boxes.map((box) => set(box, { palletId: null })), set(doc, { qty: "0", status: "VOID", voidReason: "UNPACKED" })]
      : [...lightened(pallet, doc.qty), set(doc, { palletId: null })],
});

const voided = rule(barcode, "doVoid", {
  reads: async (doc, find) => ({
    pallet: await palletOf(find, doc.palletId),
    boxes: doc.barcodeType === "PALLET" ? await find.where(barcode, { palletId: doc.id }, most) : [],
  }),
  decide: (doc, { pallet, boxes }, input) => [
    ...boxes.map((box) => set(box, { palletId: null })),
    ...lightened(pallet, doc.qty),
    set(doc, { palletId: null, voidReason: input.voidReason ?? "VOIDED" }),
  ],
});

/** Labels, from their making to the pallet. */
export const barcodeRules: readonly Rule[] = [generate, print, reprint, pack, unpack, voided];
