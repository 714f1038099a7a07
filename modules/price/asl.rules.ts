import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, rule, run, set, tell, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { daysBetween } from "#kernel/days.ts";
import { category, item } from "#modules/base/index.ts";
import { fault } from "#modules/demand/index.ts";
import { supplierCategory, supplierControl, tradeFacts } from "#modules/supplier/index.ts";
import { aboutList, changedEvents, obsoleteRefusal, suppliersOf, type About, type Changed } from "./asl-about.ts";
import { altered, misfit, wrongAfter, type After, type AlterType } from "./asl-alter.ts";
import { disqualified, dueWarning, ended, expired, followed } from "./asl-follow.ts";
import { aslHeader } from "./asl.entity.ts";
import { allowedBy, isLive, isOver, type AslHeader, type AslLine } from "./asl.ts";

type Patch = { -readonly [K in keyof AslLine]?: AslLine[K] };

/** Sets what each line is given, and tells of those whose status changed. */
function moved(doc: AslHeader, about: About, patches: readonly (readonly [AslLine, Patch | null])[]): Effect[] {
  const given = patches.flatMap(([line, patch]) => (patch ? [[line, patch] as const] : []));
  const changes = given.map(([line, patch]): Changed => ({
    lineId: line.id,
    supplierId: line.supplierId,
    status: String(patch.aslStatus ?? line.aslStatus),
  }));
  return [...given.map(([line, patch]) => set(line, patch)), ...changedEvents(doc, about, changes)];
}

/** Lines that come into force, or back into it, on the list of an item that is obsolete. */
const barred = ({ obsolete }: About, lives: readonly boolean[]): Refusal | false =>
  obsolete !== null && lives.includes(true) && obsoleteRefusal(obsolete);

const named = (about: About, line: Pick<AslLine, "supplierId">): Text => about.suppliers.get(line.supplierId) ?? ["", ""];
const alreadyThere = (about: About, line: Pick<AslLine, "supplierId">): Refusal =>
  refuse(
    "PUR-1001",
    `供应商[${named(about, line)[0]}]在物料/分类[${about.subject[0]}]的合格清单中已存在`,
    `Supplier ${named(about, line)[1]} is already on the ASL for ${about.subject[1]}`,
  );
export const notTradable = ([cn, en]: Text, supplierId: string): Refusal =>
  refuse("PUR-1004", `供应商[${cn}]已列入黑名单或失效`, `Supplier ${en} is blacklisted or inactive`, { data: { supplierId } });

/** What a list names: its item or category and the suppliers. */
async function listFacts(doc: AslHeader, find: Find) {
  const supplierIds = [...new Set(doc.lines.map((line) => line.supplierId as string))];
  const held = { controlStatus: "ACTIVE" };
  const [what, group, suppliers, about, controls, grants] = await Promise.all([
    find.maybe(item, doc.aslLevel === "ITEM" ? doc.itemId : null),
    find.maybe(category, doc.aslLevel === "CATEGORY" ? doc.categoryId : null),
    suppliersOf(find, supplierIds),
    aboutList(find, doc, supplierIds, null),
    Promise.all(supplierIds.map((supplierId) => find.where(supplierControl, { supplierId, ...held }))),
    Promise.all(supplierIds.map((supplierId) => find.where(supplierCategory, { supplierId, categoryStatus: "SUSPENDED" }))),
  ]);
  /** Suppliers that something is held against: their lines are looked at again. */
  const heldIds = new Set([...controls.flat(), ...grants.flat()].map((control) => control.supplierId as string));
  return { what, group, suppliers, about, heldIds };
}
type ListFacts = Awaited<ReturnType<typeof listFacts>>;

/** What is wrong with one line as it was typed or brought in. */
function lineFaults(line: AslLine, at: string, { suppliers, about }: ListFacts, before: AslLine | null): (Refusal | false)[] {
  const supplier = suppliers.find((doc) => doc.id === line.supplierId);
  const isBarred = supplier?.blacklistFlag === "Y" || supplier?.quitScopeAll === "Y" || supplier?.infoStatus !== "EFFECTIVE";
  return [
    line.endDate !== null &&
      line.endDate < line.startDate &&
      fault(`${at}.endDate`, "PUR-0007", "结束日期不能早于开始日期", "End date cannot be before start date"),
    isLive(line.aslStatus) &&
      (before === null || !isLive(before.aslStatus)) &&
      isBarred &&
      notTradable(named(about, line), line.supplierId),
    before?.freezeSourceId != null &&
      before.aslStatus !== line.aslStatus &&
      fault(`${at}.aslStatus`, "PUR-0003", "供应商冻结中的行不能修改状态", "The status of a line under a freeze cannot be changed"),
  ];
}

/** Flags that do not fit the status are those of the status; what was typed in is its own source. */
function settledLine(line: AslLine, before: AslLine | null): Patch | null {
  const isMoved = before === null || before.aslStatus !== line.aslStatus;
  const flags = !isLive(line.aslStatus) || (before !== null && isMoved) ? allowedBy(line.aslStatus, line.allowDelivery) : {};
  if (!isMoved) return null;
  return { ...flags, ...(before === null ? { sourceType: "IMPORT" } : { liveBefore: null }) };
}

const save = rule(aslHeader, "saveOrUpdate", {
  reads: (doc, find) => listFacts(doc, find),
  decide: (doc, facts, _, __, at) => {
    const { what, group, about } = facts;
    const rows = doc.lines.map((line) => [line, at.before(line)] as const);
    const changes = rows
      .filter(([line, old]) => old === null || old.aslStatus !== line.aslStatus)
      .map(([line]): Changed => ({ lineId: line.id, supplierId: line.supplierId, status: line.aslStatus }));
    return [
      doc.aslLevel === "ITEM" && what !== null && set(doc, { categoryId: what.categoryId }),
      doc.aslLevel === "CATEGORY" && doc.itemId !== null && set(doc, { itemId: null }),
      doc.aslLevel === "CATEGORY" &&
        group !== null &&
        group.leafFlag !== "Y" &&
        fault("categoryId", "PUR-0001", "须选择末级分类", "Choose a leaf category"),
      barred(
        about,
        rows.map(([line, old]) => isLive(line.aslStatus) && !isLive(old?.aslStatus ?? "")),
      ),
      ...rows.flatMap(([line, old], i) => lineFaults(line, `lines[${i}]`, facts, old)),
      ...rows.flatMap(([line, old]) => {
        const patch = settledLine(line, old);
        return patch ? [set(line, patch)] : [];
      }),
      ...changedEvents(doc, about, changes),
      ...followers(
        doc,
        changes.filter((change) => facts.heldIds.has(change.supplierId)),
      ),
    ];
  },
});

/** Lines that came into force meet the freezes that hold their suppliers. */
const followers = (doc: AslHeader, changes: readonly Pick<Changed, "supplierId" | "status">[]): Effect[] =>
  [...new Set(changes.filter((change) => isLive(change.status)).map((change) => change.supplierId))].map((supplierId) =>
    run(aslHeader, doc.id, "doFollow", { supplierId }),
  );

/** One line that an approved application brings. */
export type Admitted = Readonly<Record<string, unknown>> & Pick<AslLine, "supplierId" | "supplierSiteId" | "aslStatus">;
const fresh = { freezeSourceId: null, statusBeforeFreeze: null, liveBefore: null, warnedFor: null };

const admit = rule(aslHeader, "doAdmit", {
  reads: async (doc, find, input, _, at) => ({
    about: await aboutList(
      find,
      doc,
      (input.admitted as readonly Admitted[]).map((admitted) => admitted.supplierId),
      at.today,
    ),
  }),
  decide: (doc, { about }, input) => {
    const admitted = input.admitted as readonly Admitted[];
    const there = (entry: Admitted): AslLine | undefined =>
      doc.lines.find((line) => line.supplierId === entry.supplierId && line.supplierSiteId === (entry.supplierSiteId ?? null));
    const changes = admitted.map((entry) => ({ lineId: there(entry)?.id ?? "", supplierId: entry.supplierId, status: entry.aslStatus }));
    return [
      barred(
        about,
        admitted.map(() => true),
      ),
      ...admitted.filter((candidate) => !isOver(there(candidate)?.aslStatus ?? "EXPIRED")).map((entry) => alreadyThere(about, entry)),
      ...admitted.map((entry) => {
        const old = there(entry);
        return old ? set(old, { ...entry, ...fresh }) : add(doc, "lines", { ...entry });
      }),
      doc.enabledFlag === "N" && set(doc, { enabledFlag: "Y" }),
      ...changedEvents(doc, about, changes),
      ...followers(doc, changes),
    ];
  },
});

/** One line that an approved alteration changes. */
export interface Altered {
  readonly aslLineId: string;
  readonly after: After | null;
  readonly keepOpenOrders: "Y" | "N";
}

const alter = rule(aslHeader, "doAlter", {
  reads: async (doc, find, input, _, at) => {
    const ids = new Set((input.altered as readonly Altered[]).map((altered) => altered.aslLineId));
    return {
      about: await aboutList(
        find,
        doc,
        doc.lines.filter((line) => ids.has(line.id)).map((line) => line.supplierId),
        at.today,
      ),
    };
  },
  decide: (doc, { about }, input, _, at) => {
    const { alterType, alterationId } = input.by as { readonly alterType: AlterType; readonly alterationId: string };
    const rows = (input.altered as readonly Altered[]).flatMap((altered) => {
      const line = doc.lines.find((row) => row.id === altered.aslLineId);
      return line ? [[line, altered] as const] : [];
    });
    const wrong = rows.flatMap(([line, altered]) => [
      misfit(alterType, line) ?? [],
      ...wrongAfter(alterType, line, altered.after, at.today),
    ]);
    const refusals = wrong.flatMap((text) => (text.length ? [refuse("PUR-0003", text[0]!, text[1]!)] : []));
    if (refusals.length > 0) return refusals;
    const source = { sourceType: "ALTERATION", sourceId: alterationId };
    const patches = rows.map(([line, entry]): [AslLine, Patch] => [
      line,
      { ...altered(alterType, line, entry.after, entry.keepOpenOrders, at.today), ...source },
    ]);
    const isBack = patches.map(([line, { aslStatus }]) => isLive(aslStatus ?? "") && !isLive(line.aslStatus));
    return [
      barred(about, isBack),
      ...moved(doc, about, patches),
      ...(alterType === "RESUME" || alterType === "EXTEND"
        ? followersOf(
            doc,
            rows.map(([line]) => line),
          )
        : []),
    ];
  },
});

const followersOf = (doc: AslHeader, lines: readonly AslLine[]): Effect[] =>
  [...new Set(lines.map((line) => line.supplierId as string))].map((supplierId) => run(aslHeader, doc.id, "doFollow", { supplierId }));

const follow = rule(aslHeader, "doFollow", {
  reads: async (doc, find, input, _, at) => {
    const supplierId = input.supplierId!;
    const [facts, about] = await Promise.all([
      tradeFacts(find, { supplierId, op: "ORDER", orgId: doc.orgId, categoryId: doc.categoryId }),
      aboutList(find, doc, [supplierId], at.today),
    ]);
    return { facts, about };
  },
  decide: (doc, { facts, about }, input, _, at) => {
    const mine = doc.lines.filter((line) => line.supplierId === input.supplierId);
    return moved(
      doc,
      about,
      mine.map((line) => [line, followed(facts, doc, line, at.today)]),
    );
  },
});

const disqualify = rule(aslHeader, "doDisqualify", {
  reads: async (doc, find, input, _, at) => ({ about: await aboutList(find, doc, [input.supplierId!], at.today) }),
  decide: (doc, { about }, input) => {
    const mine = doc.lines.filter((line) => line.supplierId === input.supplierId);
    return moved(
      doc,
      about,
      mine.map((line) => [line, disqualified(line)]),
    );
  },
});

const aboutAll = (find: Find, doc: AslHeader, at: Moment): Promise<About> =>
  aboutList(
    find,
    doc,
    doc.lines.map((line) => line.supplierId),
    at.today,
  );

/** The warning that a line ends soon. */
function warned(doc: AslHeader, about: About, line: AslLine, at: Moment): Effect[] {
  const due = dueWarning(line, (endDate) => daysBetween(at.today, endDate));
  if (!due) return [];
  return [
    set(line, { warnedFor: due.key }),
    tell("PUR_ASL_EXPIRING", {
      id: doc.id,
      orgId: doc.orgId,
      supplierId: line.supplierId,
      buyerId: about.buyerId,
      supplier: named(about, line)[0],
      supplierEn: named(about, line)[1],
      item: about.subject[0],
      itemEn: about.subject[1],
      date: line.endDate,
      days: due.days,
    }),
  ];
}

const endSources = rule(aslHeader, "doEndSources", {
  reads: async (doc, find, _, __, at) => ({ about: await aboutAll(find, doc, at) }),
  decide: (doc, { about }, _, __, at) =>
    moved(
      doc,
      about,
      doc.lines.map((line) => [line, ended(line, at.today)]),
    ),
});

/** Lines past their end or of an obsolete item expire, those near their end are warned of. Run every night, and safe to run twice. */
const expire = rule(aslHeader, "doExpire", {
  reads: async (doc, find, _, __, at) => ({ about: await aboutAll(find, doc, at) }),
  decide: (doc, { about }, _, __, at) => {
    const over = doc.lines.map((line) => [line, about.obsolete === null ? expired(line, at.today) : ended(line, at.today)] as const);
    return [...moved(doc, about, over), ...over.filter(([, patch]) => !patch).flatMap(([line]) => warned(doc, about, line, at))];
  },
});

const supplied = rule(aslHeader, "doSupplied", {
  decide: (doc, _, input) =>
    doc.lines
      .filter((line) => line.supplierId === input.supplierId && (line.lastSupplyDate ?? "") < input.supplyDate!)
      .map((line) => set(line, { lastSupplyDate: input.supplyDate! })),
});

export const aslRules = [save, admit, alter, follow, disqualify, endSources, expire, supplied];
