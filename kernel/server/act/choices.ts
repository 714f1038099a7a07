import type { FieldError } from "../../refusal.ts";
import type { Attempt } from "./attempt.ts";
import { checkCodes } from "./codes.ts";
import type { Reading } from "../database/db.ts";
import { checkFits } from "./fits.ts";
import { checkPicked } from "./picked.ts";
import { checkWithin } from "./within.ts";

/** Everything that is asked about what documents choose: that it counts today, agrees with its row, is offered, and goes with what else is named. */
export async function checkChoices(attempt: Attempt, db: Reading): Promise<FieldError[]> {
  const [within, picked, fits] = await Promise.all([checkWithin(attempt, db), checkPicked(attempt, db), checkFits(attempt)]);
  return [...checkCodes(attempt), ...within, ...picked, ...fits];
}
