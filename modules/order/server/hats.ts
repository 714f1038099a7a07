import type { Db } from "#kernel/server/db.ts";

/** The hats a person holds for a supplier, so that a link acts with exactly what the person may do signed in. */
export const hatsFor = (db: Db, userId: string, supplierId: string): Promise<{ readonly responsibilityId: string }[]> =>
  db.query(
    `select u."responsibilityId" from "BaseUserResp" u join "BaseUsers" a on a.id = u."userId"
      where u."userId" = $1 and coalesce(u."supplierId", a."supplierId") = $2 and a."userStatus" = 'ACTIVE' order by u.id limit 20`,
    [userId, supplierId],
  );
