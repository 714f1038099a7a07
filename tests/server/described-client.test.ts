import { afterAll, beforeAll, expect, test } from "vitest";
import { describedClient, type DescribedClient } from "../support/described-client.ts";
import type { Client } from "../support/client.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;
let client: DescribedClient;
let person: Client;

beforeAll(async () => {
  product = await openTestProduct();
  ({ client } = await describedClient(product.url));
  person = await product.signIn("admin");
});
afterAll(() => product.drop());

test("a client made of the description alone signs in, lists, creates, reads and changes", async () => {
  await client.signIn("admin", adminPassword);
  const listed = await client.call("BaseLookupTypes_listByPage", { pageIndex: 1, pageRows: 5 });
  expect([listed["status"], listed["data"].length]).toEqual(["S", 5]);
  const made = await client.call("BaseLookupTypes_saveOrUpdate", { lookupType: "DESCRIBED", meaning: "描述" });
  expect(made).toMatchObject({ status: "S", data: { lookupType: "DESCRIBED" } });
  const { id, versionNum } = made["data"];
  expect((await client.call("BaseLookupTypes_findById", { id }))["data"]).toMatchObject({ id, lookupType: "DESCRIBED" });
  expect(await client.call("BaseLookupTypes_saveOrUpdate", { id, meaning: "说明" })).toMatchObject({
    status: "E",
    code: "VERSION_REQUIRED",
  });
  expect(await client.call("BaseLookupTypes_saveOrUpdate", { id, versionNum, meaning: "说明" })).toMatchObject({ status: "S" });
  await expect(client.call("BaseLookupTypes_findById", {})).rejects.toThrow(/id is missing/);
});

test("the description bears the headers of the interface and is asked for anew each time", async () => {
  const { headers } = await describedClient(product.url);
  expect(headers.get("cache-control")).toBe("no-cache");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-type")).toContain("application/json");
});

test("names a call does not take and values of another kind are refused and named", async () => {
  const ask = (path: string, body: object) => person.call(`baseServer/${path}`, body);
  const unknown = { status: "E", code: "FIELD_UNKNOWN" };
  expect(await ask("baseUsersService/saveOwn", { displayName: "A", userStatus: "DISABLED" })).toMatchObject({
    ...unknown,
    msg: "没有字段 userStatus",
    fieldErrors: [{ path: "userStatus" }],
  });
  expect(await ask("baseUsersService/endOwnSessions", { others: "yes" })).toMatchObject({
    code: "FIELD_TYPE",
    fieldErrors: [{ path: "others" }],
  });
  expect(await ask("v1/baseUsersRestful/pickByPage", { userName: "admin" })).toMatchObject({
    ...unknown,
    fieldErrors: [{ path: "userName" }],
  });
  expect(await ask("v1/baseUsersRestful/findById", { id: "x", lines: "all" })).toMatchObject(unknown);
  expect(await ask("v1/baseUsersRestful/countViews", { userNam: "x" })).toMatchObject({ code: "FILTER_UNKNOWN" });
});
