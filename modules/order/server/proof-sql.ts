import { joined, sql, type Column, type Sql } from "#kernel/query.ts";
import { bucketFields, type BucketField } from "../ledger/buckets.ts";

/** Code and column of every bucket, as rows of a statement. */
export const sqlBuckets = (of: Readonly<Record<BucketField, Column>>): Sql =>
  joined(Object.entries(bucketFields).map(([bucket, field]) => sql`(${bucket}, ${of[field]})`));
