import type { Me } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { make, rule, run, drop, set, warn, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { approval } from "./approval.entity.ts";
import { listed, text, type Given } from "./given.ts";
import { bpmInstance } from "./instance.entity.ts";
import { moneyOf, type Money } from "./money.ts";
import { closedFlagOf, matterOf, numberOf, openingOf, routeOf, subjectOf, variablesOf, weightyKeys, type Matter } from "./matter.ts";
import { callbackOf, carriedOut, definitionFor, formRouteOf, moveOf, openExists, type Move } from "./move.ts";
import { stateOf, type InstanceDoc } from "./stored.ts";
import { sameFact, type Definition, type Event, type Instance } from "./terms.ts";

/** A way on which nobody is asked. */
const nowhere: Definition = { key: "NONE", version: 0, name: ["免审", "No approval needed"], nodes: [], flows: [], routeKeys: [] };

/** Begins an approval, or goes on with one that was rejected; the submitting action waits for it in the same transaction. */
const begin = rule(bpmInstance, "begin", {
  async reads(doc, find, input, me, at) {
    const { bizEntity, bizId, submitAction } = input as { bizEntity: string; bizId: string; submitAction: string };
    const picks = (input["picks"] ?? {}) as Instance["picks"];
    const matter = await matterOf(find, bizEntity, bizId, submitAction);
    const former = await find.where(bpmInstance, {
      billTypeCode: matter.shape.bill,
      bizEntity,
      bizId,
      parentInstanceId: null,
      status: ["RUNNING", "SUSPENDED", "ERROR", "REJECTED"],
    });
    if (former.some((row) => row.status !== "REJECTED")) return { refusal: openExists() };
    const rejected = former.find((row) => row.starterUserId === me.userId && row.tokens.some((t) => t.state === "ACTIVE"));
    if (rejected) {
      const old = await find.lock(bpmInstance, rejected.id);
      const definition = await definitionFor(find, old);
      const money = await moneyOf(find, matter, at.today, definition);
      const event: Event = {
        do: "resubmit",
        by: me.userId,
        variables: variablesOf(matter),
        amount: money.amountBase,
        picks,
        comment: text(input, "reason"),
        subject: subjectOf(matter)[0],
      };
      const move = await moveOf(find, at, me, {
        matter,
        definition,
        before: stateOf(old),
        event,
        sheetId: old.id,
      });
      return { matter, old, move: { ...move, money }, changed: changedSince(old, matter) };
    }
    const starter = await find.maybe(user, me.userId);
    const wanted =
      typeof matter.row["modelId"] === "string" && matter.shape.bill === "FREE_FORM" ? await modelKeyOf(find, matter.row["modelId"]) : null;
    const worth = (definition: Definition | null) => moneyOf(find, matter, at.today, definition);
    const route = await routeOf(find, matter, at, me.zone, wanted, async () => (await worth(null)).amountBase);
    const money = await worth(route.mode === "NONE" ? nowhere : route.definition);
    const opening = openingOf(matter, doc.id, starter?.orgId ?? null, money.amountBase);
    if (route.mode === "NONE") return { matter, opening, money, log: route.log, submitAction };
    const event: Event = { do: "start", by: me.userId, opening, picks };
    const move = await moveOf(find, at, me, { matter, definition: route.definition, before: null, event, sheetId: null });
    return { matter, move: { ...move, money }, log: route.log, submitAction, made: route.mode === "MADE" ? route.definition : null };
  },
  decide(doc, facts, _, me, at) {
    if ("refusal" in facts) return facts.refusal;
    if ("old" in facts && facts.old) return [drop(doc), ...walksAgain(facts), ...listed(carriedOut(facts.old, facts.move, me))];
    if ("opening" in facts && facts.opening) return [...(facts.log ?? []), ...unasked(doc, facts, me, at)];
    const { move, log, submitAction, made } = facts as { move: Move; log: readonly Effect[]; submitAction: string; made: unknown };
    return [...log, set(doc, { submitAction, definition: made }), ...listed(carriedOut(doc, move, me))];
  },
});

/** The weighty fields that are not as they were when the document was sent back. */
const changedSince = (old: InstanceDoc, matter: Matter): readonly Text[] =>
  weightyKeys(matter)
    .filter((key) => !sameFact((old.variables as Given | null)?.[key], matter.row[key]))
    .map((key) => matter.entity.fields[key]?.label ?? ([key, key] as const));

/** Says before it happens why nobody is left out this time. */
function walksAgain({ changed, move }: { readonly changed: readonly Text[]; readonly move: Move }): readonly Effect[] {
  if (changed.length === 0 || move.taken instanceof Refusal) return [];
  const [cn, en] = [changed.map((text) => text[0]).join("、"), changed.map((text) => text[1].toLowerCase()).join(", ")];
  return [
    warn("BPM_WALK_AGAIN", `${cn}已变化，将重新经过全部审批人`, `Changed since it was sent back: ${en}. All approvers are asked again`),
  ];
}

async function modelKeyOf(find: Find, modelId: string): Promise<string | null> {
  const model = (await find.maybe(find.entity("BpmModel"), modelId)) as { modelKey?: string } | null;
  return model?.modelKey ?? null;
}

/** Approved at once, and the sheet says that nobody was asked. */
function unasked(
  doc: InstanceDoc,
  {
    matter,
    opening,
    money,
    submitAction,
  }: {
    readonly matter: Matter;
    readonly opening: ReturnType<typeof openingOf>;
    readonly money: Money;
    readonly submitAction: string;
  },
  me: Me,
  at: Moment,
): Effect[] {
  const [subject, subjectEn] = subjectOf(matter);
  const { id: _, ...head } = opening;
  return [
    set(doc, {
      ...head,
      ...money,
      subject,
      subjectEn,
      closedFlag: closedFlagOf(matter),
      submitAction,
      starterUserId: me.userId,
      status: "PASSED",
      endResult: "PASSED",
      startedAt: at.now,
      endedAt: at.now,
    }),
    make(approval, doc.id, {
      billTypeCode: opening.billTypeCode,
      closedFlag: closedFlagOf(matter),
      bizEntity: opening.bizEntity,
      bizId: opening.bizId,
      bizNo: numberOf(matter),
      title: subject,
      titleEn: subjectEn,
      initiatorId: me.userId,
      startDate: at.now,
      endDate: at.now,
      status: "PASSED",
      formRoute: formRouteOf(matter),
      instanceId: doc.id,
      round: 1,
      history: [{ seq: 1, action: "NO_APPROVAL", operatorId: me.userId, actionDate: at.now, note: "免审", noteEn: "No approval needed" }],
    }),
    run(matter.entity, matter.row.id, callbackOf(matter, "doApproval"), { comment: "", reason: "免审" }),
  ];
}

/** Another process about the same document, called by a node of this one; it answers its caller when it ends. */
const call = rule(bpmInstance, "call", {
  async reads(doc, find, input, me, at) {
    const parent = await find.one(bpmInstance, text(input, "parentId"));
    const matter = await matterOf(find, parent.bizEntity, parent.bizId, parent.submitAction ?? "");
    const { amount, currency, amountBase, baseCurrency, baseRate } = parent;
    const money: Money = { amount, currency, amountBase: amountBase ?? amount, baseCurrency, baseRate };
    const route = await routeOf(find, matter, at, me.zone, text(input, "modelKey"), async () => money.amountBase);
    if (route.mode === "NONE") return {};
    const opening = {
      ...openingOf(matter, doc.id, parent.starterOrgId, money.amountBase),
      variables: parent.variables ?? {},
      withdrawPolicy: "UNTIL_END" as const,
      parentInstanceId: parent.id,
    };
    const event: Event = { do: "start", by: parent.starterUserId ?? me.userId, opening };
    const move = await moveOf(find, at, me, { matter, definition: route.definition, before: null, event, sheetId: null });
    return { move: { ...move, money }, submitAction: parent.submitAction };
  },
  decide(doc, { move, submitAction }, input, me) {
    if (!move) return [];
    return [set(doc, { submitAction, parentTokenId: text(input, "tokenId") }), ...listed(carriedOut(doc, move, me))];
  },
});

export const beginRules: readonly Rule[] = [begin, call];
