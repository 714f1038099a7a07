import { some, type Doc } from "#kernel/entity.ts";
import { sum } from "#kernel/decimal.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, run, set, type Effect, type Find } from "#kernel/rule.ts";
import { item } from "#modules/base/index.ts";
import { fault, noLines } from "#modules/demand/index.ts";
import { obsoleteCode, obsoleteRefusal } from "./asl-about.ts";
import { misfit, readAfter, standingOf, wrongAfter, type After, type AlterType } from "./asl-alter.ts";
import { aslAlteration } from "./asl-alteration.entity.ts";
import { aslHeader } from "./asl.entity.ts";
import { sourceUses } from "./asl.questions.ts";
import type { Altered } from "./asl.rules.ts";
import type { AslHeader, AslLine } from "./asl.ts";

type Alteration = Doc<typeof aslAlteration>;
type Line = Alteration["lines"][number];

/** The lists behind the lines, whole, and each line with the row it is about. */
async function listsOf(doc: Alteration, find: Find): Promise<readonly AslHeader[]> {
  const ids = [...new Set(doc.lines.map((line) => line.aslLineId as string))];
  return ids.length ? find.where(aslHeader, { lines: some({ id: ids }) }, 5000) : [];
}
const targetOf = (lists: readonly AslHeader[], line: Line): AslLine | undefined =>
  lists.flatMap((aslHeader) => aslHeader.lines).find((row) => row.id === line.aslLineId);

const typeOf = (doc: Alteration): AlterType => doc.alterType as AlterType;
const afterOf = (line: Line): After | null => (line.afterJson ?? null) as After | null;

/** What is wrong with one line: another organisation's, twice, or values that do not fit. */
function lineFaults(doc: Alteration, line: Line, i: number, row: AslLine | undefined, today: string): (Refusal | false)[] {
  const at = `lines[${i}]`;
  if (!row) return [fault(`${at}.aslLineId`, "PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you")];
  return [
    row.orgId !== doc.orgId && fault(`${at}.aslLineId`, "PUR-0004", "准入行不属于该组织", "The ASL line is of another organisation"),
    doc.lines.findIndex((candidate) => candidate.aslLineId === line.aslLineId) < i &&
      fault(`${at}.aslLineId`, "PUR-1006", "同一准入行只能出现一次", "An ASL line can appear only once"),
    ...wrongAfter(typeOf(doc), row, afterOf(line), today).map(([cn, en]) => fault(`${at}.afterJson`, "PUR-0001", cn, en)),
  ];
}

const inOrder = (value: unknown): string => JSON.stringify(Object.entries((value ?? {}) as object).sort(([x], [y]) => (x < y ? -1 : 1)));
/** The stored value where the new one says the same in another order. */
const unless = <T>(stored: T, next: T): T => (stored !== null && inOrder(stored) === inOrder(next) ? stored : next);

/** What a line is about, for lists and cards; only what the kind of alteration may bring is kept. */
const settled = (doc: Alteration, line: Line, row: AslLine): Effect =>
  set(line, {
    supplierId: row.supplierId,
    itemId: row.itemId,
    categoryId: row.categoryId,
    beforeJson: unless(line.beforeJson, standingOf(row)),
    afterJson: unless(line.afterJson, readAfter(typeOf(doc), row, afterOf(line)).after),
  });

const save = rule(aslAlteration, "saveOrUpdate", {
  reads: async (doc, find) => ({ lists: await listsOf(doc, find) }),
  decide: (doc, { lists }, _, __, at) => [
    ...doc.lines.flatMap((line, i) => {
      const row = targetOf(lists, line);
      // While it is being drawn up a value may still be missing; what is there must be right.
      const isEmpty = Object.keys(afterOf(line) ?? {}).length === 0;
      const faults = lineFaults(doc, line, i, row, at.today);
      return isEmpty ? faults.slice(0, row ? 2 : 1) : faults;
    }),
    ...doc.lines.flatMap((line) => {
      const row = targetOf(lists, line);
      return row ? [settled(doc, line, row)] : [];
    }),
  ],
});

/** Another document in approval that alters one of the same lines. */
async function rivals(doc: Alteration, find: Find): Promise<readonly Alteration[]> {
  const ids = doc.lines.map((line) => line.aslLineId as string);
  if (ids.length === 0) return [];
  return find.where(aslAlteration, { status: "APPROVING", id: { not: doc.id }, lines: some({ aslLineId: ids }) });
}

/** Items of the lists that are obsolete, by their ids: what an extension or a resumption would bring back must still be bought. */
async function obsoleteIn(doc: Alteration, find: Find, lists: readonly AslHeader[]): Promise<ReadonlyMap<string, string>> {
  if (typeOf(doc) !== "EXTEND" && typeOf(doc) !== "RESUME") return new Map();
  const items = await Promise.all(lists.map((aslHeader) => find.maybe(item, aslHeader.itemId)));
  return new Map(
    items.flatMap((row) => {
      const code = obsoleteCode(row);
      return code === null ? [] : [[row!.id as string, code] as const];
    }),
  );
}

async function busyWith(doc: Alteration, find: Find, lists: readonly AslHeader[]) {
  const rows = doc.lines.flatMap((line) => targetOf(lists, line) ?? []);
  if (!sourceUses.isAnswered(find)) return null;
  return sourceUses.ask(find, {
    lines: rows.map(({ id, orgId, supplierId, supplierSiteId, itemId, categoryId }) => ({
      aslLineId: id,
      orgId,
      supplierId,
      supplierSiteId,
      itemId,
      categoryId,
    })),
  });
}

const submit = rule(aslAlteration, "doSubmit", {
  reads: async (doc, find) => {
    const lists = await listsOf(doc, find);
    await Promise.all(lists.map((row) => find.lock(aslHeader, row.id)));
    const [others, uses, gone] = await Promise.all([rivals(doc, find), busyWith(doc, find, lists), obsoleteIn(doc, find, lists)]);
    return { lists, others, uses, gone };
  },
  decide: (doc, { lists, others, uses, gone }, _, __, at) => [
    doc.lines.length === 0 && noLines(),
    ...[...gone.values()].map(obsoleteRefusal),
    ...doc.lines.flatMap((line, i) => {
      const row = targetOf(lists, line);
      const wrong = row ? misfit(typeOf(doc), row) : null;
      const rival = others.find((alteration) => alteration.lines.some((other) => other.aslLineId === line.aslLineId));
      const num = rival?.alterNum ?? "";
      return [
        ...lineFaults(doc, line, i, row, at.today),
        wrong && fault(`lines[${i}].aslLineId`, "PUR-0003", wrong[0], wrong[1]),
        rival &&
          refuse("PUR-1006", `准入行[${i + 1}]已有在审批的变更单[${num}]`, `ASL line ${i + 1} is already in change ${num}`, {
            data: { alterationId: rival.id },
          }),
      ];
    }),
    ...doc.lines.flatMap((line) => {
      const row = targetOf(lists, line);
      const open = (uses ?? []).filter((use) => use.kind === "ORDER" && use.aslLineId === line.aslLineId);
      const openOrderQty = uses === null ? null : sum(open.map((sourceUse) => sourceUse.qty ?? "0"));
      return row ? [settled(doc, line, row), set(line, { openOrderQty })] : [];
    }),
  ],
});

/** Carries out the lines that still fit, list by list. */
function applied(doc: Alteration, lists: readonly AslHeader[], lines: readonly Line[], today: string): Effect[] {
  const byList = Map.groupBy(
    lines,
    (line) => lists.find((aslHeader) => aslHeader.lines.some((row) => row.id === line.aslLineId))?.id ?? "",
  );
  return [
    ...[...byList].flatMap(([id, some]) =>
      id
        ? [
            run(aslHeader, id, "doAlter", {
              altered: some.map((line): Altered => ({
                aslLineId: line.aslLineId,
                after: afterOf(line),
                keepOpenOrders: line.keepOpenOrders as "Y" | "N",
              })),
              by: { alterType: doc.alterType, alterationId: doc.id },
            }),
          ]
        : [],
    ),
    ...lines.map((line) => set(line, { appliedDate: today })),
    set(doc, { appliedDate: today }),
  ];
}

const approve = rule(aslAlteration, "doApproval", {
  reads: async (doc, find) => ({ lists: await listsOf(doc, find) }),
  decide: (doc, { lists }, _, __, at) =>
    doc.effectiveDate !== null && doc.effectiveDate > at.today ? [] : applied(doc, lists, doc.lines, at.today),
});

/** Its day has come. What no longer fits, because the line went another way meanwhile, is left out. */
const apply = rule(aslAlteration, "doApply", {
  reads: async (doc, find) => ({ lists: await listsOf(doc, find) }),
  decide: (doc, { lists }, _, __, at) => {
    if (doc.appliedDate !== null) return [];
    if (doc.effectiveDate !== null && doc.effectiveDate > at.today)
      return refuse("PUR-0003", "未到生效日期", "The effective date has not been reached");
    const fitting = doc.lines.filter((line) => {
      const row = targetOf(lists, line);
      return row && !misfit(typeOf(doc), row) && wrongAfter(typeOf(doc), row, afterOf(line), at.today).length === 0;
    });
    return applied(doc, lists, fitting, at.today);
  },
});

export const aslAlterationRules = [save, submit, approve, apply];
