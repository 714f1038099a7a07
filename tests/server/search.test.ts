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
