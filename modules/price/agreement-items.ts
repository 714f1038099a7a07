import { cmp } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { itemsNotBuyable } from "#modules/base/index.ts";
import { fault } from "#modules/demand/index.ts";
import type { agreement } from "./agreement.entity.ts";

type Agreement = Doc<typeof agreement>;
type Line = Agreement["lines"][number];

/** Where a line of the agreement may be drawn: the organisations on its list, else its own. */
function placesOf(doc: Agreement, line: Line): readonly string[] {
  const listed = doc.orgs.filter((org) => org.enabledFlag === "Y" && (org.lineNum === null || org.lineNum === line.lineNum));
  const places = listed.map((row) => (row.invOrgId ?? row.orgId) as string);
  return places.length ? [...new Set(places)] : [doc.orgId];
}

/** A revision asks again only about what it agrees on more of. */
function agreesMore(line: Line, live: Agreement | null): boolean {
  const was = live?.lines.find((doc) => doc.id === line.liveLineId);
  return !was || cmp(line.agreeQty ?? "0", was.agreeQty ?? "0") > 0;
}

/** Items that none of the organisations of the agreement may buy. */
export async function itemFaults(find: Find, doc: Agreement, live: Agreement | null, day: string): Promise<Refusal[]> {
  const asked = doc.lines.flatMap((line, at) =>
    line.itemId && agreesMore(line, live) ? placesOf(doc, line).map((orgId) => ({ at, itemId: line.itemId as string, orgId })) : [],
  );
  const answers = await itemsNotBuyable(find, asked, day);
  const byLine = Map.groupBy(
    asked.map((entry, i) => ({ at: entry.at, refusal: answers[i] ?? null })),
    (entry) => entry.at,
  );
  return [...byLine].flatMap(([at, own]) => {
    const no = own.every((candidate) => candidate.refusal) ? own[0]!.refusal : null;
    return no ? [fault(`lines[${at}].itemId`, no.code, ...no.text)] : [];
  });
}
