import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unbalanced } from "../support/balanced.ts";
import { ContractOrders } from "../support/contract-orders.ts";
import { OrderWorld, type Row } from "../support/ordering.ts";

/** A process of its own beside ours, on the same database. */
class Beside {
  readonly #child: ChildProcess;
  readonly #lines: Interface;

  constructor(databaseUrl: string) {
    this.#child = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "tests/support/contract-stage-server.ts", databaseUrl],
      {
        cwd: join(import.meta.dirname, "..", ".."),
        stdio: ["pipe", "pipe", "inherit"],
      },
    );
    this.#lines = createInterface({ input: this.#child.stdout! });
  }

  says = async (): Promise<string> => String((await once(this.#lines, "line"))[0]);

  uses(id: string, uses: readonly object[]): Promise<string> {
    const answer = this.says();
    this.#child.stdin!.write(`${JSON.stringify({ id, uses })}\n`);
    return answer;
  }

  async end(): Promise<void> {
    this.#child.stdin!.end();
    await once(this.#child, "exit");
  }
}

let orders: OrderWorld;
let house: ContractOrders;
let processes: readonly [Beside, Beside];

beforeAll(async () => {
  orders = await OrderWorld.open();
  house = new ContractOrders(orders);
  const { databaseUrl } = orders.life.product;
  processes = [new Beside(databaseUrl), new Beside(databaseUrl)];
  expect(await Promise.all(processes.map((one) => one.says()))).toEqual(["ready", "ready"]);
}, 600_000);
afterAll(async () => {
  await Promise.all((processes ?? []).map((one) => one.end()));
  await orders?.life.product.drop();
});

/** One operation at each process, at the same moment. */
const together = (doc: Row, first: object, second: object): Promise<string[]> =>
  Promise.all(processes.map((one, i) => one.uses(doc["id"], [i === 0 ? first : second])));

test("contracts 17: two processes ask for 20 000 of a stage with 30 000 at once: one passes; of two releases of it one passes, and a repeated one counts once", async () => {
  const doc = await house.effective({
    items: [{ itemId: house.life.ids["item"], itemName: "支架", uom: "PCS", qty: "1000", unitPrice: "30", taxRate: "T0" }],
    stages: [{ stageName: "全款", stageType: "PROGRESS", percent: "100", trigger: "SIGN", dueDays: 0 }],
  });
  const stageId = doc["stages"][0]["id"];
  const ref = { stageId, refType: "SrmRcnPaymentApply", refNum: null };
  const asks = (use: string) => ({ ...ref, op: "RESERVE", use, key: `${use}-R`, amount: "20000", refId: use });
  const stage = async (): Promise<Row> => (await house.found(doc["id"]))["stages"][0];
  for (let round = 1; round <= 5; round++) {
    const [a, b] = [`A${round}`, `B${round}`];
    const asked = await together(doc, asks(a), asks(b));
    expect(asked.toSorted()).toEqual(["CCT-060", "done"]);
    expect(await stage()).toMatchObject({ appliedAmount: "20000.00", stageStatus: "APPLYING" });
    const use = asked[0] === "done" ? a : b;
    const gives = (key: string) => ({ ...ref, op: "RELEASE", use, key: `${use}-${key}`, amount: "20000", refId: use });
    expect((await together(doc, gives("1"), gives("2"))).toSorted()).toEqual(["CCT-060", "done"]);
    expect(await stage()).toMatchObject({ appliedAmount: "0.00" });
  }
  const once_ = { ...asks("C"), amount: "30000" };
  expect(await together(doc, once_, once_)).toEqual(["done", "done"]);
  expect(await stage()).toMatchObject({ appliedAmount: "30000.00" });
  const release = { ...ref, op: "RELEASE", use: "C", key: "C-1", amount: "30000", refId: "C" };
  expect(await together(doc, release, release)).toEqual(["done", "done"]);
  expect(await stage()).toMatchObject({ appliedAmount: "0.00" });
  expect(await unbalanced(orders.life.product.kernel)).toEqual([]);
});
