import type { Doc, Where } from "#kernel/entity.ts";
import { countsOn } from "#kernel/effective.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import type { Find, Fit, FitPair } from "#kernel/rule.ts";
import { department } from "#modules/admin/index.ts";
import { deliveryInfo, storage } from "./place.entity.ts";
import { orgRelation } from "./relation.entity.ts";

type Relation = Doc<typeof orgRelation>;

/** The ids of an organisation and of those above it, nearest first. */
export async function orgLine(find: Find, orgId: string | null | undefined): Promise<readonly string[]> {
  const line: string[] = [];
  for (let id = orgId ?? null; id !== null && !line.includes(id);) {
    const found: Doc<typeof organization> | null = await find.maybe(organization, id);
    if (!found) break;
    line.push(id);
    id = found.parentOrgId;
  }
  return line;
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

async function linesOf(find: Find, orgIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = unique(orgIds);
  const lines = await Promise.all(ids.map((id) => orgLine(find, id)));
  return new Map(ids.map((id, i) => [id, lines[i]!]));
}

/** A relation counts while it is switched on, on its days. */
export const relationCounts = ({ enabledFlag, startDate, endDate }: Relation, day: string): boolean =>
  enabledFlag === "Y" && countsOn({ from: startDate, to: endDate }, day);

/** Who buys for whom on a day. Where a relation of the two is kept, its days decide; without one an organisation buys for itself and for those below it. */
interface Buying {
  readonly buys: (orgId: string, plantId: string) => boolean;
  readonly sources: (plantId: string) => readonly string[];
}

async function buyingOf(find: Find, plantIds: readonly string[], day: string): Promise<Buying> {
  const [relations, lines] = await Promise.all([
    find.where(orgRelation, { relationType: "PUR_RECV", targetOrgId: plantIds }, 5000),
    linesOf(find, plantIds),
  ]);
  const group = Map.groupBy(relations, (relation) => `${relation.sourceOrgId}|${relation.targetOrgId}`);
  const buys = (orgId: string, plantId: string): boolean =>
    group.get(`${orgId}|${plantId}`)?.some((doc) => relationCounts(doc, day)) ?? (lines.get(plantId) ?? []).includes(orgId);
  const sources = (plantId: string): readonly string[] =>
    unique([
      plantId,
      ...(lines.get(plantId) ?? []),
      ...relations.flatMap((relation) => (relation.targetOrgId === plantId ? [relation.sourceOrgId as string] : [])),
    ]).filter((orgId) => orgId === plantId || buys(orgId, plantId));
  return { buys, sources };
}

/** The organisations that buy for some receiving ones: themselves, those above them, and those that a relation names on this day. */
export async function buyingFor(find: Find, orgIds: readonly string[], day: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { sources } = await buyingOf(find, orgIds, day);
  return new Map(orgIds.map((id) => [id, sources(id)]));
}

/** By central buyer, the organisations it buys for on a day. */
async function centralOf(find: Find, orgIds: readonly string[], day: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await find.where(orgRelation, { relationType: "CENTRAL_PUR", sourceOrgId: orgIds }, 5000);
  const counting = found.filter((doc) => relationCounts(doc, day));
  return new Map(
    [...Map.groupBy(counting, (doc) => doc.sourceOrgId as string)].map(([id, own]) => [id, own.map((doc) => doc.targetOrgId as string)]),
  );
}

/** Does each organisation (`of`) buy for each receiving one (`id`), itself or as the central buyer of one that does? */
export async function receives(find: Find, pairs: readonly FitPair[], day: string): Promise<readonly boolean[]> {
  const [{ buys }, central] = await Promise.all([
    buyingOf(find, unique(pairs.map(({ id }) => id)), day),
    centralOf(find, unique(pairs.map(({ of }) => of)), day),
  ]);
  return pairs.map(({ id, of }) => id === of || [of, ...(central.get(of) ?? [])].some((orgId) => buys(orgId, id)));
}

/** Does what an organisation (`id`) keeps serve another one (`of`) too: the same, one above or below it, or one that is bought for centrally? */
export async function serves(find: Find, pairs: readonly FitPair[], day: string): Promise<readonly boolean[]> {
  const [lines, central] = await Promise.all([
    linesOf(
      find,
      pairs.flatMap(({ id, of }) => [id, of]),
    ),
    centralOf(find, unique(pairs.map(({ of }) => of)), day),
  ]);
  return pairs.map(
    ({ id, of }) => id === of || lines.get(id)!.includes(of) || lines.get(of)!.includes(id) || (central.get(of) ?? []).includes(id),
  );
}

/** Organisations with all those below them, by each that is asked about. */
async function belowOf(find: Find, orgIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const below = async (id: string): Promise<readonly string[]> => {
    const all = new Set([id]);
    for (let level: readonly string[] = [id]; level.length > 0;) {
      const children = await find.where(organization, { parentOrgId: level }, 20_000);
      level = children.flatMap((child) => (all.has(child.id) ? [] : [child.id]));
      for (const child of level) all.add(child);
    }
    return [...all];
  };
  const ids = unique(orgIds);
  const found = await Promise.all(ids.map(below));
  return new Map(ids.map((id, i) => [id, found[i]!]));
}

/** The receiving organisations that an organisation buys for, itself or as a central buyer: `receives` asked the other way round. */
async function receivingOf(find: Find, orgId: string, day: string): Promise<readonly string[]> {
  const central = (await centralOf(find, [orgId], day)).get(orgId) ?? [];
  const buyers = unique([orgId, ...central]);
  const [relations, below] = await Promise.all([
    find.where(orgRelation, { relationType: "PUR_RECV", sourceOrgId: buyers }, 5000),
    belowOf(find, buyers),
  ]);
  const related = Map.groupBy(relations, (relation) => `${relation.sourceOrgId}|${relation.targetOrgId}`);
  const buys = (buyer: string, plantId: string): boolean =>
    related.get(`${buyer}|${plantId}`)?.some((doc) => relationCounts(doc, day)) ?? true;
  const targetsOf = (buyer: string): readonly string[] =>
    relations.flatMap((relation) => (relation.sourceOrgId === buyer ? [relation.targetOrgId as string] : []));
  return unique([
    orgId,
    ...buyers.flatMap((buyer) => [...below.get(buyer)!, ...targetsOf(buyer)].filter((plantId) => buys(buyer, plantId))),
  ]);
}

/** The organisations whose records serve another one too: `serves` asked the other way round. */
export async function servingOf(find: Find, orgId: string, day: string): Promise<readonly string[]> {
  const [line, below, central] = await Promise.all([orgLine(find, orgId), belowOf(find, [orgId]), centralOf(find, [orgId], day)]);
  return unique([orgId, ...line, ...below.get(orgId)!, ...(central.get(orgId) ?? [])]);
}

/** Records of these organisations, and those that belong to none. */
export const ofThese = (orgIds: readonly string[]): Where => ({ any: [{ orgId: null }, { orgId: orgIds }] });

/** The same question about records that belong to an organisation; one that belongs to none goes with every one. */
export async function ofOrganization(
  pairs: readonly FitPair[],
  records: readonly { readonly id: string; readonly orgId: string | null }[],
  judge: (pairs: readonly FitPair[]) => Promise<readonly boolean[]>,
): Promise<readonly boolean[]> {
  const orgs = new Map(records.map((record) => [record.id, record.orgId]));
  const asked = pairs.flatMap(({ id, of }, i) => (orgs.get(id) ? [{ i, pair: { id: orgs.get(id)!, of } }] : []));
  const answers = asked.length ? await judge(asked.map(({ pair }) => pair)) : [];
  const bad = new Set(asked.flatMap(({ i }, n) => (answers[n] ? [] : [i])));
  return pairs.map((_, i) => !bad.has(i));
}

const idsOf = (pairs: readonly FitPair[]): string[] => unique(pairs.map(({ id }) => id));

export const notReceiving = [
  "所选采购组织今天不为该收货组织采购，请另选收货组织，或先维护两者的组织关系",
  "The organisation does not buy for this inventory organisation today. Choose another one, or maintain their organisation relation first",
] as const;

export const baseFits: Readonly<Record<string, Fit>> = {
  /** A receiving organisation that an organisation buys for. */
  receives: {
    judge: receives,
    offers: async (find, of, day) => ({ id: await receivingOf(find, of, day) }),
    text: notReceiving,
    none: {
      text: [
        "没有可选的收货组织：所选采购组织今天不为符合条件的组织采购，请维护组织关系",
        "No inventory organisation to choose: the chosen organisation buys for none that matches today. Maintain the organisation relations",
      ],
      kept: orgRelation,
    },
  },
  /** An address of an organisation, or of one it buys for. */
  shipsTo: {
    judge: async (find, pairs, day) =>
      ofOrganization(pairs, await find.where(deliveryInfo, { id: idsOf(pairs) }, 5000), async (asked) => {
        const [bought, served] = await Promise.all([receives(find, asked, day), serves(find, asked, day)]);
        return asked.map((_, i) => bought[i]! || served[i]!);
      }),
    offers: async (find, of, day) => {
      const [receiving, serving] = await Promise.all([receivingOf(find, of, day), servingOf(find, of, day)]);
      return ofThese(unique([...receiving, ...serving]));
    },
    none: {
      text: [
        "没有可选的收货地址：所选组织及其收货组织没有符合条件的地址，请维护收货信息",
        "No address to choose: the chosen organisation and those it buys for have none that matches. Maintain the delivery info",
      ],
      kept: deliveryInfo,
    },
    text: ["收货地址属于其他组织，请另选", "The address belongs to another organisation; choose another one"],
  },
  /** A warehouse of the receiving organisation itself. */
  stores: {
    judge: async (find, pairs) =>
      ofOrganization(pairs, await find.where(storage, { id: idsOf(pairs) }, 5000), async (asked) => asked.map(({ id, of }) => id === of)),
    offers: async (_, of) => ofThese([of]),
    none: {
      text: [
        "没有可选的仓库：所选收货组织没有符合条件的仓库，请维护库存地点",
        "No warehouse to choose: the chosen inventory organisation has none that matches. Maintain the storage locations",
      ],
      kept: storage,
    },
    text: ["仓库属于其他收货组织，请另选", "The warehouse belongs to another inventory organisation; choose another one"],
  },
  /** A department of an organisation, or of one above or below it. */
  works: {
    judge: async (find, pairs, day) =>
      ofOrganization(pairs, await find.where(department, { id: idsOf(pairs) }, 5000), (asked) => serves(find, asked, day)),
    offers: async (find, of, day) => ofThese(await servingOf(find, of, day)),
    none: {
      text: [
        "没有可选的部门：所选组织没有符合条件的部门，请维护部门",
        "No department to choose: the chosen organisation has none that matches. Maintain the departments",
      ],
      kept: department,
    },
    text: ["部门属于其他组织，请另选", "The department belongs to another organisation; choose another one"],
  },
};
