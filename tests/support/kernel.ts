import { module } from "#kernel/module.ts";
import type { Me } from "#kernel/entity.ts";
import { platformEntities, platformLookups, platformPrograms, platformSettings } from "#kernel/platform/index.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import type { Command, Doer } from "#kernel/server/act/attempt.ts";
import { newId } from "#kernel/server/act/id.ts";
import { ship } from "#kernel/server/install/ship.ts";
import { houseZone } from "#kernel/time.ts";
import { freshDatabase, prepareTemplate } from "./database.ts";
import { plant } from "./plant.ts";
import { sampleModule } from "./sample.ts";

export const platform = module("platform", "平台", "Platform", {
  entities: platformEntities,
  lookups: platformLookups,
  settings: platformSettings,
  programs: platformPrograms,
});

export interface SampleKernel extends Kernel {
  readonly url: string;
  readonly clock: { now(): Date };
  drop(): Promise<void>;
}

/** The kernel with the small sample business on a database of its own. */
export async function openSample(options: { pool?: number } = {}): Promise<SampleKernel> {
  const clock = { now: () => new Date() };
  await prepareTemplate("sample", async (url) => {
    const first = await openKernel([platform, sampleModule], url, clock);
    await ship(first, clock.now);
    await first.close();
  });
  const fresh = await freshDatabase("sample");
  const kernel = await openKernel([platform, sampleModule], fresh.url, clock, options);
  return {
    ...kernel,
    url: fresh.url,
    clock,
    async drop() {
      await kernel.close();
      await fresh.drop();
    },
  };
}

/** A person for tests: sees everything and may press everything unless told otherwise. */
export const someone = (more: Partial<Me> = {}): Me => ({
  userId: "u1",
  userName: "buyer",
  displayName: "Buyer",
  audience: "internal",
  supplierId: null,
  responsibilityId: null,
  respCode: null,
  language: "EN",
  zone: houseZone,
  orgs: "all",
  categories: "all",
  items: "all",
  selfOnly: false,
  may: () => true,
  holds: () => true,
  opens: () => true,
  picks: () => true,
  ...more,
});

export const doerOf = (me: Me = someone()): Doer => {
  const now = new Date();
  return { me, now, requestId: newId(), ip: null, proof: { at: now.toISOString(), way: "PASSWORD" } };
};

/** A supplier under this id, as plain as one can be, for tests that only need somebody to belong to. */
export async function knowSupplier(kernel: Pick<Kernel, "db" | "declared">, id: string): Promise<void> {
  if (!kernel.declared.entities.has("SrmSupInfo")) return;
  await plant(kernel.db, "SrmSupInfo", id, {
    supplierCode: id,
    supplierName: id,
    supStatus: "POTENTIAL",
    infoStatus: "EFFECTIVE",
    blacklistFlag: "N",
    quitScopeAll: "N",
    runningTracks: 0,
    tempUsedAmount: "0",
    paymentHoldFlag: "N",
    riskLight: "GREEN",
    tempProlonged: "N",
  });
}

/** Suppliers a test only names by a word of its own exist from then on; "nobody" is the one who never does. */
async function knowSuppliers(kernel: Kernel, entity: string, input: Record<string, unknown>): Promise<void> {
  const { fields } = kernel.declared.entity(entity);
  const named = Object.entries(input).flatMap(([key, value]) => (fields[key]?.target === "SrmSupInfo" ? [value].flat() : []));
  for (const id of named) if (typeof id === "string" && id && id.length < 60 && !id.startsWith("nobody")) await knowSupplier(kernel, id);
}

/** Saves a document and answers it as the caller sees it. */
export async function save(kernel: Kernel, entity: string, input: Record<string, unknown>, me: Me = someone()): Promise<any> {
  await knowSuppliers(kernel, entity, input);
  const command: Command = {
    entity: kernel.declared.entity(entity),
    action: "saveOrUpdate",
    targets: [{ id: input["id"] as string | undefined, versionNum: input["versionNum"] as number | undefined, input }],
  };
  return (await kernel.actor.act(command, doerOf(me))).documents[0];
}

export async function press(
  kernel: Kernel,
  entity: string,
  id: string,
  action: string,
  input: Record<string, unknown> = {},
  more: Partial<Command> = {},
  me: Me = someone(),
): Promise<any> {
  const command: Command = { entity: kernel.declared.entity(entity), action, targets: [{ id, input }], ...more };
  return (await kernel.actor.act(command, doerOf(me))).documents[0];
}
