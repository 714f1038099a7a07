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
export const todoType = "INFO_UPDATE";

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
  const wanted = new Map(asked.map((one) => [one.requirement.id as string, one]));
  const known = new Set(doc.lines.map((one) => one.requireId as string));
  return [
    ...doc.lines.filter((one) => !wanted.has(one.requireId)).map(drop),
    ...asked
      .filter((one) => !known.has(one.requirement.id))
      .map(({ requirement: it, certificate }) =>
        add(doc, "lines", {
          ...{
            requireId: it.id,
            certType: it.certType,
            requireName: it.requireName,
            requireNameEn: it.requireNameEn,
            mustFlag: it.mustFlag,
          },
          ...{ needNo: it.needNo, needValidity: it.needValidity, minRemainDays: it.minRemainDays },
          ...{ explainCn: it.explainCn, explainEn: it.explainEn },
          // What is in force is taken over: nobody brings it twice.
          ...(certificate ? { qualificationId: certificate.id, lineResult: "OK", ...ofCertificate(certificate) } : {}),
        }),
      ),
  ];
}

const ofCertificate = (one: { certNo: string | null; validFrom: string | null; validTo: string | null; longTermFlag: string | null }) => ({
  certNo: one.certNo,
  validFrom: one.validFrom,
  validTo: one.validTo,
  longTermFlag: one.longTermFlag ?? "N",
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
  const old = new Map((before?.lines ?? []).map((one) => [one.id as string, one]));
  if (doc.lines.some((one) => !old.has(one.id)) || old.size !== doc.lines.length)
    return [refuse("SLC_QC_003", "清单由资质要求计算，不能增删", "The checklist follows the requirements; lines are not added or removed")];
  const supplier = me.audience === "supplier";
  const filling = before?.status === "SUPPLIER_FILLING";
  return doc.lines.flatMap((one, i): Refusal[] => {
    const was = old.get(one.id)!;
    const refusals: Refusal[] = [];
    const at = (key: string, code: string, cn: string, en: string) => refusals.push(fault(`lines[${i}].${key}`, code, cn, en));
    if (differs(one, was, brought)) {
      if (supplier && was.askFlag !== "Y") at("certNo", "FIELD_READONLY", "该项无需补充", "This document is not required");
      if (!supplier && filling) at("certNo", "FIELD_READONLY", "供应商正在补充资料", "The supplier is filling it in");
    }
    if (differs(one, was, judged)) {
      if (supplier) at("lineResult", "FIELD_READONLY", "审核由采购方填写", "Assessed by buyer");
      if (filling && !supplier) at("lineResult", "FIELD_READONLY", "供应商正在补充资料", "The supplier is filling it in");
      if (one.lineResult === "WAIVED" && was.lineResult !== "WAIVED" && !me.may(qualify.name, "btnWaive") && me.audience !== "system")
        at("lineResult", "PERM_DENIED", "没有豁免的权限", "You cannot waive");
    }
    if (one.lineResult === "WAIVED" && !one.lineRemark?.trim())
      at("lineRemark", "SLC_QC_002", "豁免必须填写原因", "A waiver needs a reason");
    return refusals;
  });
}

/** A changed proof is judged anew, and is no longer the certificate that was taken over. */
const renewed = (doc: Qualify, before: Qualify | null): Effect[] =>
  doc.lines.flatMap((one) => {
    const was = before?.lines.find((it) => it.id === one.id);
    if (!was || !differs(one, was, brought)) return [];
    const undone = one.lineResult === was.lineResult ? { lineResult: "PENDING" } : {};
    return [set(one, { qualificationId: null as never, ...undone })];
  });

const sameCategories = (a: Qualify, b: Qualify): boolean =>
  JSON.stringify(a.categories.map((one) => one.categoryId).toSorted()) ===
  JSON.stringify(b.categories.map((one) => one.categoryId).toSorted());

/** A running introduction this review belongs to: its step is open and nothing else stands for it. */
const fitting = (running: readonly Track[], categoryIds: readonly string[]): Track | undefined =>
  running.find((one) => {
    const node = one.nodes.find((it) => it.nodeCode === nodeCode);
    return node && node.docId === null && categoryIds.every((id) => one.categoryIds.includes(id)) && nodeClosed(one, nodeCode) === null;
  });

async function readsOf(doc: Qualify, find: Find, before: Qualify | null, me: { audience: string }, at: Moment) {
  const drafting = before === null || before.status === "DRAFT";
  if (!drafting || me.audience === "supplier" || doc.categories.length === 0) return null;
  const categoryIds = [...new Set(doc.categories.map((one) => one.categoryId as string))];
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
    running: await Promise.all(running.map((one) => find.one(track, one.id))),
    grants: await find.where(supplierCategory, { supplierId: doc.supplierId, categoryId: categoryIds }, 500),
    asked: yearly.length > 0 ? yearly : await asks("QUALIFY"),
  };
}
type Facts = NonNullable<Awaited<ReturnType<typeof readsOf>>>;

/** The first save of a review begins the introduction, or takes its place in one that runs. */
function begins(doc: Qualify, facts: Facts, ownerId: string, at: Moment): Effect[] {
  const categoryIds = doc.categories.map((one) => one.categoryId as string);
  const already = fitting(facts.running as readonly Track[], categoryIds);
  const opened = already
    ? null
    : openTrackEffects(at, {
        ...{ supplierId: doc.supplierId, orgId: doc.orgId, categoryIds, sceneId: facts.scene!.id, ownerId },
        ...{ nodeCode, docType: qualify.name, docId: doc.id },
      });
  const fresh = categoryIds.filter(
    (id) =>
      !facts.grants.some(
        (one) => one.categoryId === id && one.categoryStatus !== "EXITED" && (one.orgId === doc.orgId || one.orgId === null),
      ),
  );
  return [
    set(doc, { trackId: (already?.id ?? opened!.id) as never }),
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
    const ids = doc.categories.map((one) => one.categoryId as string);
    if (me.audience === "supplier" && (before === null || before.status !== "SUPPLIER_FILLING"))
      return refuse("SLC_QC_009", "资质审核不在供应商填写阶段", "The review is not waiting for the supplier");
    if (ids.length === 0) return refuse("SLC_QC_004", "请选择品类", "Choose the categories");
    if (new Set(ids).size !== ids.length) return refuse("SLC_QC_004", "品类重复", "A category appears twice");
    if (doc.categories.some((one) => !["TRIAL", "QUALIFIED"].includes(one.applyStatus)))
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
      set(doc, { sceneId: (facts.scene?.id ?? null) as never }),
      ...(before === null ? listed(doc, facts.asked) : renewed(doc, before)),
      ...(before === null && doc.purpose === "INTRODUCE"
        ? begins(doc, facts, me.audience === "system" ? (facts.supplier.ownerId ?? me.userId) : me.userId, at)
        : []),
    ];
  },
});

export const qualifySaveRules = [save];
