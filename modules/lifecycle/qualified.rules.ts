import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, rule, run, set, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { addMonths } from "#kernel/days.ts";
import {
  askRequirements,
  isBinding,
  isFinished,
  nodeClosed,
  trackEnded,
  nodeName,
  scene,
  supplierAccount,
  supplierInfo,
  supplierSite,
  track,
  type Scene,
  type Track,
} from "#modules/supplier/index.ts";
import { Question } from "#kernel/question.ts";
import { qualified } from "./qualified.entity.ts";
import { qualify } from "./qualify.entity.ts";
import { fault, notIntroducible } from "./qualify.rules.ts";

type Qualified = Doc<typeof qualified>;
export type QualifiedApplication = Qualified;

/** What follows in other areas, in the same transaction, when a supplier has been qualified. */
export const afterQualified = new Question<{ readonly doc: Qualified; readonly newId: () => string; readonly today: string }, Effect>();
const nodeCode = "QUALIFIED";

/** The introduction an application ends: the named one, or the only one running for the supplier in the organisation. */
async function trackOf(doc: Qualified, find: Find): Promise<Track | null> {
  if (doc.trackId) return (await find.maybe(track, doc.trackId)) as Track | null;
  const running = await find.where(track, { supplierId: doc.supplierId, orgId: doc.orgId, trackStatus: "RUNNING" });
  return running.length === 1 ? ((await find.one(track, running[0]!.id)) as Track) : null;
}

async function pulled(doc: Qualified, find: Find) {
  const of = await trackOf(doc, find);
  return {
    of,
    by: of ? ((await find.one(scene, of.sceneId)) as Scene) : null,
    sites: await find.where(supplierSite, { supplierId: doc.supplierId, orgId: doc.orgId, siteStatus: ["DRAFT", "ACTIVE"] }, 50),
  };
}

type Node = Track["nodes"][number];

const hasFailed = (doc: Node): boolean =>
  !isFinished(doc) && (doc.nodeStatus === "FAILED" || (doc.history ?? []).some((it) => it.nodeStatus === "FAILED"));

/** The steps a grant rests on although they were not plainly passed: each is named, and answered with a condition. */
export const doubtful = (nodes: readonly Node[]): readonly Node[] =>
  nodes.filter((node) => node.nodeCode !== nodeCode && (node.nodeStatus === "CONDITIONAL" || hasFailed(node)));

const doubt = (doc: Node): string => `${nodeName(doc.nodeCode)[0]}${hasFailed(doc) ? "（未通过）" : ""}`;

/** What the introduction knows fills what nobody has filled in. */
function filled(doc: Qualified, { of, by, sites }: Awaited<ReturnType<typeof pulled>>, at: Pick<Moment, "today">): Effect[] {
  if (!of || !by) return [];
  const steps = of.nodes.filter((node) => node.nodeCode !== nodeCode);
  const from = doc.validFrom ?? at.today;
  const open = doubtful(of.nodes);
  return [
    set(doc, {
      trackId: of.id,
      sceneId: by.id,
      validFrom: from,
      validTo: doc.validTo ?? addMonths(from, by.defaultValidMonths),
      doneNodes: steps.filter(isFinished).length,
      allNodes: steps.length,
      conditionDesc: doc.conditionDesc ?? (open.length ? open.map(doubt).join("、") : null),
    }),
    ...(doc.categories.length ? [] : of.categoryIds.map((categoryId) => add(doc, "categories", { categoryId, grantStatus: "QUALIFIED" }))),
    ...(doc.sites.length ? [] : sites.map((site) => add(doc, "sites", { siteId: site.id }))),
  ];
}

const save = rule(qualified, "saveOrUpdate", {
  reads: async (doc, find, { before }) => (before === null ? pulled(doc, find) : { of: null, by: null, sites: [] }),
  decide: (doc, facts, { before }, _, at): Decision => {
    const ids = doc.categories.map((category) => category.categoryId as string);
    if (new Set(ids).size !== ids.length) return refuse("SLC_QLF_005", "品类重复", "A category appears twice");
    if (doc.categories.some((category) => !["TRIAL", "QUALIFIED"].includes(category.grantStatus)))
      return refuse("SLC_QLF_005", "只能授予试用或合格", "Only trial or qualified can be granted");
    if (before !== null) return [];
    if (!facts.of)
      return fault(
        "trackId",
        "SLC_QLF_006",
        "请选择该供应商在该组织进行中的引入",
        "Choose the supplier's current onboarding in this organisation",
      );
    if (facts.of.supplierId !== doc.supplierId || facts.of.orgId !== doc.orgId || facts.of.trackStatus !== "RUNNING")
      return fault(
        "trackId",
        "SLC_QLF_006",
        "引入与供应商、组织不符或已结束",
        "The onboarding belongs to another supplier or organisation, or has ended",
      );
    return [
      ...filled(doc, facts, at),
      nodeClosed(facts.of, nodeCode) === null &&
        run(track, facts.of.id, "doNode", { nodeCode, nodeStatus: "DOING", docType: qualified.name, docId: doc.id }),
    ];
  },
});

const pull = rule(qualified, "pullTrack", {
  reads: pulled,
  decide: (doc, facts, _, __, at) => filled(doc, facts, at),
});

/** Every step that must be done and is not. */
export function unfinished(of: { readonly nodes: readonly Track["nodes"][number][] }): Refusal | false {
  const open = of.nodes.filter((node) => node.nodeCode !== nodeCode && isBinding(node) && !isFinished(node));
  if (open.length === 0) return false;
  const names = open.toSorted((a, b) => a.nodeSeq - b.nodeSeq).map((doc) => nodeName(doc.nodeCode));
  return refuse(
    "SLC_QLF_001",
    `未完成的必须节点：${names.map(([cn]) => cn).join("、")}`,
    `Unfinished required nodes: ${names.map(([, en]) => en).join(", ")}`,
  );
}

interface SiteFacts {
  readonly accountId: string | null;
  readonly siteUse: readonly string[];
  readonly path: string;
}

async function siteFacts(doc: Qualified, find: Find): Promise<readonly SiteFacts[]> {
  return Promise.all(
    doc.sites.map(async (site, i) => {
      const known = site.siteId ? await find.maybe(supplierSite, site.siteId) : null;
      return {
        accountId: (site.accountId ?? known?.accountId ?? null) as string | null,
        siteUse: site.siteUse ?? known?.siteUse ?? [],
        path: `sites[${i}].accountId`,
      };
    }),
  );
}

/** Where money goes, the account must have been verified. */
async function unverified(doc: Qualified, find: Find): Promise<Refusal[]> {
  const paying = (await siteFacts(doc, find)).filter((siteFact) => siteFact.siteUse.includes("PAY"));
  const accounts = await Promise.all(paying.map((entry) => find.maybe(supplierAccount, entry.accountId)));
  return paying.flatMap((entry, i) =>
    accounts[i]?.verifyStatus === "VERIFIED" && accounts[i]?.enabledFlag === "Y"
      ? []
      : [fault(entry.path, "SLC_QLF_003", "付款地点的收款账户未核验", "The bank account of a payment site is not verified")],
  );
}

/** What the path, the sites and the people owe before anything may be granted. */
async function checks(doc: Qualified, find: Find, at: Moment) {
  const of = doc.trackId ? ((await find.maybe(track, doc.trackId)) as Track | null) : null;
  return {
    of,
    by: of ? ((await find.one(scene, of.sceneId)) as Scene) : null,
    accounts: await unverified(doc, find),
    barred: of
      ? await notIntroducible(find, {
          supplierId: doc.supplierId,
          orgId: doc.orgId,
          sceneType: (await find.one(scene, of.sceneId)).sceneType,
          today: at.today,
        })
      : null,
  };
}

const submit = rule(qualified, "doSubmit", {
  reads: async (doc, find, _, __, at) => checks(doc, find, at),
  decide: (doc, { of, accounts, barred }) => {
    const open = doubtful(of?.nodes ?? []);
    const names = [
      open.map(doubt).join("、"),
      open.map((row) => `${nodeName(row.nodeCode)[1]}${hasFailed(row) ? " (failed)" : ""}`).join(", "),
    ];
    return [
      !of && fault("trackId", "SLC_QLF_006", "请选择进行中的引入", "Choose an onboarding in progress"),
      barred,
      of !== null && trackEnded(of),
      of !== null && unfinished(of),
      doc.categories.length === 0 && refuse("SLC_QLF_002", "至少授予一个品类", "Grant at least one category"),
      doc.sites.length === 0 && refuse("SLC_QLF_002", "至少选择一个地点", "Choose at least one site"),
      ...accounts,
      (!doc.validFrom || !doc.validTo) && fault("validTo", "TABLE_REQUIRED", "请填写有效期", "Enter the validity"),
      !doc.summary?.trim() && fault("summary", "TABLE_REQUIRED", "请填写总结", "Write a summary"),
      open.length > 0 &&
        (!doc.conditionDesc || !doc.conditionDueDate) &&
        fault(
          "conditionDesc",
          "SLC_QLF_004",
          `有条件通过或未通过的节点须写明条件和期限：${names[0]}`,
          `Steps passed with a condition or failed need a condition with a date: ${names[1]}`,
        ),
      of !== null && run(track, of.id, "doNode", { nodeCode, nodeStatus: "DOING", docType: qualified.name, docId: doc.id }),
    ];
  },
});

/** The must proofs of the granted categories that are known and out of force today; what a review waived is let be. */
async function expired(doc: Qualified, of: Track | null, find: Find, today: string): Promise<Refusal | false> {
  if (!of) return false;
  const asked = await askRequirements(find, {
    supplierId: doc.supplierId,
    sceneId: of.sceneId,
    stage: "QUALIFY" as const,
    today,
    categoryIds: doc.categories.map((category) => category.categoryId as string),
  });
  const reviewed = of.nodes.find((node) => node.nodeCode === "QUALIFY_CENSOR")?.docId ?? null;
  const review = await find.maybe(qualify, reviewed);
  const waived = new Set((review?.lines ?? []).filter((line) => line.lineResult !== "OK").map((line) => line.requireId as string));
  const bad = asked.filter(
    (candidate) =>
      candidate.requirement.mustFlag === "Y" && candidate.known && !candidate.certificate && !waived.has(candidate.requirement.id),
  );
  if (bad.length === 0) return false;
  const names = (english: boolean): string =>
    bad.map(({ requirement: it }) => (english ? (it.requireNameEn ?? it.requireName) : it.requireName)).join(english ? ", " : "、");
  return refuse("SLC_TRD_002", `资质${names(false)}已失效，不能授予`, `Certificate ${names(true)} has expired; nothing can be granted`);
}

const approve = rule(qualified, "doApproval", {
  reads: async (doc, find, _, __, at) => {
    const known = await checks(doc, find, at);
    return {
      ...known,
      old: await expired(doc, known.of, find, at.today),
      follow: await afterQualified.ask(find, { doc, newId: () => at.newId(), today: at.today }),
    };
  },
  decide: (doc, { of, by, accounts, barred, old, follow }) => [
    barred,
    of !== null && trackEnded(of),
    of !== null && unfinished(of),
    old,
    ...accounts,
    ...granted(doc, by),
    ...follow,
    of !== null && run(track, of.id, "doNode", { nodeCode, nodeStatus: "PASSED", docType: qualified.name, docId: doc.id }),
  ],
});

function granted(doc: Qualified, by: Scene | null): Effect[] {
  return [
    run(supplierInfo, doc.supplierId, "doGrant", {
      categories: doc.categories.map((category) => {
        const validTo = category.validTo ?? doc.validTo;
        const trial = { trialQtyLimit: by?.trialQtyLimit ?? null, trialAmountLimit: by?.trialAmountLimit ?? null, trialValidTo: validTo };
        return {
          orgId: doc.orgId,
          categoryId: category.categoryId,
          categoryStatus: category.grantStatus,
          gradeLevel: doc.applyLevel,
          ...(category.grantStatus === "TRIAL" ? trial : { validTo }),
        };
      }),
      sites: doc.sites.map((site) =>
        site.siteId
          ? { siteId: site.siteId, ...(site.accountId ? { accountId: site.accountId } : {}) }
          : {
              siteCode: site.siteCode,
              siteName: site.siteName,
              siteNameEn: site.siteNameEn,
              orgId: doc.orgId,
              locationId: site.locationId,
              siteUse: site.siteUse,
              currency: site.currency,
              taxRate: site.taxRate,
              termId: site.termId,
              accountId: site.accountId,
            },
      ),
      level: doc.applyLevel,
      docType: qualified.name,
      docId: doc.id,
    }),
  ];
}

/** An application that is given up leaves the last step to another one. */
const left = async (doc: Qualified, find: Find): Promise<Effect[]> => {
  const of = await find.maybe(track, doc.trackId);
  const mine = of?.trackStatus === "RUNNING" && of.nodes.some((node) => node.nodeCode === nodeCode && node.docId === doc.id);
  return mine ? [run(track, of.id, "doNode", { nodeCode, nodeStatus: "OPEN", docType: qualified.name, docId: doc.id })] : [];
};

const abolish = rule(qualified, "doAbolish", {
  reads: async (doc, find) => ({ leaves: await left(doc, find) }),
  decide: (doc, { leaves }, input) => [set(doc, { abolishReason: input.abolishWhy ?? null }), ...leaves],
});

const remove = rule(qualified, "delete", {
  reads: async (doc, find) => ({ leaves: await left(doc, find) }),
  decide: (_, { leaves }) => leaves,
});

export const qualifiedRules = [save, pull, submit, approve, abolish, remove];
