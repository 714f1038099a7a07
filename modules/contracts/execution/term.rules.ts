import { cmp, isZero, sub } from "#kernel/decimal.ts";
import { addDays, addMonthsToEnd } from "#kernel/days.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set, tell, warn, type Decision } from "#kernel/rule.ts";
import { about } from "../about.ts";
import { archive } from "../archive/archive.entity.ts";
import { contract } from "../contract.entity.ts";
import { draftSigned } from "../change/moves.ts";
import { fault } from "../common.ts";
import { textFacts, textOf } from "../contract-text-of.ts";
import { versionRow, versionsOf } from "../text/version-rows.ts";
import { dueFacts, triggered, type Contract, type Due } from "./post.rules.ts";

/** The last day of a contract after its renewal; a contract that ends with a month goes on to the end of a month. */
export const renewedUntil = (expiry: string, months: number): string => addMonthsToEnd(expiry, months);

/** The last day on which either side may still prevent the next renewal. */
export const lastNotice = (expiry: string, noticeDays: number | null): string => addDays(expiry, -(noticeDays ?? 0));

interface Renewing {
  readonly autoRenewFlag: string;
  readonly renewMonths: number | null;
  readonly expiryDate: string;
  readonly nonRenewFor: string | null;
}

/** Until when a contract goes on after its last day; null where it ends. */
export const nextPeriod = ({ autoRenewFlag, renewMonths, expiryDate, nonRenewFor }: Renewing): string | null =>
  autoRenewFlag === "Y" && renewMonths !== null && nonRenewFor !== expiryDate ? renewedUntil(expiryDate, renewMonths) : null;

const whole = (stage: Contract["stages"][number]): Due => ({ stage, amount: stage.amount ?? "0" });
const isUntriggered = (stage: Contract["stages"][number]): boolean => stage.triggeredAt === null && stage.stageStatus !== "CLOSED";

/** Stages that fall due with the contract's effect, or whose date has come. */
const dueNow = (doc: Contract, today: string, isEffect: boolean): Due[] =>
  doc.stages
    .filter(
      (stage) =>
        isUntriggered(stage) &&
        ((isEffect && stage.trigger === "SIGN") || (stage.trigger === "DATE" && stage.dueDate !== null && stage.dueDate <= today)),
    )
    .map(whole);

const by = (doc: Contract) => ({ causeType: contract.name, causeId: doc.id, causeNum: doc.contractNum });

/** A signed contract is in force at once, or from its day on. */
const takeEffect = rule(contract, "doTakeEffect", {
  reads: (doc, find) => dueFacts(find, doc),
  decide: (doc, facts, _, me, at): Decision => {
    if (doc.liveId) return draftSigned(doc);
    if (doc.effectiveMode === "ON_DATE" && doc.effectiveDate > at.today) return [];
    return [
      set(doc, { status: "EFFECTIVE", effectiveAt: at.now }),
      ...triggered(doc, dueNow(doc, at.today, true), facts, by(doc), me, at),
      tell("CCT_EFFECTIVE", { ...about(doc), sourceType: doc.sourceType, sourceId: doc.sourceId, expiry: doc.expiryDate }),
    ];
  },
});

/** The day after the last one: it goes on by itself, unless somebody said otherwise in time, or it is over. */
const expire = rule(contract, "doExpire", {
  reads: async (doc, find) => ({ facts: await textFacts(doc, find), versions: await versionsOf(find, doc) }),
  decide: (doc, { facts, versions }, _, me, at): Decision => {
    if (doc.expiryDate >= at.today) return [];
    const until = nextPeriod(doc);
    if (until === null) return [set(doc, { status: "EXPIRED" }), tell("CCT_EXPIRED", { ...about(doc), date: doc.expiryDate })];
    const renewed = { ...doc, expiryDate: until };
    return [
      set(doc, { expiryDate: until, renewedTimes: doc.renewedTimes + 1 }),
      versionRow(
        doc,
        { versions, occasion: "RENEWED", hash: doc.pdfHash ?? "", shared: "Y", of: renewed, passages: textOf(renewed, facts) },
        me,
        at,
      ),
      tell("CCT_RENEWED", { ...about(doc), date: until }),
    ];
  },
});

/** A notice of either side. One that comes too late keeps its reason and counts for the next period. */
const nonRenew = rule(contract, "doNonRenew", {
  decide: (doc, _, input, me, at): Decision => {
    const reason = (input.nonRenewReason ?? "").trim();
    if (doc.autoRenewFlag !== "Y") return refuse("CCT-065", "合同不会自动续期", "The contract does not renew by itself");
    if (doc.nonRenewFor !== null && doc.nonRenewFor >= doc.expiryDate)
      return refuse("CCT-066", "已登记不续期通知", "A notice was given already");
    if (reason.length < 5) return fault("nonRenewReason", "CCT-034", "请填写原因，至少5个字", "Give a reason of at least 5 characters");
    const isLate = at.today > lastNotice(doc.expiryDate, doc.noticeDays);
    const until = isLate ? renewedUntil(doc.expiryDate, doc.renewMonths ?? 0) : doc.expiryDate;
    return [
      set(doc, {
        nonRenewFor: until,
        nonRenewReason: reason,
        nonRenewSide: me.audience === "supplier" ? "SUPPLIER" : "BUYER",
        nonRenewAt: at.now,
      }),
      isLate &&
        warn(
          "CCT-067",
          `通知已过期限，本期仍将续期；通知留存，${until}到期后不再续期`,
          `Too late for this period: the contract is still renewed. The notice is kept and counts after ${until}`,
        ),
      tell("CCT_NON_RENEW", { ...about(doc), date: until, reason, fromSide: me.audience === "supplier" ? "SUPPLIER" : "BUYER" }),
    ];
  },
});

/** A stage that people declare due, or dates that have come. */
const trigger = rule(contract, "doTrigger", {
  reads: (doc, find) => dueFacts(find, doc),
  decide: (doc, facts, input, me, at): Decision => {
    const asked = (Array.isArray(input.stages) ? input.stages : []) as readonly { readonly stageId: string; readonly amount: string }[];
    const named = asked.flatMap(({ stageId, amount }): Due[] =>
      doc.stages.filter((stage) => stage.id === stageId && stage.stageStatus !== "CLOSED").map((stage) => ({ stage, amount })),
    );
    return triggered(doc, asked.length ? named : dueNow(doc, at.today, false), facts, by(doc), me, at);
  },
});

const triggerStage = rule(contract, "doTriggerStage", {
  reads: (doc, find) => dueFacts(find, doc),
  decide: (doc, facts, input, me, at): Decision => {
    const stage = doc.stages.find((row) => row.stageNo === input.stageNo && row.trigger === "MANUAL" && isUntriggered(row));
    if (!stage)
      return fault("stageNo", "CCT-068", "该阶段不能手工触发或已触发", "This stage is not triggered by hand, or was triggered already");
    return triggered(doc, [whole(stage)], facts, by(doc), me, at);
  },
});

/** Everything was paid and nothing is on its way any more. */
const close = rule(contract, "doClose", {
  reads: async (doc, find) => ({ isKept: await find.exists(archive, { contractId: doc.id, status: { not: "WAIT" } }) }),
  decide: (doc, { isKept }): Decision => {
    const unpaid = doc.stages.filter((stage) => !["PAID", "CLOSED"].includes(stage.stageStatus) && !isZero(stage.amount ?? "0"));
    const coming = doc.items.filter((item) => item.lineStatus === "OPEN" && cmp(item.orderedQty, item.receivedQty) > 0);
    const names = (rows: readonly (string | null)[]): string => rows.join(", ");
    return [
      unpaid.length > 0 &&
        refuse(
          "CCT-069",
          `付款阶段${names(unpaid.map((stage) => stage.stageName))}未付清`,
          `Not paid in full: ${names(unpaid.map((stage) => stage.stageNameEn ?? stage.stageName))}`,
        ),
      coming.length > 0 &&
        refuse(
          "CCT-130",
          `明细${names(coming.map((item) => item.itemName))}仍有未收货订单`,
          `Orders are still open for ${names(coming.map((item) => item.itemName))}`,
        ),
      !isKept && warn("CCT-131", "合同尚未归档，请安排归档", "The contract is not archived yet; have it archived"),
      ...doc.items.filter((item) => item.lineStatus === "OPEN").map((item) => set(item, { lineStatus: "CLOSED" })),
      tell("CCT_COMPLETED", about(doc)),
    ];
  },
});

/** What falls due soon, or is not paid in time, goes to whoever pays and to the owner. */
const tellStage = rule(contract, "doTellStage", {
  decide: (doc, _, { stageId, left }): Decision => {
    const stage = doc.stages.find(({ id }) => id === stageId);
    if (!stage) return [];
    const unpaid = sub(sub(stage.triggeredAmount, stage.paidAmount), stage.deductedAmount);
    const names = { stage: stage.stageName, stageEn: stage.stageNameEn ?? stage.stageName };
    return tell("CCT_STAGE_DUE", {
      ...about(doc),
      ...names,
      amount: `${unpaid} ${doc.currency}`,
      date: stage.dueDateCalc,
      left: left ?? 0,
    });
  },
});

export const termRules = [tellStage, takeEffect, expire, nonRenew, trigger, triggerStage, close];
