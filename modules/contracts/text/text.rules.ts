import type { Doc, Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { msOf } from "#kernel/time.ts";
import { add, drop, make, rule, run, set, tell, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { getProfile } from "#modules/base/index.ts";
import { about } from "../about.ts";
import { fault } from "../common.ts";
import { textFacts, textOf, valueIn, type Contract } from "../contract-text-of.ts";
import { openLevel, worded } from "../contract-wording.ts";
import { contract } from "../contract.entity.ts";
import { contractFacts } from "../contract.rules.ts";
import { placeholderFaults } from "../placeholders.ts";
import { template } from "../template.entity.ts";
import { firstFile, hashesOf, nextNo } from "./documents.ts";
import { lockedFault, lockOf } from "./lock.ts";
import { textLock, textMark } from "./mark.entity.ts";
import { wordDataOf } from "./word-data.ts";
import { versionRow, versionsOf } from "./version-rows.ts";
import { compareWord, type WordComparison } from "./word-compare.ts";
import { clausesIn, HEAD, NEW, TAIL, wordText } from "./word.ts";

const later = (now: string, minutes: number): string => new Date(Date.parse(now) + msOf({ minutes })).toISOString();

const lock = rule(contract, "doLockText", {
  reads: async (doc, find) => ({
    held: await lockOf(find, doc.id),
    minutes: Number((await getProfile(find, "CCT_LOCK_MIN", { orgId: doc.orgId })).value),
  }),
  decide: (_doc, { held, minutes }, _, me, at) => {
    const mine = { userId: me.userId as never, userName: me.displayName, lockedUntil: later(at.now, minutes) };
    return [lockedFault(held, me, at), held ? set(held, mine) : make(textLock, at.newId(), { contractId: _doc.id as never, ...mine })];
  },
});

const unlock = rule(contract, "doUnlockText", {
  reads: async (doc, find) => ({ held: await lockOf(find, doc.id) }),
  decide: (_, { held }, __, me) => [held?.userId === me.userId && set(held, { userId: null, lockedUntil: null })],
});

const newer = (): Refusal =>
  refuse("CCT-033", "正文版本已更新，请刷新后再改", "The text has a newer version; reload it before you change it");

/** The editor and an accepted suggestion change one clause at a time, with everything that follows from its words. */
const edit = rule(contract, "doEditText", {
  reads: async (doc, find, _, __, at) => ({ ...(await contractFacts(doc, find, at.today)), held: await lockOf(find, doc.id) }),
  decide: (doc, { from, library, known, held }, input, me, at) => {
    if (!from) return fault("templateId", "CCT-016", "请选择合同模板", "Choose a contract template");
    const { clauseId, content = null, title = null, remark = null } = input;
    const isFrame = clauseId === HEAD || clauseId === TAIL;
    const row = doc.clauses.find((clause) => clause.id === clauseId) ?? null;
    const was = clausesIn(doc).find(({ id }) => id === clauseId);
    const isGone = !isFrame && clauseId !== NEW && !content && !title;
    const shape = { title: title ?? row?.title ?? null, content, deviationReason: row?.deviationReason ?? remark ?? null };
    const standing =
      row && !isGone
        ? { ...shape, ...worded({ ...row, ...shape } as typeof row, from, library, at.before(row)), title: shape.title }
        : null;
    const place = Math.max(0, ...doc.clauses.filter(({ id }) => id === input.seqAfter).map(({ seq }) => seq));
    const plain = { seq: place + 1, termsId: null, originText: null, editableFlag: "N", deviationFlag: "Y", deviationLevel: "LEGAL" };
    const added = clauseId === NEW ? { ...plain, fallbackSeq: null, deviationApprovedBy: null, ...shape, title: shape.title ?? "" } : null;
    const frame: Partial<Contract> = clauseId === HEAD ? { headText: content } : clauseId === TAIL ? { tailText: content } : {};
    const rest = doc.clauses.flatMap((clause) => (clause === row ? (standing ? [{ ...clause, ...standing }] : []) : [clause]));
    const whole = { ...doc, ...frame, clauses: added ? [...rest, { ...added, id: NEW }] : rest } as unknown as Contract;
    return [
      lockedFault(held, me, at),
      clauseId !== NEW && !was && newer(),
      was !== undefined && (input.before ?? "") !== was.content && newer(),
      (from.editMode === "LOCKED" || (isFrame && from.editMode !== "FREE")) &&
        refuse("CCT-121", "模板不允许修改这部分正文", "The template does not allow changes to this part of the text"),
      ...placeholderFaults({ content }),
      row !== null && (standing ? set(row, standing) : drop(row)),
      added && add(doc, "clauses", added),
      set(doc, { ...frame, textJson: textOf(whole, known), deviationLevel: openLevel(whole.clauses) }),
      doc.status === "SUPPLIER_REFUSED" && set(doc, { status: "DRAFT", pdfHash: null }),
    ];
  },
});

const sideOf = (me: Me): "SUPPLIER" | "BUYER" => (me.audience === "supplier" ? "SUPPLIER" : "BUYER");

/** A suggestion as it is stored, beside the text it was made on. */
function suggested(
  doc: Contract,
  row: { readonly clauseId: string; readonly after?: string | null; readonly title: string | null; readonly content: string },
) {
  const was = clausesIn(doc).find(({ id }) => id === row.clauseId);
  const place = doc.clauses.find(({ id }) => id === (row.after ?? row.clauseId));
  return {
    kind: "CHANGE",
    clauseId: row.clauseId,
    seq: place?.seq ?? 0,
    title: row.title ?? was?.title ?? null,
    beforeText: was?.content ?? null,
    afterText: row.content,
  } as const;
}

const changing: readonly string[] = ["DRAFT", "REJECTED", "CONFIRMING", "SUPPLIER_REFUSED"];

const mark = rule(contract, "doMark", {
  decide: (doc, _, input, me) => {
    const side = sideOf(me);
    const isChange = input.kind === "CHANGE";
    const known = clausesIn(doc).find(({ id }) => id === input.clauseId);
    const own = suggested(doc, { clauseId: input.clauseId!, title: input.title ?? null, content: input.afterText ?? "" });
    const isSame = isChange && own.beforeText === own.afterText && (own.title ?? "") === (known?.title ?? "");
    return [
      !known && input.clauseId !== NEW && newer(),
      isChange && !changing.includes(doc.status) && refuse("CCT-122", "当前状态不能修订正文", "Changes cannot be suggested in this status"),
      isSame && fault("afterText", "CCT-123", "修订与原文相同", "The suggestion is the same as the text"),
      !isChange && !input.remark?.trim() && fault("remark", "CCT-154", "请填写批注内容", "Write the comment"),
      ...placeholderFaults({ afterText: input.afterText }),
      add(doc, "marks", {
        ...(isChange ? own : { kind: "COMMENT", clauseId: own.clauseId, seq: own.seq, title: own.title }),
        quote: input.quote ?? null,
        remark: input.remark ?? null,
        side,
        authorName: me.displayName,
        sharedFlag: side === "SUPPLIER" ? "Y" : (input.sharedFlag ?? "N"),
      }),
      side === "SUPPLIER" && tell("CCT_MARKED", { ...about(doc), title: own.title ?? "", author: me.displayName }),
      // The supplier hears of what is shared with it, once it has the contract.
      side !== "SUPPLIER" &&
        input.sharedFlag === "Y" &&
        changing.includes(doc.status) &&
        doc.status !== "DRAFT" &&
        doc.sentAt !== null &&
        tell("CCT_MARK_SHARED", { ...about(doc), title: own.title ?? "", author: me.displayName }),
    ];
  },
});

/** How an edited Word file differs from the text, where the server can read files. */
export async function wordFacts(doc: Contract, find: Find, fileId: string | null): Promise<WordComparison | null> {
  if (!fileId || !wordText.isAnswered(find)) return null;
  const [facts, from, open] = await Promise.all([
    textFacts(doc, find),
    find.one(template, doc.templateId),
    find.where(textMark, { parentId: doc.id, status: "OPEN" }, 500),
  ]);
  const layoutId = firstFile(from.wordFile);
  const layout = layoutId ? { fileId: layoutId, data: wordDataOf(doc, facts) } : null;
  const [read] = await wordText.ask(find, { fileId, layout });
  return read ? stillUnsaid(compareWord(doc, valueIn(doc, facts), read), open) : null;
}

/** A file that was sent with open suggestions and comments brings them back: what is known is not said again. */
const stillUnsaid = (found: WordComparison, open: readonly Doc<typeof textMark>[]): WordComparison => ({
  ...found,
  differences: found.differences.filter(
    (row) =>
      row.touched.length > 0 ||
      !open.some(
        (mark) =>
          mark.kind === "CHANGE" &&
          mark.clauseId === row.clauseId &&
          (mark.afterText ?? "").trimEnd() === row.content &&
          (row.title === null || row.title === mark.title),
      ),
  ),
  comments: found.comments.filter((row) => !open.some((mark) => row.author === mark.authorName && row.text.includes(mark.remark ?? ""))),
});

const most = 200;

/** What a Word file brings: every difference as a suggestion, every comment as one. */
export function wordEffects(doc: Contract, found: WordComparison | null, side: "BUYER" | "SUPPLIER", authorName: string): Effect[] {
  if (!found) return [];
  const mine = { side, authorName, sharedFlag: side === "SUPPLIER" ? "Y" : "N", wordFlag: "Y" } as const;
  const clauses = new Map(clausesIn(doc).map((clause) => [clause.id, clause]));
  const touchedNote = (touched: WordComparison["differences"][number]["touched"]): string | null =>
    touched.length
      ? touched
          .map(({ name, before, after }) => `\${${name}}: ${before} → ${after}`)
          .join("\n")
          .slice(0, 2000)
      : null;
  return [
    ...found.differences.slice(0, most).map((row) => {
      const own = suggested(doc, row);
      const isText = own.afterText !== own.beforeText || (own.title ?? "") !== (clauses.get(row.clauseId)?.title ?? "");
      // Where only fields were typed over there is nothing to take over; what was wanted is kept as a comment.
      return add(doc, "marks", {
        ...(isText ? own : { kind: "COMMENT", clauseId: own.clauseId, seq: own.seq, title: own.title }),
        remark: touchedNote(row.touched),
        ...mine,
      });
    }),
    ...found.comments.slice(0, most).map((row) =>
      add(doc, "marks", {
        kind: "COMMENT",
        clauseId: row.clauseId,
        title: clauses.get(row.clauseId)?.title ?? null,
        quote: row.quote.slice(0, 500),
        remark: row.text.slice(0, 2000),
        ...mine,
        authorName: (row.author || authorName).slice(0, 120),
      }),
    ),
  ];
}

const readWord = rule(contract, "doReadWord", {
  reads: async (doc, find, input) => ({
    found: await wordFacts(doc, find, firstFile(input.wordFile)),
    hashes: await hashesOf(find, [input.wordFile ?? null]),
  }),
  decide: (doc, { found, hashes }, input, me, at) => [
    found !== null &&
      found.differences.length + found.comments.length === 0 &&
      fault("wordFile", "CCT-124", "文件与正文没有差异", "The file does not differ from the text"),
    ...wordEffects(doc, found, input.side as "BUYER" | "SUPPLIER", me.displayName),
    add(doc, "documents", {
      docKind: "REVISION",
      fileId: input.wordFile,
      hash: hashes.get(firstFile(input.wordFile) ?? "") ?? null,
      versionNo: nextNo(doc, "REVISION"),
      authorId: me.userId,
      authorSide: input.side,
      addedAt: at.now,
    }),
  ],
});

/** How many suggestions wait for an answer. */
export const openChanges = (find: Find, contractId: string): Promise<number> =>
  find.count(textMark, { parentId: contractId, kind: "CHANGE", status: "OPEN" });

export const openChangesFault = (n: number): Refusal | false =>
  n > 0 && refuse("CCT-032", `存在未处理的修订${n}处`, n === 1 ? "1 tracked change is unresolved" : `${n} tracked changes are unresolved`);

const finalise = rule(contract, "doFinalize", {
  reads: async (doc, find, input) => ({
    open: await openChanges(find, doc.id),
    hashes: await hashesOf(find, [input.finalFile ?? null]),
    passages: textOf(doc, await textFacts(doc, find)),
    versions: await versionsOf(find, doc),
  }),
  decide: (doc, { open, hashes, passages, versions }, input, me, at) => {
    const hash = hashes.get(firstFile(input.finalFile) ?? "") ?? null;
    return [
      openChangesFault(open),
      set(doc, { finalFileId: input.finalFile ?? null }),
      add(doc, "documents", {
        docKind: "FINAL",
        fileId: input.finalFile,
        hash,
        versionNo: nextNo(doc, "FINAL"),
        authorId: me.userId,
        addedAt: at.now,
      }),
      versionRow(doc, { versions, occasion: "FINAL", hash: hash ?? "", shared: "N", of: doc, passages }, me, at),
    ];
  },
});

const decided = (me: Me, at: Moment) => ({ decidedBy: me.displayName, decidedAt: at.now });

const accept = rule(textMark, "doAccept", {
  reads: async (doc, find) => ({ of: await find.one(contract, doc.parentId) }),
  decide: (doc, { of }, _, me, at) => [
    wrongKind(doc, "CHANGE"),
    run(contract, doc.parentId, "doEditText", {
      clauseId: doc.clauseId,
      seqAfter: of.clauses.find(({ seq }) => seq === doc.seq)?.id ?? null,
      title: doc.afterText || doc.clauseId === NEW ? doc.title : null,
      before: doc.beforeText,
      content: doc.afterText,
      remark: (doc.remark ?? (doc.side === "SUPPLIER" ? "采纳供应商修订" : "采纳修订")).slice(0, 500),
    }),
    set(doc, decided(me, at)),
  ],
});

/** Changes are accepted or rejected, comments are resolved. */
const wrongKind = (doc: Doc<typeof textMark>, kind: "CHANGE" | "COMMENT"): Refusal | false =>
  doc.kind !== kind &&
  refuse(
    "CCT-164",
    kind === "CHANGE" ? "批注不能采纳或拒绝，请标为已解决" : "修订须采纳或拒绝，不能标为已解决",
    kind === "CHANGE" ? "A comment is resolved, neither accepted nor rejected" : "A suggested change is accepted or rejected, not resolved",
  );

/** A supplier takes back what it suggested itself; ours are for us to decide. */
const ownSide = (action: "doReject" | "doResolve") =>
  rule(textMark, action, {
    decide: (doc, _, __, me, at) => [
      wrongKind(doc, action === "doReject" ? "CHANGE" : "COMMENT"),
      me.audience === "supplier" &&
        doc.side !== "SUPPLIER" &&
        refuse("CCT-125", "只能处理本方提出的修订与批注", "You can only settle what your own side wrote"),
      set(doc, decided(me, at)),
    ],
  });

export const textRules = [lock, unlock, edit, mark, readWord, finalise, accept, ownSide("doReject"), ownSide("doResolve")];
