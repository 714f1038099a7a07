import { all, every, sql, type Sql } from "#kernel/query.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newId } from "#kernel/server/act/id.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { houseDay } from "#kernel/time.ts";
import { getProfile } from "#modules/base/index.ts";
import { archive } from "../archive/archive.entity.ts";
import { contract } from "../contract.entity.ts";
import { contractItem, paymentStage } from "../contract-lines.entity.ts";
import { moldSampleRefund } from "../execution/refund.entity.ts";
import { causesOf, reachedBy, type Watched, type WatchedStage, type WarnRule } from "../warning/causes.ts";
import { contractWarning, liveWarning, warningRule } from "../warning/warning.entity.ts";
import { dayOf } from "./house-day.ts";

const watched = ["CONFIRMING", "PUBLISHED", "SIGNING", "SIGNED", "EFFECTIVE", "EXPIRED", "COMPLETED", "TERMINATED"];
const piece = 200;

interface Known {
  readonly id: string;
  readonly contractId: string;
  readonly stageId: string | null;
  readonly warnType: string;
  readonly leadDay: number;
  readonly state: string;
  readonly causeMark: string | null;
}
const keyOf = (of: { contractId: string; stageId: string | null; warnType: string; leadDay: number }): string =>
  [of.contractId, of.stageId ?? "", of.warnType, of.leadDay].join("|");

/** Those of a column that belong to some contracts; all of them where none are named. */
const among = (column: Sql, ids: readonly string[] | null): Sql | null => (ids ? sql`${column} = any(${ids}::text[])` : null);

const contractsOf = (db: Db, today: string, ids: readonly string[] | null): Promise<Watched[]> => {
  const [c, a, i, r] = [every(contract), every(archive), every(contractItem), every(moldSampleRefund)];
  const where = all(sql`${c.status} = any(${watched}::text[])`, among(sql`${c.id}`, ids));
  return db.query<Watched>(sql`
    select ${c.id}, ${c.contractNum}, ${c.orgId}, ${c.ownerId}, ${c.status}, ${c.effectiveDate}::text as "effectiveDate",
      ${c.expiryDate}::text as "expiryDate", ${c.noticeDays},
      case when ${c.nonRenewFor} = ${c.expiryDate} then 'N' else ${c.autoRenewFlag} end as "autoRenewFlag", ${c.warrantyMonths}, ${c.depositAmount}::text as "depositAmount",
      ${c.amountIncl}::text as "amountIncl", ${c.orderedAmount}::text as "orderedAmount", ${dayOf(sql`${c.confirmDue}`)} as "confirmDay",
      ${dayOf(sql`${c.publishedAt}`)} as "publishedDay", ${dayOf(sql`${c.signedAt}`)} as "signedDay",
      exists (select 1 from ${a} where ${a.contractId} = ${c.id} and ${a.status} <> 'WAIT') as "isArchived",
      (select min(${i.deliveryDate})::text from ${i} where ${i.parentId} = ${c.id} and ${i.lineStatus} = 'OPEN'
        and ${i.deliveryDate} < ${today}::date and ${i.receivedQty} < coalesce(${i.qty}, 0)) as "lateSince",
      (select min(${r.deadline})::text from ${r} where ${r.parentId} = ${c.id} and ${r.refundStatus} in ('TRACKING', 'REACHED')) as "refundBy"
    from ${c} where ${where}`);
};

const stagesOf = (db: Db, ids: readonly string[] | null): Promise<WatchedStage[]> => {
  const [c, s] = [every(contract), every(paymentStage)];
  const where = all(
    sql`${c.status} in ('SIGNED', 'EFFECTIVE', 'EXPIRED', 'COMPLETED') and ${s.dueDateCalc} is not null`,
    sql`${s.stageStatus} not in ('PAID', 'CLOSED')`,
    among(sql`${c.id}`, ids),
  );
  return db.query<WatchedStage>(sql`
    select ${s.id}, ${s.parentId}, ${s.stageName}, ${s.dueDateCalc}::text as due, ${s.triggeredAmount}::text as amount,
      ${s.paidAmount}::text as paid, ${s.deductedAmount}::text as deducted
    from ${s} join ${c} on ${c.id} = ${s.parentId} where ${where}`);
};

/** Warnings that count, and those that somebody handled: the same occurrence does not come again. */
const knownOf = (db: Db, ids: readonly string[] | null): Promise<Known[]> => {
  const w = every(contractWarning);
  const where = all(sql`${w.state} <> 'AUTO_CLOSED'`, among(sql`${w.contractId}`, ids));
  return db.query<Known>(
    sql`select ${w.id}, ${w.contractId}, ${w.stageId}, ${w.warnType}, ${w.leadDay}, ${w.state}, ${w.causeMark} from ${w} where ${where}`,
  );
};

const rulesOf = (db: Db): Promise<WarnRule[]> => {
  const r = every(warningRule);
  return db.query(
    sql`select ${r.warnType}, ${r.leadDays}, ${r.level}, ${r.receiverRoles}, ${r.orgId} from ${r} where ${r.enabledFlag} = 'Y'`,
  );
};

/** Compares what the rules find in contracts with the warnings there are: new causes are raised, gone ones closed. */
export class ContractWatch {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };

  constructor(kernel: Kernel, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#clock = clock;
  }

  /** All contracts, or some of them: five statements to look, however many they are. Answers how many warnings were raised or closed. */
  async look(ids: readonly string[] | null = null): Promise<number> {
    const { db } = this.#kernel;
    const today = houseDay(this.#clock.now());
    const [docs, stages, known, rules, unsigned] = await Promise.all([
      ...([contractsOf(db, today, ids), stagesOf(db, ids), knownOf(db, ids), rulesOf(db)] as const),
      getProfile(factsFor(this.#kernel, systemMe("contracts")), "CCT_UNSIGNED_WARN_DAYS"),
    ]);
    const byContract = Map.groupBy(stages, (stage) => stage.parentId);
    const found = docs.flatMap((doc) =>
      causesOf(doc, byContract.get(doc.id) ?? [], today, Number(unsigned.value)).flatMap((cause) => {
        const reached = reachedBy(cause, doc.orgId, rules);
        return reached
          ? [{ doc, cause, ...reached, contractId: doc.id, stageId: cause.stageId, warnType: cause.type, leadDay: reached.lead }]
          : [];
      }),
    );
    const isLive = ({ state }: Known): boolean => (liveWarning as readonly string[]).includes(state);
    const live = new Map(known.filter(isLive).map((row) => [keyOf(row), row]));
    const handled = new Set(known.filter((row) => !isLive(row)).map((row) => `${keyOf(row)}|${row.causeMark ?? ""}`));
    const stays = (hit: (typeof found)[number]): boolean => live.get(keyOf(hit))?.causeMark === hit.cause.mark;
    const fresh = found.filter((hit) => !stays(hit) && !handled.has(`${keyOf(hit)}|${hit.cause.mark}`));
    const staying = new Set(found.filter(stays).map(keyOf));
    const gone = [...live].filter(([key]) => !staying.has(key)).map(([, row]) => row.id);
    const cleared = await this.#act(
      "doClear",
      gone.map((id) => ({ id, input: {} })),
    );
    return (
      cleared +
      (await this.#act(
        "saveOrUpdate",
        fresh.map((hit) => ({ input: draftOf(hit) })),
      ))
    );
  }

  /** In pieces, each in a transaction; where somebody was quicker the rows of a piece are taken one by one. */
  async #act(action: string, targets: readonly { readonly id?: string; readonly input: Row }[]): Promise<number> {
    let done = 0;
    for (let at = 0; at < targets.length; at += piece) {
      const rows = targets.slice(at, at + piece);
      done += await this.#try(action, rows).catch(async (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        let some = 0;
        if (rows.length > 1) for (const row of rows) some += await this.#try(action, [row]).catch(refusedAsNone);
        return some;
      });
    }
    return done;
  }

  async #try(action: string, targets: readonly { readonly id?: string; readonly input: Row }[]): Promise<number> {
    await this.#kernel.actor.act(
      { entity: contractWarning, action, targets, bulk: true },
      { me: systemMe("contracts"), now: this.#clock.now(), requestId: newId(), ip: null },
    );
    return targets.length;
  }

  programs(): Readonly<Record<string, JobHandler>> {
    return {
      CCT_WARNINGS: async () => {
        const n = await this.look();
        return [`更新合同预警 ${n} 条`, `${n} contract warnings updated`];
      },
    };
  }

  /** A contract that changes is looked at again at once. */
  follow(): () => Promise<void> {
    const waiting = new Set<string>();
    let working: Promise<unknown> = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    const look = (): Promise<unknown> => {
      const ids = [...waiting];
      waiting.clear();
      return this.look(ids);
    };
    const stop = this.#kernel.bus.hear((changes) => {
      for (const change of changes) if (change.entity === contract.name && change.id !== "*") waiting.add(change.id);
      if (waiting.size && !timer)
        timer = setTimeout(() => {
          timer = undefined;
          working = working.then(look).catch(() => undefined);
        }, 300).unref();
    });
    return async () => {
      stop();
      clearTimeout(timer);
      await working;
    };
  }
}

const refusedAsNone = (error: unknown): number => {
  if (error instanceof Refusal) return 0;
  throw error;
};

const draftOf = ({
  doc,
  cause,
  rule,
  ...key
}: {
  readonly doc: Watched;
  readonly cause: ReturnType<typeof causesOf>[number];
  readonly rule: WarnRule;
  readonly contractId: string;
  readonly stageId: string | null;
  readonly warnType: string;
  readonly leadDay: number;
}): Row => ({
  contractId: key.contractId,
  stageId: key.stageId,
  warnType: key.warnType,
  leadDay: key.leadDay,
  contractNum: doc.contractNum,
  orgId: doc.orgId,
  ownerId: doc.ownerId,
  level: rule.level,
  receiverRoles: rule.receiverRoles,
  dueDate: cause.dueDate,
  causeMark: cause.mark,
  message: cause.message[0].slice(0, 500),
  messageEn: cause.message[1].slice(0, 500),
});
