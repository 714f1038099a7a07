import { eachAs } from "#kernel/server/act/each.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Call } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Text } from "#kernel/text.ts";
import { closedWarnings, openWarnings } from "./server/counts.ts";
import { certificatesAged, earliestWarning, suppliersInForce, watchedAmong } from "./server/due.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { asks, takes } from "#kernel/server/http/input.ts";
import { houseDay, shift } from "#kernel/time.ts";
import { addDays, daysBetween } from "#kernel/days.ts";
import { liveWarning, supplierWarning } from "./warning.entity.ts";
import { hitsOf, reached, warnDaysOf, watch, watchedTypes, type Watched } from "./warning.hits.ts";
import { draftOf, furtherHits, riskFacts, riskOf, type FurtherHit, type Hit, type Warning } from "./warning.ts";

const allTypes = [...watchedTypes.certificates, ...watchedTypes.confirmation, ...watchedTypes.warnings];

/** Compares what the rules find with what is open, supplier by supplier: new causes are raised, gone ones closed. */
export class WarningWatch {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };

  constructor(kernel: Kernel, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#clock = clock;
  }

  get today(): string {
    return houseDay(this.#clock.now());
  }

  /** Acts in the system's name; who was quicker is left alone. */
  async #act(action: string, id: string | undefined, input: Row): Promise<number> {
    try {
      await this.#kernel.actor.act(
        { entity: supplierWarning, action, targets: [{ id, input }] },
        { me: systemMe("supplier"), now: this.#clock.now(), requestId: newId(), ip: null },
      );
      return 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return 0;
    }
  }

  #further(supplierIds: readonly string[]): Promise<readonly FurtherHit[]> {
    return furtherHits.ask(findFor(this.#kernel, systemMe("supplier")), { db: this.#kernel.db, supplierIds, on: this.today });
  }

  /** One supplier; answers how many warnings were raised, renewed or closed. */
  async supplier(supplierId: string, types: readonly string[] = allTypes): Promise<number> {
    return this.#look(supplierId, types, await this.#further([supplierId]));
  }

  async #look(supplierId: string, types: readonly string[], further: readonly Hit[]): Promise<number> {
    const find = findFor(this.#kernel, systemMe("supplier"));
    const facts = await watch(find, supplierId, this.today, further);
    const hits = hitsOf(facts, this.today).filter((hit) => types.includes(hit.type));
    const open = await find.where(supplierWarning, { supplierId, status: [...liveWarning], warningType: types }, 2000);
    let done = 0;
    for (const hit of hits) {
      const known = open.find((doc) => doc.warningType === hit.type && doc.bizId === hit.bizId);
      done += known ? await this.#again(known, hit) : await this.#raise(facts, hit);
    }
    for (const doc of open)
      if (!hits.some((hit) => hit.type === doc.warningType && hit.bizId === doc.bizId)) done += await this.#act("doClear", doc.id, {});
    await this.#remind(facts);
    return done;
  }

  /** What somebody dealt with by hand does not come again for the same occurrence. */
  async #raise({ supplier }: Watched, hit: Hit): Promise<number> {
    const where = {
      supplierId: supplier.id,
      warningType: hit.type,
      bizId: hit.bizId,
      status: "CLOSED",
      autoClosed: "N",
      causeMark: hit.mark,
    };
    if (await findFor(this.#kernel, systemMe("supplier")).exists(supplierWarning, where)) return 0;
    return this.#act("saveOrUpdate", undefined, draftOf(supplier, hit, this.today));
  }

  async #again(known: Warning, hit: Hit): Promise<number> {
    let done = 0;
    if (known.content !== hit.content[0] || known.severity !== hit.severity)
      done += await this.#act("doRenew", known.id, {
        severity: hit.severity,
        content: hit.content[0],
        contentEn: hit.content[1],
        hitValue: hit.hitValue ?? null,
        mark: hit.mark,
      });
    if (known.status === "IGNORED" && known.ignoreUntil !== null && known.ignoreUntil < this.today)
      done += await this.#act("doReopen", known.id, {});
    return done;
  }

  /** Tells the supplier on each warn day its certificates have reached. */
  async #remind(facts: Watched): Promise<void> {
    const find = findFor(this.#kernel, systemMe("supplier"));
    const open = await find.where(
      supplierWarning,
      { supplierId: facts.supplier.id, status: [...liveWarning], warningType: "CERT_EXPIRE" },
      500,
    );
    for (const doc of open) {
      const certificate = facts.certificates.find((it) => it.id === doc.bizId);
      if (!certificate?.validTo) continue;
      const left = daysBetween(this.today, certificate.validTo);
      const days = reached(warnDaysOf(facts, certificate.certType), left).map(String);
      const block = facts.blocks.get(certificate.certType);
      const isBlocked = block !== undefined && addDays(certificate.validTo, block.grace) < this.today;
      const all = [...days, ...(left < 0 ? ["0"] : []), ...(isBlocked ? ["BLOCK"] : [])];
      const values = (doc.toldDays ?? "").split(",");
      if (all.some((day) => !values.includes(day)))
        await this.#act("doRemind", doc.id, {
          days: all.join(","),
          left: String(left),
          cert: certificate.certName,
          validTo: certificate.validTo,
          blocked: isBlocked ? block.op : null,
        });
    }
  }

  async all(types: readonly string[]): Promise<number> {
    const ids = (await suppliersInForce(this.#kernel.db)).map((supplier) => supplier.id);
    const further = Map.groupBy(await this.#further(ids), (furtherHit) => furtherHit.supplierId);
    let done = 0;
    for (const id of ids) done += await this.#look(id, types, further.get(id) ?? []);
    return done;
  }

  /** Certificates whose status no longer fits the day, then what is told of them. */
  async certificates(): Promise<number> {
    const { today } = this;
    const days = await earliestWarning(this.#kernel.db);
    const aged = await certificatesAged(this.#kernel.db, today, addDays(today, days));
    await eachAs(this.#kernel, this.#clock, "supplier")("SrmSupInfo", "doDerive", aged, () => ({ warnDays: days }));
    return this.all(watchedTypes.certificates);
  }

  /** The light of a supplier after its controls changed. */
  async light(supplierId: string): Promise<void> {
    const find = findFor(this.#kernel, systemMe("supplier"));
    const { open, hasControl, light } = await riskFacts(find, supplierId, this.today);
    const riskLight = riskOf(open, hasControl);
    if (riskLight !== light)
      await eachAs(this.#kernel, this.#clock, "supplier")("SrmSupInfo", "doRisk", [{ id: supplierId }], () => ({ riskLight }));
  }

  programs(): Readonly<Record<string, JobHandler>> {
    const sentenceOf = (n: number): Text => [`更新预警 ${n} 条`, `${n} warnings updated`];
    return {
      SUP_CERT_WATCH: async () => sentenceOf(await this.certificates()),
      SUP_WARNING_RUN: async () => sentenceOf(await this.all(watchedTypes.warnings)),
      SUP_INFO_CONFIRM: async () => sentenceOf(await this.all(watchedTypes.confirmation)),
    };
  }

  /** What was found gone is closed at once: a supplier with open warnings is looked at again when its file or standing changed. */
  follow(): () => Promise<void> {
    const waiting = new Set<string>();
    let working: Promise<void> = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    const look = async (): Promise<void> => {
      const ids = [...waiting];
      waiting.clear();
      const touched = await watchedAmong(this.#kernel.db, ids);
      for (const { id, warned } of touched) {
        if (warned) await this.supplier(id);
        await this.light(id);
      }
    };
    const stop = this.#kernel.bus.hear((changes) => {
      for (const change of changes) if (change.entity === "SrmSupInfo" && change.id !== "*") waiting.add(change.id);
      if (waiting.size && !timer)
        timer = setTimeout(() => {
          timer = undefined;
          working = working.then(look).catch(() => undefined);
        }, 300).unref();
    });
    return async () => {
      stop();
      clearTimeout(timer);
      await working;
    };
  }
}

const path = "v1/srmSupWarningRestful";

/** Calls of warnings beyond what every entity answers. */
export function warningCalls(kernel: Kernel, clock: { now(): Date }): Call[] {
  const watching = new WarningWatch(kernel, clock);
  return [
    {
      service: "srmServer",
      path: `${path}/runRules`,
      guard: "session",
      input: takes({ supplierId: "id" }),
      handle: async (ctx, body) => {
        if (ctx.me.audience !== "internal" || !ctx.me.may(supplierWarning.name, "btnRunRules")) throw permDenied();
        const supplierId = typeof body["supplierId"] === "string" ? body["supplierId"] : null;
        return { done: supplierId ? await watching.supplier(supplierId) : await watching.all(allTypes) };
      },
    },
    {
      service: "srmServer",
      path: `${path}/summary`,
      guard: "session",
      input: asks(),
      handle: async (ctx) => {
        if (!kernel.finder.mayRead(supplierWarning, ctx.me)) throw permDenied();
        const [open, closed] = await Promise.all([openWarnings(ctx.db), closedWarnings(ctx.db, shift(ctx.now, { days: -365 }))]);
        return { open, closed: closed?.n ?? 0, averageDays: closed?.days ?? null };
      },
    },
  ];
}
