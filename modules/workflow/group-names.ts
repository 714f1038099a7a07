import { responsibility } from "#kernel/platform/grant.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import type { Find } from "#kernel/rule.ts";
import { inBoth, type Text } from "#kernel/text.ts";
import { position } from "#modules/admin/index.ts";
import { groupParts } from "./acting.ts";

const few = 3;

/** Some people in a line: three by name, then how many there are. */
export function severalNames(names: readonly Text[]): Text {
  const first = names.slice(0, few);
  const [cn, en] = [first.map((text) => text[0]).join("、"), first.map((text) => text[1]).join(", ")];
  return names.length > few ? [`${cn} 等 ${names.length} 人`, `${en} and ${names.length - few} more`] : [cn, en];
}

/** What a group is called without its people; whoever holds a right is no name of a group. */
async function ownName(find: Find, group: string): Promise<Text | null> {
  const [kind, rest] = groupParts(group);
  if (kind === "HOLDS") return null;
  if (kind === "POSITION") {
    const found = await find.maybe(position, rest);
    return found ? inBoth(found.positionName, found.positionNameEn) : [rest, rest];
  }
  const [found] = await find.where(responsibility, { respCode: rest }, 1);
  return found ? inBoth(found.respName, found.respNameEn) : [rest, rest];
}

/** Who is behind a group, by name: whoever reads the way of an approval wants to know whom to ask. The starter never decides alone and is left out. */
export async function groupNames(
  find: Find,
  groups: Iterable<string>,
  membersOf: (group: string) => Promise<readonly string[]>,
  starterId: string | null,
): Promise<ReadonlyMap<string, Text>> {
  const named = [...new Set(groups)].map(async (group): Promise<readonly [string, Text]> => {
    const [own, members] = await Promise.all([ownName(find, group), membersOf(group)]);
    const others = members.filter((id) => id !== starterId);
    const found = others.length ? await find.where(user, { id: others.slice(0, few) }, few) : [];
    const names = others
      .slice(0, few)
      .flatMap((id) => found.filter((doc) => doc.id === id).map((doc) => inBoth(doc.displayName, doc.displayNameEn)));
    const people = severalNames([...names, ...others.slice(few).map((): Text => ["", ""])]);
    if (others.length === 0) return [group, own ?? ["还没有人有审批权限", "nobody may approve yet"]];
    return [group, own ? [`${own[0]} · ${people[0]}`, `${own[1]} · ${people[1]}`] : people];
  });
  return new Map(await Promise.all(named));
}
