import type { FromOf } from "#kernel/web/from/fromCalls.ts";
import { accountStmt } from "../statement/stmt.entity.ts";

/** Statements are created from reconcilable transactions. */
export const statementsFrom: FromOf<typeof accountStmt> = { entity: accountStmt, action: "doCreateFrom" };
