import { abs, cmp, isZero, min, sub, sum } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, rule, set, type Decision, type Effect } from "#kernel/rule.ts";
import type { Stmt, StmtDetail, StmtRow, Wanted } from "./compose.ts";
import { adjustmentOf } from "./adjust.ts";
import { pairFaults } from "./pairs.ts";
import { takingEffects, type Taking } from "./reserve.ts";
import { composed } from "./stmt.checks.ts";
import { accountStmt } from "./stmt.entity.ts";
import { written } from "./stmt.effects.ts";
import { stmtFacts, wantedOf, type StmtFacts } from "./stmt.facts.ts";

/** A difference as the other side raises it. */
interface Raised {
  readonly lineNum?: number | null;
  readonly diffType?: string;
  readonly theirValue?: string | null;
  readonly taxRate?: string | null;
  readonly reason?: string;
  readonly fileIds?: string | null;
}

/** How the owner settles a difference. */
interface Settled {
  readonly id: string;
  readonly resolution?: string;
  readonly adjustEx?: string | null;
  readonly taxRate?: string | null;
}

const listOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as readonly T[]) : []);
const types: readonly string[] = ["QTY", "PRICE", "TAX", "MISSING", "FREIGHT", "OTHER"];
const ofLine: readonly string[] = ["QTY", "PRICE", "TAX"];
const isNumber = (value: unknown): value is string => typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);

function raisedFaults(doc: Stmt, raised: readonly Raised[]): (Refusal | false)[] {
  if (raised.length === 0) return [refuse("RCN-110", "请至少填写一条差异及原因", "Enter at least one difference with its reason")];
  return raised.flatMap(({ lineNum, diffType = "", theirValue, taxRate, reason }) => [
    !types.includes(diffType) && refuse("RCN-111", "请选择差异类型", "Choose the kind of difference"),
    !reason?.trim() && refuse("RCN-112", "请填写差异原因", "Enter the reason for the difference"),
    ofLine.includes(diffType) &&
      !doc.lines.some((line) => line.lineNum === lineNum && line.lineKind === "GOODS") &&
      refuse("RCN-113", "请选择有差异的货款行", "Choose the goods line that differs"),
    (diffType === "QTY" || diffType === "PRICE") && !isNumber(theirValue) && refuse("RCN-114", "请填写贵方数值", "Enter your own figure"),
    diffType === "TAX" && !taxRate && refuse("RCN-114", "请选择贵方税率", "Choose your tax rate"),
  ]);
}

const dispute = rule(accountStmt, "doDispute", {
  decide: (doc, _, input, me, at): Decision => {
    const raised = listOf<Raised>(input.details);
    const wrong = raisedFaults(doc, raised).filter((entry) => entry !== false);
    if (wrong.length) return wrong;
    const raisedBy = me.audience === "supplier" ? "SUPPLIER" : "BUYER";
    const effects = raised.flatMap(({ lineNum, diffType, theirValue, taxRate, reason, fileIds }): Effect[] => {
      const line = doc.lines.find((candidate) => candidate.lineNum === lineNum);
      const ours = diffType === "QTY" ? line?.qty : diffType === "PRICE" ? line?.price : null;
      const draft = {
        lineId: line?.id ?? null,
        lineNum: line?.lineNum ?? null,
        diffType,
        theirValue: theirValue ?? null,
        taxRate: taxRate ?? null,
      };
      return [
        add(doc, "details", {
          ...draft,
          ourValue: ours ?? null,
          raisedBy,
          reason: reason!.slice(0, 500),
          fileIds: fileIds ?? null,
          detailStatus: "OPEN",
        }),
        ...(line
          ? [
              set(line, {
                lineStatus: "DISPUTED",
                ...(diffType === "QTY" ? { supplierQty: theirValue! } : {}),
                ...(diffType === "PRICE" ? { supplierPrice: theirValue! } : {}),
              }),
              ...doc.transactions.filter((row) => row.lineId === line.id).map((row) => set(row, { disputeFlag: "Y" })),
            ]
          : []),
      ];
    });
    return [...effects, set(doc, { disputeCount: doc.disputeCount + raised.length, statusDate: at.today })];
  },
});

/** The newest rows of a line give up what the other side did not deliver. */
function lowered(rows: readonly StmtRow[], theirs: string): ReadonlyMap<string, string> {
  let excess = sub(sum(rows.map((row) => row.qty)), theirs);
  const after = new Map<string, string>();
  for (const row of rows.toReversed()) {
    if (cmp(excess, "0") <= 0 || cmp(row.qty, "0") <= 0) continue;
    const gives = min(excess, row.qty);
    after.set(row.id, sub(row.qty, gives));
    excess = sub(excess, gives);
  }
  return after;
}

function settledFaults(doc: Stmt, settled: ReadonlyMap<string, Settled>): (Refusal | false)[] {
  return doc.details
    .filter(({ detailStatus }) => detailStatus === "OPEN")
    .flatMap((detail) => {
      const { resolution, adjustEx, taxRate } = settled.get(detail.id) ?? {};
      const line = doc.lines.find(({ lineNum }) => lineNum === detail.lineNum);
      return [
        !resolution && refuse("RCN-005", "存在未处理差异", "Differences are still open. Choose how each is settled"),
        resolution === "ADJUST" &&
          (!isNumber(adjustEx) || isZero(adjustEx) || !taxRate) &&
          refuse("RCN-115", "请填写调整金额和税率", "Enter the adjustment and its tax rate"),
        resolution === "DEFER" && !line && refuse("RCN-116", "移出本期只适用于货款行", "Only a goods line can be deferred"),
        resolution === "ACCEPT" &&
          !ofLine.includes(detail.diffType) &&
          refuse("RCN-117", "该差异请以调整金额处理", "Settle this difference with an adjustment"),
        resolution === "ACCEPT" &&
          detail.diffType === "QTY" &&
          line !== undefined &&
          cmp(abs(detail.theirValue ?? "0"), abs(line.qty)) > 0 &&
          refuse("RCN-003", `对账数量仅有${line.qty}，请加载缺少的入库`, `Only ${line.qty} is in the statement. Load the missing receipt`),
      ];
    });
}

/** The rows that the settlement leaves, with their quantities. */
function wantedAfter(doc: Stmt, details: readonly StmtDetail[]): Wanted[] {
  const lineOf = (detail: StmtDetail) => doc.lines.find(({ lineNum }) => lineNum === detail.lineNum);
  const deferred = new Set(details.flatMap((detail) => (detail.resolution === "DEFER" ? [lineOf(detail)?.id as string] : [])));
  const changed = new Map(
    details.flatMap((detail) => {
      const line = lineOf(detail);
      return detail.resolution === "ACCEPT" && detail.diffType === "QTY" && line
        ? [
            ...lowered(
              doc.transactions.filter((row) => row.lineId === line.id),
              detail.theirValue ?? "0",
            ),
          ]
        : [];
    }),
  );
  return wantedOf(doc)
    .filter(({ row }) => !deferred.has(row!.lineId as string))
    .map((entry) => ({ ...entry, qty: changed.get(entry.id) ?? entry.qty }))
    .filter(({ qty, row }) => !isZero(qty) || isZero(row!.qty));
}

/** Reservations follow the rows: what goes or changes is given back, what comes or changes is taken. */
function followRows(doc: Stmt, next: Exclude<ReturnType<typeof composed>, Refusal>, facts: StmtFacts): Effect[] {
  const after = new Map(next.rows.map((row) => [row.wanted.id, row]));
  const isSame = (row: StmtRow): boolean => after.has(row.id) && cmp(after.get(row.id)!.wanted.qty, row.qty) === 0;
  const gone = doc.transactions.filter((row) => row.lockState === "RESERVED" && !isSame(row));
  const held = new Set(doc.transactions.filter((row) => row.lockState === "RESERVED" && isSame(row)).map((row) => row.id as string));
  const txnOf = (id: string) => facts.txns.get(id) ?? { id: id as never, sourceTransactionId: null };
  return takingEffects(doc, [
    ...gone.map((row): Taking => ({
      step: "RELEASE",
      txn: txnOf(row.txnId),
      rowId: row.id,
      qty: row.qty,
      amountExcl: row.amountExcl,
      taxAmount: row.taxAmount,
    })),
    ...next.rows
      .filter(({ wanted }) => !held.has(wanted.id))
      .map(({ wanted, txn, amountExcl, taxAmount }): Taking => ({
        step: "RESERVE",
        txn,
        rowId: wanted.id,
        qty: wanted.qty,
        amountExcl,
        taxAmount,
      })),
  ]);
}

const settle = rule(accountStmt, "doSettleDispute", {
  reads: (doc, find, input) =>
    stmtFacts(find, doc, { rates: listOf<Settled>(input.details).map(({ taxRate }) => taxRate), isLocked: true }),
  decide: (doc, facts, input, _, at): Decision => {
    const settled = new Map(listOf<Settled>(input.details).map((entry) => [entry.id, entry]));
    const wrong = settledFaults(doc, settled).filter((entry) => entry !== false);
    if (wrong.length) return wrong;
    const details = doc.details.map((detail): StmtDetail => {
      const how = detail.detailStatus === "OPEN" ? settled.get(detail.id) : undefined;
      if (!how) return detail;
      const isAdjusted = how.resolution === "ADJUST";
      return {
        ...detail,
        resolution: how.resolution ?? null,
        detailStatus: "SETTLED",
        adjustEx: isAdjusted ? (how.adjustEx ?? null) : null,
        taxRate: isAdjusted ? (how.taxRate ?? null) : detail.taxRate,
      };
    });
    const wanted = wantedAfter(
      doc,
      details.filter((detail) => settled.has(detail.id)),
    );
    const torn = pairFaults(wanted, facts.txns);
    if (torn.length) return torn;
    const next = composed(doc, wanted, details, facts);
    if ("code" in next) return next;
    const amounts = (detail: StmtDetail) => {
      const own = adjustmentOf(
        detail,
        next.lines.find(({ lineNum }) => lineNum === detail.lineNum),
        facts,
      );
      return isZero(own.amountIncl) ? {} : { adjustEx: own.amountExcl, adjustTax: own.taxAmount, adjustInc: own.amountIncl };
    };
    const isLeft = (detail: StmtDetail): boolean => next.lines.some(({ lineNum }) => lineNum === detail.lineNum);
    return [
      ...doc.details.map((old, i) => {
        const detail = details[i]!;
        const { resolution, detailStatus, taxRate } = detail;
        return set(old, { resolution, detailStatus, taxRate, ...amounts(detail), ...(isLeft(detail) ? {} : { lineId: null }) });
      }),
      ...written(
        doc,
        next,
        details,
        facts,
        () => "RESERVED",
        () => at.newId(),
      ),
      ...followRows(doc, next, facts),
      set(doc, { status: next.rows.length ? "WAIT_CONFIRM" : "CANCELLED", statusDate: at.today }),
    ];
  },
});

export const disputeRules = [dispute, settle];
