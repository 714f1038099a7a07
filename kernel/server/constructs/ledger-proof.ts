import { collections, type Entity, type Where } from "../../entity.ts";
import type { LedgerHome } from "../../ledger-rule.ts";
import type { Db } from "../database/db.ts";
import { constantWhere, literal, q } from "../database/schema.ts";

/** A stored figure that is not what it should be, with the document that rebuilds it. */
export interface Difference {
  readonly ownerType: string;
  readonly ownerId: string;
  readonly orgId: string;
  readonly docType: string | null;
  readonly docId: string | null;
  readonly docNum: string | null;
  readonly rule: string;
  readonly bucket: string | null;
  readonly storedValue: string;
  readonly provenValue: string;
}

const most = 5000;

/** The owners' table joined to the tables above it, up to the document; o is the owner and d the document. */
function ownersSql({ document, path, live }: LedgerHome): string {
  const documents = live ? `(select * from ${q(document.name)} where ${constantWhere(live as Where)})` : q(document.name);
  let [from, above, table] = [`${documents} d`, "d", document as Entity];
  for (const [depth, key] of path.entries()) {
    table = collections(table)[key]!;
    const alias = depth === path.length - 1 ? "o" : `p${depth}`;
    from += ` join ${q(table.name)} ${alias} on ${alias}."parentId" = ${above}.id`;
    above = alias;
  }
  return path.length ? from : `${documents} d join ${q(document.name)} o on o.id = d.id`;
}

/** Every bucket of an owner as rows: its code, the stored value, and the column of the postings it is the sum of. */
const bucketRows = ({ ledger }: LedgerHome): string =>
  (Object.entries(ledger.buckets) as [string, readonly [string | null, unknown, string?]][])
    .flatMap(([bucket, [field, , base]]) =>
      field === null
        ? []
        : [`(${literal(bucket)}, 'delta', o.${q(field)})`, ...(base ? [`(${literal(bucket)}, 'baseDelta', o.${q(base)})`] : [])],
    )
    .join(", ");

const hasBase = ({ ledger }: LedgerHome): boolean =>
  (Object.values(ledger.buckets) as readonly (readonly unknown[])[]).some((bucket) => bucket[2]);

/** The balances of one ledger that are not the sums of their postings. */
export function imbalanceSql(home: LedgerHome): string {
  const { ledger, postings, document, org, num } = home;
  const base = hasBase(home) ? `, sum("baseDelta") as base` : "";
  const total = hasBase(home) ? `case s."column" when 'delta' then p.total else p.base end` : "p.total";
  return `
  with posted as (
    select "ownerId", bucket, sum(delta) as total${base} from ${q(postings.name)} where "ownerType" = ${literal(ledger.code)} group by 1, 2),
  stored as (
    select o.id, d.id as "docId", d.${q(org)} as "orgId", d.${q(num)} as "docNum", b.bucket, b."column", coalesce(b.value, 0) as value
      from ${ownersSql(home)} cross join lateral (values ${bucketRows(home)}) as b(bucket, "column", value))
  select ${literal(ledger.code)} as "ownerType", s.id as "ownerId", s."orgId", ${literal(document.name)} as "docType", s."docId", s."docNum",
         'LEDGER' as rule, s.bucket, trim_scale(s.value)::text as "storedValue", trim_scale(coalesce(${total}, 0))::text as "provenValue"
    from stored s left join posted p on p."ownerId" = s.id and p.bucket = s.bucket
   where s.value <> coalesce(${total}, 0) order by s.id, s.bucket limit ${most}`;
}

/** Compares every stored balance with its postings: one statement for each ledger, whatever the number of owners. */
export async function imbalances(db: Pick<Db, "query">, homes: readonly LedgerHome[]): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const home of homes) found.push(...(await db.query<Difference>(imbalanceSql(home), [])));
  return found;
}
