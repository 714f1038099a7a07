import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
  await product.person("quiet.worker", ["EMPLOYEE"]);
});
afterAll(() => product?.drop());

const found = async (userName: string, text: string) =>
  (await (await product.signIn(userName)).call("baseServer/v1/searchService/find", { text })).data as {
    entity: string;
    number: string;
    route: string;
  }[];

test("the search over everything asks every kind of document in a few statements", async () => {
  expect(product.kernel.declared.entities.size).toBeGreaterThan(60);
  const rows = await found("admin", "quiet.wor");
  expect(rows).toContainEqual(expect.objectContaining({ entity: "BaseUsers", number: "quiet.worker" }));
  expect(rows.every((row) => row.route)).toBe(true);
  // The last kinds declared are asked as well as the first.
  const last = await found("admin", "admin");
  expect(new Set(last.map((row) => row.entity)).size).toBeGreaterThan(1);
});

test("nobody finds what no page of his shows, and one letter asks nothing", async () => {
  expect((await found("quiet.worker", "quiet.wor")).filter((row) => row.entity === "BaseUsers")).toEqual([]);
  expect(await found("admin", "q")).toEqual([]);
  expect(await found("admin", "100%_'\\")).toEqual([]);
});

test("the very number comes first, and a document says how it stands", async () => {
  await product.person("quiet.worker.two", ["EMPLOYEE"]);
  const rows = (await found("admin", "quiet.worker")) as { entity: string; number: string; facts?: { state: string; tone: string } }[];
  expect(rows[0]).toMatchObject({ entity: "BaseUsers", number: "quiet.worker" });
  expect(rows.filter((row) => row.entity === "BaseUsers").map((row) => row.facts?.state)).toEqual(["正常", "正常"]);
});
