import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, drop, rule, run, set, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import {
  askRequirements,
  askScene,
  isBlacklisted,
  nodeClosed,
  openTrackEffects,
  scene,
  supplierCategory,
  supplierInfo,
  track,
  type Track,
} from "#modules/supplier/index.ts";
import { stillCooling } from "./cooling.ts";
import { qualify } from "./qualify.entity.ts";

export type Qualify = Doc<typeof qualify>;
export type Line = Qualify["lines"][number];
export const nodeCode = "QUALIFY_CENSOR";

export const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

/** Why a supplier cannot be introduced today: blacklisted, or gone and not long enough. */
export async function notIntroducible(
  find: Find,
  asked: { readonly supplierId: string; readonly orgId: string; readonly sceneType: string; readonly today: string },
): Promise<Refusal | null> {
  const supplier = await find.one(supplierInfo, asked.supplierId);
  const { uscc, taxNo, supplierName } = supplier;
  const listed = await isBlacklisted(find, { uscc, taxNo, companyName: supplierName, orgId: asked.orgId, on: asked.today });
  if (supplier.blacklistFlag === "Y" || listed)
    return refuse("SLC_TRD_001", "供应商已列入黑名单，不能引入", "The supplier is blacklisted and cannot be onboarded");
  if (supplier.mergedIntoId) return refuse("SLC_TRD_001", "供应商已被合并，不能引入", "The supplier was merged and cannot be onboarded");
  const cooling = await stillCooling(find, supplier.id, asked.today);
  if (cooling || supplier.quitScopeAll !== "Y") return cooling;
  return asked.sceneType === "RETURN"
    ? null
    : refuse("SLC_SCN_001", "已退出的供应商须走恢复场景", "A supplier that left can only be onboarded by a scenario of type Return");
}

/** The checklist as it ought to be: lines that are asked stay as they are, new ones come, those no longer asked go. */
function listed(doc: Qualify, asked: Awaited<ReturnType<typeof askRequirements>>): Effect[] {
  const wanted = new Map(asked.map((entry) => [entry.requirement.id as string, entry]));
  const known = new Set(doc.lines.map((line) => line.requireId as string));
  return [
    ...doc.lines.filter((line) => !wanted.has(line.requireId)).map(drop),
    ...asked
      .filter((candidate) => !known.has(candidate.requirement.id))
      .map(({ requirement: it, certificate }) =>
        add(doc, "lines", {
          requireId: it.id,
          certType: it.certType,
          requireName: it.requireName,
          requireNameEn: it.requireNameEn,
          mustFlag: it.mustFlag,
          needNo: it.needNo,
          needValidity: it.needValidity,
          minRemainDays: it.minRemainDays,
          explainCn: it.explainCn,
          explainEn: it.explainEn,
          // What is in force is taken over: nobody brings it twice.
          ...(certificate ? { qualificationId: certificate.id, lineResult: "OK", ...ofCertificate(certificate) } : {}),
        }),
      ),
  ];
}

const ofCertificate = (current: {
  certNo: string | null;
  validFrom: string | null;
  validTo: string | null;
  longTermFlag: string | null;
}) => ({
  certNo: current.certNo,
  validFrom: current.validFrom,
  validTo: current.validTo,
  longTermFlag: current.longTermFlag ?? "N",
});

const brought = ["certNo", "validFrom", "validTo", "longTermFlag", "fileIds"] as const;
const judged = ["lineResult", "lineRemark"] as const;
const differs = (a: Line, b: Line, keys: readonly (keyof Line)[]): boolean => keys.some((key) => (a[key] ?? null) !== (b[key] ?? null));

/** Lines are neither added nor taken away by hand; the supplier fills what it is asked for, colleagues judge. */
function lineFaults(
  doc: Qualify,
  before: Qualify | null,
  me: { audience: string; may(entity: string, button: string): boolean },
): Refusal[] {
  const old = new Map((before?.lines ?? []).map((line) => [line.id as string, line]));
  if (doc.lines.some((line) => !old.has(line.id)) || old.size !== doc.lines.length)
    return [refuse("SLC_QC_003", "清单由资质要求计算，不能增删", "The checklist follows the requirements; lines are not added or removed")];
  const supplier = me.audience === "supplier";
  const filling = before?.status === "SUPPLIER_FILLING";
  return doc.lines.flatMap((line, i): Refusal[] => {
    const was = old.get(line.id)!;
    const refusals: Refusal[] = [];
    const at = (key: string, code: string, cn: string, en: string) => refusals.push(fault(`lines[${i}].${key}`, code, cn, en));
    if (differs(line, was, brought)) {
      if (supplier && was.askFlag !== "Y") at("certNo", "FIELD_READONLY", "该项无需补充", "This document is not required");
      if (!supplier && filling) at("certNo", "FIELD_READONLY", "供应商正在补充资料", "The supplier is filling it in");
    }
    if (differs(line, was, judged)) {
      if (supplier) at("lineResult", "FIELD_READONLY", "审核由采购方填写", "Assessed by buyer");
      if (filling && !supplier) at("lineResult", "FIELD_READONLY", "供应商正在补充资料", "The supplier is filling it in");
      if (line.lineResult === "WAIVED" && was.lineResult !== "WAIVED" && !me.may(qualify.name, "btnWaive") && me.audience !== "system")
        at("lineResult", "PERM_DENIED", "没有豁免的权限", "You cannot waive");
    }
    if (line.lineResult === "WAIVED" && !line.lineRemark?.trim())
      at("lineRemark", "SLC_QC_002", "豁免必须填写原因", "A waiver needs a reason");
    return refusals;
  });
}

/** A changed proof is judged anew, and is no longer the certificate that was taken over. */
const renewed = (doc: Qualify, before: Qualify | null): Effect[] =>
  doc.lines.flatMap((line) => {
    const was = before?.lines.find((it) => it.id === line.id);
    if (!was || !differs(line, was, brought)) return [];
    const undone = line.lineResult === was.lineResult ? { lineResult: "PENDING" } : {};
    return [set(line, { qualificationId: null, ...undone })];
  });

const sameCategories = (a: Qualify, b: Qualify): boolean =>
  JSON.stringify(a.categories.map((category) => category.categoryId).toSorted()) ===
  JSON.stringify(b.categories.map((category) => category.categoryId).toSorted());

/** A running introduction this review belongs to: its step is open and nothing else stands for it. */
const fitting = (running: readonly Track[], categoryIds: readonly string[]): Track | undefined =>
  running.find((track) => {
    const node = track.nodes.find((it) => it.nodeCode === nodeCode);
    return node && node.docId === null && categoryIds.every((id) => track.categoryIds.includes(id)) && nodeClosed(track, nodeCode) === null;
  });

async function readsOf(doc: Qualify, find: Find, before: Qualify | null, me: { audience: string }, at: Moment) {
  const drafting = before === null || before.status === "DRAFT";
  if (!drafting || me.audience === "supplier" || doc.categories.length === 0) return null;
  const categoryIds = [...new Set(doc.categories.map((category) => category.categoryId as string))];
  const chosen = doc.sceneId ? await find.one(scene, doc.sceneId) : null;
  const again = doc.purpose === "REQUALIFY";
  const about = { supplierId: doc.supplierId, orgId: doc.orgId, categoryIds };
  const found = chosen
    ? { scene: chosen, sceneType: chosen.sceneType }
    : await askScene(find, { ...about, sceneType: again ? "NEW" : null });
  const running = before ? [] : await find.where(track, { supplierId: doc.supplierId, orgId: doc.orgId, trackStatus: "RUNNING" }, 200);
  const asks = (stage: "QUALIFY" | "YEARLY") =>
    askRequirements(find, { supplierId: doc.supplierId, sceneId: found.scene?.id ?? null, categoryIds, stage, today: at.today });
  const yearly = again ? await asks("YEARLY") : [];
  return {
    scene: found.scene,
    supplier: await find.one(supplierInfo, doc.supplierId),
    barred: await notIntroducible(find, { supplierId: doc.supplierId, orgId: doc.orgId, sceneType: found.sceneType, today: at.today }),
    running: await Promise.all(running.map((row) => find.one(track, row.id))),
    grants: await find.where(supplierCategory, { supplierId: doc.supplierId, categoryId: categoryIds }, 500),
    asked: yearly.length > 0 ? yearly : await asks("QUALIFY"),
  };
}
type Facts = NonNullable<Awaited<ReturnType<typeof readsOf>>>;

/** The first save of a review begins the introduction, or takes its place in one that runs. */
function begins(doc: Qualify, facts: Facts, ownerId: string, at: Moment): Effect[] {
  const categoryIds = doc.categories.map((category) => category.categoryId as string);
  const already = fitting(facts.running as readonly Track[], categoryIds);
  const opened = already
    ? null
    : openTrackEffects(at, {
        supplierId: doc.supplierId,
        orgId: doc.orgId,
        categoryIds,
        sceneId: facts.scene!.id,
        ownerId,
        nodeCode,
        docType: qualify.name,
        docId: doc.id,
      });
  const fresh = categoryIds.filter(
    (id) =>
      !facts.grants.some(
        (grant) => grant.categoryId === id && grant.categoryStatus !== "EXITED" && (grant.orgId === doc.orgId || grant.orgId === null),
      ),
  );
  return [
    set(doc, { trackId: already?.id ?? opened!.id }),
    ...(already
      ? [run(track, already.id, "doNode", { nodeCode, nodeStatus: "DOING", docType: qualify.name, docId: doc.id })]
      : opened!.effects),
    ...(fresh.length
      ? [
          run(supplierInfo, doc.supplierId, "doGrant", {
            categories: fresh.map((categoryId) => ({ orgId: doc.orgId, categoryId, categoryStatus: "CANDIDATE" })),
            docType: qualify.name,
            docId: doc.id,
          }),
        ]
      : []),
  ];
}

const save = rule(qualify, "saveOrUpdate", {
  reads: async (doc, find, { before }, me, at) => ({ facts: await readsOf(doc, find, before, me, at) }),
  decide: (doc, { facts }, { before }, me, at): Decision => {
    const ids = doc.categories.map((category) => category.categoryId as string);
    if (me.audience === "supplier" && (before === null || before.status !== "SUPPLIER_FILLING"))
      return refuse("SLC_QC_009", "资质审核不在供应商填写阶段", "The review is not waiting for the supplier");
    if (ids.length === 0) return refuse("SLC_QC_004", "请选择品类", "Choose the categories");
    if (new Set(ids).size !== ids.length) return refuse("SLC_QC_004", "品类重复", "A category appears twice");
    if (doc.categories.some((category) => !["TRIAL", "QUALIFIED"].includes(category.applyStatus)))
      return refuse("SLC_QC_004", "申请状态只能是试用或合格", "Only trial or qualified can be applied for");
    const changed = before !== null && (!sameCategories(doc, before) || before.sceneId !== doc.sceneId);
    if (changed && before.trackId && doc.purpose === "INTRODUCE")
      return refuse(
        "SLC_QC_005",
        "引入已开始，品类和场景不能修改，请取消后重建",
        "Onboarding has started. Cancel it to change categories or scenario",
      );
    const faults = before === null ? [] : lineFaults(doc, before, me);
    if (!facts) return [...faults, ...renewed(doc, before)];
    if (!facts.scene && doc.purpose === "INTRODUCE") return refuse("SLC_SCN_001", "没有匹配的引入场景", "No onboarding scenario matches");
    return [
      facts.barred,
      ...faults,
      set(doc, { sceneId: facts.scene?.id ?? null }),
      ...(before === null ? listed(doc, facts.asked) : renewed(doc, before)),
      ...(before === null && doc.purpose === "INTRODUCE"
        ? begins(doc, facts, me.audience === "system" ? (facts.supplier.ownerId ?? me.userId) : me.userId, at)
        : []),
    ];
  },
});

export const qualifySaveRules = [save];
