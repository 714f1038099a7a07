import type { Doc, Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, drop, isSelf, rule, run, set, tell, warn, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { bpmInstance } from "#modules/workflow/index.ts";
import { accepted, applied, docType, missing, missingIn } from "./change.apply.ts";
import { supplierChange } from "./change.entity.ts";
import { completed, fileOf, movedMeanwhile, movedRefusal, pointedAt, writes, type Change, type ChangeLine } from "./change.lines.ts";
import { strictest } from "./change.ts";
import { sectionWords } from "./change.words.ts";
import type { Guard } from "./guards.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { accountFaults, bankEffects, ended, endFacts, paidOn, waitsForItsDay, withoutAccount } from "./verify.ts";
import { hasBegun } from "#kernel/effective.ts";

type Supplier = Doc<typeof supplierInfo>;
type File = Awaited<ReturnType<typeof fileOf>>;

/** While a request is in one of these, its sections belong to it. */
const open = ["DRAFT", "VERIFYING", "APPROVING", "APPROVED"];
const sideOf = (me: Me): "SUPPLIER" | "INTERNAL" => (me.audience === "supplier" ? "SUPPLIER" : "INTERNAL");
const notFound = (): Refusal => refuse("SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible");
const decided = (): Refusal => refuse("SUP_CHG_004", "该单据已被处理", "Already processed");

/** Another request that has one of these sections in hand; two of them would overwrite each other. */
function taken(doc: Change, sections: readonly string[], others: readonly Change[]): Refusal | false {
  for (const other of others) {
    const section = other.id === doc.id ? undefined : sections.find((value) => other.sections?.includes(value));
    if (!section) continue;
    const [cn, en] = sectionWords[section] ?? [section, section];
    return refuse(
      "SUP_CHG_001",
      `板块"${cn}"已有未完成变更${other.changeNo}`,
      `Section "${en}" already has open change ${other.changeNo}`,
      {
        data: { changeId: other.id },
      },
    );
  }
  return false;
}

const othersOf = (find: Find, supplierId: string): Promise<readonly Change[]> =>
  find.where(supplierChange, { supplierId, status: open }, 200);

const namesOf = (doc: Change): string[] => doc.lines.map((line) => line.entityName);

async function factsOf(doc: Change, find: Find) {
  const supplier = await find.maybe(supplierInfo, doc.supplierId);
  if (!supplier) return { supplier: null, file: {} as File, others: [] as readonly Change[] };
  // Two requests begun at the same moment must know of each other: a section belongs to one of them.
  await find.lock(supplierInfo, supplier.id);
  const [file, others] = await Promise.all([fileOf(find, doc.supplierId, namesOf(doc)), othersOf(find, doc.supplierId)]);
  return { supplier, file, others };
}

const usable = (supplier: Supplier | null, me: Me): supplier is Supplier =>
  supplier !== null &&
  (me.audience === "system" || supplier.infoStatus === "EFFECTIVE") &&
  supplier.mergedIntoId === null &&
  (me.audience !== "supplier" || supplier.id === me.supplierId);

/** Keeps only what differs, completes it, and lets what is free take effect at once. */
const save = rule(supplierChange, "saveOrUpdate", {
  reads: async (doc, find) => {
    const facts = await factsOf(doc, find);
    return { ...facts, pointed: await pointedAt(find, doc.lines, facts.file) };
  },
  decide: (doc, { supplier, file, others, pointed }, { before }, me, at) => {
    if (!usable(supplier, me)) return notFound();
    const { errors, kept, same } = completed(at.seal, doc.lines, file, pointed, me);
    const wrong = missing(errors);
    if (wrong) return wrong;
    if (kept.length === 0) return refuse("SUP_CHG_002", "没有变更内容", "Nothing was changed");
    const lines = kept.map(([line, patch]) => ({ ...line, ...patch }) as ChangeLine);
    const sections = [...new Set(lines.map((line) => line.section))];
    const changeScope = strictest(lines.map((line) => line.guardLevel as Guard));
    const whole = { ...doc, lines } as Change;
    const repeated = doc.lines.filter((line) => !same.includes(line) && !kept.some(([row]) => row === line));
    const isFree = changeScope === "FREE" && hasBegun(doc.effectDate, at.today);
    return [
      taken(doc, sections, others),
      doc.effectDate !== null &&
        doc.effectDate < at.today &&
        refuse("FIELD_INVALID", "生效日不能早于今天", "It cannot take effect before today", {
          fieldErrors: [{ path: "effectDate", code: "TABLE_RANGE", text: ["生效日不能早于今天", "Not before today"] }],
        }),
      ...accountFaults(at.seal, whole),
      isFree && missing(missingIn(at.seal, whole, file)),
      ...writes(kept),
      ...[...same, ...repeated].map((line) => drop(line)),
      set(doc, {
        sections,
        changeScope,
        bankFlag: sections.includes("ACCOUNT") ? "Y" : "N",
        initiatorSide: before?.initiatorSide ?? sideOf(me),
        initiatorId: before?.initiatorId ?? me.userId,
      }),
      ...(isFree
        ? [set(doc, { status: "EFFECTIVE", submitDate: at.now }), ...applied(doc, lines, file, supplier.supplierName, at, sections)]
        : []),
    ];
  },
});

/** A field of identity or money is not changed on somebody's word. */
function proofFault(doc: Change): Refusal | false {
  const bare = [...Map.groupBy(doc.lines, (line) => `${line.entityName}|${line.rowId}`).values()].filter(
    (rows) => rows.some((line) => line.guardLevel === "CRITICAL") && rows[0]!.rowAction !== "DISABLE" && !rows.some((line) => line.fileIds),
  );
  if (bare.length === 0 || doc.fileIds) return false;
  const names = bare.flatMap((rows) => rows.filter((line) => line.guardLevel === "CRITICAL").map((line) => line.fieldLabel));
  const english = bare.flatMap((rows) =>
    rows.filter((line) => line.guardLevel === "CRITICAL").map((line) => line.fieldLabelEn ?? line.fieldLabel),
  );
  return refuse(
    "SUP_CHG_005",
    `请为关键字段上传证明：${[...new Set(names)].slice(0, 5).join("、")}`,
    `Proof is needed for: ${[...new Set(english)].slice(0, 5).join(", ")}`,
  );
}

const submit = rule(supplierChange, "doSubmit", {
  reads: async (doc, find) => {
    const facts = await factsOf(doc, find);
    return { ...facts, bank: doc.bankFlag === "Y" && facts.supplier ? await bankEffects.reads(find, doc, facts.supplier) : null };
  },
  decide: (doc, { supplier, file, others, bank }, _, me, at) => {
    if (!usable(supplier, me)) return notFound();
    const moved = movedMeanwhile(at.seal, doc.lines, file);
    return [
      doc.lines.length === 0 && refuse("SUP_CHG_002", "没有变更内容", "Nothing was changed"),
      taken(doc, doc.sections ?? [], others),
      moved && movedRefusal(moved),
      proofFault(doc),
      missing(missingIn(at.seal, doc, file)),
      ...accountFaults(at.seal, doc, supplier.supplierName, true),
      // Told when it is asked for; nothing is approved before there is an account to be paid on.
      ...(bank ? withoutAccount(at.seal, doc.lines, bank).map((refusal) => warn(refusal.code, ...refusal.text)) : []),
      set(doc, { submitDate: at.now, rejectReason: null, verifyStatus: doc.bankFlag === "Y" ? "PENDING" : null }),
      ...(bank ? bankEffects.begin(doc, supplier, bank, at) : [run(supplierChange, doc.id, "doSendToApproval", {})]),
    ];
  },
});

/** Approvers may leave out single lines; each line says what they thought of it. */
const judge = rule(supplierChange, "doJudge", {
  decide: (doc, _, input) => {
    if (doc.status !== "APPROVING") return decided();
    const entries = (input.lineResults ?? []) as readonly { id: string; lineResult: string | null; lineRemark: string | null }[];
    return entries.flatMap((entry): (Effect | Refusal)[] => {
      const line = doc.lines.find((row) => row.id === entry.id);
      if (!line) return [notFound()];
      if (entry.lineResult === "REFUSE" && !entry.lineRemark)
        return [refuse("TABLE_REQUIRED", `拒绝“${line.fieldLabel}”须填写意见`, `A remark is required to reject "${line.fieldLabelEn}"`)];
      return [set(line, { lineResult: entry.lineResult ?? null, lineRemark: entry.lineRemark ?? null })];
    });
  },
});

/** The file under lock, so that nobody moves a row between the comparison and the writing. */
async function lockedFile(doc: Change, find: Find) {
  const supplier = await find.lock(supplierInfo, doc.supplierId);
  const file = await fileOf(find, doc.supplierId, namesOf(doc));
  const known = doc.lines.filter((line) => line.rowAction !== "ADD" && line.entityName !== supplierInfo.name);
  await Promise.all(
    [...new Set(known.map((line) => `${line.entityName}|${line.rowId}`))].map(async (key) => {
      const [name, id] = key.split("|") as [string, string];
      if (file[name]?.some((row) => row["id"] === id)) await find.lock(find.entity(name), id);
    }),
  );
  return { supplier, file, end: await endFacts(doc, find) };
}

const notify = (doc: Change, code: string, reason: string): Effect =>
  tell(code, { id: doc.id, no: doc.changeNo, reason, userId: doc.initiatorId, supplierId: doc.supplierId });

function effect(doc: Change, supplier: Supplier, file: File, at: Moment): (Effect | Refusal)[] {
  const taking = accepted(doc.lines);
  const moved = movedMeanwhile(at.seal, taking, file);
  if (moved) return [movedRefusal(moved)];
  return [...applied(doc, taking, file, supplier.supplierName, at), notify(doc, "CHANGE_APPROVED", "")];
}

const approve = rule(supplierChange, "doApproval", {
  reads: async (doc, find) => ({
    ...(await lockedFile(doc, find)),
    paid: doc.bankFlag === "Y" ? await paidOn(find, doc.supplierId) : null,
  }),
  decide: (doc, { supplier, file, end, paid }, _, me, at) => {
    if (doc.status !== "APPROVING") return decided();
    if (me.audience !== "system" && isSelf(me, doc.initiatorId))
      return refuse("PERM_DENIED", "不能批准自己发起的变更", "You cannot do this on your own request");
    if (doc.bankFlag === "Y" && doc.verifyStatus !== "VERIFIED")
      return refuse("SUP_ACC_004", "收款账户未核验，不能付款", "Account not verified; payment refused");
    const taking = accepted(doc.lines);
    if (taking.length === 0)
      return refuse("SUP_CHG_006", "所有变更项均被拒绝，请驳回该单据", "All lines are rejected. Reject the request instead");
    const moved = movedMeanwhile(at.seal, taking, file);
    if (moved) return movedRefusal(moved);
    const unpaid = paid ? withoutAccount(at.seal, taking, paid) : [];
    if (unpaid.length) return unpaid;
    const left = doc.lines.filter((line) => !taking.includes(line));
    const later = doc.effectDate !== null && doc.effectDate > at.today;
    return [
      ...taking.map((line) => set(line, { lineResult: "ACCEPT" })),
      ...left.map((line) => set(line, { lineResult: "REFUSE" })),
      set(doc, { status: later ? "APPROVED" : "EFFECTIVE" }),
      // Money waits for the day the new account counts, unless nothing of the bank's data was accepted.
      ...(later && taking.some((line) => line.section === "ACCOUNT") ? waitsForItsDay(doc, end) : ended(doc, end)),
      ...(later ? [] : effect(doc, supplier, file, at)),
    ];
  },
});

const wordsOf = (input: unknown): string =>
  String((input as { comment?: unknown; reason?: unknown }).comment ?? (input as { reason?: unknown }).reason ?? "").slice(0, 500);

const reject = rule(supplierChange, "doReject", {
  reads: async (doc, find) => ({ end: await endFacts(doc, find) }),
  decide: (doc, { end }, input) => {
    if (doc.status !== "APPROVING") return decided();
    const reason = wordsOf(input);
    return [set(doc, { status: "REJECTED", rejectReason: reason || null }), ...ended(doc, end), notify(doc, "CHANGE_REJECTED", reason)];
  },
});

/** Taken back by whoever started it: a running approval is ended with it, which then takes the request back. */
const withdraw = rule(supplierChange, "doWithdraw", {
  reads: async (doc, find) => ({
    running: await find.where(bpmInstance, { bizEntity: docType, bizId: doc.id, status: ["RUNNING", "SUSPENDED", "ERROR"] }, 5),
  }),
  decide: (doc, { running }) => {
    const [instance] = running;
    if (!instance) return run(supplierChange, doc.id, "doTakenBack", {});
    // Finance started the approval when it verified the account; whoever asked for the change takes it back all the same.
    return run(bpmInstance, instance.id, "doWithdraw", { comment: "发起人撤回", starterId: instance.starterUserId });
  },
});

const takenBack = rule(supplierChange, "doTakenBack", {
  reads: async (doc, find) => ({ end: await endFacts(doc, find) }),
  decide: (doc, { end }) => [...ended(doc, end), closeTodo("BANK_VERIFY", doc, "WITHDRAWN")],
});

export const changeRules = [
  save,
  submit,
  judge,
  approve,
  reject,
  withdraw,
  takenBack,
  rule(supplierChange, "doTakeEffect", {
    reads: lockedFile,
    decide: (doc, { supplier, file, end }, _, __, at) => [...ended(doc, end), ...effect(doc, supplier, file, at)],
  }),
  rule(supplierChange, "doFail", {
    reads: async (doc, find) => ({ end: await endFacts(doc, find) }),
    decide: (doc, { end }, input) => [
      ...ended(doc, end),
      set(doc, { rejectReason: input.reason ?? null }),
      notify(doc, "CHANGE_REJECTED", input.reason ?? ""),
    ],
  }),
];
