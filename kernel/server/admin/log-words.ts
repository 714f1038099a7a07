import { say } from "../../text.ts";
import { inZone } from "../../time.ts";
import type { Context } from "../http/call.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../database/schema.ts";
import type { Row } from "../find/visible.ts";

/** What stands for an empty value. */
export const nothing = "–";

const short = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return nothing;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

/** How values read: a reference by its record's name, a code by its meaning, a time in the reader's zone. */
export async function wording(kernel: Kernel, ctx: Context, changes: readonly Row[]): Promise<(change: Row, value: unknown) => string> {
  await kernel.lookups.ready();
  const english = ctx.language === "EN";
  const ids = (value: unknown): string[] => [value].flat().flatMap((entry) => (typeof entry === "string" ? [entry] : []));
  const names = new Map<string, string>();
  for (const [target, some] of Map.groupBy(changes, (c) => kernel.declared.entities.get(String(c["target"] ?? "")))) {
    if (!target || target.view) continue;
    const name = target.title[1] ?? target.title[0]!;
    const half = english ? target.fields[name]?.english : undefined;
    const found = await ctx.db.query<{ id: string; name: string }>(
      `select id, ${half ? `coalesce(nullif(${q(half)}, ''), ${q(name)})` : q(name)} as name from ${q(target.name)} where id = any($1)`,
      [some.flatMap((c) => [...ids(c["old"]), ...ids(c["new"])])],
    );
    for (const row of found) names.set(`${target.name}|${row.id}`, row.name);
  }
  const meaning = (lookup: unknown, code: string): string => {
    const row = kernel.lookups.values(String(lookup)).find((lookupRow) => lookupRow.lookupCode === code);
    return (english && row?.meaningEn) || row?.meaning || code;
  };
  return (change, value) => {
    const { kind, target, lookup } = change;
    if (value === null || value === undefined || value === "") return nothing;
    if (target)
      return short(
        ids(value)
          .map((id) => names.get(`${String(target)}|${id}`) ?? id)
          .join(english ? ", " : "、"),
      );
    if (lookup)
      return short(
        ids(value)
          .map((code) => meaning(lookup, code))
          .join(english ? ", " : "、"),
      );
    if (kind === "yn") return say(value === "Y" ? ["是", "Yes"] : ["否", "No"], ctx.language);
    if (kind === "datetime" && typeof value === "string") return inZone(value, ctx.me.zone).slice(0, 16);
    return short(value);
  };
}
