import type { Answer } from "#kernel/question.ts";
import { furtherHits } from "#modules/supplier/index.ts";
import { endingHit, type Ending } from "../ending.ts";

/** Signed agreements that have ended or end within sixty days, unless a newer one of the same kind is in force. */
const ending = `
  select d.id, s."supplierId", s."signingNo", d."agreementName", d."agreementType", d."validTo"::text as "validTo"
  from "SrmSlcAgreementSigningDetail" d join "SrmSlcAgreementSigning" s on s.id = d."parentId"
  where s.status = 'SIGNED' and d."detailStatus" in ('SIGNED', 'EXPIRED') and d."autoRenew" = 'N' and s."supplierId" = any($1::text[])
    and d."validTo" between $2::date - 365 and $2::date + 60
    and not exists (select 1 from "SrmSlcAgreementSigningDetail" n join "SrmSlcAgreementSigning" m on m.id = n."parentId"
      where m.status = 'SIGNED' and n."detailStatus" = 'SIGNED' and m."supplierId" = s."supplierId" and m."orgId" = s."orgId"
        and n."agreementType" = d."agreementType" and n."validTo" > d."validTo")
  order by d.id`;

export const endingAnswers: readonly Answer[] = [
  furtherHits.answeredBy(async (_, { db, supplierIds, on }) =>
    (await db.query<Ending>(ending, [supplierIds, on])).map((one) => endingHit(one, on)),
  ),
];
