import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folder, module, page, type Module } from "#kernel/module.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { ship } from "#kernel/server/install/ship.ts";
import { modules } from "#modules/index.ts";
import { openProduct, type Product } from "../../product.ts";
import { connect, type Client, type Reply } from "../support/client.ts";
import { freshDatabase, prepareTemplate } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { shipped } from "../support/shipped.ts";
import { press, save, someone } from "../support/kernel.ts";
import { passwordsAlone } from "../support/product.ts";
import { wholeLetters } from "../support/letters.ts";
import { sampleModule, sampleOrder, sampleStock, sampleSupplier } from "../support/sample.ts";

const buttons = ["btnAdd", "btnSave", "btnDelete", "btnSubmit", "btnCancel", "btnExport"];

/** The sample business with pages and responsibilities of its own: orders for both sides, stock for the inside. */
export const yard: Module = module("yard", "样例园", "Yard", {
  entities: sampleModule.entities,
  ...(sampleModule.rules ? { rules: sampleModule.rules } : {}),
  ...(sampleModule.lookups ? { lookups: sampleModule.lookups } : {}),
  menus: [
    folder("YARD", "样例园", "Yard", [
      page("yardOrder", "样例订单", "Sample orders", {
        entities: [sampleOrder],
        reads: [sampleSupplier],
        buttons,
        audience: "BOTH",
        children: ["yardOrderEdit"],
      }),
      page("yardStock", "样例库存", "Sample stock", { entities: [sampleStock, sampleSupplier], buttons }),
    ]),
  ],
  roles: {
    YARD_CLERK: { label: ["样例文员", "Yard clerk"], audience: "INTERNAL", grants: [["yardOrder", "btnAdd", "btnSave"]] },
    YARD_BOSS: { label: ["样例主管", "Yard boss"], audience: "INTERNAL", grants: ["yardOrder", "yardStock"] },
    YARD_VENDOR: { label: ["样例供应商", "Yard vendor"], audience: "SUPPLIER", grants: [["yardOrder", "btnExport"]] },
  },
});

export const worldModules: readonly Module[] = [...modules, yard];
export const system = someone({ audience: "system", userId: "system:test", userName: "system:test" });
export const password = "Garden-Gate7";

export interface Person {
  readonly id: string;
  readonly userName: string;
  signIn(): Promise<Client>;
}

export interface World {
  readonly product: Product;
  readonly kernel: Kernel;
  readonly base: string;
  readonly url: string;
  responsibility(code: string): string;
  /** An account with these responsibilities, as an installation would give them; without a password when told so. */
  person(name: string, responsibilities: readonly string[], more?: Readonly<Record<string, unknown>>, open?: boolean): Promise<Person>;
  admin(): Promise<Client>;
  save(entity: string, input: Readonly<Record<string, unknown>>): Promise<any>;
  press(entity: string, id: string, action: string, input?: Readonly<Record<string, unknown>>): Promise<any>;
  letters(userId: string): Promise<{ kind: string; recipient: string; content: string }[]>;
  drop(): Promise<void>;
}

const clock = { now: () => new Date() };

/** The whole product with the yard on a database and a port of its own. */
export async function openWorld(): Promise<World> {
  await prepareTemplate(
    "adminworld",
    async (url) => {
      const first = await openKernel(worldModules, url, clock);
      await ship(first, clock.now);
      await first.close();
    },
    await shipped(),
  );
  const database = await freshDatabase("adminworld");
  const dataDir = mkdtempSync(join(tmpdir(), "base-srm-admin-"));
  const port = await freePort();
  const env = { ARGON2_MEMORY_KIB: "19456", ARGON2_ROUNDS: "2", CALLS_PER_MINUTE: "0" };
  const product = await openProduct(worldModules, {
    databaseUrl: database.url,
    dataDir,
    port,
    host: "127.0.0.1",
    env,
    adminPassword: password,
    demo: null,
  });
  const { kernel, gate } = product;
  await passwordsAlone(kernel);
  const base = `http://127.0.0.1:${port}`;
  const rows = await kernel.db.query<{ id: string; code: string }>(`select id, "respCode" as code from "BaseResponsibility"`);
  const responsibilities = new Map(rows.map((row) => [row.code, row.id]));
  const { phc, pepperId } = await gate.passwords.hash(password);
  const signIn = async (userName: string): Promise<Client> => {
    const client = await connect(base);
    const reply = await client.login(userName, password);
    if (reply.status !== "S") throw new Error(`sign-in of ${userName}: ${reply.code} ${reply.msg}`);
    return client;
  };
  let count = 0;
  return {
    product,
    kernel,
    base,
    url: database.url,
    responsibility: (code) => responsibilities.get(code) ?? code,
    async person(name, codes, more = {}, open = true) {
      const userName = `${name}${++count}`;
      const made = await save(
        kernel,
        "BaseUsers",
        { userName, displayName: name, email: `${userName}@example.com`, userType: "INTERNAL", ...more },
        system,
      );
      if (open) await kernel.directory.setPassword(made.id, phc, pepperId, { mustChange: false, by: "system", reason: "ADMIN" });
      for (const code of codes)
        await save(
          kernel,
          "BaseUserResp",
          { userId: made.id, responsibilityId: responsibilities.get(code) ?? code, supplierId: more["supplierId"] },
          system,
        );
      return { id: made.id as string, userName, signIn: () => signIn(userName) };
    },
    admin: () => signIn("admin"),
    save: (entity, input) => save(kernel, entity, { ...input }, system),
    press: (entity, id, action, input = {}) => press(kernel, entity, id, action, { ...input }, {}, system),
    letters: async (userId) =>
      wholeLetters(
        await kernel.db.query<{ id: string; kind: string; recipient: string; content: string }>(
          `select id, kind, recipient, content from "BaseSentMessage" where "userId" = $1 order by "sentAt", id`,
          [userId],
        ),
        join(dataDir, "letters"),
      ),
    async drop() {
      await product.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The code of an answer, or S. */
export const codeOf = (reply: Reply): string => (reply.status === "S" ? "S" : (reply.code ?? "?"));

/** An answer without the number every answer has of its own. */
export const bare = ({ requestId: _, ...reply }: Reply): object => reply;

export const wear = async (client: Client, responsibilityId: string): Promise<Client> => {
  const reply = await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId });
  if (reply.status !== "S") throw new Error(`switch: ${reply.code}`);
  return client;
};
