import { houseZone } from "#kernel/time.ts";
import { declare, type Declared } from "../declared.ts";
import type { Module } from "../module.ts";
import type { Answer } from "../question.ts";
import type { RaiseSecurityEvent } from "../security.ts";
import { Actor, type ActParts } from "./act/act.ts";
import type { Outcome } from "./act/attempt.ts";
import { Bus, type Change } from "./journal/bus.ts";
import { Caches } from "./cache.ts";
import { openDb, type OpenDb } from "./database/db.ts";
import { openDirectory } from "./access/directory.ts";
import { EntityCalls } from "./http/entity-calls.ts";
import { bindChanged } from "./files.ts";
import { Finder } from "./find/find.ts";
import { Following } from "./journal/follow.ts";
import { Holders } from "./access/holders.ts";
import type { Directory } from "./gate/directory.ts";
import { History } from "./journal/history.ts";
import { seal } from "./journal/journal.ts";
import { Jobs } from "./jobs/job.ts";
import { Lookups } from "./find/lookups.ts";
import { migrate, mustBeReviewed } from "./database/migrate.ts";
import { Numbers } from "./act/number.ts";
import { OutsideSteps } from "./act/compen.ts";
import { Once } from "./http/once.ts";
import { Outbox } from "./journal/outbox.ts";
import { OutsideLog } from "./outside/outside-log.ts";
import { grantEntities, Permits } from "./access/permit.ts";
import { schemaOf } from "./database/schema.ts";
import { openSecurity } from "./access/security.ts";
import { Settings } from "./install/settings.ts";
import { keepFigures } from "./database/figures.ts";
import { keepViews, viewNames } from "./database/views.ts";
import { todoTables } from "./home/todo.ts";

/** The kernel on one database: everything that reads, decides, writes and remembers. */
export interface Kernel {
  readonly declared: Declared;
  readonly db: OpenDb;
  readonly bus: Bus;
  readonly finder: Finder;
  readonly actor: Actor;
  readonly history: History;
  readonly lookups: Lookups;
  readonly settings: Settings;
  readonly permits: Permits;
  readonly holders: Holders;
  readonly directory: Directory;
  readonly calls: EntityCalls;
  /** Calls that are not an entity's own, carried out once for each request key. */
  readonly once: Once;
  /** Which lists a request made stale, told with its reply. */
  readonly following: Following;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  /** What this process keeps in memory, by groups. */
  readonly caches: Caches;
  /** What actions left to be done outside after their commit. */
  readonly steps: OutsideSteps;
  /** What was said to outside systems, and what they answered. */
  readonly outsideLog: OutsideLog;
  /** Writes a security event down and tells those concerned. */
  readonly security: RaiseSecurityEvent;
  close(): Promise<void>;
}

/** Opens the database, brings it to the declared schema and puts the parts together. */
export async function openKernel(
  modules: readonly Module[],
  url: string,
  clock: { now(): Date },
  options: {
    readonly pool?: number;
    readonly alarm?: (error: unknown) => void;
    readonly review?: boolean;
    readonly answers?: readonly Answer[];
  } = {},
): Promise<Kernel> {
  const declared = declare(modules, options.answers);
  const db = openDb(url, { max: options.pool ?? 10 });
  // What runs beside the actions (numbers, seals, polls) has connections of its own; on the actions' pool they would wait for each other.
  const aside = openDb(url, { max: 3, applicationName: "base-srm aside" });
  const schema = schemaOf(declared);
  if (options.review) await mustBeReviewed(db, schema);
  await migrate(db, schema, viewNames(declared));
  await keepViews(db, declared);
  await keepFigures(db, declared);
  const bus = new Bus(aside);
  await bus.open();
  const lookups = new Lookups(db, bus, clock);
  const settings = new Settings(db, declared, bus);
  const finder = new Finder(declared, db);
  const permits = new Permits(db, aside, declared, bus, clock);
  // Asked in the middle of an action, whose own connection is taken: it must not wait for another of the same pool.
  const asked = new Permits(aside, aside, declared, bus, clock);
  const holders = new Holders(declared, asked, clock, aside);
  finder.withhold((e, me) => holders.withheld(e, me, db));
  const sealer = startSealer(aside, clock, options.alarm);
  const outbox = new Outbox(aside, clock, options.alarm);
  const steps = new OutsideSteps(aside, clock, (ids) => bus.say(ids.map((id) => ({ entity: "BaseTransactionCompen", id }))));
  const following = new Following(finder);
  const after: ActParts["after"] = (command, doer, outcome, todosChanged) => {
    following.heard(command, doer, outcome, todosChanged);
    bus.say(changesOf(outcome, todosChanged));
    const isChanged = (is: (entity: string) => boolean): boolean => outcome.changed.some((c) => is(c.entity.name));
    if (isChanged((name) => grantEntities.has(name))) [permits, asked].forEach((entry) => entry.forget());
    sealer.soon();
    if (outcome.told.length) outbox.soon();
    if (isChanged((name) => name === "BaseTransactionCompen")) void steps.drain().catch(options.alarm ?? (() => undefined));
  };
  const numbers = new Numbers(aside, bus);
  const actor = new Actor({
    declared,
    db,
    finder,
    numbers,
    lookups,
    grants: grantEntities,
    after,
    bind: bindChanged,
    holders,
    setting: (me) => (code, of) =>
      settings.value(code, { userId: me.userId, responsibilityId: me.responsibilityId, orgId: of?.orgId ?? null }),
  });
  await Promise.all([lookups.ready(), settings.ready()]);
  bus.watch(["BaseLookupTypes", "BaseLookupValues"], () => void lookups.ready().catch(() => undefined));
  const directory = openDirectory({ db, declared, actor, settings, permits, clock });
  const history = new History(db, finder);
  const once = new Once(db);
  const jobs = openJobs({ aside, clock, declared, numbers, bus, ...(options.alarm ? { alarm: options.alarm } : {}) });
  const caches = new Caches(aside, jobs.worker);
  for (const group of [lookups.cache, settings.cache, ...permits.caches]) caches.add(group);
  await caches.open();
  return {
    declared,
    db,
    bus,
    finder,
    actor,
    history,
    lookups,
    settings,
    permits,
    holders,
    directory,
    jobs,
    outbox,
    caches,
    steps,
    following,
    outsideLog: new OutsideLog(aside, clock),
    security: openSecurity({ declared, db: aside, actor, outbox, clock }),
    once,
    calls: new EntityCalls({ declared, finder, actor, history, settings, db, once }),
    async close() {
      permits.close();
      asked.close();
      await jobs.stop();
      await outbox.stop();
      await sealer.stop();
      await Promise.all([db.close(), aside.close()]);
    },
  };
}

const changesOf = ({ changed }: Outcome, todosChanged: boolean): Change[] => [
  ...changed.map((c) => ({ entity: c.entity.name, id: c.id })),
  ...(todosChanged ? todoTables.map((entity) => ({ entity, id: "*" })) : []),
];

/** The queue and the bus hear of each other: what a run changes is shown, what somebody asks for is begun. */
function openJobs(parts: {
  readonly aside: OpenDb;
  readonly clock: { now(): Date };
  readonly declared: Declared;
  readonly numbers: Numbers;
  readonly bus: Bus;
  readonly alarm?: (error: unknown) => void;
}): Jobs {
  const { aside, clock, declared, numbers, bus, alarm } = parts;
  const request = declared.entity("BaseScheduleRequest");
  let ours = false;
  const jobs = new Jobs({
    db: aside,
    clock,
    number: async (now) => (await numbers.take(request, 1, now.toISOString(), houseZone, {}, aside))[0]!,
    changed(ids) {
      ours = true;
      bus.say(ids.map((id) => ({ entity: request.name, id })));
      ours = false;
    },
    ...(alarm ? { alarm } : {}),
  });
  bus.watch([request.name], () => {
    if (!ours) jobs.heard();
  });
  return jobs;
}

/** Seals a moment after something was written, and once a minute for what other processes left. */
function startSealer(
  db: OpenDb,
  clock: { now(): Date },
  alarm: (error: unknown) => void = () => undefined,
): { soon(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isOver = false;
  const run = () => {
    timer = undefined;
    // What a batch left over is sealed with the next one.
    running = seal(db, clock.now()).then((sealed) => sealed > 0 && soon(), alarm);
  };
  const soon = () => {
    if (!isOver) timer ??= setTimeout(run, 1_000).unref();
  };
  const always = setInterval(soon, 60_000).unref();
  return {
    soon,
    async stop() {
      isOver = true;
      clearInterval(always);
      clearTimeout(timer);
      await running;
    },
  };
}
