import type { Answer } from "#kernel/question.ts";
import { every, sql } from "#kernel/query.ts";
import { district } from "#modules/base/index.ts";
import { supplierInfo } from "../supplier.entity.ts";
import { furtherHits, type FurtherHit } from "../warning.ts";

interface Region {
  readonly supplierId: string;
  readonly id: string;
  readonly cn: string;
  readonly en: string;
}

export const regionAnswers: readonly Answer[] = [
  // A place of high risk is one for whoever sits there, told for the largest place alone.
  furtherHits.answeredBy(async (_, { db, supplierIds }) => {
    const [s, d] = [every(supplierInfo), every(district)];
    const rows = await db.query<Region>(
      sql`select distinct on (${s.id}) ${s.id} as "supplierId", ${d.id}, ${d.districtName} as cn, coalesce(${d.districtNameEn}, ${d.districtName}) as en
     from ${s} join ${d} on ${d.id} in (${s.countryId}, ${s.provinceId}, ${s.cityId})
     where ${s.id} = any(${supplierIds}::text[]) and ${d.riskLevel} = 'HIGH'
     order by ${s.id}, array_position(array['COUNTRY', 'PROVINCE', 'CITY'], ${d.districtLevel})`,
    );
    return rows.map(({ supplierId, id, cn, en }): FurtherHit => ({
      supplierId,
      type: "EXTERNAL_RISK",
      severity: "YELLOW" as const,
      bizType: "SrmBaseDistrict",
      bizId: id,
      bizNo: [cn, en] as const,
      content: [`所在地区${cn}为高风险地区`, `The company is located in ${en}, a high-risk region`],
      ruleValue: "HIGH",
      hitValue: "HIGH",
      mark: id,
    }));
  }),
];
