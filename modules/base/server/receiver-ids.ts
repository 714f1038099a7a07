import type { Db } from "#kernel/server/db.ts";

/** Ids are written in small letters; receivers of notices were once stored in capitals, so that nobody was found by them. Others stay as they are. */
export async function mendReceiverIds(db: Db): Promise<number> {
  const rows = await db.query(
    `update "SrmBaseNoticeReceiver" r set "receiverId" = lower(r."receiverId")
     where r."receiverId" ~ '^[0-9A-HJKMNP-TV-Z]{20}$' and r."receiverId" <> lower(r."receiverId")
       and not exists (select 1 from "SrmBaseNoticeReceiver" o where o."noticeId" = r."noticeId" and o."receiverKind" = r."receiverKind"
         and o."expandedFlag" = r."expandedFlag" and o."receiverId" = lower(r."receiverId"))
     returning r.id`,
  );
  return rows.length;
}
