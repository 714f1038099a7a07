import { collections, fieldOf, ofLines, type Entity } from "./entity.ts";
import { tiesOf } from "./field.ts";
import { fromRules } from "./from-rule.ts";
import type { EventShape, MenuPage, Module, ProfileShape, TodoShape } from "./module.ts";
import type { Leading, Remedy } from "./remedy.ts";
import type { Fit } from "./rule.ts";
import { pagesOf } from "./module.ts";
import { Answers, type Answer } from "./question.ts";
import { refined, type Refinement } from "./refine.ts";
import type { Rule } from "./rule.ts";
import { ProductSeal } from "./seal.ts";

/** A reference seen from its target: which entity's which field points here. */
export interface Referrer {
  readonly entity: Entity;
  readonly field: string;
}

/** Everything the modules declared, bound together and checked once at start. */
export interface Declared extends Leading {
  readonly modules: readonly Module[];
  readonly entities: ReadonlyMap<string, Entity>;
  readonly pages: ReadonlyMap<string, MenuPage>;
  entity(name: string): Entity;
  /** The entity as its module wrote it, whatever this product refines. */
  asWritten(name: string): Entity | undefined;
  /** Puts what an installation changed about the model into force in this product: its entities are copies with other labels and field options. */
  refine(refinements: readonly Refinement[]): void;
  /** Position in the one order in which rows are locked: lower modules first, then declaration order. */
  rank(e: Entity): number;
  parent(e: Entity): { readonly entity: Entity; readonly collection: string } | undefined;
  rule(e: Entity, action: string): Rule | undefined;
  referrers(e: Entity): readonly Referrer[];
  /** By path segment: baseUsersRestful → BaseUsers. */
  byPath(segment: string): Entity | undefined;
  moduleOf(e: Entity): Module;
  /** The business parameters, by code. */
  readonly profiles: ReadonlyMap<string, ProfileShape>;
  /** What the areas answer to each other's questions. */
  readonly answers: Answers;
  /** Closes sensitive values with the keys of this product. */
  readonly seal: ProductSeal;
  /** Who carries approvals, when a module does. */
  readonly approvals: Module["approvals"];
  /** Who knows of companies whose people may only read, when a module does. */
  readonly readsOnly: Module["readsOnly"];
  event(code: string): EventShape | undefined;
  todo(type: string): TodoShape;
  fit(name: string): Fit;
}

export const pathOf = (e: Entity): string => `${e.name[0]!.toLowerCase()}${e.name.slice(1)}Restful`;

class Mistake extends Error {}

function checkReferences(
  entities: ReadonlyMap<string, Entity>,
  parentOf: (e: Entity) => Entity | undefined,
  fits: ReadonlyMap<string, Fit>,
): void {
  const above = (e: Entity): Entity[] => {
    const parent = parentOf(e);
    return parent ? [parent, ...above(parent)] : [];
  };
  for (const e of entities.values()) {
    const known = (key: string) =>
      key in e.fields || ["id", "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum"].includes(key);
    const searched = [e, ...Object.values(e.lists ?? {})].flatMap((entity) => entity.search ?? []);
    for (const name of searched) {
      const place = ofLines(e, name);
      const field = place ? fieldOf(place.line, place.key) : fieldOf(e, name);
      if (!field) throw new Mistake(`${e.name} is searched by ${name}, which it does not have`);
    }
    for (const key of [...(e.list ?? []), ...e.title, ...(e.pages?.sections ?? []).flatMap((s) => s[2])])
      if (!known(key)) throw new Mistake(`${e.name} names the field ${key}, which it does not have`);
    for (const [key, field] of Object.entries(e.fields))
      if (field.kind === "ref" && entities.get(field.target!)?.title.length === 0)
        throw new Mistake(`${e.name}.${key} refers to ${field.target}, which has no title to be shown by`);
    for (const [key, field] of Object.entries(e.fields)) {
      const target = entities.get(field.target ?? "");
      for (const [there, here] of tiesOf(field.within ?? {}))
        if (!here.every((name) => name in e.fields) || (target && !(there in target.fields)))
          throw new Mistake(`${e.name}.${key} stands within ${there} and ${here}, which are not both there`);
      if (field.fits && !fits.has(field.fits[0]))
        throw new Mistake(`${e.name}.${key} is to fit as ${field.fits[0]}, which no module judges`);
      if (field.fits && ![e, ...above(e)].some((entity) => field.fits![1] in entity.fields))
        throw new Mistake(`${e.name}.${key} is to fit to ${field.fits[1]}, which neither it nor a document above it has`);
    }
    if (Object.keys(e.sees).length === 0 && !e.internal && !parentOf(e)) throw new Mistake(`${e.name} does not say who sees it`);
  }
}

/** One value for each product, made when it is first needed: what follows from its declarations, or what its parts hand to each other. */
export function perProduct<T>(make: (declared: Declared) => T): (declared: Declared) => T {
  const known = new WeakMap<Declared, { readonly value: T }>();
  return (declared) => {
    const found = known.get(declared) ?? { value: make(declared) };
    known.set(declared, found);
    return found.value;
  };
}

/** Binds names and answers, finds parents and ranks; a mistake in a declaration stops the start with a sentence that names it. */
export function declare(modules: readonly Module[], serverAnswers: readonly Answer[] = []): Declared {
  const entities = new Map<string, Entity>();
  const parents = new Map<string, { entity: Entity; collection: string }>();
  const owner = new Map<string, Module>();
  const rules = new Map<string, Rule>();
  const referrers = new Map<string, Referrer[]>();
  const pages = new Map<string, MenuPage>();
  const events = new Map<string, EventShape>();
  const todos = new Map<string, TodoShape>();
  const profiles = new Map<string, ProfileShape>();
  const fits = new Map(modules.flatMap((module) => Object.entries(module.fits ?? {})));
  const remedies = new Map<string, readonly Remedy[]>();
  const routes = new Map<string, MenuPage>();

  const enter = (module: Module, e: Entity): void => {
    const known = entities.get(e.name);
    if (known === e) return;
    if (known) throw new Mistake(`two entities are called ${e.name}`);
    entities.set(e.name, e);
    owner.set(e.name, module);
    for (const [collection, line] of Object.entries(collections(e))) {
      parents.set(line.name, { entity: e, collection });
      enter(module, line);
    }
  };
  for (const module of modules) for (const e of module.entities) enter(module, e);
  for (const module of modules) {
    for (const rule of [...(module.rules ?? []), ...(module.froms ?? []).flatMap(fromRules)]) {
      const key = `${rule.entity.name}.${rule.action}`;
      if (rules.has(key)) throw new Mistake(`two rules decide ${key}`);
      if (!entities.has(rule.entity.name)) throw new Mistake(`a rule decides ${key}, but no module declares ${rule.entity.name}`);
      rules.set(key, rule);
    }
    for (const [code, event] of Object.entries(module.events ?? {})) {
      if (events.has(code)) throw new Mistake(`two modules declare the event ${code}`);
      events.set(code, event);
    }
    for (const [type, todo] of Object.entries(module.todos ?? {})) {
      if (todos.has(type)) throw new Mistake(`two modules declare the to-do ${type}`);
      todos.set(type, todo);
    }
    for (const [code, profile] of Object.entries(module.profiles ?? {})) {
      if (profiles.has(code)) throw new Mistake(`two modules declare the parameter ${code}`);
      profiles.set(code, profile);
    }
    for (const [code, remedy] of Object.entries(module.remedies ?? {})) {
      if (remedies.has(code)) throw new Mistake(`two modules say how ${code} is put right`);
      remedies.set(code, "route" in remedy ? [remedy] : remedy);
    }
    for (const page of pagesOf(module.menus ?? [])) {
      if (pages.has(page.route)) throw new Mistake(`two menus open ${page.route}`);
      const unknown = page.picks.find((name) => !entities.has(name));
      if (unknown) throw new Mistake(`${page.route} offers ${unknown} for choosing, which no module declares`);
      pages.set(page.route, page);
      for (const route of [page.route, ...page.children]) routes.set(route, page);
    }
  }
  checkReferences(entities, (e) => parents.get(e.name)?.entity, fits);
  for (const e of entities.values())
    for (const [field, shape] of Object.entries(e.fields))
      if (shape.kind === "ref" && entities.has(shape.target!))
        referrers.set(shape.target!, [...(referrers.get(shape.target!) ?? []), { entity: e, field }]);

  const ranks = new Map([...entities.keys()].map((name, index) => [name, index]));
  const paths = new Map([...entities.values()].map((e) => [pathOf(e), e]));
  const written: ReadonlyMap<string, Entity> = new Map(entities);
  return {
    modules,
    entities,
    pages,
    entity: (name) => entities.get(name) ?? raise(`no entity is called ${name}`),
    asWritten: (name) => written.get(name),
    refine: refiner({ written, entities, parents, referrers, paths }),
    rank: (e) => ranks.get(e.name) ?? raise(`${e.name} is not declared by any module`),
    parent: (e) => parents.get(e.name),
    rule: (e, action) => rules.get(`${e.name}.${action}`),
    referrers: (e) => referrers.get(e.name) ?? [],
    byPath: (segment) => paths.get(segment),
    profiles,
    answers: new Answers([...modules.flatMap((module) => module.answers ?? []), ...serverAnswers]),
    seal: new ProductSeal(),
    approvals: modules.find((m) => m.approvals)?.approvals,
    readsOnly: modules.find((m) => m.readsOnly)?.readsOnly,
    event: (code) => events.get(code),
    remedies: (code) => remedies.get(code) ?? [],
    pageOf: (route) => routes.get(route),
    fit: (name) => fits.get(name) ?? raise(`nobody judges ${name}`),
    todo: (type) => todos.get(type) ?? raise(`no to-do is called ${type}`),
    moduleOf: (e) => owner.get(e.name) ?? raise(`${e.name} belongs to no module`),
  };
}

/** Where a product finds its entities. */
interface Bound {
  readonly written: ReadonlyMap<string, Entity>;
  readonly entities: Map<string, Entity>;
  readonly parents: Map<string, { entity: Entity; collection: string }>;
  readonly referrers: Map<string, Referrer[]>;
  readonly paths: Map<string, Entity>;
}

/** Refines the entities of one product. A refined entity is a copy that stays the same object while refinements change; so is the document above it, because it holds its lines. */
function refiner({ written, entities, parents, referrers, paths }: Bound): Declared["refine"] {
  const copies = new Map<string, Entity>();
  const withDocuments = (name: string): string[] => {
    const above = parents.get(name)?.entity.name;
    return above === undefined ? [name] : [name, ...withDocuments(above)];
  };
  const current = (lines: Readonly<Record<string, Entity>>): Record<string, Entity> =>
    Object.fromEntries(Object.entries(lines).map(([key, line]) => [key, entities.get(line.name)!]));
  return (refinements) => {
    const inForce = new Map(refinements.filter(({ entity }) => written.has(entity)).map((refinement) => [refinement.entity, refinement]));
    for (const name of [...inForce.keys()].flatMap(withDocuments)) if (!copies.has(name)) copies.set(name, { ...written.get(name)! });
    for (const [name, copy] of copies) {
      Object.assign(copy, refined(written.get(name)!, inForce.get(name)));
      entities.set(name, copy);
      paths.set(pathOf(copy), copy);
    }
    for (const [name, copy] of copies) {
      const { lines, owns } = written.get(name)!;
      Object.assign(copy, { lines: current(lines), owns: current(owns) });
      for (const [collection, line] of Object.entries(collections(copy))) parents.set(line.name, { entity: copy, collection });
    }
    for (const [target, list] of referrers)
      referrers.set(
        target,
        list.map(({ entity, field }) => ({ entity: entities.get(entity.name)!, field })),
      );
  };
}

function raise(message: string): never {
  throw new Mistake(message);
}
