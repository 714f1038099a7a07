import type { Declared } from "../../declared.ts";
import {
  ownSecurityEvent,
  securityEvent,
  securityKinds,
  type RaiseSecurityEvent,
  type SecurityFacts,
  type SecurityKind,
} from "../../security.ts";
import { fill, type Text } from "../../text.ts";
import type { Actor } from "../act/act.ts";
import type { Db } from "../database/db.ts";
import { newId } from "../act/id.ts";
import type { Outbox } from "../journal/outbox.ts";
import { systemMe } from "./permit.ts";

interface Parts {
  readonly declared: Declared;
  readonly db: Pick<Db, "one">;
  readonly actor: Pick<Actor, "act">;
  readonly outbox: Outbox;
  readonly clock: { now(): Date };
}

/** The same thing by the same person from the same address is said once in this time, however often it is tried. */
const quietMs = 10 * 60_000;
const mostKept = 10_000;

/** Writes security events to the system log and tells those concerned. Whoever raises one never fails because of it. */
export function openSecurity(parts: Parts): RaiseSecurityEvent {
  const { declared, db, actor, outbox, clock } = parts;
  const values = new Map<string, number>();

  function isNews(kind: string, { userId, account, ip, what }: SecurityFacts, now: number): boolean {
    const key = [kind, userId, account, ip, what?.[1]].join("|");
    const last = values.get(key);
    if (last !== undefined && now - last < quietMs) return false;
    if (values.size >= mostKept) values.clear();
    values.set(key, now);
    return true;
  }

  async function personOf({ userId, account }: SecurityFacts): Promise<string> {
    const found = userId
      ? await db.one<{ userName: string; displayName: string }>(`select "userName", "displayName" from "BaseUsers" where id = $1`, [userId])
      : null;
    return found ? `${found.displayName} (${found.userName})` : (account ?? "–");
  }

  const raise: RaiseSecurityEvent = async (code, facts) => {
    const kind: SecurityKind = securityKinds[code];
    const now = clock.now();
    if (!isNews(code, facts, now.getTime())) return;
    const person = await personOf(facts);
    const ip = facts.ip ?? "–";
    const what: Text = facts.what ?? ["", ""];
    const words = [what[0], what[1]].map((value, i) => fill([kind.text[i]!.replaceAll("${", "{"), ""], { person, ip, what: value })[0]);
    await write(code, kind, words.join(" / "), { ...facts, person, ip, what: what[1] }, now);
    const data = { userId: facts.userId ?? null, person, ip, what: what[0], whatEn: what[1] };
    const requestId = facts.requestId ? { requestId: facts.requestId } : {};
    if (!kind.from) await outbox.add(securityEvent(code), data, now, requestId);
    if (kind.own && facts.userId) await outbox.add(ownSecurityEvent(code), data, now, requestId);
  };

  async function write(code: string, kind: SecurityKind, message: string, detail: object, now: Date): Promise<void> {
    const input = {
      time: now.toISOString(),
      level: kind.level,
      logger: "security",
      message: `${code}: ${message}`.slice(0, 8_000),
      detail: { kind: code, ...detail },
      ...("requestId" in detail && detail.requestId ? { requestId: String(detail.requestId).slice(0, 60) } : {}),
    };
    await actor.act(
      { entity: declared.entity("BaseSystemLog"), action: "saveOrUpdate", targets: [{ input }] },
      { me: systemMe("security"), now, requestId: newId(), ip: null },
    );
  }

  // A run that failed for good is told to operations by its own event, wherever the queue gave it up.
  outbox.on("JOB_FAILED", ({ data }) => {
    const { job, jobEn, msg, msgEn } = data as Readonly<Record<string, string | undefined>>;
    return raise("JOB_FAILED", { what: [`${job}：${msg}`, `${jobEn ?? job}: ${msgEn ?? msg}`] });
  });
  return raise;
}
