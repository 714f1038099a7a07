import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { addMonths } from "#kernel/days.ts";
import { quit } from "./quit.entity.ts";

/** A supplier that left comes back only after the months its exit named; null when nothing keeps it out. */
export async function stillCooling(find: Find, supplierId: string, today: string): Promise<Refusal | null> {
  const left = await find.where(quit, { supplierId, status: "EFFECTIVE", quitScope: "ALL" }, 50);
  const last = [...left].sort((a, b) => ((a.effectDate ?? "") < (b.effectDate ?? "") ? 1 : -1))[0];
  if (!last?.effectDate || addMonths(last.effectDate, last.returnCoolMonths) <= today) return null;
  const n = last.returnCoolMonths;
  return refuse("SLC_QUT_001", `退出未满${n}个月，不能重新引入`, `The supplier can be onboarded again ${n} months after exit`);
}
