import { companions, fieldOf, type Entity, type Me } from "../../entity.ts";
import { user } from "../../platform/user.entity.ts";
import { refuse, type Refusal } from "../../refusal.ts";
import type { Find } from "../../rule.ts";
import { inBoth, type Text } from "../../text.ts";
import { inZone } from "../../time.ts";
import type { Finder } from "../find/find.ts";
import { present, type Row } from "../find/visible.ts";
import { copyOf, type Tracked } from "./working.ts";

/** Somebody was quicker: in the area's own words where it has them, with the document as it stands now. */
export async function stale(known: Tracked, me: Me, find: Pick<Find, "maybe">, finder: Finder): Promise<Refusal> {
  const { entity: e, row } = known;
  const data = { theirs: present(e, seen(e, copyOf(known), me, finder), me.zone) };
  const own = e.codes?.stale;
  if (!own) return refuse("VERSION_CONFLICT", "数据已被他人修改，请刷新后重试", "Changed by someone else, refresh and retry", { data });
  const [code, cn, en] = own;
  const who = await writerOf(row, me, find);
  const when = inZone(String(row["lastUpdateDate"]), me.zone);
  const filled = (text: string, name: string): string => text.replace("{0}", () => name).replace("{1}", () => when);
  return refuse(code, filled(cn, who[0]), filled(en, who[1]), { data });
}

/** Who wrote a document last. People of one side are not named to the other. */
async function writerOf(row: Row, me: Me, find: Pick<Find, "maybe">): Promise<Text> {
  const writer = await find.maybe(user, String(row["lastUpdatedBy"] ?? ""));
  if (!writer) return ["系统", "the system"];
  if (me.audience === "supplier" && writer.supplierId !== me.supplierId) return ["对方", "the other side"];
  return inBoth(writer.displayName, writer.displayNameEn);
}

/** A stored document as this caller may see it, lines alike. */
function seen(e: Entity, row: Row, me: Me, finder: Finder): Row {
  const visible = finder.visible(e, me);
  const lines = Object.entries(e.lines as Record<string, Entity>).filter(
    ([key]) => Array.isArray(row[key]) && (me.audience !== "supplier" || e.shows?.supplier?.includes(key as never)),
  );
  const named = [...visible].filter((key) => fieldOf(e, key)?.kind === "ref").flatMap((key) => Object.values(companions(key)));
  return {
    ...Object.fromEntries(Object.entries(row).filter(([key]) => visible.has(key) || named.includes(key))),
    ...Object.fromEntries(lines.map(([key, line]) => [key, (row[key] as Row[]).map((entry) => seen(line, entry, me, finder))])),
  };
}
