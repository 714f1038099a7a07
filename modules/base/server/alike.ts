import { every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { item } from "../item.entity.ts";
import { plain, score, type Named } from "../duplicate.ts";

/** Among a million materials those of a like name are found by their pieces, not by reading all of them. */
export async function readyAlike(db: Db): Promise<void> {
  await db.query(`create index if not exists "SrmBaseItem_alike" on "SrmBaseItem" using gin ("nameKey" gin_trgm_ops)`);
}

/** Items that may be the one being named, likeliest first: by the maker's number or by how the name begins. */
export async function itemsAlike(db: Db, named: Named, but: string): Promise<Row[]> {
  const words = plain(named.itemName).slice(0, 4);
  if (words.length < 2 && !named.manufacturerPartNo) return [];
  const i = every(item);
  const [part, name] = [plain(named.manufacturerPartNo) || "-", `%${words.length < 2 ? "-" : words.replace(/[\\%_]/g, "")}%`];
  const found = await db.query<Named & Row>(
    sql`select ${i.id}, ${i.itemCode}, ${i.itemName}, ${i.specification}, ${i.manufacturerPartNo}, ${i.itemStatus} from ${i}
     where ${i.itemStatus} <> 'OBSOLETE' and (${i.partKey} = ${part} or ${i.nameKey} like ${name}) and ${i.id} <> ${but} limit 500`,
  );
  return found
    .map((row) => ({ ...row, score: score(named, row) }))
    .filter((row) => row.score >= 60)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 10);
}
