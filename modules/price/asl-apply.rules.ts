import type { Doc } from "#kernel/entity.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set, type Effect, type Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { category, item } from "#modules/base/index.ts";
import { fault, noLines } from "#modules/demand/index.ts";
import { supplierWords, type supplierInfo } from "#modules/supplier/index.ts";
import { subjectWords, suppliersOf } from "./asl-about.ts";
import { aslApply } from "./asl-apply.entity.ts";
import { ppapHolds, type PpapAsked } from "./asl.questions.ts";
import { notTradable, type Admitted } from "./asl.rules.ts";
import { aslHeader } from "./asl.entity.ts";
import { isLive, isOver, type AslHeader } from "./asl.ts";

type Apply = Doc<typeof aslApply>;
type Line = Apply["lines"][number];
type Supplier = Doc<typeof supplierInfo>;

const isOfItem = (line: Line): boolean => line.aslLevel === "ITEM";
const subjectOf = (line: Line): string => String(isOfItem(line) ? line.itemId : line.categoryId);

/** The lists that the lines are about, so far as they exist, each once. */
async function listsOf(doc: Apply, find: Find): Promise<readonly AslHeader[]> {
  const { orgId } = doc;
  const asked = [...new Map(doc.lines.map((line) => [`${line.aslLevel}/${subjectOf(line)}`, line])).values()];
  const found = await Promise.all(
    asked.flatMap((line) => {
      if (isOfItem(line)) return line.itemId ? [find.where(aslHeader, { orgId, itemId: line.itemId })] : [];
      return line.categoryId ? [find.where(aslHeader, { orgId, categoryId: line.categoryId, itemId: null })] : [];
    }),
  );
  return found.flat();
}

const listOf = (lists: readonly AslHeader[], line: Line): AslHeader | undefined =>
  lists.find((aslHeader) =>
    isOfItem(line) ? aslHeader.itemId === line.itemId : aslHeader.itemId === null && aslHeader.categoryId === line.categoryId,
  );
const isThere = (lists: readonly AslHeader[], line: Line): boolean =>
  (listOf(lists, line)?.lines ?? []).some(
    (doc) => doc.supplierId === line.supplierId && doc.supplierSiteId === (line.supplierSiteId ?? null) && !isOver(doc.aslStatus),
  );

async function facts(doc: Apply, find: Find) {
  const ids = (key: "itemId" | "categoryId"): string[] => [
    ...new Set(doc.lines.flatMap((line) => (line[key] ? [line[key] as string] : []))),
  ];
  const [lists, items, categories, suppliers] = await Promise.all([
    listsOf(doc, find),
    Promise.all(ids("itemId").map((id) => find.maybe(item, id))),
    Promise.all(ids("categoryId").map((id) => find.maybe(category, id))),
    suppliersOf(
      find,
      doc.lines.map((line) => line.supplierId),
    ),
  ]);
  return {
    lists,
    items: items.flatMap((row) => row ?? []),
    categories: categories.flatMap((category) => category ?? []),
    suppliers,
  };
}
type Facts = Awaited<ReturnType<typeof facts>>;

const supplierOf = ({ suppliers }: Facts, line: Line): Supplier | undefined =>
  suppliers.find((supplier) => supplier.id === line.supplierId);
const subjectName = ({ items, categories }: Facts, line: Line): Text =>
  subjectWords(
    isOfItem(line) ? items.find((doc) => doc.id === line.itemId) : null,
    categories.find((category) => category.id === line.categoryId),
  );

function exists(known: Facts, line: Line, at: string): Refusal {
  const [supplier, supplierEn] = supplierWords(supplierOf(known, line));
  const [subject, subjectEn] = subjectName(known, line);
  return fault(
    `${at}.supplierId`,
    "PUR-1001",
    `供应商[${supplier}]在物料/分类[${subject}]的合格清单中已存在`,
    `Supplier ${supplierEn} is already on the ASL for ${subjectEn}`,
  );
}

const keyOf = (line: Line): string => [line.aslLevel, subjectOf(line), line.supplierId, line.supplierSiteId ?? ""].join("/");

/** What is wrong with a line by itself. */
function lineFaults(known: Facts, line: Line, at: string, isTwice: boolean): (Refusal | false)[] {
  const group = known.categories.find((category) => category.id === line.categoryId);
  return [
    !isLive(line.aslStatus) && fault(`${at}.aslStatus`, "PUR-0001", "只能申请合格或试用", "Only approved or trial can be applied for"),
    line.endDate !== null &&
      line.endDate < line.startDate &&
      fault(`${at}.endDate`, "PUR-0007", "结束日期不能早于开始日期", "End date cannot be before start date"),
    !isOfItem(line) &&
      group !== undefined &&
      group.leafFlag !== "Y" &&
      fault(`${at}.categoryId`, "PUR-0001", "须选择末级分类", "Choose a leaf category"),
    isTwice && exists(known, line, at),
  ];
}

/** An item brings its category; a line about a category has no item. What is on the list already is marked. */
function settled(known: Facts, line: Line): Effect {
  const what = known.items.find((doc) => doc.id === line.itemId);
  return set(line, {
    ...(isOfItem(line) ? (what ? { categoryId: what.categoryId } : {}) : { itemId: null }),
    duplicateFlag: isThere(known.lists, line) ? "Y" : "N",
  });
}

const save = rule(aslApply, "saveOrUpdate", {
  reads: facts,
  decide: (doc, known, { before }, me, at) => [
    before === null && doc.applyUserId === null && set(doc, { applyUserId: me.userId, applyDate: at.today }),
    ...doc.lines.flatMap((line, i) => lineFaults(known, line, `lines[${i}]`, doc.lines.findIndex((row) => keyOf(row) === keyOf(line)) < i)),
    ...doc.lines.map((line) => settled(known, line)),
  ],
});

/** Suppliers nothing may be begun with. */
const barred = (doc: Apply, { suppliers }: Facts): Refusal[] =>
  suppliers
    .filter((supplier) => supplier.blacklistFlag === "Y" || supplier.quitScopeAll === "Y" || supplier.infoStatus !== "EFFECTIVE")
    .map((supplier) => notTradable(supplierWords(supplier), supplier.id));

const submit = rule(aslApply, "doSubmit", {
  reads: facts,
  decide: (doc, known) => [
    doc.lines.length === 0 && noLines(),
    ...doc.lines.flatMap((line, i) => (isThere(known.lists, line) ? [exists(known, line, `lines[${i}]`)] : [])),
    ...barred(doc, known),
    ...doc.lines.map((line) => settled(known, line)),
  ],
});

const copied = [
  ...(["supplierId", "supplierSiteId", "aslStatus", "startDate", "endDate", "moq", "mpq", "leadTimeDays"] as const),
  ...(["overTolerance", "underTolerance", "inspectionLevel", "allowInquiry", "allowOrder", "allowDelivery"] as const),
  ...(["supplierItemCode", "manufacturerName"] as const),
];
const admittedFrom = (doc: Apply, line: Line): Admitted => ({
  ...(Object.fromEntries(copied.map((key) => [key, line[key]])) as unknown as Admitted),
  sourceType: doc.slcQualifiedId ? "SLC_QUALIFIED" : "APPLY",
  sourceId: doc.id,
});

const approve = rule(aslApply, "doApproval", {
  reads: async (doc, find) => {
    const lists = await listsOf(doc, find);
    // Locked first, so that nobody puts the same supplier there meanwhile or makes the item obsolete.
    const itemIds = new Set(doc.lines.flatMap((line) => (isOfItem(line) && line.itemId ? [line.itemId as string] : [])));
    await Promise.all([...lists.map((row) => find.lock(aslHeader, row.id)), ...[...itemIds].map((id) => find.lock(item, id))]);
    const asked = doc.lines.map((line): PpapAsked => ({ ...line, orgId: doc.orgId }));
    const [known, ppap] = await Promise.all([facts(doc, find), ppapHolds.ask(find, { lines: asked })]);
    return { known, ppap };
  },
  decide: (doc, { known, ppap }, _, __, at) => {
    const groups = [...Map.groupBy(doc.lines, (line) => `${line.aslLevel}/${subjectOf(line)}`).values()];
    return [
      ...ppap,
      ...barred(doc, known),
      ...groups.flatMap((lines): Effect[] => {
        const admitted = lines.map((line) => admittedFrom(doc, line));
        const list = listOf(known.lists, lines[0]!);
        if (list) return [run(aslHeader, list.id, "doAdmit", { admitted })];
        const { aslLevel, itemId, categoryId } = lines[0]!;
        const id = at.newId();
        return [
          make(aslHeader, id, { orgId: doc.orgId, aslLevel, itemId, categoryId, enabledFlag: "Y" }),
          run(aslHeader, id, "doAdmit", { admitted }),
        ];
      }),
      ...doc.lines.map((line) => set(line, { duplicateFlag: "N" })),
    ];
  },
});

export const aslApplyRules = [save, submit, approve];
