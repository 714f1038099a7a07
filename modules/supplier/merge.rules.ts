import { cmp, sub } from "#kernel/decimal.ts";
import type { Entity } from "#kernel/entity.ts";
import { carriedRow, namingWhere, rowsAt, type Reference } from "#kernel/merge.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, run, set, tell, warn, type Effect, type Find, type Rule } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { spoken, total, type Held } from "#modules/admin/index.ts";
import { supplierChange } from "./change.entity.ts";
import { fault } from "./file.ts";
import { openBusiness } from "./open-business.ts";
import { openItems } from "./open-items.ts";
import { stepAside } from "./section.ts";
import { joinedWith, rederived, standingOf, type Owned } from "./standing.rules.ts";
import { isLive, type Supplier } from "./standing.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { subjectOf } from "./validity.rules.ts";
import { isOver } from "#kernel/effective.ts";

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** Documents of one entity that name the merged supplier, and those of the surviving one they must not collide with. */
interface Naming {
  readonly root: Entity;
  readonly references: readonly Reference[];
  readonly docs: readonly Row[];
  readonly there: readonly Row[];
}

const most = 200_000;
const mustDiffer = ({ row, field }: Reference): boolean =>
  "primaryFlag" in row.fields ||
  (row.ranges ?? []).length > 0 ||
  (row.unique ?? []).some((candidate) => (candidate.fields as readonly string[]).includes(field));

/** Everything that names the merged supplier and goes along, told from the declarations; in statements that do not grow with the rows. */
async function namingOf(find: Find, id: string, targetId: string): Promise<readonly Naming[]> {
  const carried = find.references(supplierInfo).filter((reference) => reference.merging === "carry");
  return Promise.all(
    [...Map.groupBy(carried, (reference) => reference.root)].map(async ([root, references]) => {
      const rows = (of: readonly Reference[], named: string): Promise<readonly Row[]> =>
        of.length
          ? (find.where(root, { any: of.map((reference) => namingWhere(reference, named)) }, most) as unknown as Promise<readonly Row[]>)
          : Promise.resolve([]);
      const [docs, there] = await Promise.all([rows(references, id), rows(references.filter(mustDiffer), targetId)]);
      return { root, references, docs, there };
    }),
  );
}

const names = (row: Row, field: string, id: string): boolean => row[field] === id || (Array.isArray(row[field]) && row[field].includes(id));

interface Carried {
  readonly effects: readonly Effect[];
  readonly moved: readonly Held[];
  readonly left: readonly Held[];
}

/** What each row is given so that it names the surviving supplier, counted by kind of document. */
function carriedOver(naming: readonly Naming[], doc: Supplier, target: Supplier): Carried {
  const effects: Effect[] = [];
  const moved: Held[] = [];
  const left: Held[] = [];
  for (const { root, references, docs, there } of naming) {
    const [gone, stayed] = [new Set<string>(), new Set<string>()];
    for (const reference of references) {
      const taken: Row[] = there.flatMap((row) => rowsAt(row, reference.path)).filter((row) => names(row, reference.field, target.id));
      for (const entry of docs)
        for (const row of rowsAt(entry, reference.path).filter((it) => names(it, reference.field, doc.id))) {
          // The surviving supplier names no other in its own place: a branch that swallows its parent has none.
          const isItself = row.id === target.id;
          const patch = isItself ? { [reference.field]: null } : carriedRow(reference, row, [doc.id, target.id], taken, doc.supplierCode);
          if (!patch) {
            stayed.add(row.id);
            continue;
          }
          // Who is primary at the surviving supplier stays so.
          const isRival = stepAside(reference.row, row, taken).length > 0;
          effects.push(set(row, { ...patch, ...(isRival ? { primaryFlag: "N" } : {}) }));
          taken.push({ ...row, ...patch, ...(isRival ? { primaryFlag: "N" } : {}) });
          gone.add(entry.id);
        }
    }
    if (gone.size) moved.push({ label: root.label, count: gone.size });
    if (stayed.size) left.push({ label: root.label, count: stayed.size });
  }
  return { effects, moved, left };
}

const rest = (limit: string | null, used: string | null): string | null => {
  if (limit === null) return null;
  const open = sub(limit, used ?? "0");
  return cmp(open, "0") > 0 ? open : "0";
};

/** What stands about the merged supplier and the surviving one has no word on: grants, proofs and freezes in force. */
function standingOver(doc: Supplier, mine: Owned, target: Supplier, theirs: Owned, today: string): Effect[] {
  const source = { docType: "MERGE", docId: doc.id, reason: doc.supplierCode };
  const categories = mine.grants
    .filter((grant) => grant.categoryStatus !== "EXITED")
    .filter((grant) => !theirs.grants.some((it) => it.categoryId === grant.categoryId && it.orgId === grant.orgId))
    .map((grant) => ({
      orgId: grant.orgId,
      categoryId: grant.categoryId,
      categoryStatus: grant.categoryStatus,
      gradeLevel: grant.gradeLevel,
      validTo: grant.validTo,
      trialQtyLimit: rest(grant.trialQtyLimit, grant.trialUsedQty),
      trialAmountLimit: rest(grant.trialAmountLimit, grant.trialUsedAmount),
      trialValidTo: grant.trialValidTo,
      statusReason: grant.statusReason,
    }));
  const known = new Set(theirs.certificates.filter((certificate) => isLive(certificate.certStatus)).map(subjectOf));
  const certificates = mine.certificates.filter((certificate) => isLive(certificate.certStatus) && !known.has(subjectOf(certificate)));
  const controls = mine.controls.filter((control) => control.controlStatus === "ACTIVE" && !isOver(control.endDate, today));
  return [
    ...(categories.length ? [run(supplierInfo, target.id, "doGrant", { ...source, categories })] : []),
    ...(certificates.length
      ? [
          run(supplierInfo, target.id, "doCertify", {
            ...source,
            certificates: certificates.map(({ id: _, ...one }) => ({ ...one, certStatus: "VALID", replacedById: null })),
          }),
          ...certificates.filter((certificate) => certificate.fileIds).map((certificate) => set(certificate, { fileIds: null })),
        ]
      : []),
    ...(controls.length ? [run(supplierInfo, target.id, "doControl", { ...source, add: controls })] : []),
  ];
}

const earlier = (a: string | null, b: string | null): string | null => (a !== null && b !== null ? (a < b ? a : b) : (a ?? b));
const later = (a: string | null, b: string | null): string | null => (a !== null && b !== null ? (a > b ? a : b) : (a ?? b));

/** What the surviving supplier takes over from the file itself. */
const takenOver = (doc: Supplier, target: Supplier, hasUsers: boolean): Effect =>
  set(target, {
    formerNames: [
      ...new Set(
        [target.formerNames, doc.supplierCode, doc.supplierName, doc.supplierNameEn, doc.shortName, doc.formerNames].filter(Boolean),
      ),
    ]
      .join(" · ")
      .slice(0, 2000),
    firstTradeDate: earlier(doc.firstTradeDate, target.firstTradeDate),
    lastTradeDate: later(doc.lastTradeDate, target.lastTradeDate),
    ...(hasUsers ? { portalFlag: "Y" as const } : {}),
  });

const listed = (held: readonly Held[]): Text => (held.length ? spoken(held) : ["无", "nothing"]);

/** Two files of one company become one; nothing may be open on the one that goes, and everything that names it goes along. */
const mergeRule = rule(supplierInfo, "doMerge", {
  reads: async (doc, find, input, _, at) => {
    const target = await find.lock(supplierInfo, input.targetId ?? "");
    const [open, changes, stored, theirs, users, naming] = await Promise.all([
      openBusiness.ask(find, { supplierId: doc.id, orgIds: null, categoryIds: null, on: at.today }),
      find.count(supplierChange, { supplierId: doc.id, status: ["VERIFYING", "APPROVING", "APPROVED"] }),
      standingOf(find, doc.id),
      standingOf(find, target.id),
      find.where(user, { supplierId: doc.id, userStatus: ["ACTIVE", "LOCKED"] }, 2000),
      namingOf(find, doc.id, target.id),
    ]);
    return { target, open, changes, stored, theirs, users, naming };
  },
  decide: (doc, { target, open, changes, stored, theirs, users, naming }, _, me, at) => {
    const held: Held[] = [
      ...open.map((openBusiness) => ({ label: openItems[openBusiness.item], count: openBusiness.count })),
      { label: ["进行中的引入", "Onboarding in progress"], count: doc.runningTracks },
      { label: ["办理中的信息变更", "Change requests in progress"], count: changes },
    ];
    const count = total(held);
    const [cn, en] = spoken(held);
    if (count > 0)
      return refuse(
        "SUP_INF_002",
        `被合并供应商存在未结单据${count}笔（${cn}）`,
        `${count} open documents on the supplier to be merged (${en})`,
        { data: { held } },
      );
    if (target.id === doc.id || target.mergedIntoId !== null || target.infoStatus !== "EFFECTIVE" || target.blacklistFlag === "Y")
      return fault("targetId", "SUP_INF_003", "不能合并到该供应商", "It cannot be merged into this supplier");
    const { effects, moved, left } = carriedOver(naming, doc, target);
    const [movedCn, movedEn] = listed(moved);
    const [leftCn, leftEn] = listed(left);
    return [
      ...effects,
      takenOver(doc, target, users.length > 0),
      ...standingOver(doc, joinedWith(doc, stored), target, joinedWith(target, theirs), at.today),
      ...rederived(
        doc,
        { mergedIntoId: target.id },
        joinedWith(doc, stored),
        { docType: "MERGE", docId: target.id, reason: target.supplierCode },
        me,
        at,
      ),
      warn("SUP_MERGE_CARRIED", `转到${target.supplierCode}：${movedCn}`, `Goes to ${target.supplierCode}: ${movedEn}`),
      left.length > 0 &&
        warn("SUP_MERGE_LEFT", `目标已有同类记录，留在原档案：${leftCn}`, `The target has its own; stays with the old file: ${leftEn}`),
      tell("SUPPLIER_MERGED", {
        id: target.id,
        supplierId: doc.id,
        targetId: target.id,
        supplier: doc.supplierName,
        supplierEn: doc.supplierNameEn ?? doc.supplierName,
        ownerId: doc.ownerId,
        userIds: users.map((user) => user.id),
      }),
    ];
  },
});

export const mergeRules: readonly Rule[] = [mergeRule];
