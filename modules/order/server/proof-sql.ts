import { bucketFields } from "../buckets.ts";

/** Code and column of every bucket, as rows of a statement. */
export const sqlBuckets = (table: string): string =>
  Object.entries(bucketFields)
    .map(([bucket, field]) => `('${bucket}', ${table}."${field}")`)
    .join(", ");
