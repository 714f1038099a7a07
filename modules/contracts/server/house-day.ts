import { sql, type Sql } from "#kernel/query.ts";
import { houseZone } from "#kernel/time.ts";

/** The day of a moment where the house is. */
export const dayOf = (column: Sql): Sql => sql`to_char(${column} at time zone ${houseZone}, 'YYYY-MM-DD')`;
