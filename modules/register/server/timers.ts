import { every, sql } from "#kernel/query.ts";
import { eachAs } from "#kernel/server/each.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Text } from "#kernel/text.ts";
import { houseDay } from "#kernel/time.ts";
import { invite } from "../invite.entity.ts";
import { register } from "../register.entity.ts";

/** Two words before the end: two weeks before and three days before. */
const warnDays = [14, 3] as const;
const draftDays = 7;

/** Ends registrations nobody works on and invitations nobody took, and reminds before. */
export async function expireRegistrations(kernel: Kernel, now: Date): Promise<Text> {
  const today = houseDay(now);
  const [r, i] = [every(register), every(invite)];
  const left = sql`${r.dueDate} - ${today}::date`;
  const running = sql`${r.status} in ('INFO_FILLING', 'RETURNED')`;
  const rows = await kernel.db.query<{ id: string; what: "DRAFT" | "OVER" | "WARN" | "INVITE" }>(
    sql`select ${r.id}, 'DRAFT' as what from ${r} where ${r.status} = 'DRAFT' and coalesce(${r.touchDate}, ${r.creationDate}) < ${now}::timestamptz - make_interval(days => ${draftDays})
     union all select ${r.id}, 'OVER' from ${r} where ${running} and ${r.dueDate} < ${today}::date
     union all select ${r.id}, 'WARN' from ${r} where ${running} and ${r.dueDate} >= ${today}::date
       and ((${r.remindTimes} = 0 and ${left} <= ${warnDays[0]}) or (${r.remindTimes} = 1 and ${left} <= ${warnDays[1]}))
     union all select ${i.id}, 'INVITE' from ${i} where ${i.status} in ('SENT', 'OPENED') and ${i.validTo} < ${today}::date`,
  );
  const each = eachAs(kernel, { now: () => now }, "register");
  const due = (...kinds: readonly string[]) => rows.filter(({ what }) => kinds.includes(what));
  const done =
    (await each("SrmSupRegister", "doExpire", due("DRAFT", "OVER"))) +
    (await each("SrmSupRegister", "doRemind", due("WARN"))) +
    (await each("SrmSupRegisterInvite", "doExpire", due("INVITE")));
  return [`处理 ${done} 条`, `${done} handled`];
}
