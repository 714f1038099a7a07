import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, make, rule, run, set, tell, todo, type Decision, type Effect, type Find } from "#kernel/rule.ts";
import { dayIn, houseZone, shift } from "#kernel/time.ts";
import { addWorkingDays, daysBetween, mondayToFriday } from "#kernel/days.ts";
import { letter, letterReceiver } from "./letter.entity.ts";
import { suppliersMeant } from "./notice.rules.ts";
import { countFiles } from "./told.ts";

type Letter = Doc<typeof letter>;
type Receiver = Doc<typeof letterReceiver>;

const type = "NOTIFICATION_ACK";
const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

const inLine = (ids: readonly string[] | null): string => (ids?.length ? `,${ids.join(",")},` : "");

/** Opens what a receiver has to do; a letter that asks for nothing opens nothing. */
const opens = (row: Receiver, due: string | null): Effect | false =>
  row.ackMode !== "NONE" &&
  todo(type, row, {
    supplierId: row.supplierId,
    userId: row.userId,
    orgId: row.orgId,
    dueDate: due,
    priority: row.urgency === "URGENT" ? "URGENT" : "NORMAL",
    title: [
      `请回复通知 ${row.notificationNo}：${row.title}`.slice(0, 200),
      `Answer letter ${row.notificationNo}: ${row.titleEn ?? row.title}`.slice(0, 200),
    ],
  });

/** The first step: the letter gets its receivers; each of them then opens its own to-do. */
const publish = rule(letter, "publish", {
  reads: async (doc, find) => ({
    org: await find.maybe(organization, doc.orgId),
    suppliers: doc.supplierIds?.length ? await suppliersMeant.ask(find, { kind: "SUPPLIER", ids: doc.supplierIds }) : [],
    people: await Promise.all((doc.userIds ?? []).map((id) => find.maybe(user, id))),
  }),
  decide: (doc, { org, people }, _, me, at): Decision => {
    const suppliers = doc.supplierIds ?? [];
    const colleagues = people.filter((person) => person !== null);
    const shared = {
      notificationId: doc.id,
      notificationNo: doc.notificationNo ?? "",
      title: doc.title,
      titleEn: doc.titleEn,
      orgId: doc.orgId,
      notificationType: doc.notificationType,
      ackMode: doc.ackMode,
      urgency: doc.urgency,
      publishDate: at.now,
      replyDueDate: doc.replyDueDate,
    };
    const rows = [
      ...suppliers.map((supplierId) => ({ id: at.newId(), supplierId, userId: null })),
      ...colleagues.map((colleague) => ({ id: at.newId(), supplierId: null, userId: colleague.id })),
    ];
    return [
      rows.length === 0 && refuse("BASE_NTC_001", "请选择接收方", "Choose receivers"),
      doc.ackMode !== "NONE" &&
        (doc.replyDueDate === null || doc.replyDueDate < shift(at.now, { hours: 1 })) &&
        fault("replyDueDate", "BASE_NTC_006", "回复截止须晚于当前至少1小时", "The answer must be due at least one hour from now"),
      ...rows.flatMap(({ id, ...who }): (Effect | false)[] => [
        make(letterReceiver, id, { ...shared, ...who }),
        run(letterReceiver, id, "doOpen", {}),
      ]),
      set(doc, {
        publishDate: at.now,
        receiverCount: rows.length,
        supplierLine: inLine(suppliers),
        userLine: inLine(colleagues.map((colleague) => colleague.id)),
      }),
      tell("NOTIFICATION_PUBLISHED", {
        id: doc.id,
        no: doc.notificationNo,
        title: doc.title,
        titleEn: doc.titleEn || doc.title,
        orgName: org?.orgName ?? "",
        orgNameEn: org?.orgNameEn || org?.orgName || "",
        due: doc.replyDueDate ?? "",
        urgency: doc.urgency,
        supplierIds: suppliers,
        userIds: colleagues.map((colleague) => colleague.id),
      }),
    ];
  },
});

const noEmpty = (row: Receiver, content: string | null | undefined, files: string | null | undefined): Refusal | false =>
  row.ackMode === "FILE" && countFiles(files) === 0
    ? fault("replyFiles", "TABLE_REQUIRED", "请上传回复附件", "The answer needs a file")
    : row.ackMode === "TEXT" && !content?.trim() && fault("content", "TABLE_REQUIRED", "请填写回复内容", "The answer needs a text");

const ownRow = (
  row: Receiver,
  me: { readonly audience: string; readonly supplierId: string | null; readonly userId: string },
): Refusal | false =>
  !(me.audience === "supplier" ? row.supplierId === me.supplierId : row.userId === me.userId) &&
  refuse("BASE_DATA_404", "数据不存在或无权查看", "Not found or not visible");

const answered = (row: Receiver): Effect => run(letter, row.notificationId, "doCountAnswer", { by: 1 });

const ack = rule(letterReceiver, "doAck", {
  decide: (doc, _, __, me, at) => [
    ownRow(doc, me),
    set(doc, { ackStatus: doc.ackStatus === "OVERDUE" && doc.ackMode !== "READ" ? "OVERDUE" : "READ", readDate: doc.readDate ?? at.now }),
    doc.ackMode === "READ" && closeTodo(type, doc, "HANDLED"),
    doc.ackMode === "READ" && answered(doc),
  ],
});

const reply = rule(letterReceiver, "doReply", {
  reads: async (doc, find) => ({ of: await find.one(letter, doc.notificationId) }),
  decide: (doc, { of }, input, me, at) => [
    ownRow(doc, me),
    doc.openFlag !== "Y" && refuse("STATE_NOT_ALLOWED", "通知已关闭，不能回复", "The notification is closed and can no longer be answered"),
    noEmpty(doc, input.content, input.replyFiles),
    set(doc, {
      replyContent: input.content ?? null,
      replyFileIds: input.replyFiles ?? null,
      replyDate: at.now,
      readDate: doc.readDate ?? at.now,
      lateFlag: doc.replyDueDate !== null && at.now > doc.replyDueDate ? "Y" : doc.lateFlag,
    }),
    closeTodo(type, doc, "HANDLED"),
    doc.replyDate === null && answered(doc),
    tell("NOTIFICATION_ANSWERED", {
      id: of.id,
      no: doc.notificationNo,
      supplierId: doc.supplierId,
      supplier: me.displayName,
      ownerId: of.createdBy,
    }),
  ],
});

const accept = rule(letterReceiver, "doAccept", {
  decide: (doc, _, __, me, at) => set(doc, { judgeBy: me.userId, judgeDate: at.now, judgeOpinion: null }),
});

/** The next working day at the same hour at the earliest: Saturdays and Sundays are skipped. */
export function nextWorkingDay(iso: string): string {
  const day = dayIn(iso, houseZone);
  return shift(iso, { days: daysBetween(day, addWorkingDays(mondayToFriday, day, 1)) });
}

const giveBack = rule(letterReceiver, "doReturn", {
  decide: (doc, _, input, me, at): Decision => {
    const least = nextWorkingDay(at.now);
    // Whoever is asked again gets more time than before, unless told a date.
    const due = input.newDueDate ?? nextWorkingDay(doc.replyDueDate !== null && doc.replyDueDate > at.now ? doc.replyDueDate : at.now);
    return [
      due < least &&
        fault("newDueDate", "BASE_NTC_006", "新的截止须晚于当前至少1个工作日", "The new date must be at least one working day ahead"),
      set(doc, { judgeBy: me.userId, judgeDate: at.now, judgeOpinion: input.opinion!, replyDueDate: due }),
      opens(doc, due),
      tell("NOTIFICATION_RETURNED", {
        id: doc.notificationId,
        receiverId: doc.id,
        no: doc.notificationNo,
        opinion: input.opinion,
        supplierId: doc.supplierId,
        userId: doc.userId,
      }),
    ];
  },
});

const urgeFault = (row: Receiver, now: string): Refusal | false =>
  row.lastUrgeDate !== null &&
  now < shift(row.lastUrgeDate, { hours: 4 }) &&
  refuse("BASE_NTC_007", "距上次催办不足4小时", "Less than four hours since the last reminder");

const urged = (row: Receiver, now: string): Effect[] => [
  set(row, { urgeTimes: row.urgeTimes + 1, lastUrgeDate: now }),
  tell("NOTIFICATION_URGED", {
    id: row.notificationId,
    receiverId: row.id,
    no: row.notificationNo,
    title: row.title,
    supplierId: row.supplierId,
    userId: row.userId,
  }),
];

const waiting = ["UNREAD", "READ", "RETURNED", "OVERDUE"];

const urgeAll = rule(letter, "doUrge", {
  reads: async (doc, find) => ({
    rows: await find.where(letterReceiver, { notificationId: doc.id, ackStatus: waiting, openFlag: "Y" }, 5000),
  }),
  decide: (doc, { rows }, _, __, at) => {
    const due = rows.filter((row) => !(row.ackMode === "READ" && row.ackStatus === "READ"));
    const open = due.filter((row) => !urgeFault(row, at.now));
    return [
      due.length === 0 && refuse("BASE_NTC_008", "没有等待回复的接收方", "Everyone has answered"),
      due.length > 0 && open.length === 0 && urgeFault(due[0]!, at.now),
      ...open.flatMap((row) => urged(row, at.now)),
    ];
  },
});

const ends = (rows: readonly Receiver[], gone: "Y" | "N"): Effect[] => rows.map((row) => run(letterReceiver, row.id, "doEnd", { gone }));
const open = (doc: Letter, find: Find): Promise<readonly Receiver[]> =>
  find.where(letterReceiver, { notificationId: doc.id, openFlag: "Y" }, 5000);

const close = rule(letter, "doClose", {
  reads: async (doc, find) => ({ rows: await open(doc, find) }),
  decide: (doc, { rows }, input) => [
    rows.some((row) => !["ACCEPTED", "READ"].includes(row.ackStatus)) &&
      !input.closeReason &&
      fault("closeReason", "TABLE_REQUIRED", "还有接收方未处理完，请填写关闭原因", "Not everyone has answered. Enter a reason to close"),
    set(doc, { closeReason: input.closeReason ?? null }),
    ...ends(rows, "N"),
  ],
});

const withdraw = rule(letter, "withdraw", {
  reads: async (doc, find) => ({ rows: await open(doc, find) }),
  decide: (doc, { rows }, input) => [
    rows.some((row) => ["ANSWERED", "ACCEPTED"].includes(row.ackStatus)) &&
      !input.withdrawReason &&
      fault("withdrawReason", "TABLE_REQUIRED", "已有接收方回复，请填写撤回原因", "Someone has answered. Enter a reason to withdraw"),
    set(doc, { closeReason: input.withdrawReason ?? null }),
    ...ends(rows, "Y"),
  ],
});

export const letterRules = [
  publish,
  rule(letterReceiver, "doOpen", { decide: (doc) => [opens(doc, doc.replyDueDate)] }),
  ack,
  reply,
  accept,
  giveBack,
  urgeAll,
  rule(letterReceiver, "doUrgeOne", { decide: (doc, _, __, ___, at) => [urgeFault(doc, at.now), ...urged(doc, at.now)] }),
  rule(letterReceiver, "doOverdue", {
    reads: async (doc, find) => ({ of: await find.one(letter, doc.notificationId) }),
    decide: (doc, { of }) => [
      set(doc, { lateFlag: "Y" }),
      tell("NOTIFICATION_OVERDUE", {
        id: of.id,
        no: doc.notificationNo,
        title: doc.title,
        ownerId: of.createdBy,
        supplierId: doc.supplierId,
      }),
    ],
  }),
  rule(letterReceiver, "doEnd", {
    decide: (doc, _, input) => [set(doc, { openFlag: "N", goneFlag: input.gone ?? "N" }), closeTodo(type, doc, "WITHDRAWN")],
  }),
  close,
  withdraw,
  rule(letter, "doCountAnswer", { decide: (doc, _, input) => set(doc, { ackCount: doc.ackCount + (input.by ?? 1) }) }),
];
