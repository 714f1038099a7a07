import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, closeTodo, drop, rule, run, set, tell, todo, type Decision, type Effect, type Find } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import { shift } from "#kernel/time.ts";
import { getProfile } from "./doors.ts";
import { notice, noticeReply } from "./notice.entity.ts";

type Notice = Doc<typeof notice>;

/** Which suppliers are meant: all, those of categories or levels, or some by their id? The supplier area answers. */
export const suppliersMeant = new Question<
  { readonly kind: "ALL" | "SUPPLIER" | "CATEGORY" | "LEVEL"; readonly ids: readonly string[] },
  { readonly id: string; readonly name: string }
>();

const notVisible = (): Refusal => refuse("BASE_NTC_003", "公告不存在或无权查看", "Not found or not visible");
const noReceivers = (): Refusal => refuse("BASE_NTC_001", "请选择接收方", "Choose receivers");
const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

/** Everybody a set of receivers comes to: what is excluded beats what is included. */
async function expand(find: Find, doc: Notice): Promise<readonly { readonly id: string; readonly name: string }[]> {
  if (doc.audience === "INTERNAL" || doc.audience === "PUBLIC") return [];
  if (doc.audience !== "SUPPLIER_SET") return suppliersMeant.ask(find, { kind: "ALL", ids: [] });
  const of = async (exclude: "Y" | "N") => {
    const rows = doc.receivers.filter((receiver) => receiver.expandedFlag === "N" && receiver.excludeFlag === exclude);
    const named = rows
      .filter((row) => row.receiverKind === "SUPPLIER")
      .map((row) => ({ id: row.receiverId, name: row.receiverName ?? row.receiverId }));
    const asked = (["CATEGORY", "LEVEL"] as const).map((kind) => {
      const ids = rows.filter((row) => row.receiverKind === kind).map((row) => row.receiverId);
      return ids.length ? suppliersMeant.ask(find, { kind, ids }) : [];
    });
    return [...named, ...(await Promise.all(asked)).flat()];
  };
  const [wanted, unwanted] = await Promise.all([of("N"), of("Y")]);
  const gone = new Set(unwanted.map((row) => row.id));
  return [...new Map(wanted.filter((row) => !gone.has(row.id)).map((row) => [row.id, row])).values()];
}

interface Outgoing {
  readonly suppliers: readonly { readonly id: string; readonly name: string }[];
  readonly expireDays: number;
  readonly org: Doc<typeof organization> | null;
}

const outgoing = async (doc: Notice, find: Find): Promise<Outgoing> => ({
  suppliers: await expand(find, doc),
  expireDays: Number((await getProfile(find, "NOTICE_DEFAULT_EXPIRE_DAYS", { orgId: doc.orgId })).value),
  org: await find.maybe(organization, doc.orgId),
});

/** Freezes who is told, opens what they have to answer, and tells them. */
function goesOut(doc: Notice, { suppliers, expireDays, org }: Outgoing, now: string): (Effect | Refusal | false)[] {
  const old = doc.receivers.filter((receiver) => receiver.expandedFlag === "Y");
  return [
    doc.audience === "SUPPLIER_SET" && suppliers.length === 0 && noReceivers(),
    ...old.map((row) => drop(row)),
    ...(doc.audience === "SUPPLIER_SET"
      ? suppliers.map((supplier) =>
          add(doc, "receivers", {
            receiverKind: "SUPPLIER",
            receiverId: supplier.id,
            receiverName: supplier.name,
            excludeFlag: "N",
            expandedFlag: "Y",
          }),
        )
      : []),
    set(doc, {
      status: "PUBLISHED",
      publishDate: now,
      expireDate: doc.expireDate ?? shift(now, { days: expireDays }),
      receiverCount: suppliers.length,
      withdrawReason: null,
    }),
    ...(doc.replyFlag === "Y"
      ? suppliers.map((supplier) =>
          todo("NOTICE_REPLY", doc, {
            supplierId: supplier.id,
            orgId: doc.orgId,
            dueDate: doc.replyDueDate,
            title: [`请回复公告：${doc.title}`.slice(0, 200), `Reply to notice: ${doc.titleEn ?? doc.title}`.slice(0, 200)],
          }),
        )
      : []),
    tell("NOTICE_PUBLISHED", {
      id: doc.id,
      title: doc.title,
      titleEn: doc.titleEn ?? doc.title,
      audience: doc.audience,
      orgName: org?.orgName ?? "",
      supplierIds: suppliers.map((supplier) => supplier.id),
    }),
  ];
}

/** What must be in order before anybody is told. */
const unready = (doc: Notice, now: string): (Refusal | false)[] => [
  doc.audience === "SUPPLIER_SET" &&
    doc.receivers.every((receiver) => receiver.expandedFlag === "Y" || receiver.excludeFlag === "Y") &&
    noReceivers(),
  doc.expireDate !== null &&
    doc.expireDate <= now &&
    fault("expireDate", "BASE_NTC_004", "失效时间须在将来", "The expiry must be in the future"),
  doc.replyFlag === "Y" &&
    doc.replyDueDate !== null &&
    doc.replyDueDate <= now &&
    fault("replyDueDate", "BASE_NTC_004", "回复截止须在将来", "The reply date must be in the future"),
];

const saveNotice = rule(notice, "saveOrUpdate", {
  decide: (doc, _, __, ___, at) => [
    doc.audience === "PUBLIC" &&
      doc.replyFlag === "Y" &&
      fault("replyFlag", "BASE_NTC_005", "公开公告不能要求回复", "A public notice cannot request replies"),
    doc.publishPlanDate !== null &&
      doc.publishPlanDate <= at.now &&
      at.before(doc)?.publishPlanDate !== doc.publishPlanDate &&
      fault("publishPlanDate", "BASE_NTC_004", "定时发布须在将来", "The planned time must be in the future"),
    doc.replyFlag === "N" && doc.replyDueDate !== null && set(doc, { replyDueDate: null }),
  ],
});

const publish = rule(notice, "publish", {
  reads: async (doc, find) => ({
    out: await outgoing(doc, find),
    approval: (await getProfile(find, "NOTICE_APPROVAL_REQUIRED", { orgId: doc.orgId })).value,
  }),
  decide: (doc, { out, approval }, _, __, at): Decision => {
    const wrong = unready(doc, at.now);
    if (approval === "Y") return [...wrong, run(notice, doc.id, "doAskApproval", {})];
    return doc.publishPlanDate !== null && doc.publishPlanDate > at.now
      ? [...wrong, set(doc, { status: "SCHEDULED" })]
      : [...wrong, ...goesOut(doc, out, at.now)];
  },
});

const approve = rule(notice, "doApproval", {
  reads: (doc, find) => outgoing(doc, find),
  decide: (doc, out, _, __, at) =>
    doc.publishPlanDate !== null && doc.publishPlanDate > at.now ? set(doc, { status: "SCHEDULED" }) : goesOut(doc, out, at.now),
});

const goOut = rule(notice, "doGoOut", {
  reads: (doc, find) => outgoing(doc, find),
  decide: (doc, out, _, __, at) => goesOut(doc, out, at.now),
});

const withdraw = rule(notice, "withdraw", {
  decide: (doc, _, input) => [set(doc, { withdrawReason: input.withdrawReason ?? null }), closeTodo("NOTICE_REPLY", doc, "WITHDRAWN")],
});
const expire = rule(notice, "doExpire", { decide: (doc) => closeTodo("NOTICE_REPLY", doc, "EXPIRED") });

const isReceiver = (doc: Notice, supplierId: string): boolean =>
  doc.audience === "SUPPLIER_SET"
    ? doc.receivers.some(
        (receiver) => receiver.expandedFlag === "Y" && receiver.receiverKind === "SUPPLIER" && receiver.receiverId === supplierId,
      )
    : ["ALL_SUPPLIER", "ALL"].includes(doc.audience);

const reply = rule(noticeReply, "doReply", {
  reads: async (_, find, input, me) => ({
    of: await find.maybe(notice, input.noticeId ?? null),
    earlier: await find.where(noticeReply, { noticeId: input.noticeId ?? "-", supplierId: me.supplierId ?? "-" }),
  }),
  decide: (doc, { of, earlier }, input, me, at): Decision => {
    if (of === null || of.status !== "PUBLISHED" || of.replyFlag !== "Y" || me.supplierId === null || !isReceiver(of, me.supplierId))
      return notVisible();
    if (of.replyDueDate !== null && at.now > of.replyDueDate)
      return refuse("BASE_NTC_002", "已超过回复截止时间", "Reply deadline has passed");
    const current = earlier.find((row) => row.currentFlag === "Y");
    return [
      set(doc, {
        noticeId: of.id,
        supplierId: me.supplierId,
        userId: me.userId,
        content: input.content!,
        fileIds: input.fileIds ?? null,
        replyVersion: earlier.length + 1,
        replyDate: at.now,
        currentFlag: "Y",
      }),
      current !== undefined && run(noticeReply, current.id, "doSupersede", {}),
      earlier.length === 0 && run(notice, of.id, "doCountReply", { by: me.supplierId }),
    ];
  },
});

export const noticeRules = [
  saveNotice,
  publish,
  approve,
  goOut,
  withdraw,
  expire,
  reply,
  rule(notice, "doTop", { decide: (doc, _, input) => set(doc, { topFlag: input.topFlag ?? "Y", topUntil: input.topUntil ?? null }) }),
  rule(notice, "doCountReply", {
    decide: (doc, _, input) => [set(doc, { replyCount: doc.replyCount + 1 }), closeTodo("NOTICE_REPLY", doc, "HANDLED", input.by!)],
  }),
  rule(notice, "doCountView", { decide: (doc) => set(doc, { viewCount: doc.viewCount + 1 }) }),
  rule(noticeReply, "doSupersede", { decide: (doc) => set(doc, { currentFlag: "N" }) }),
];
