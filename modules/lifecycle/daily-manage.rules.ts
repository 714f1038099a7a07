import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set, tell, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { shift } from "#kernel/time.ts";
import { letter } from "#modules/base/index.ts";
import { impactOf, statusLog, supplierCategory, supplierControl, supplierInfo } from "#modules/supplier/index.ts";
import { dailyManage } from "./daily-manage.entity.ts";
import { namesOf, scopeOf } from "./daily-scope.ts";
import { hasBegun } from "#kernel/effective.ts";

export type Daily = Doc<typeof dailyManage>;
type Control = Doc<typeof supplierControl>;
type Grant = Doc<typeof supplierCategory>;

const docType = dailyManage.name;
const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

const scoped = ["FREEZE", "UNFREEZE", "SUSPEND", "RESUME"];
const lifting = ["UNFREEZE"];

const controlsOf = (find: Find, doc: Daily): Promise<readonly Control[]> => {
  const ids = doc.lines.flatMap((line) => line.controlId ?? []);
  return ids.length ? find.where(supplierControl, { id: ids, supplierId: doc.supplierId }) : Promise.resolve([]);
};

/** The grants a line about a category means: of its organisation, or all of them. */
const grantsOf = (find: Find, doc: Daily, status: readonly string[]): Promise<readonly Grant[]> =>
  find.where(supplierCategory, { supplierId: doc.supplierId, categoryStatus: status }, 2000);
const meant = (doc: Daily, grants: readonly Grant[]): { readonly line: Daily["lines"][number]; readonly rows: readonly Grant[] }[] =>
  doc.lines.map((line) => ({
    line,
    rows: grants.filter((grant) => grant.categoryId === line.categoryId && (line.orgId === null || grant.orgId === line.orgId)),
  }));

type Line = Daily["lines"][number];

/** What a line is about where it does not say so itself: the control it lifts, or the category that pauses. */
function meaning(doc: Daily, line: Line, controls: readonly Control[]): Partial<Line> {
  const control = controls.find((row) => row.id === line.controlId);
  if (control) {
    const { scopeType, orgId, categoryId, siteId, itemId, blockedOps } = control;
    return { scopeType, orgId, categoryId, siteId, itemId, blockedOps };
  }
  return ["SUSPEND", "RESUME"].includes(doc.manageType) ? { scopeType: "CATEGORY", blockedOps: null, controlId: null } : {};
}

const saveDaily = rule(dailyManage, "saveOrUpdate", {
  reads: async (doc, find) => {
    const [supplier, controls] = await Promise.all([
      find.one(supplierInfo, doc.supplierId),
      lifting.includes(doc.manageType) ? controlsOf(find, doc) : [],
    ]);
    const lines = doc.lines.map((line) => ({ ...line, ...meaning(doc, line, controls) }));
    return { supplier, controls, lines, names: await namesOf(find, lines) };
  },
  decide: (doc, { supplier, controls, lines, names }, _, __, at) => [
    doc.manageType === "LEVEL_ADJUST" &&
      doc.newLevel === supplier.supLevel &&
      fault("newLevel", "SLC_DLY_001", "新等级与现等级相同", "The new level is the present one"),
    set(doc, { oldLevel: doc.manageType === "LEVEL_ADJUST" ? supplier.supLevel : null }),
    ["FREEZE", "SUSPEND"].includes(doc.manageType) && doc.startDate === null && set(doc, { startDate: at.today }),
    ...doc.lines.map((line): Effect => set(line, meaning(doc, line, controls))),
    set(doc, {
      scopeTypes: scoped.includes(doc.manageType) && lines.length ? [...new Set(lines.map((line) => line.scopeType))] : null,
      scopeNames: names.slice(0, 300) || null,
    }),
  ],
});

/** What is wrong with the lines of a measure, by its type. */
function lineFaults(doc: Daily, controls: readonly Control[], grants: readonly Grant[]): (Refusal | false)[] {
  const at = (i: number, key: string): string => `lines[${i}].${key}`;
  if (!scoped.includes(doc.manageType)) return [];
  if (doc.lines.length === 0) return [refuse("SLC_DLY_002", "请填写范围", "Add at least one line")];
  return doc.lines.map((line, i) => {
    switch (doc.manageType) {
      case "FREEZE":
        return !line.blockedOps?.length && fault(at(i, "blockedOps"), "SLC_DLY_003", "请选择禁止操作", "Choose what to block");
      case "UNFREEZE":
        return (
          controls.find((control) => control.id === line.controlId)?.controlStatus !== "ACTIVE" &&
          fault(at(i, "controlId"), "SLC_DLY_004", "请选择该供应商生效中的管控", "Choose an active control of this supplier")
        );
      default:
        return (
          meant(doc, grants)[i]!.rows.length === 0 &&
          (doc.manageType === "SUSPEND"
            ? fault(at(i, "categoryId"), "SLC_DLY_005", "供应商在该品类没有可暂停的资格", "Nothing is granted here that could be suspended")
            : fault(at(i, "categoryId"), "SLC_DLY_005", "该品类没有暂停", "This category is not suspended"))
        );
    }
  });
}

const statusFor = (doc: Daily): readonly string[] => (doc.manageType === "RESUME" ? ["SUSPENDED"] : ["TRIAL", "QUALIFIED"]);

const submitDaily = rule(dailyManage, "doDailyManageSubmit", {
  reads: async (doc, find, _, __, at) => ({
    supplier: await find.one(supplierInfo, doc.supplierId),
    controls: await controlsOf(find, doc),
    grants: ["SUSPEND", "RESUME"].includes(doc.manageType) ? await grantsOf(find, doc, statusFor(doc)) : [],
    impact: ["FREEZE", "SUSPEND"].includes(doc.manageType) ? await impactOf(find, scopeOf(doc), at.today) : null,
  }),
  decide: (doc, { supplier, controls, grants, impact }, _, __, at) => [
    ...lineFaults(doc, controls, grants),
    ["FREEZE", "SUSPEND"].includes(doc.manageType) &&
      doc.endDate !== null &&
      doc.endDate < at.today &&
      fault("endDate", "SLC_DLY_006", "截止日不能早于今天", "It cannot end before today"),
    doc.manageType === "LEVEL_ADJUST" &&
      doc.newLevel === supplier.supLevel &&
      fault("newLevel", "SLC_DLY_001", "新等级与现等级相同", "The new level is the present one"),
    doc.manageType === "RECTIFY" &&
      doc.rectifyDueDate !== null &&
      doc.rectifyDueDate < at.today &&
      fault("rectifyDueDate", "SLC_DLY_006", "整改期限不能早于今天", "It cannot be due before today"),
    set(doc, { impactJson: impact ? { ...impact, at: at.now } : null }),
  ],
});

type Facts = Awaited<ReturnType<typeof factsOf>>;

async function factsOf(find: Find, doc: Daily) {
  const [supplier, controls, grants, own] = await Promise.all([
    find.one(supplierInfo, doc.supplierId),
    controlsOf(find, doc),
    grantsOf(find, doc, statusFor(doc)),
    find.where(supplierControl, { supplierId: doc.supplierId, sourceDocId: doc.id, controlStatus: "ACTIVE" }),
  ]);
  const sources = [...new Set(controls.filter((control) => control.sourceDocType === docType).map((control) => control.sourceDocId))];
  const left = sources.length
    ? await find.where(supplierControl, { supplierId: doc.supplierId, sourceDocId: sources, controlStatus: "ACTIVE" })
    : [];
  const suspended = await find.where(supplierCategory, { supplierId: doc.supplierId, categoryStatus: "SUSPENDED" }, 2000);
  const rows = [...grants, ...suspended];
  const logs = rows.length
    ? await find.where(statusLog, { supplierId: doc.supplierId, scopeKind: "CATEGORY", toStatus: "SUSPENDED" }, 2000)
    : [];
  const maker = await find.maybe(user, doc.createdBy);
  const [org] = maker?.orgId ? [] : await find.where(organization, { parentOrgId: null, enabledFlag: "Y" });
  const lifted = new Set(controls.map((control) => control.id));
  const ended = sources.filter((id) => !left.some((row) => row.sourceDocId === id && !lifted.has(row.id)));
  return { supplier, controls, grants, suspended, logs, own, ended, orgId: maker?.orgId ?? org?.id ?? null };
}

/** What a grant was before it was suspended. */
const former = (logs: Facts["logs"], row: Grant): string =>
  logs.filter((log) => log.scopeId === row.id).sort((a, b) => (a.changeDate < b.changeDate ? 1 : -1))[0]?.fromStatus ?? "QUALIFIED";

const event = (doc: Daily, { supplier }: Facts, more: Record<string, unknown> = {}) => ({
  id: doc.id,
  no: doc.dailyNo,
  supplierId: doc.supplierId,
  supplier: supplier.supplierName,
  ...more,
});

const regrant = (doc: Daily, rows: readonly (readonly [Grant, string])[], reason: string): Effect =>
  run(supplierInfo, doc.supplierId, "doGrant", {
    docType,
    docId: doc.id,
    reason,
    categories: rows.map(([row, categoryStatus]) => ({
      orgId: row.orgId,
      categoryId: row.categoryId,
      categoryStatus,
      statusReason: reason,
    })),
  });

/** A restriction comes into force: on the day of the approval, or when its first day has come. */
function begin(doc: Daily, facts: Facts): Effect[] {
  const reason = `${doc.dailyNo ?? ""} ${doc.reasonDesc}`.slice(0, 300);
  const begun = set(doc, { startedFlag: "Y" });
  if (doc.manageType === "FREEZE") {
    const add = doc.lines.map(({ scopeType, orgId, categoryId, siteId, itemId, blockedOps }) => ({
      scopeType,
      orgId,
      categoryId,
      siteId,
      itemId,
      blockedOps,
      startDate: doc.startDate,
      endDate: doc.endDate,
      controlReason: doc.reasonType,
      reasonDesc: reason,
    }));
    return [begun, run(supplierInfo, doc.supplierId, "doControl", { docType, docId: doc.id, reason, add })];
  }
  const pairs = meant(doc, facts.grants);
  const rows = pairs.flatMap((pair) => pair.rows.map((row) => [row, "SUSPENDED"] as const));
  return [
    begun,
    ...pairs.flatMap(({ line, rows: [first] }) => (first ? [set(line, { formerStatus: first.categoryStatus })] : [])),
    ...(rows.length ? [regrant(doc, rows, reason)] : []),
  ];
}

/** The letter a warning is sent as. */
function warningLetter(doc: Daily, { orgId, supplier }: Facts, at: Moment): (Effect | Refusal)[] {
  if (!orgId) return [refuse("SLC_DLY_007", "没有可发函的组织", "There is no organisation to send the letter from")];
  const id = at.newId();
  const safe = doc.reasonDesc.replace(/[&<>]/g, (value) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[value]!);
  return [
    make(letter, id, {
      title: `警告函 ${doc.dailyNo ?? ""}：${supplier.supplierName}`.slice(0, 200),
      titleEn: `Warning letter ${doc.dailyNo ?? ""}: ${supplier.supplierNameEn ?? supplier.supplierName}`.slice(0, 200),
      notificationType: "COMPLIANCE",
      urgency: "URGENT",
      orgId,
      ackMode: "TEXT",
      replyDueDate: shift(at.now, { days: 7 }),
      supplierIds: [doc.supplierId],
      content: `<p>${safe}</p>`,
      bizType: docType,
      bizId: doc.id,
      bizNo: doc.dailyNo ?? "",
    }),
    run(letter, id, "publish", {}),
    set(doc, { letterId: id }),
  ];
}

function carriedOut(doc: Daily, facts: Facts, at: Moment): (Effect | Refusal | false)[] {
  const isDue = hasBegun(doc.startDate, at.today);
  const reason = `${doc.dailyNo ?? ""} ${doc.reasonDesc}`.slice(0, 500);
  const source = { docType, docId: doc.id, reason };
  switch (doc.manageType) {
    case "FREEZE":
    case "SUSPEND":
      return isDue ? begin(doc, facts) : [];
    case "UNFREEZE":
      return [
        run(supplierInfo, doc.supplierId, "doControl", { ...source, lift: facts.controls.map((control) => control.id) }),
        ...facts.ended.map((id) => run(dailyManage, id, "doMarkEnded", {})),
      ];
    case "RESUME": {
      const rows = meant(doc, facts.suspended).flatMap((entry) => entry.rows);
      return [
        regrant(
          doc,
          rows.map((row) => [row, former(facts.logs, row)] as const),
          reason,
        ),
      ];
    }
    case "LEVEL_ADJUST":
      return [run(supplierInfo, doc.supplierId, "doStanding", { ...source, level: doc.newLevel })];
    case "WARN_LETTER":
      return warningLetter(doc, facts, at);
    case "RECTIFY":
      return [set(doc, { status: "RECTIFYING" }), tell("DAILY_RECTIFY", event(doc, facts, { due: doc.rectifyDueDate }))];
    default:
      return [];
  }
}

const approveDaily = rule(dailyManage, "doDailyManageApproval", {
  reads: (doc, find) => factsOf(find, doc),
  decide: (doc, facts, _, __, at) => [
    ...lineFaults(doc, facts.controls, doc.manageType === "RESUME" ? facts.suspended : facts.grants),
    set(doc, { approveDate: at.today }),
    ...carriedOut(doc, facts, at),
    doc.notifySupplier === "Y" &&
      !["WARN_LETTER", "RECTIFY"].includes(doc.manageType) &&
      tell("DAILY_MANAGE_NOTICE", event(doc, facts, { type: doc.manageType, reason: doc.reasonDesc })),
  ],
});

const startDaily = rule(dailyManage, "doStartDue", {
  reads: (doc, find) => factsOf(find, doc),
  decide: (doc, facts) =>
    doc.startedFlag === "Y" || !["FREEZE", "SUSPEND"].includes(doc.manageType)
      ? []
      : [
          ...begin(doc, facts),
          // At the approval the supplier heard that it will come; this is the day it does.
          doc.notifySupplier === "Y" && tell("DAILY_MANAGE_BEGUN", event(doc, facts, { reason: doc.reasonDesc })),
        ],
});

/** The last day is behind us: what is still restricted by this measure is free again. */
const endDaily = rule(dailyManage, "doEndDue", {
  reads: (doc, find) => factsOf(find, doc),
  decide: (doc, facts, _, __, at) => {
    if (doc.endedFlag === "Y" || doc.endDate === null || doc.endDate >= at.today) return [];
    const reason = `${doc.dailyNo ?? ""} 到期`;
    const rows = doc.manageType === "SUSPEND" ? facts.suspended.filter((row) => row.sourceDocId === doc.id) : [];
    return [
      set(doc, { endedFlag: "Y" }),
      // Its controls may have run out by their own date a moment before.
      doc.notifySupplier === "Y" && doc.startedFlag === "Y" && tell("DAILY_MANAGE_OVER", event(doc, facts)),
      facts.own.length > 0 &&
        run(supplierInfo, doc.supplierId, "doControl", { docType, docId: doc.id, reason, expire: facts.own.map((row) => row.id) }),
      rows.length > 0 &&
        regrant(
          doc,
          rows.map((row) => [row, former(facts.logs, row)] as const),
          reason,
        ),
    ];
  },
});

const reply = rule(dailyManage, "doRectifyReply", {
  decide: (doc, _, input, __, at) => [
    (doc.manageType !== "RECTIFY" || doc.rectifyResult === "OK") &&
      refuse("SLC_DLY_008", "该单据没有待回复的整改", "Nothing to rectify here"),
    set(doc, {
      rectifyReply: input.reply!,
      replyFileIds: input.replyFiles ?? null,
      replyDate: at.now,
      rectifyResult: null,
      resultDesc: null,
    }),
  ],
});

const verify = rule(dailyManage, "doVerify", {
  decide: (doc, _, input, __, at) => [
    (doc.manageType !== "RECTIFY" || doc.replyDate === null) &&
      refuse("SLC_DLY_009", "供应商尚未回复整改", "The supplier has not replied yet"),
    input.result === "NG" && !input.opinion?.trim() && fault("opinion", "TABLE_REQUIRED", "不合格须填写说明", "Describe the problem"),
    input.result === "NG" &&
      (input.newDueDate ?? at.today) < at.today &&
      fault("newDueDate", "SLC_DLY_006", "整改期限不能早于今天", "It cannot be due before today"),
    set(doc, {
      rectifyResult: input.result!,
      resultDesc: input.opinion ?? null,
      ...(input.result === "OK" ? ({ endedFlag: "Y", status: "APPROVED" } as object) : {}),
      ...(input.result === "NG" && input.newDueDate ? { rectifyDueDate: input.newDueDate } : {}),
    }),
    doc.notifySupplier === "Y" &&
      tell("DAILY_VERIFIED", {
        id: doc.id,
        no: doc.dailyNo,
        supplierId: doc.supplierId,
        result: input.result ?? "",
        opinion: input.opinion ?? "",
      }),
  ],
});

export const dailyManageRules = [
  saveDaily,
  submitDaily,
  approveDaily,
  startDaily,
  endDaily,
  rule(dailyManage, "doMarkEnded", { decide: (doc) => set(doc, { endedFlag: "Y" }) }),
  reply,
  verify,
];
