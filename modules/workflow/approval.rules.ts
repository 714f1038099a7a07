import type { Me } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, rule, set, tell, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { approval } from "./approval.entity.ts";
import { bpmInstance } from "./instance.entity.ts";
import { People } from "./people.ts";
import { readersOf, type SheetDoc } from "./sheet.ts";
import { adminGroup, notAllowed } from "./terms.ts";

const ended = (): Refusal => refuse("BPM_COMMUNE", "沟通已结束或不存在", "The discussion is over or does not exist");

/** Whoever has to do with the matter may talk about it; who asks shares it with those he asks. */
async function isPart(sheet: SheetDoc, find: Find, me: Me, at: Moment): Promise<boolean> {
  const known = new Set([
    sheet.initiatorId,
    ...sheet.lines.flatMap((l) => [l.approverId, l.delegateFrom]),
    ...sheet.history.map((h) => h.operatorId),
  ]);
  if (known.has(me.userId) || (sheet.readers ?? "").includes(`,${me.userId},`)) return true;
  const instance = sheet.instanceId ? await find.maybe(bpmInstance, sheet.instanceId) : null;
  const people = new People(find, at);
  for (const task of instance?.tasks.filter((t) => t.status === "TODO" && t.assigneeUserId === null) ?? []) {
    if (instance!.candidates.some((c) => c.taskId === task.id && c.userId === me.userId)) return true;
    const row = (await find.maybe(find.entity(sheet.bizEntity), sheet.bizId)) as { id: string } | null;
    if (task.candidateKey && (await people.members(task.candidateKey, { entity: find.entity(sheet.bizEntity), row })).includes(me.userId))
      return true;
  }
  return (await people.members(adminGroup, { entity: null, row: null })).includes(me.userId);
}

const about = (sheet: SheetDoc, me: Me, text: string, userIds: readonly string[]) => ({
  subject: sheet.title ?? "",
  subjectEn: sheet.titleEn ?? sheet.title ?? "",
  billNum: sheet.bizNo ?? "",
  billTypeCode: sheet.billTypeCode,
  instanceId: sheet.instanceId ?? "",
  bizId: sheet.bizId,
  bizEntity: sheet.bizEntity,
  formRoute: sheet.formRoute,
  user: me.displayName,
  text,
  userIds,
});

const ask = rule(approval, "doAsk", {
  reads: async (doc, find, input, me, at) => ({
    mayAsk: await isPart(doc, find, me, at),
    asked: await Promise.all((input.toUserIds as readonly string[]).map((id) => find.maybe(user, id))),
  }),
  decide(doc, { mayAsk, asked }, input, me, at) {
    const toUserIds = input.toUserIds as readonly string[];
    const gone = asked.some((u) => u === null || u.userStatus !== "ACTIVE" || u.userType !== "INTERNAL");
    return [
      !mayAsk && notAllowed(),
      (toUserIds.length === 0 || gone) && refuse("BPM_RECEIVER", "询问对象不可用", "One of the people asked cannot be reached"),
      add(doc, "communes", {
        taskId: input.taskId ?? null,
        lineId: doc.lines.find((l) => l.taskId === input.taskId)?.id ?? null,
        askUserId: me.userId,
        toUserIds,
        question: input.question,
        askDate: at.now,
        status: "OPEN",
      }),
      set(doc, { readers: readersOf(toUserIds, doc.readers ?? "") }),
      tell("BPM_COMMUNE_ASKED", about(doc, me, String(input.question), toUserIds)),
    ];
  },
});

const reply = rule(approval, "doReply", {
  reads: async (doc, find, _, me, at) => ({ isPart: await isPart(doc, find, me, at) }),
  decide(doc, { isPart: mayReply }, input, me, at) {
    const commune = doc.communes.find((c) => c.id === input.communeId);
    if (!commune || commune.status === "CLOSED") return ended();
    if (!mayReply) return notAllowed();
    const isAsked = (commune.toUserIds ?? []).includes(me.userId);
    const others = [...new Set([commune.askUserId, ...(commune.toUserIds ?? [])])].filter(
      (id): id is string => id !== null && id !== me.userId,
    );
    return [
      add(commune, "replies", { replyUserId: me.userId, content: input.content, fileIds: input.fileIds ?? null, replyDate: at.now }),
      isAsked && commune.status === "OPEN" && set(commune, { status: "ANSWERED" }),
      others.length > 0 && tell("BPM_COMMUNE_REPLIED", about(doc, me, String(input.content), others)),
    ];
  },
});

const closeAsk = rule(approval, "doCloseAsk", {
  decide(doc, _, input, me) {
    const commune = doc.communes.find((c) => c.id === input.communeId);
    if (!commune || commune.status === "CLOSED") return ended();
    return commune.askUserId === me.userId ? set(commune, { status: "CLOSED" }) : notAllowed();
  },
});

/** A sheet tells who decided what: it stays, as its history does. */
const stored = rule(approval, "delete", { decide: () => refuse("BPM_KEPT", "审批记录不能删除", "Approval records cannot be deleted") });

export const approvalRules: readonly Rule[] = [ask, reply, closeAsk, stored];
