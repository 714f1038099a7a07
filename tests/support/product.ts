import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { Module } from "#kernel/module.ts";
import { clock } from "#kernel/server/clock.ts";
import { firstValue } from "#kernel/server/install/first.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Side } from "#kernel/server/install/side.ts";
import { modules } from "#modules/index.ts";
import { sides } from "#modules/server.ts";
import { demoCompany } from "../../demo/people.ts";
import { openProduct, type Product, type ProductOptions } from "../../product.ts";
import { signIn, type Client } from "./client.ts";
import { freshDatabase, prepareTemplate, type FreshDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";
import { shipped } from "./shipped.ts";
import { save } from "./kernel.ts";

export const adminPassword = "Base@2026";
const installer = systemMe("test");

export interface TestProduct extends Product {
  readonly url: string;
  /** Where its keys and files lie. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  signIn(userName: string, password?: string): Promise<Client>;
  /** An account with the administrator's password and these responsibilities; answers its id. */
  person(userName: string, responsibilities: readonly string[], more?: Readonly<Record<string, unknown>>): Promise<string>;
  drop(): Promise<void>;
}

const env = { CALLS_PER_MINUTE: "0", LOG_LEVEL: "silent", ARGON2_MEMORY_KIB: "19456", ARGON2_ROUNDS: "2" };

/** Lets administrators in by their password: what happens without it, tests/server/second-factor.test.ts looks at. */
export const passwordsAlone = (kernel: Kernel): Promise<void> => firstValue(kernel, "LOGIN_MFA", "OFF", clock.now());

/** The whole product in this process on a database of its own, with further modules and server halves beside its own. */
export const openTestProduct = (
  more: readonly Module[] = [],
  moreSides: readonly Side[] = [],
  moreEnv: ProductOptions["env"] = {},
): Promise<TestProduct> => open(["plain", ...more.map((module) => module.code)].join("_"), [...modules, ...more], null, moreSides, moreEnv);

/** The product with the demonstration's company in it: everybody's password is the administrator's. */
export const openDemoProduct = (): Promise<TestProduct> => open("demo", modules, company);

const company: ProductOptions["demo"] = (kernel, gate, places) => demoCompany(kernel, gate, places, adminPassword, clock.now);

/** A copy of a product's database with its keys and files: they belong together. */
export interface Copy extends FreshDatabase {
  readonly dataDir: string;
}

const template = (name: string): string => `product_${name}`;
const templateDirOf = (name: string): string => join(tmpdir(), `base-srm-template-${inject("testRun")}-${name}`);

const parts = ["keys", "files"];

function copyParts(from: string, to: string): void {
  for (const part of parts.filter((name) => existsSync(join(from, name)))) cpSync(join(from, part), join(to, part), { recursive: true });
}

/** Makes the template of a product, once for all that ask for the same. */
async function prepareProduct(name: string, all: readonly Module[], demo: ProductOptions["demo"]): Promise<void> {
  await prepareTemplate(
    template(name),
    async (databaseUrl) => {
      const port = await freePort();
      const made = await openProduct(all, { host: "127.0.0.1", env, adminPassword, demo, databaseUrl, dataDir: templateDirOf(name), port });
      await passwordsAlone(made.kernel);
      await made.stop();
    },
    await shipped(),
  );
}

async function copyProduct(name: string): Promise<Copy> {
  const dataDir = mkdtempSync(join(tmpdir(), "base-srm-test-"));
  copyParts(templateDirOf(name), dataDir);
  const fresh = await freshDatabase(template(name));
  return {
    ...fresh,
    dataDir,
    async drop() {
      await fresh.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function copyOf(name: string, all: readonly Module[], demo: ProductOptions["demo"]): Promise<Copy> {
  await prepareProduct(name, all, demo);
  return copyProduct(name);
}

/** The demonstration's company, for whoever starts a process of his own on it. */
export const demoCopy = (): Promise<Copy> => copyOf("demo", modules, company);

async function open(
  name: string,
  all: readonly Module[],
  demo: ProductOptions["demo"],
  moreSides: readonly Side[] = [],
  moreEnv: ProductOptions["env"] = {},
): Promise<TestProduct> {
  return serve(await copyOf(name, all, demo), { all, demo, moreSides, moreEnv });
}

/** A product that begins where `build` left it: the first test that names it builds it, all others take a copy. What `build` answers must be plain data. */
export async function openBuilt<T>(name: string, build: (product: TestProduct) => Promise<T>): Promise<readonly [TestProduct, T]> {
  const note = join(templateDirOf(name), "built.json");
  await prepareProduct("plain", modules, null);
  await prepareTemplate(
    template(name),
    async (url) => {
      const dataDir = templateDirOf(name);
      copyParts(templateDirOf("plain"), dataDir);
      const product = await serve({ url, dataDir, drop: () => Promise.resolve() }, { all: modules, demo: null });
      const built = await build(product);
      await product.stop();
      writeFileSync(note, JSON.stringify(built));
    },
    template("plain"),
  );
  const product = await serve(await copyProduct(name), { all: modules, demo: null });
  return [product, JSON.parse(readFileSync(note, "utf8")) as T];
}

interface Served {
  readonly all: readonly Module[];
  readonly demo: ProductOptions["demo"];
  readonly moreSides?: readonly Side[];
  readonly moreEnv?: ProductOptions["env"];
}

async function serve(
  copy: Pick<Copy, "url" | "dataDir" | "drop">,
  { all, demo, moreSides = [], moreEnv = {} }: Served,
): Promise<TestProduct> {
  const { dataDir } = copy;
  const pages = inject("builtPages") as string | undefined;
  const port = await freePort();
  const product = await openProduct(all, {
    host: "127.0.0.1",
    adminPassword,
    demo,
    ...(pages ? { webRoot: pages } : {}),
    databaseUrl: copy.url,
    dataDir,
    port,
    sides: [...sides, ...moreSides],
    env: { ...env, ...moreEnv },
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    ...product,
    url,
    databaseUrl: copy.url,
    dataDir,
    signIn: (userName, password = adminPassword) => signIn(url, userName, password),
    async person(userName, responsibilities, more = {}) {
      const { kernel, gate } = product;
      const account = { userName, displayName: userName, email: `${userName}@example.com`, userType: "INTERNAL", ...more };
      const { id } = await save(kernel, "BaseUsers", account, installer);
      const { phc, pepperId } = await gate.passwords.hash(adminPassword);
      await kernel.directory.setPassword(id, phc, pepperId, { mustChange: false, by: "system", reason: "ADMIN" });
      const rows = await kernel.db.query<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = any($1)`, [
        responsibilities,
      ]);
      const supplierId = more["supplierId"];
      for (const responsibility of rows)
        await save(kernel, "BaseUserResp", { userId: id, responsibilityId: responsibility.id, supplierId }, installer);
      return id;
    },
    async drop() {
      await product.stop();
      await copy.drop();
    },
  };
}
