import type { Answer } from "#kernel/question.ts";
import { every, sql, type Sql } from "#kernel/query.ts";
import { furtherHits } from "#modules/supplier/index.ts";
import { endingHit, type Ending } from "../ending.ts";
import { agreementSigning, signingDetail } from "../signing.entity.ts";

/** Signed agreements that have ended or end within sixty days, unless a newer one of the same kind is in force. */
function endings(supplierIds: readonly string[], on: string): Sql {
  const [d, s, newer, signing] = [every(signingDetail), every(agreementSigning), every(signingDetail), every(agreementSigning)];
  return sql`
  select ${d.id}, ${s.supplierId}, ${s.signingNo}, ${d.agreementName}, ${d.agreementType}, ${d.validTo}::text as "validTo"
  from ${d} join ${s} on ${s.id} = ${d.parentId}
  where ${s.status} = 'SIGNED' and ${d.detailStatus} in ('SIGNED', 'EXPIRED') and ${d.autoRenew} = 'N' and ${s.supplierId} = any(${supplierIds}::text[])
    and ${d.validTo} between ${on}::date - 365 and ${on}::date + 60
    and not exists (select 1 from ${newer} join ${signing} on ${signing.id} = ${newer.parentId}
      where ${signing.status} = 'SIGNED' and ${newer.detailStatus} = 'SIGNED' and ${signing.supplierId} = ${s.supplierId} and ${signing.orgId} = ${s.orgId}
        and ${newer.agreementType} = ${d.agreementType} and ${newer.validTo} > ${d.validTo})
  order by ${d.id}`;
}

export const endingAnswers: readonly Answer[] = [
  furtherHits.answeredBy(async (_, { db, supplierIds, on }) =>
    (await db.query<Ending>(endings(supplierIds, on))).map((ending) => endingHit(ending, on)),
  ),
];
