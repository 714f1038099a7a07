import { round } from "#kernel/decimal.ts";
import { hasBegun } from "#kernel/effective.ts";
import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { ask, make, rule, set, type Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { nextVersionRule, versionsOf } from "#kernel/versioned-rule.ts";
import { spoken } from "#modules/admin/index.ts";
import { processTemplate } from "./process-template.entity.ts";
import { orgRelation } from "./relation.entity.ts";
import { nodeFaults, scheduleOf, type Instalment } from "./schedule.ts";
import { paymentTerm } from "./term.entity.ts";
import { namedBy, namings, openBetween, secondDefault, stillUsed, switchRules } from "./uses.ts";
import { relationCounts } from "./belonging.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";

const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

/** Existing documents keep working; whoever switches off sees how many there are. */
const shownUse = (count: number) =>
  count > 0 &&
  ask(
    "BASE_USED_001",
    `仍被${count}条记录引用，停用后不可再选，确定吗？`,
    `Still used by ${count} records; it can no longer be chosen. Continue?`,
  );

/** The digits of a currency, two where nobody said. */
export async function digitsOf(find: Find, currency: string): Promise<number> {
  const [value] = await find.where(lookupValue, { lookupType: "CURRENCY", lookupCode: currency }, 5);
  const digits = Number((value?.extra as { digits?: unknown } | null)?.digits ?? 2);
  return Number.isInteger(digits) ? digits : 2;
}

/** The instalments of an amount under a term. */
export async function buildSchedule(
  find: Find,
  asked: {
    readonly termId: string;
    readonly amount: string;
    readonly currency: string;
    readonly events: Readonly<Record<string, string | null>>;
  },
): Promise<readonly Instalment[]> {
  const [term, digits] = await Promise.all([find.one(paymentTerm, asked.termId), digitsOf(find, asked.currency)]);
  return scheduleOf(term.nodes, asked.amount, digits, asked.events);
}

type Term = Doc<typeof paymentTerm>;
const termKeys = ["discountDays", "discountRate", "paymentMethod"] as const;
const nodeText = (term: Term): string =>
  JSON.stringify(
    term.nodes.map((node) => [
      node.nodeSeq,
      node.nodeType,
      round(node.proportion, 4),
      node.dueMode,
      node.days,
      node.months,
      node.dayOfMonth,
      node.guaranteeFlag,
    ]),
  );

const isOther = (before: Term, doc: Term): boolean =>
  nodeText(before) !== nodeText(doc) || termKeys.some((key) => before[key] !== doc[key]);

/** Documents name their term and keep no copy of it: what they are paid by stays as it was agreed, also after they have ended, since receipts are paid later. */
function termHeld(term: Term, { live, ended }: Awaited<ReturnType<typeof namedBy>>): Refusal | false {
  if (live.length + ended.length === 0) return false;
  const [cn, en] = spoken(live.length > 0 ? live : ended);
  const text: Text =
    live.length > 0
      ? [`付款条件已被引用（${cn}），请复制后修改`, `Term is in use (${en}); copy it instead`]
      : [`已结束的单据仍以该付款条件为准（${cn}），请复制后修改`, `Ended documents were agreed on this term (${en}); copy it instead`];
  return refuse("BASE_TERM_003", text[0], text[1], {
    data: { held: [...live, ...ended], ended: live.length === 0 },
    fix: { route: "paymentProportionManagement", query: { id: term.id }, label: ["复制付款条件", "Copy the term"] },
  });
}

const saveTerm = rule(paymentTerm, "saveOrUpdate", {
  reads: async (doc, find, { before }) => ({
    named: before && isOther(before, doc) ? await namedBy(find, paymentTerm, doc.id) : { live: [], ended: [] },
  }),
  decide: (doc, { named }) => [termHeld(doc, named), ...(doc.status === "EFFECTIVE" ? nodeFaults(doc.nodes) : [])],
});

const copied = <R extends { readonly id: string }>(rows: readonly R[], keys: readonly (keyof R)[]): Record<string, unknown>[] =>
  rows.map((row) => Object.fromEntries(keys.map((key) => [key, row[key]])));

const termRules = [
  saveTerm,
  rule(paymentTerm, "doEnabled", { decide: (doc) => nodeFaults(doc.nodes) }),
  rule(paymentTerm, "doInvalid", {
    reads: async (doc, find) => ({ used: await namings(find, paymentTerm, doc.id) }),
    decide: (_, { used }) => [shownUse(used)],
  }),
  rule(paymentTerm, "copy", {
    decide: (doc, _, input, __, at) =>
      make(paymentTerm, at.newId(), {
        termCode: input.termCode!,
        termName: doc.termName,
        termNameEn: doc.termNameEn,
        applyScope: doc.applyScope,
        paymentMethod: doc.paymentMethod,
        discountDays: doc.discountDays,
        discountRate: doc.discountRate,
        remark: doc.remark,
        nodes: copied(doc.nodes, ["nodeSeq", "nodeType", "proportion", "dueMode", "days", "months", "dayOfMonth", "guaranteeFlag"]),
      }),
  }),
];

/** One "qualified" at the very end, registration at the very beginning if at all. */
export function templateFaults(
  nodes: readonly { readonly nodeSeq: number; readonly nodeCode: string; readonly requiredType: string; readonly skipCondition: unknown }[],
): Refusal[] {
  const last = Math.max(0, ...nodes.map((node) => node.nodeSeq));
  const first = Math.min(...nodes.map((node) => node.nodeSeq));
  const ends = nodes.filter((node) => node.nodeSeq === last);
  const qualified = nodes.filter((node) => node.nodeCode === "QUALIFIED");
  const register = nodes.find((node) => node.nodeCode === "REGISTER");
  return [
    ...(qualified.length === 1 && ends.length === 1 && ends[0] === qualified[0]
      ? []
      : [refuse("BASE_PTPL_001", "最后一个节点必须且只能是“合格供应商”", "The single last node must be QUALIFIED")]),
    ...(register && register.nodeSeq !== first ? [refuse("BASE_PTPL_003", "注册节点必须在最前", "Registration must come first")] : []),
    ...(nodes.some((node) => node.requiredType === "CONDITIONAL" && !node.skipCondition)
      ? [refuse("BASE_PTPL_004", "有条件的节点须填写跳过条件", "A conditional node needs a skip condition")]
      : []),
  ];
}

const templateRules = [
  rule(processTemplate, "saveOrUpdate", {
    reads: async (doc, find, { before }) => ({
      used: before ? await namings(find, processTemplate, before.id) : 0,
      versions: before ? 0 : await find.count(processTemplate, { templateCode: doc.templateCode, id: { not: doc.id } }),
    }),
    decide: (doc, { used, versions }, { before }) => [
      before !== null &&
        (used > 0 || before.status !== "DRAFT") &&
        refuse("BASE_PTPL_002", "模板已被引用，请复制新版本", "Template is in use; create a new version"),
      versions > 0 && fault("templateCode", "DATA_DUPLICATE", "模板编码已存在，请复制新版本", "The code exists; make a new version of it"),
    ],
  }),
  rule(processTemplate, "doEnabled", {
    reads: async (doc, find) => ({
      others: (await versionsOf(find, processTemplate, doc)).filter((version) => version.status === "EFFECTIVE" && version.id !== doc.id),
    }),
    // A version that begins later leaves the present version in effect until its day: TEMPLATE_SUCCEED ends it then.
    decide: (doc, { others }, _, __, at) => [
      ...templateFaults(doc.nodes),
      ...(hasBegun(doc.effectiveFrom, at.today)
        ? others.filter((other) => hasBegun(other.effectiveFrom, at.today)).map((other) => set(other, { status: "INVALID" }))
        : []),
    ],
  }),
  rule(processTemplate, "doInvalid", {
    reads: async (doc, find) => ({ used: await namings(find, processTemplate, doc.id) }),
    decide: (_, { used }) => [shownUse(used)],
  }),
  nextVersionRule(processTemplate, { begins: (today) => ({ effectiveFrom: today }) }),
];

/** Which kinds of organisation a relation joins. */
const fits: Readonly<Record<string, readonly [source: readonly string[], target: readonly string[]]>> = {
  PUR_RECV: [["BU"], ["INV"]],
  PUR_SETTLE: [["BU"], ["LEDGER", "BU"]],
  SETTLE_TITLE: [["LEDGER", "BU"], ["LEDGER"]],
  CENTRAL_PUR: [["BU"], ["BU"]],
};

type Relation = Doc<typeof orgRelation>;

/** What still relies on a relation that no longer counts after this: nothing where another row of the same two goes on. */
async function reliedOn(find: Find, before: Relation | null, after: Relation | null, day: string) {
  if (!before || !relationCounts(before, day) || (after && relationCounts(after, day) && isSamePair(before, after))) return [];
  const { relationType, sourceOrgId, targetOrgId } = before;
  const others = await find.where(orgRelation, { relationType, sourceOrgId, targetOrgId, id: { not: before.id } }, 100);
  return others.some((doc) => relationCounts(doc, day)) ? [] : documentsOf(find, before);
}
const documentsOf = async (find: Find, of: Relation | null) =>
  of?.relationType === "PUR_RECV" ? openBetween.ask(find, { orgId: of.sourceOrgId, invOrgId: of.targetOrgId }) : [];
const isSamePair = (a: Relation, b: Relation): boolean =>
  (["relationType", "sourceOrgId", "targetOrgId"] as const).every((key) => a[key] === b[key]);

const relationRules = [
  rule(orgRelation, "delete", {
    reads: async (doc, find, _, __, at) => ({ held: await reliedOn(find, doc, null, at.today) }),
    decide: (_, { held }) => [stillUsed(held)],
  }),
  rule(orgRelation, "saveOrUpdate", {
    reads: async (doc, find, { before }, _, at) => ({
      held: await reliedOn(find, before, doc, at.today),
      // Locked, so that two defaults of one source are told one after the other.
      source: doc.defaultFlag === "Y" ? await find.lock(organization, doc.sourceOrgId) : await find.maybe(organization, doc.sourceOrgId),
      target: await find.maybe(organization, doc.targetOrgId),
      others:
        doc.defaultFlag === "Y"
          ? await find.where(orgRelation, {
              relationType: doc.relationType,
              sourceOrgId: doc.sourceOrgId,
              defaultFlag: "Y",
              enabledFlag: "Y",
              id: { not: doc.id },
            })
          : [],
    }),
    decide: (doc, { held, source, target, others }) => {
      const [sources, targets] = fits[doc.relationType] ?? [[], []];
      const clash = others.find((row) => row.startDate <= (doc.endDate ?? "9999-12-31") && doc.startDate <= (row.endDate ?? "9999-12-31"));
      return [
        source !== null &&
          !sources.includes(source.orgType) &&
          fault("sourceOrgId", "BASE_ORG_001", "来源组织类型不符", "The source is of the wrong type"),
        target !== null &&
          !targets.includes(target.orgType) &&
          fault("targetOrgId", "BASE_ORG_001", "目标组织类型不符", "The target is of the wrong type"),
        doc.sourceOrgId === doc.targetOrgId &&
          doc.relationType !== "PUR_SETTLE" &&
          fault("targetOrgId", "BASE_ORG_001", "目标不能与来源相同", "The target cannot be the source"),
        stillUsed(held),
        clash !== undefined && secondDefault(`${clash.startDate} – ${clash.endDate ?? ""}`),
      ];
    },
  }),
  ...switchRules(orgRelation, async (find, id) => documentsOf(find, await find.maybe(orgRelation, id))),
];

export const configRules = [...termRules, ...templateRules, ...relationRules];
