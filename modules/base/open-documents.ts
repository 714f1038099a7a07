import { perProduct } from "#kernel/declared.ts";
import type { Entity, StateText, Where } from "#kernel/entity.ts";
import type { Answer } from "#kernel/question.ts";
import { openInOrganization } from "#modules/admin/index.ts";
import { deliveryInfo, storage } from "./place.entity.ts";
import { counted, openBetween, openUses } from "./uses.ts";

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

const openDocuments = perProduct(({ modules }): readonly OpenDocument[] =>
  modules
    .flatMap(({ entities }) => entities)
    .filter((entity) => entity.number && entity.saves && !entity.view)
    .map((entity) => ({ entity, states: openStates(entity) }))
    .filter(({ states }) => states.length > 0),
);

const refersTo = (entity: Entity, key: string, targets: readonly string[]): boolean =>
  entity.fields[key]?.kind === "ref" && targets.includes(entity.fields[key].target!);

const namingOrganizations = perProduct((declared) =>
  openDocuments(declared).flatMap(({ entity, states }) => {
    const keys = ["orgId", "invOrgId"].filter((key) => refersTo(entity, key, ["BaseOrganization"]));
    return keys.length ? [{ entity, states, keys }] : [];
  }),
);

interface Level {
  readonly entity: Entity;
  /** How many levels of lines lie between it and its document. */
  readonly depth: number;
}
const levelsOf = (entity: Entity, depth = 0): Level[] => [
  { entity, depth },
  ...Object.values(entity.lines as Record<string, Entity>).flatMap((line) => levelsOf(line, depth + 1)),
];

/** Where documents name both the organisation that buys and the one that receives. */
const namingRelations = perProduct((declared) =>
  openDocuments(declared).flatMap(({ entity: document, states }) =>
    levelsOf(document).flatMap(({ entity, depth }) =>
      Object.entries(entity.fields).flatMap(([key, { fits }]) =>
        fits?.[0] === "receives" && (fits[1] in entity.fields || fits[1] in document.fields)
          ? [{ document, states, entity, depth, key, buyer: fits[1] }]
          : [],
      ),
    ),
  ),
);

const namingPlaces = perProduct((declared) =>
  openDocuments(declared).flatMap(({ entity, states }) =>
    Object.keys(entity.fields)
      .filter((key) => refersTo(entity, key, [storage.name, deliveryInfo.name]))
      .map((key) => ({ entity, states, key, target: entity.fields[key]!.target })),
  ),
);

/** What documents under way rely on cannot be closed, whichever area they belong to: which they are follows from the declarations. */
export const openDocumentAnswers: readonly Answer[] = [
  // Documents hold the organisation and the warehouse they name,
  openInOrganization.answeredBy((find, { orgId }) =>
    Promise.all(
      namingOrganizations(find.declared).map(({ entity, states, keys }) =>
        counted(find, entity, { [entity.stateField]: states, any: keys.map((key) => ({ [key]: orgId })) }),
      ),
    ),
  ),
  // the relation between the organisation that buys and the organisation that receives,
  openBetween.answeredBy((find, { orgId, invOrgId }) =>
    Promise.all(
      namingRelations(find.declared).map(async ({ document, states, entity, depth, key, buyer }) => {
        const isOwn = buyer in entity.fields;
        const head: object = { [document.stateField]: states, ...(isOwn ? {} : { [buyer]: orgId }) };
        const above = Array.from({ length: depth }).reduce<object>((where) => ({ parent: where }), head);
        const where = { ...(above as Where), [key]: invOrgId, ...(isOwn ? { [buyer]: orgId } : {}) };
        const { count } = await counted(find, entity, where);
        return { label: document.label, count, ...(document.pages?.list ? { route: document.pages.list } : {}) };
      }),
    ),
  ),
  // and the address and the warehouse they name themselves; lines are counted by their own area.
  openUses.answeredBy((find, { entity: place, id }) =>
    Promise.all(
      namingPlaces(find.declared)
        .filter(({ target }) => target === place)
        .map(({ entity, states, key }) => counted(find, entity, { [entity.stateField]: states, [key]: id })),
    ),
  ),
];
