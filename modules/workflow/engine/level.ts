import { cmp } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Approvers } from "./question.ts";

/** A position on the way up: who holds it, up to what amount he may agree, and who stands above. */
export interface Position {
  readonly id: string;
  readonly name: readonly [cn: string, en: string];
  readonly holderId: string | null;
  /** Limit for this bill type in base currency; null agrees to nothing alone. */
  readonly limit: string | null;
  readonly parentId: string | null;
}

const mostClimbs = 10;

/** Climbs from a position until somebody may agree to the amount; vacant positions are passed over and named. */
export function levelChain(positions: ReadonlyMap<string, Position>, fromId: string, amount: string): Approvers {
  const users: string[] = [];
  const vacant: Position[] = [];
  let at = positions.get(fromId);
  for (let climbs = 0; at; climbs++) {
    if (climbs > mostClimbs)
      throw refuse("BPM_LEVEL_CHAIN", "逐级上报超过十级，请检查岗位设置", "More than ten approval levels. Check the positions");
    if (at.holderId === null) vacant.push(at);
    else {
      users.push(at.holderId);
      if (at.limit !== null && cmp(at.limit, amount) >= 0) break;
    }
    at = at.parentId === null ? undefined : positions.get(at.parentId);
  }
  if (vacant.length === 0) return { users };
  const named = (language: 0 | 1): string => vacant.map((p) => p.name[language]).join(language === 0 ? "、" : ", ");
  return { users, note: [`岗位空缺：${named(0)}`, `Vacant: ${named(1)}`] };
}
