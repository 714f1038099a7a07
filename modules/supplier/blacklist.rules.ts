import { some, type Doc } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, make, rule, run, set, tell, warn, type Effect, type Find } from "#kernel/rule.ts";
import { getProfile } from "#modules/base/index.ts";
import { addMonths } from "#kernel/days.ts";
import { blacklist } from "./blacklist.entity.ts";
import { isMistyped, plainTaxId } from "./company.ts";
import { afterLeaving } from "./follow.ts";
import { relatedTo } from "./related.ts";
import { supplierCategory, supplierControl } from "./standing.entity.ts";
import { supplierInfo } from "./supplier.entity.ts";

type Entry = Doc<typeof blacklist>;

const docType = blacklist.name;
const fault = (path: string, code: string, cn: string, en: string, data?: unknown): Refusal =>
  refuse(code, cn, en, { data, fieldErrors: [{ path, code, text: [cn, en] }] });

/** The suppliers an entry is about: the listed one and those listed with it. */
const suppliersOf = (doc: Entry): string[] => [
  ...new Set(
    [doc.supplierId, ...doc.related.filter((row) => row.includeFlag === "Y").map((row) => row.supplierId)].flatMap((id) => id ?? []),
  ),
];

/** Who an entry is about, and what stands for each of them in the system. */
async function standingOf(find: Find, doc: Entry) {
  return Promise.all(
    suppliersOf(doc).map(async (supplierId) => {
      const [info, categories, controls, users, listedElsewhere] = await Promise.all([
        // Locked: two entries about one supplier that end at the same moment would each leave it to the other to free it.
        find.lock(supplierInfo, supplierId),
        find.where(supplierCategory, { supplierId, categoryStatus: { not: "EXITED" } }, 2000),
        find.where(supplierControl, { supplierId, sourceDocId: doc.id, controlStatus: "ACTIVE" }),
        find.where(user, { supplierId, userStatus: ["ACTIVE", "LOCKED", "REGISTERING"] }, 2000),
        find.exists(blacklist, {
          direction: "IN",
          status: "EFFECTIVE",
          scope: "GROUP",
          id: { not: doc.id },
          any: [{ supplierId }, { related: some({ supplierId, includeFlag: "Y" }) }],
        }),
      ]);
      return { info, categories, controls, users, listedElsewhere };
    }),
  );
}
type Standing = Awaited<ReturnType<typeof standingOf>>[number];

/** The entry under which the same company is listed, or about to be. */
async function twinOf(find: Find, doc: Entry, supplierId: string | null, taxKey: string | null): Promise<Entry | null> {
  const same = [...(supplierId ? [{ supplierId }] : []), ...(taxKey ? [{ taxKey }] : [])];
  if (doc.direction !== "IN" || same.length === 0) return null;
  const where = { direction: "IN", status: ["APPROVING", "EFFECTIVE"], id: { not: doc.id }, any: same };
  return (await find.where(blacklist, where, 20))[0] ?? null;
}
const listedTwice = (twin: Entry): Refusal =>
  fault("companyName", "SLC_BLK_003", `该企业已在黑名单中：${twin.blacklistNo}`, `Already listed: ${twin.blacklistNo}`, {
    blacklistId: twin.id,
  });

const saveEntry = rule(blacklist, "saveOrUpdate", {
  reads: async (doc, find) => {
    const origin = await find.maybe(blacklist, doc.direction === "OUT" ? doc.originId : null);
    const supplier = await find.maybe(supplierInfo, origin?.supplierId ?? doc.supplierId);
    const taxKey = plainTaxId(supplier?.uscc ?? supplier?.taxNo ?? doc.uscc);
    return { origin, supplier, twin: await twinOf(find, doc, supplier?.id ?? null, taxKey) };
  },
  decide: (doc, { origin, supplier, twin }, _, __, at) => {
    const code = supplier ? (supplier.uscc ?? supplier.taxNo) : doc.uscc;
    return [
      twin && listedTwice(twin),
      doc.direction === "OUT" &&
        (origin?.direction !== "IN" || origin.status !== "EFFECTIVE") &&
        fault("originId", "SLC_BLK_005", "只能移出生效中的列入单", "Only an active entry can be removed"),
      !supplier && isMistyped(doc.uscc) && fault("uscc", "SUP_REG_001", "统一社会信用代码校验位错误", "Credit code check digit is wrong"),
      supplier && set(doc, { supplierId: supplier.id, companyName: supplier.supplierName, uscc: code ?? null }),
      origin &&
        set(doc, {
          supplierId: origin.supplierId,
          companyName: origin.companyName,
          uscc: origin.uscc,
          reasonType: origin.reasonType,
          scope: origin.scope,
          orgId: origin.orgId,
        }),
      doc.startDate === null && set(doc, { startDate: at.today }),
      (doc.permanentFlag === "Y" || doc.direction === "OUT") && set(doc, { endDate: null }),
      doc.scope === "GROUP" && set(doc, { orgId: null }),
    ];
  },
});

/** While a listing is being decided nothing new is begun with the company. */
const holdBack = (doc: Entry, today: string): Effect[] =>
  suppliersOf(doc).map((supplierId) =>
    run(supplierInfo, supplierId, "doControl", {
      add: [
        {
          ...(doc.scope === "ORG" ? { scopeType: "ORG", orgId: doc.orgId } : { scopeType: "ALL" }),
          blockedOps: ["SOURCING", "AWARD", "ORDER"],
          startDate: today,
          controlReason: "COMPLIANCE",
          reasonDesc: `黑名单审批中 ${doc.blacklistNo ?? ""}`,
        },
      ],
      docType,
      docId: doc.id,
      reason: `黑名单审批中 ${doc.blacklistNo ?? ""}`,
    }),
  );

const letGo = (doc: Entry, of: readonly Standing[]): Effect[] =>
  of
    .filter(({ controls }) => controls.length > 0)
    .map(({ info, controls }) =>
      run(supplierInfo, info.id, "doControl", {
        lift: controls.map((control) => control.id),
        docType,
        docId: doc.id,
        reason: doc.blacklistNo,
      }),
    );

const submitEntry = rule(blacklist, "doSubmit", {
  reads: async (doc, find) => ({
    origin: await find.maybe(blacklist, doc.originId),
    months: Number((await getProfile(find, "SLC_BLK_MIN_MONTHS")).value),
    twin: await twinOf(find, doc, doc.supplierId, doc.taxKey),
  }),
  decide: (doc, { origin, months, twin }, _, __, at) => {
    const free = origin?.effectDate ? addMonths(origin.effectDate, months) : null;
    return [
      twin && listedTwice(twin),
      !doc.fileIds?.trim() && fault("fileIds", "SLC_BLK_001", "请上传证据材料", "Evidence files are required"),
      doc.direction === "IN" &&
        doc.startDate > at.today &&
        fault("startDate", "SLC_BLK_006", "起始日不能晚于今天", "It cannot begin after today"),
      doc.direction === "IN" &&
        doc.endDate !== null &&
        doc.endDate < at.today &&
        fault("endDate", "SLC_BLK_006", "截止日不能早于今天", "It cannot end before today"),
      doc.direction === "OUT" &&
        origin?.status !== "EFFECTIVE" &&
        refuse("SLC_BLK_005", "列入单已不在生效中", "The entry is no longer active"),
      doc.direction === "OUT" &&
        free !== null &&
        free > at.today &&
        warn(
          "SLC_BLK_002",
          `未满最短列入时间（${free}），须由委员会批准`,
          `Before the minimum period ends (${free}), only the committee can approve`,
        ),
      ...(doc.direction === "IN" ? holdBack(doc, at.today) : []),
    ];
  },
});

/** What being listed does to one supplier. */
function shutOut(doc: Entry, { info, categories, users }: Standing, today: string): Effect[] {
  const why = `黑名单 ${doc.blacklistNo ?? ""}`;
  const inOrg = doc.scope === "ORG";
  const left = categories.filter((category) => !inOrg || category.orgId === doc.orgId);
  const source = { docType, docId: doc.id, reason: why };
  return [
    ...(left.length
      ? [
          run(supplierInfo, info.id, "doGrant", {
            ...source,
            categories: left.map((row) => ({
              orgId: row.orgId,
              categoryId: row.categoryId,
              categoryStatus: "EXITED",
              statusReason: why,
            })),
          }),
        ]
      : []),
    inOrg
      ? run(supplierInfo, info.id, "doControl", {
          ...source,
          add: [
            {
              scopeType: "ORG",
              orgId: doc.orgId,
              blockedOps: ["SOURCING", "AWARD", "ORDER", "DELIVERY", ...(doc.paymentPolicy === "HOLD_ALL" ? ["PAYMENT"] : [])],
              startDate: today,
              endDate: doc.endDate,
              controlReason: "COMPLIANCE",
              reasonDesc: why,
            },
          ],
        })
      : run(supplierInfo, info.id, "doStanding", { ...source, blacklistFlag: "Y", paymentPolicy: doc.paymentPolicy }),
    ...(inOrg ? [] : users.map((row) => run(user, row.id, "doShutOut", {}))),
    notify(doc, info.id, info.supplierName),
  ];
}

const notify = (doc: Entry, supplierId: string | null, supplier: string): Effect =>
  tell("SUPPLIER_BLACKLISTED", {
    id: doc.id,
    no: doc.blacklistNo,
    supplierId,
    supplier,
    scope: doc.scope,
    orgId: doc.orgId,
    reason: doc.reasonType,
    paymentPolicy: doc.paymentPolicy,
  });

/** What other areas do about everybody who is listed. */
const leftBehind = async (find: Find, doc: Entry): Promise<Effect[]> => {
  const orgIds = doc.scope === "ORG" && doc.orgId ? [doc.orgId] : null;
  const asked = suppliersOf(doc).map((supplierId) => afterLeaving.ask(find, { supplierId, orgIds, categoryIds: null, docId: doc.id }));
  return (await Promise.all(asked)).flat();
};

const approveEntry = rule(blacklist, "doApproval", {
  reads: async (doc, find) => ({
    origin: await find.maybe(blacklist, doc.originId),
    standing: doc.direction === "IN" ? await standingOf(find, doc) : [],
    months: Number((await getProfile(find, "SLC_BLK_MIN_MONTHS")).value),
    follow: doc.direction === "IN" ? await leftBehind(find, doc) : [],
  }),
  decide: (doc, { origin, standing, months, follow }, _, me, at) => {
    if (doc.direction === "OUT") {
      const free = origin?.effectDate ? addMonths(origin.effectDate, months) : at.today;
      return [
        origin?.status !== "EFFECTIVE" && refuse("SLC_BLK_005", "列入单已不在生效中", "The entry is no longer active"),
        free > at.today &&
          !me.may(blacklist.name, "btnCommittee") &&
          refuse(
            "SLC_BLK_002",
            `未满最短列入时间（${free}），须由委员会批准`,
            `Before the minimum period ends (${free}), only the committee can approve`,
          ),
        set(doc, { effectDate: at.today }),
        ...(origin ? [run(blacklist, origin.id, "doRemoved", {})] : []),
      ];
    }
    return [
      set(doc, { effectDate: at.today }),
      ...standing.flatMap((entry) => shutOut(doc, entry, at.today)),
      ...follow,
      !doc.supplierId && notify(doc, null, doc.companyName),
    ];
  },
});

const dropEntry = (action: "doReject" | "doWithdraw") =>
  rule(blacklist, action, {
    reads: async (doc, find) => ({ standing: doc.direction === "IN" ? await standingOf(find, doc) : [] }),
    decide: (doc, { standing }) => letGo(doc, standing),
  });

/** Off the list: what was blocked is free again, what was exited stays so until the supplier is introduced anew. */
const endEntry = (action: "doRemoved" | "doExpire") =>
  rule(blacklist, action, {
    reads: async (doc, find) => ({ standing: await standingOf(find, doc) }),
    decide: (doc, { standing }, _, __, at) => [
      set(doc, { endedDate: at.today }),
      ...letGo(doc, standing),
      ...standing
        .filter(({ listedElsewhere }) => doc.scope === "GROUP" && !listedElsewhere)
        .map(({ info }) =>
          run(supplierInfo, info.id, "doStanding", {
            blacklistFlag: "N",
            paymentPolicy: null,
            docType,
            docId: doc.id,
            reason: `移出黑名单 ${doc.blacklistNo ?? ""}`,
          }),
        ),
      tell("BLACKLIST_ENDED", { id: doc.id, no: doc.blacklistNo, supplierId: doc.supplierId, supplier: doc.companyName }),
    ],
  });

const findRelated = rule(blacklist, "findRelated", {
  reads: async (doc, find) => ({ found: await relatedTo(find, doc) }),
  decide: (doc, { found }) => {
    const known = new Set(doc.related.map((row) => `${row.supplierId ?? row.companyName} ${row.relationType}`));
    const fresh = found.filter(
      (relatedParty) => !known.has(`${relatedParty.supplierId ?? relatedParty.companyName} ${relatedParty.relationType}`),
    );
    return [
      ...fresh.map((relatedParty) =>
        add(doc, "related", { ...relatedParty, matchText: relatedParty.matchText.slice(0, 300), includeFlag: "N" }),
      ),
      warn(
        "SLC_BLK_RELATED",
        `找到${found.length}条关联，新增${fresh.length}条`,
        `${found.length} relations found, ${fresh.length} of them new`,
      ),
    ];
  },
});

const removeEntry = rule(blacklist, "doRemove", {
  reads: async (doc, find) => ({
    open: await find.where(blacklist, { originId: doc.id, direction: "OUT", status: ["DRAFT", "APPROVING"] }, 1),
  }),
  decide: (doc, { open }, input, _, at) => [
    doc.direction !== "IN" && refuse("SLC_BLK_005", "只能移出列入单", "Only an entry of the list can be removed"),
    open[0] &&
      refuse(
        "SLC_BLK_004",
        `该列入单已有未完成的移出单${open[0].blacklistNo}`,
        `A removal is already in progress: ${open[0].blacklistNo}`,
        {
          data: { blacklistId: open[0].id },
        },
      ),
    make(blacklist, at.newId(), {
      direction: "OUT",
      originId: doc.id,
      supplierId: doc.supplierId,
      companyName: doc.companyName,
      uscc: doc.uscc,
      reasonType: doc.reasonType,
      reasonDesc: input.reasonDesc!,
      startDate: at.today,
      scope: doc.scope,
      orgId: doc.orgId,
      paymentPolicy: doc.paymentPolicy,
      related: doc.related
        .filter((row) => row.includeFlag === "Y")
        .map(({ companyName, uscc, relationType, matchText, includeFlag, supplierId }) => ({
          companyName,
          uscc,
          relationType,
          matchText,
          includeFlag,
          supplierId,
        })),
    }),
    warn("SLC_BLK_OUT", "已生成移出单，请补充证据后提交", "A removal was drafted. Add evidence and submit it"),
  ],
});

export const blacklistRules = [
  saveEntry,
  submitEntry,
  approveEntry,
  dropEntry("doReject"),
  dropEntry("doWithdraw"),
  endEntry("doRemoved"),
  endEntry("doExpire"),
  findRelated,
  removeEntry,
];
