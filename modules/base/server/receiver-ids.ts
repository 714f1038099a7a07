import { every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { repairs } from "#kernel/server/act/write.ts";
import { noticeReceiver } from "../notice.entity.ts";

/** Ids are written in small letters; receivers of notices were once stored in capitals, so that nobody was found by them. Others stay as they are. */
export async function mendReceiverIds(db: Db): Promise<number> {
  const [r, other] = [every(noticeReceiver), every(noticeReceiver)];
  const small = sql`lower(${r.receiverId})`;
  const rows = await db.query(
    sql`update ${r} set ${repairs(noticeReceiver, { receiverId: small })}
     where ${r.receiverId} ~ '^[0-9A-HJKMNP-TV-Z]{20}$' and ${r.receiverId} <> ${small}
       and not exists (select 1 from ${other} where ${other.noticeId} = ${r.noticeId} and ${other.receiverKind} = ${r.receiverKind}
         and ${other.expandedFlag} = ${r.expandedFlag} and ${other.receiverId} = ${small})
     returning ${r.id}`,
  );
  return rows.length;
}
