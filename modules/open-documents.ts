import type { Entity, StateText, Where } from "#kernel/entity.ts";
import type { Module } from "#kernel/module.ts";
import { openInOrganization } from "./admin/index.ts";
import { counted, deliveryInfo, openBetween, openUses, storage } from "./base/index.ts";

/** A kind of numbered document that people write, with the states in which somebody still works on it. */
interface OpenDocument {
  readonly entity: Entity;
  readonly states: readonly string[];
}

/** Neither done nor ended; a refused document counts where it can be corrected. */
function openStates(entity: Entity): string[] {
  return Object.entries((entity.states ?? {}) as Record<string, StateText>).flatMap(([state, [, , tone = "neutral"]]) => {
    const isCorrected = tone === "refused" && (entity.savesFrom as readonly string[] | undefined)?.includes(state);
    return isCorrected || tone === "neutral" || tone === "running" || tone === "waiting" ? [state] : [];
  });
}

const openDocuments = (modules: readonly Module[]): readonly OpenDocument[] =>
  modules
    .flatMap(({ entities }) => entities)
    .filter((entity) => entity.number && entity.saves && !entity.view)
    .map((entity) => ({ entity, states: openStates(entity) }))
    .filter(({ states }) => states.length > 0);

const refersTo = (entity: Entity, key: string, targets: readonly string[]): boolean =>
  entity.fields[key]?.kind === "ref" && targets.includes(entity.fields[key].target!);

/** Documents hold the organisation and the warehouse they name. */
function holdOrganizations(documents: readonly OpenDocument[]): void {
  const naming = documents.flatMap(({ entity, states }) => {
    const keys = ["orgId", "invOrgId"].filter((key) => refersTo(entity, key, ["BaseOrganization"]));
    return keys.length ? [{ entity, states, keys }] : [];
  });
  openInOrganization.answeredBy((find, { orgId }) =>
    Promise.all(
      naming.map(({ entity, states, keys }) =>
        counted(find, entity, { [entity.stateField]: states, any: keys.map((key) => ({ [key]: orgId })) }),
      ),
    ),
  );
}

interface Level {
  readonly entity: Entity;
  /** How many levels of lines lie between it and its document. */
  readonly depth: number;
}
const levelsOf = (entity: Entity, depth = 0): Level[] => [
  { entity, depth },
  ...Object.values(entity.lines as Record<string, Entity>).flatMap((line) => levelsOf(line, depth + 1)),
];

/** Documents hold the relation between the organisation that buys and the organisation that receives, wherever they name both. */
function holdRelations(documents: readonly OpenDocument[]): void {
  const naming = documents.flatMap(({ entity: document, states }) =>
    levelsOf(document).flatMap(({ entity, depth }) =>
      Object.entries(entity.fields).flatMap(([key, { fits }]) =>
        fits?.[0] === "receives" && (fits[1] in entity.fields || fits[1] in document.fields)
          ? [{ document, states, entity, depth, key, buyer: fits[1] }]
          : [],
      ),
    ),
  );
  openBetween.answeredBy((find, { orgId, invOrgId }) =>
    Promise.all(
      naming.map(async ({ document, states, entity, depth, key, buyer }) => {
        const isOwn = buyer in entity.fields;
        const head: object = { [document.stateField]: states, ...(isOwn ? {} : { [buyer]: orgId }) };
        const above = Array.from({ length: depth }).reduce<object>((where) => ({ parent: where }), head);
        const where = { ...(above as Where), [key]: invOrgId, ...(isOwn ? { [buyer]: orgId } : {}) };
        const { count } = await counted(find, entity, where);
        return { label: document.label, count, ...(document.pages?.list ? { route: document.pages.list } : {}) };
      }),
    ),
  );
}

/** Documents hold the address and the warehouse they name themselves; lines are counted by their own area. */
function holdPlaces(documents: readonly OpenDocument[]): void {
  const naming = documents.flatMap(({ entity, states }) =>
    Object.keys(entity.fields)
      .filter((key) => refersTo(entity, key, [storage.name, deliveryInfo.name]))
      .map((key) => ({ entity, states, key, target: entity.fields[key]!.target })),
  );
  openUses.answeredBy((find, { entity: place, id }) =>
    Promise.all(
      naming
        .filter(({ target }) => target === place)
        .map(({ entity, states, key }) => counted(find, entity, { [entity.stateField]: states, [key]: id })),
    ),
  );
}

/** What documents under way rely on cannot be closed, whichever area they belong to: which they are follows from the declarations. */
export function holdOpenDocuments(modules: readonly Module[]): void {
  const documents = openDocuments(modules);
  holdOrganizations(documents);
  holdRelations(documents);
  holdPlaces(documents);
}
