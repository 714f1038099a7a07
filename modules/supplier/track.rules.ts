import type { Doc, Entity, Where } from "#kernel/entity.ts";
import { hasBegun } from "#kernel/effective.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import type { Answer } from "#kernel/question.ts";
import { refuse } from "#kernel/refusal.ts";
import { add, closeTodo, rule, run, set, tell, todo, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { addDays, daysBetween } from "#kernel/days.ts";
import { category, openUses, processTemplate } from "#modules/base/index.ts";
import { afterLeaving } from "./follow.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { requirement } from "./requirement.entity.ts";
import { scene } from "./scene.entity.ts";
import { skips, type SkipFacts } from "./skip.ts";
import { supplierCertificate } from "./standing.entity.ts";
import { track } from "./track.entity.ts";
import { inTurn, isBinding, isFinished, nodeClosed, nodeName, type Track, type TrackNode } from "./track.ts";

const todoType = "SLC_NODE";
type Template = Doc<typeof processTemplate>;

/** The version of a path that new introductions follow on a day: the newest that has begun, whichever version the scene names. */
export async function pathOf(find: Find, templateId: string, day: string): Promise<Template | null> {
  const bound = await find.maybe(processTemplate, templateId);
  if (!bound) return null;
  const versions = await find.where(processTemplate, { templateCode: bound.templateCode, status: "EFFECTIVE" });
  const newest = versions
    .filter(({ effectiveFrom }) => hasBegun(effectiveFrom, day))
    .toSorted((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom) || b.version - a.version)[0];
  return newest ? find.one(processTemplate, newest.id) : null;
}

/** What the conditions of a path are asked with. */
export async function skipFactsOf(
  find: Find,
  asked: { readonly supplierId: string; readonly categoryIds: readonly string[]; readonly sceneType: string },
): Promise<SkipFacts> {
  const [supplier, categories, certificates] = await Promise.all([
    find.one(supplierInfo, asked.supplierId),
    Promise.all(asked.categoryIds.map((id) => find.maybe(category, id))),
    find.where(supplierCertificate, { supplierId: asked.supplierId, certStatus: ["VALID", "EXPIRING"] }, 500),
  ]);
  return {
    sceneType: asked.sceneType,
    supplierType: supplier.supplierType,
    supplierNature: supplier.supplierNature,
    supLevel: supplier.supLevel,
    customerDesignated: supplier.customerDesignated,
    purchaseKinds: categories.flatMap((category) => category?.purchaseKind ?? []),
    importanceLevels: categories.flatMap((category) => category?.importanceLevel ?? []),
    validCerts: certificates.map((certificate) => certificate.certType),
  };
}

const open = rule(track, "doOpen", {
  reads: async (doc, find, _, __, at) => {
    const chosen = await find.one(scene, doc.sceneId);
    return {
      chosen,
      path: await pathOf(find, chosen.processTemplateId, at.today),
      running: await find.where(track, { supplierId: doc.supplierId, orgId: doc.orgId, trackStatus: "RUNNING", id: { not: doc.id } }, 200),
      facts: await skipFactsOf(find, { supplierId: doc.supplierId, categoryIds: doc.categoryIds, sceneType: chosen.sceneType }),
    };
  },
  decide: (doc, { chosen, path, running, facts }, _, __, at) => {
    const clash = running.find((row) => row.categoryIds.some((id) => doc.categoryIds.includes(id)));
    if (clash)
      return refuse(
        "SLC_TRK_001",
        `该品类已有进行中的引入${clash.trackNo ?? ""}`,
        `Onboarding ${clash.trackNo ?? ""} is already in progress for this category`,
      );
    if (chosen.status !== "EFFECTIVE" || path === null)
      return refuse("SLC_SCN_001", "没有匹配的引入场景", "No onboarding scenario matches");
    return [
      set(doc, { templateId: path.id, templateVersion: path.version }),
      ...path.nodes.map((node) => {
        const skipped = node.requiredType === "CONDITIONAL" && skips(node.skipCondition, facts);
        // Whoever is introduced is known already: registration lies behind.
        const known = node.nodeCode === "REGISTER";
        return add(doc, "nodes", {
          nodeSeq: node.nodeSeq,
          nodeCode: node.nodeCode,
          requiredType: node.requiredType,
          ownerRespId: node.ownerRespId,
          slaDays: node.slaDays,
          passScore: node.passScore,
          allowConcession: node.allowConcession,
          surveyTemplateId: node.surveyTemplateId,
          ...(skipped ? { nodeStatus: "SKIPPED", doneDate: at.now } : {}),
          ...(known ? { nodeStatus: "PASSED", openDate: at.now, doneDate: at.now } : {}),
        });
      }),
      run(supplierInfo, doc.supplierId, "doStanding", { tracks: 1, docType: track.name, docId: doc.id, reason: doc.trackNo }),
      run(track, doc.id, "doTurn", {}),
    ];
  },
});

/** Opens whatever nodes have their turn: due date, to-do and message to those who own them. */
const turn = rule(track, "doTurn", {
  reads: async (doc, find) => {
    const responsibilities = [...new Set(doc.nodes.flatMap((row) => row.ownerRespId ?? []))];
    const [found, holders, supplier, org] = await Promise.all([
      Promise.all(responsibilities.map((id) => find.maybe(responsibility, id))),
      responsibilities.length ? find.where(userResp, { responsibilityId: responsibilities }, 500) : [],
      find.one(supplierInfo, doc.supplierId),
      find.maybe(organization, doc.orgId),
    ]);
    return {
      responsibilities: new Map(found.flatMap((row) => (row ? [[row.id as string, row.respCode] as const] : []))),
      holders,
      supplier,
      org,
    };
  },
  decide: (doc, { responsibilities, holders, supplier, org }, _, __, at) =>
    doc.trackStatus !== "RUNNING"
      ? []
      : inTurn(doc.nodes)
          .filter((node) => node.openDate === null && node.nodeStatus !== "FAILED")
          .flatMap((node): Effect[] => {
            const due = node.slaDays === null ? null : addDays(at.today, node.slaDays);
            const respCode = node.ownerRespId ? (responsibilities.get(node.ownerRespId) ?? null) : null;
            const people = holders.filter((holder) => holder.responsibilityId === node.ownerRespId).map((holder) => holder.userId);
            const [cn, en] = nodeName(node.nodeCode);
            const no = doc.trackNo ?? "";
            return [
              set(node, { openDate: at.now, dueDate: due, ...(node.nodeStatus === "WAITING" ? { nodeStatus: "OPEN" } : {}) }),
              todo(todoType, node, {
                ...(respCode ? { respCode } : { userId: doc.ownerId }),
                orgId: doc.orgId,
                dueDate: due,
                no,
                query: `id=${doc.supplierId}&tab=tracks`,
                title: [
                  `${supplier.supplierName} 引入进入「${cn}」`.slice(0, 200),
                  `${supplier.supplierNameEn ?? supplier.supplierName}: ${en} is open`.slice(0, 200),
                ],
              }),
              tell("NODE_OPEN", {
                id: doc.id,
                track: no,
                node: cn,
                nodeEn: en,
                due: due ?? "-",
                supplierId: doc.supplierId,
                supplier: supplier.supplierName,
                org: org?.orgName ?? "",
                userIds: people.length ? people : [doc.ownerId],
              }),
            ];
          }),
});

type Past = NonNullable<TrackNode["history"]>[number];

/** The documents of a node, each with its latest word; a document done again is added, none is lost. */
function told(node: TrackNode, word: Past): Past[] {
  const known = node.history ?? [];
  const at = known.findIndex((candidate) => candidate.docId === word.docId && candidate.docType === word.docType);
  return at < 0 ? [...known, word] : known.map((entry, i) => (i === at ? word : entry));
}

const closed = (doc: Track, as: "HANDLED" | "WITHDRAWN"): Effect[] => doc.nodes.map((node) => closeTodo(todoType, node, as));

/** The end of an introduction: to-dos go, the supplier's standing is derived anew. */
export function ended(
  doc: Track,
  trackStatus: "PASSED" | "FAILED" | "STOPPED",
  reason: string | null,
  at: Pick<Moment, "today">,
  /** The node that ends it speaks for itself. */
  by: TrackNode | null = null,
): Effect[] {
  // Nothing runs on when the path is over: what was begun is told as left.
  const left = trackStatus === "PASSED" ? [] : doc.nodes.filter((row) => row !== by && ["OPEN", "DOING"].includes(row.nodeStatus));
  return [
    ...left.map((row) => set(row, { nodeStatus: "SKIPPED", skipReason: reason?.slice(0, 300) ?? null })),
    set(doc, { trackStatus, endDate: at.today, endReason: reason?.slice(0, 300) ?? null }),
    ...closed(doc, trackStatus === "PASSED" ? "HANDLED" : "WITHDRAWN"),
    run(supplierInfo, doc.supplierId, "doStanding", { tracks: -1, docType: track.name, docId: doc.id, reason: reason ?? doc.trackNo }),
  ];
}

const node = rule(track, "doNode", {
  decide: (doc, _, input, __, at) => {
    const row = doc.nodes.find((it) => it.nodeCode === input.nodeCode);
    const wanted = String(input.nodeStatus);
    const reason = typeof input["reason"] === "string" ? input["reason"].slice(0, 300) : null;
    // A path without this step, or one that is over: the document stands for itself.
    if (!row || (doc.trackStatus !== "RUNNING" && wanted !== "DOING")) return [];
    const shut = nodeClosed(doc, row.nodeCode);
    if (shut) return shut;
    const history = told(row, {
      docType: input.docType ?? null,
      docId: input.docId ?? null,
      nodeStatus: wanted,
      at: at.now,
      reason,
    });
    const documents = new Set(history.flatMap((it) => it.docId ?? [])).size;
    const retried = wanted === "FAILED" && input.roundLeft === "Y";
    const over = isFinished(row) && row.nodeStatus !== "CONDITIONAL";
    // Never backwards: what is done stays done, a document done again is only remembered.
    const status = over ? row.nodeStatus : retried ? "DOING" : wanted;
    const done = isFinished({ nodeStatus: status, allowConcession: row.allowConcession });
    const failed = status === "FAILED";
    return [
      set(row, {
        nodeStatus: status,
        history,
        roundNo: documents,
        // A document that was given up leaves the node to another one.
        ...(wanted === "OPEN"
          ? { docType: null, docId: null }
          : over
            ? {}
            : { docType: input.docType ?? row.docType, docId: input.docId ?? row.docId }),
        ...((done || failed || status === "CONDITIONAL") && !over ? { doneDate: at.now } : {}),
        ...(status === "SKIPPED" ? { skipReason: reason } : {}),
      }),
      (done || failed) && closeTodo(todoType, row, "HANDLED"),
      ...(failed && isBinding(row)
        ? ended(doc, "FAILED", reason, at, row)
        : status === "PASSED" && row.nodeCode === "QUALIFIED"
          ? [
              ...doc.nodes
                .filter((it) => it.id !== row.id && !isFinished(it) && !isBinding(it))
                .map((it) => set(it, { nodeStatus: "SKIPPED", doneDate: at.now })),
              ...ended(doc, "PASSED", null, at),
            ]
          : [run(track, doc.id, "doTurn", {})]),
    ];
  },
});

const skip = rule(track, "doSkip", {
  decide: (doc, _, input, __, at) => {
    const row = doc.nodes.find((it) => it.nodeCode === input.nodeCode);
    if (!row || isFinished(row)) return refuse("SLC_TRK_004", "该节点不能跳过", "This node cannot be skipped");
    if (isBinding(row)) return refuse("SLC_TRK_004", "必须节点不能跳过", "A required node cannot be skipped");
    return [
      set(row, { nodeStatus: "SKIPPED", skipReason: input.skipReason ?? null, doneDate: at.now }),
      closeTodo(todoType, row, "WITHDRAWN"),
      run(track, doc.id, "doTurn", {}),
    ];
  },
});

const stop = rule(track, "doStop", {
  decide: (doc, _, input, __, at) => [
    ...ended(doc, "STOPPED", input.stopReason ?? null, at),
    tell("INTRODUCTION_STOPPED", { id: doc.id, track: doc.trackNo, supplierId: doc.supplierId, reason: input.stopReason ?? "" }),
  ],
});

/** Days between two words about the same late node. */
const again = 7;

const overdue = rule(track, "doOverdue", {
  reads: async (doc, find) => {
    const responsibilities = [...new Set(doc.nodes.flatMap((row) => row.ownerRespId ?? []))];
    return {
      holders: responsibilities.length ? await find.where(userResp, { responsibilityId: responsibilities }, 500) : [],
      supplier: await find.one(supplierInfo, doc.supplierId),
    };
  },
  decide: (doc, { holders, supplier }, _, __, at) =>
    doc.nodes
      .filter((row) => isLate(row, at.today) && (row.overdueDate === null || daysBetween(row.overdueDate, at.today) >= again))
      .flatMap((row): Effect[] => {
        const [cn, en] = nodeName(row.nodeCode);
        const people = holders.filter((it) => it.responsibilityId === row.ownerRespId).map((it) => it.userId);
        return [
          set(row, { overdueDate: at.today }),
          tell("NODE_OVERDUE", {
            id: doc.id,
            track: doc.trackNo,
            node: cn,
            nodeEn: en,
            due: row.dueDate,
            n: daysBetween(row.dueDate!, at.today),
            supplierId: doc.supplierId,
            supplier: supplier.supplierName,
            userIds: [...new Set([...people, doc.ownerId])],
          }),
        ];
      }),
});

/** Open past its day. */
export const isLate = (doc: Pick<TrackNode, "nodeStatus" | "dueDate">, today: string): boolean =>
  doc.dueDate !== null && doc.dueDate < today && ["OPEN", "DOING", "CONDITIONAL"].includes(doc.nodeStatus);

const held = async (find: Find, of: Entity, where: Where) => ({
  label: of.label,
  count: await find.count(of, where),
  ...(of.pages?.list ? { route: of.pages.list } : {}),
});

export const trackAnswers: readonly Answer[] = [
  // With the supplier its introductions end: whoever comes back is introduced anew.
  afterLeaving.answeredBy(async (find, { supplierId, orgIds, categoryIds }) => {
    const running = await find.where(track, { supplierId, trackStatus: "RUNNING", ...(orgIds ? { orgId: orgIds } : {}) });
    return running
      .filter((doc) => categoryIds === null || doc.categoryIds.every((id) => categoryIds.includes(id)))
      .map((doc) => run(track, doc.id, "doStop", { stopReason: "供应商已退出或列入黑名单 / supplier left or was blacklisted" }));
  }),
  // Whoever switches off a category is told which settings of introductions still go by it.
  openUses.answeredBy(async (find, { entity, id }) =>
    entity === category.name
      ? Promise.all([scene, requirement].map((entry) => held(find, entry, { categoryId: id, status: "EFFECTIVE" })))
      : [],
  ),
];

export const trackRules = [open, turn, node, skip, stop, overdue];
