import { declare, pathOf, type Declared } from "#kernel/declared.ts";
import type { Entity, Me, Who } from "#kernel/entity.ts";
import type { Module } from "#kernel/module.ts";
import { Refusal } from "#kernel/refusal.ts";
import { failure, success, unexpected, Verbatim, type Context } from "#kernel/server/http/call.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { newId } from "#kernel/server/act/id.ts";
import { ship } from "#kernel/server/install/ship.ts";
import { modules } from "#modules/index.ts";
import type { Client } from "../support/client.ts";
import { freshDatabase, prepareTemplate } from "../support/database.ts";
import { shipped } from "../support/shipped.ts";
import { Generate, system, type BodyOptions, type Row } from "../support/generate.ts";
import { save, someone } from "../support/kernel.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import { sampleModule } from "../support/sample.ts";
import { hints, madeBySystem } from "./hints.ts";
import { wideModule } from "./wide.ts";

export { bend } from "../support/database.ts";

/** Everything the promises hold for: the product's modules, the sample business, and the wide one that has all kinds. */
export const allModules: readonly Module[] = [...modules, sampleModule, wideModule];

/** The same before a house is open, so that what takes long has a test for each entity. */
export const everything: Declared = declare(allModules);

/** Entities that calls reach, lines included. */
export const reached: readonly Entity[] = [...everything.entities.values()].filter((e) => !e.internal);

export interface House {
  readonly kernel: Kernel;
  readonly declared: Declared;
  readonly url: string;
  readonly make: Generate;
  /** Entities that calls reach, lines included. */
  readonly entities: readonly Entity[];
  drop(): Promise<void>;
}

const clock = { now: () => new Date() };

async function template(): Promise<void> {
  await prepareTemplate(
    "promises",
    async (url) => {
      const first = await openKernel(allModules, url, clock);
      await ship(first, clock.now);
      await first.close();
    },
    await shipped(),
  );
}

/** The kernel with everything declared, on a database of its own. */
export async function openHouse(seed = 1): Promise<House> {
  await template();
  const fresh = await freshDatabase("promises");
  const kernel = await openKernel(allModules, fresh.url, clock);
  return {
    kernel,
    declared: kernel.declared,
    url: fresh.url,
    make: new Generate(kernel, { seed, hints, madeBySystem }),
    entities: reached,
    async drop() {
      await kernel.close();
      await fresh.drop();
    },
  };
}

export interface Told {
  readonly text: string;
  readonly status: "S" | "E";
  readonly code: string;
  readonly data: any;
  readonly page?: { readonly count: number; readonly sums?: Row };
  readonly fieldErrors: readonly { readonly path: string; readonly code: string }[];
  /** What really happened behind a system error. */
  readonly cause?: unknown;
}

export interface Asking {
  readonly key?: string;
  readonly requestId?: string;
  readonly now?: Date;
  /** Sends a change as it stands, without the version a caller names that has read the document. */
  readonly bare?: true;
}

/** A change as somebody sends it who has just read the document. */
async function versioned(kernel: Kernel, e: Entity, name: string, body: Row, { bare }: Asking): Promise<Row> {
  if (bare || name !== "saveOrUpdate" || typeof body["id"] !== "string" || body["versionNum"] !== undefined || e.internal) return body;
  const row = await kernel.db.one<{ versionNum: number }>(`select "versionNum" from "${e.name}" where id = $1`, [body["id"]]);
  return row ? { versionNum: row.versionNum, ...body } : body;
}

/** An entity call through the kernel's door, answered as the text that would leave the server. */
export async function ask(kernel: Kernel, me: Me, e: Entity, name: string, body: Row = {}, more: Asking = {}): Promise<Told> {
  const requestId = more.requestId ?? newId();
  const headers = more.key ? { "idempotency-key": more.key } : {};
  const ctx = {
    me,
    db: kernel.db,
    now: more.now ?? new Date(),
    requestId,
    language: me.language,
    ip: "10.0.0.9",
    userAgent: "test",
    session: { proof: { at: (more.now ?? new Date()).toISOString(), way: "PASSWORD" } },
    request: { headers },
    reply: {},
  } as unknown as Context;
  let cause: unknown;
  const text = await kernel.calls.handle(ctx, e.service, pathOf(e), name, await versioned(kernel, e, name, body, more)).then(
    (value) => (value instanceof Verbatim ? value.text : JSON.stringify(success(value, requestId))),
    (error: unknown) => {
      cause = error instanceof Refusal ? undefined : error;
      return JSON.stringify(failure(error instanceof Refusal ? error : unexpected(requestId), me.language, requestId));
    },
  );
  const read = JSON.parse(text) as Row;
  return { text, code: "", fieldErrors: [], data: null, ...read, ...(cause === undefined ? {} : { cause }) } as unknown as Told;
}

/** The whole product on a port of its own: gate, files, spreadsheets, push. */
export interface HttpHouse extends Omit<House, "url"> {
  readonly product: TestProduct;
  readonly base: string;
  /** A new person who has this responsibility, signed in. */
  person(responsibility: string, more?: Row): Promise<Signed>;
}

export interface Signed {
  readonly client: Client;
  readonly userId: string;
  readonly grantId: string;
  signIn(): Promise<Client>;
}

const password = "Promise@2026x";

/** Opens the product in this process; what arrives comes over real connections, signed like a browser's. */
export async function openOverHttp(seed = 1): Promise<HttpHouse> {
  const product = await openTestProduct([sampleModule, wideModule]);
  const { kernel, url: base } = product;
  let count = 0;
  return {
    product,
    kernel,
    base,
    declared: kernel.declared,
    make: new Generate(kernel, { seed, hints, madeBySystem }),
    entities: [...kernel.declared.entities.values()].filter((e) => !e.internal),
    async person(responsibility, more = {}) {
      const userName = `person${++count}`;
      const user = await save(
        kernel,
        "BaseUsers",
        { userName, displayName: userName, email: `${userName}@example.com`, userType: "INTERNAL", ...more },
        system,
      );
      const { phc, pepperId } = await product.gate.passwords.hash(password);
      await kernel.directory.setPassword(user.id, phc, pepperId, { mustChange: false, by: "system", reason: "ADMIN" });
      const grant = await save(
        kernel,
        "BaseUserResp",
        { userId: user.id, responsibilityId: await responsibilityOf(kernel, responsibility), supplierId: more["supplierId"] },
        system,
      );
      const signIn = () => product.signIn(userName, password);
      return { client: await signIn(), userId: user.id, grantId: grant.id, signIn };
    },
    drop: () => product.drop(),
  };
}

/** A document of its own, with somebody who may change it: its owner, the applicant it belongs to, or anybody who has the button. */
export async function kept({ make }: Pick<House, "make">, e: Entity, options: BodyOptions = {}): Promise<{ me: Me; row: Row }> {
  const who = [e.saves ?? "system"].flat() as readonly Who[];
  if (who.includes("registrant")) {
    const userId = await make.id("BaseUsers", true);
    const row = await make.inState(e, e.savesFrom?.[0] ?? "", { userId });
    return { me: make.supplier({ audience: "registrant", userId, supplierId: null }), row };
  }
  const row = await make.lone(e, {}, options);
  const me = make.writer(e) === system ? someone() : make.writer(e);
  const owner = who.flatMap((entry) => (typeof entry === "object" && "owner" in entry ? [entry.owner] : []))[0];
  return { me: owner && row[owner] ? { ...me, userId: row[owner] } : me, row };
}

/** The document a row stands in, itself or some levels above: the journal speaks of documents. */
export async function documentOf(house: Pick<House, "kernel" | "declared">, e: Entity, id: string): Promise<string> {
  const parent = house.declared.parent(e);
  if (!parent || !(parent.collection in parent.entity.lines)) return id;
  const row = await house.kernel.db.one<{ parentId: string }>(`select "parentId" from "${e.name}" where id = $1`, [id]);
  return documentOf(house, parent.entity, row!.parentId);
}

/** The id of a responsibility by its code; an id is answered as it is. */
export async function responsibilityOf(kernel: Kernel, codeOrId: string): Promise<string> {
  const found = await kernel.db.one<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = $1 or id = $1`, [codeOrId]);
  if (!found) throw new Error(`no responsibility ${codeOrId}`);
  return found.id;
}

/** The address of an entity call. */
export const callOf = (e: Entity, name: string): string => `${e.service}/v1/${pathOf(e)}/${name}`;

/** Fails with everything that is wrong, one line each, so that one run tells all. */
export function none(wrong: readonly string[]): void {
  if (wrong.length) throw new Error(`${wrong.length} wrong:\n${wrong.slice(0, 80).join("\n")}`);
}
