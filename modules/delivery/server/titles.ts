import type { Me } from "#kernel/entity.ts";
import { findFor } from "#kernel/server/find-for.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Row } from "#kernel/server/visible.ts";

/** Code and name of several rows of one table, by id, in the reader's language. */
export async function titlesOf(
  kernel: Kernel,
  entity: string,
  me: Me,
  wanted: readonly string[],
  keys: readonly [string, string],
): Promise<ReadonlyMap<string, readonly [string, string]>> {
  const found = wanted.length ? await findFor(kernel, me).where(kernel.declared.entity(entity), { id: [...new Set(wanted)] }, 2000) : [];
  const spoken = (row: Row): unknown => (me.language === "EN" && row[`${keys[1]}En`]) || row[keys[1]];
  return new Map(found.map((row) => [row.id, [String((row as Row)[keys[0]] ?? ""), String(spoken(row as Row) ?? "")] as const]));
}
