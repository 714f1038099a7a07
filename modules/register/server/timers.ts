import { eachAs } from "#kernel/server/each.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Text } from "#kernel/text.ts";
import { houseDay } from "#kernel/time.ts";

/** Two words before the end: two weeks before and three days before. */
const warnDays = [14, 3] as const;
const draftDays = 7;

/** Ends registrations nobody works on and invitations nobody took, and reminds before. */
export async function expireRegistrations(kernel: Kernel, now: Date): Promise<Text> {
  const today = houseDay(now);
  const rows = await kernel.db.query<{ id: string; what: "DRAFT" | "OVER" | "WARN" | "INVITE" }>(
    `select id, 'DRAFT' as what from "SrmSupRegister" where status = 'DRAFT' and coalesce("touchDate", "creationDate") < $1::timestamptz - make_interval(days => $3)
     union all select id, 'OVER' from "SrmSupRegister" where status in ('INFO_FILLING', 'RETURNED') and "dueDate" < $2::date
     union all select id, 'WARN' from "SrmSupRegister" where status in ('INFO_FILLING', 'RETURNED') and "dueDate" >= $2::date
       and (("remindTimes" = 0 and "dueDate" - $2::date <= $4) or ("remindTimes" = 1 and "dueDate" - $2::date <= $5))
     union all select id, 'INVITE' from "SrmSupRegisterInvite" where status in ('SENT', 'OPENED') and "validTo" < $2::date`,
    [now, today, draftDays, ...warnDays],
  );
  const each = eachAs(kernel, { now: () => now }, "register");
  const due = (...kinds: readonly string[]) => rows.filter(({ what }) => kinds.includes(what));
  const done =
    (await each("SrmSupRegister", "doExpire", due("DRAFT", "OVER"))) +
    (await each("SrmSupRegister", "doRemind", due("WARN"))) +
    (await each("SrmSupRegisterInvite", "doExpire", due("INVITE")));
  return [`处理 ${done} 条`, `${done} handled`];
}
