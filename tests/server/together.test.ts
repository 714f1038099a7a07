import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;
let admin: Client;
let buyer: Client;

const together = "baseServer/baseCallService/readTogether";
const menus = { path: "baseServer/baseMenuService/findMenusByResp" };
const users = { path: "baseServer/v1/baseUsersRestful/listByPage", body: { pageIndex: 1, pageRows: 1 } };

interface PartReply {
  readonly http: number;
  readonly reply: { readonly status: string; readonly code?: string; readonly data: never };
}

const send = async (client: Client, calls: readonly unknown[]): Promise<readonly PartReply[]> =>
  (await client.call(together, { calls })).data;
const codesOf = async (client: Client, calls: readonly unknown[]): Promise<readonly (string | undefined)[]> =>
  (await send(client, calls)).map(({ reply }) => (reply.status === "S" ? "S" : reply.code));

beforeAll(async () => {
  product = await openTestProduct();
  admin = await product.signIn("admin");
  await product.person("together.buyer", ["EMPLOYEE"]);
  buyer = await product.signIn("together.buyer");
});
afterAll(() => product?.drop());

test("several reading calls in one request are answered in their order, each as it is alone", async () => {
  const dictionary = { path: "baseServer/baseLookupValuesService/findDic", body: { types: ["YES_NO"], versions: {} } };
  const parts: readonly { path: string; body?: object }[] = [menus, users, dictionary];
  const alone = await Promise.all(parts.map(({ path, ...part }) => admin.call(path, part.body ?? {})));
  const replies = await send(admin, parts);
  expect(replies.map(({ http }) => http)).toEqual([200, 200, 200]);
  expect(replies.map(({ reply: { requestId: _, ...reply } }: any) => reply)).toEqual(
    alone.map(({ requestId: _, http: __, ...reply }: any) => reply),
  );
});

test("who may not make a call may not make it among others, and the others are answered", async () => {
  expect((await buyer.call(users.path, users.body)).code).toBe("PERM_DENIED");
  expect(await codesOf(buyer, [menus, users])).toEqual(["S", "PERM_DENIED"]);
});

test("what changes something, streams, needs no session or carries others itself does not travel with others", async () => {
  const paths = [
    "baseServer/v1/baseUsersRestful/saveOrUpdate",
    "baseServer/v1/baseUsersRestful/delete",
    "baseServer/baseHomeService/saveLayout",
    "baseServer/baseLoginService/wsTicket",
    "baseServer/baseLoginService/login",
    "baseServer/baseLoginService/handshake",
    "exportServer/v1/exportExcelRestful/exportExcel",
    "baseServer/v1/baseUsersRestful/constructor",
    `${together}`,
    `//${together}`,
    "nowhere",
  ];
  const codes = await codesOf(
    admin,
    paths.map((path) => ({ path, body: { calls: [menus] } })),
  );
  const unknown = await admin.call("baseServer/v1/nothingRestful/listByPage");
  expect(new Set(codes)).toEqual(new Set([unknown.code]));
});

test("names a call does not take are refused part by part", async () => {
  expect(await codesOf(admin, [{ ...menus, body: { nobody: 1 } }, menus])).toEqual(["FIELD_UNKNOWN", "S"]);
});

test("at most twelve parts of few bytes travel in one request", async () => {
  await send(
    admin,
    Array.from({ length: 12 }, () => menus),
  );
  for (const calls of [
    [],
    Array.from({ length: 13 }, () => menus),
    [{ path: 1 }],
    ["x"],
    [{ ...menus, body: [] }],
    [{ ...menus, body: { responsibilityId: "x".repeat(20_000) } }],
  ])
    expect(["BATCH_SIZE", "FIELD_TYPE"]).toContain((await admin.call(together, { calls })).code);
});

test("a call that is switched off or limited is so among others too; every part counts towards the calls of a session", async () => {
  const { gate } = product;
  const before = gate.doors.ruleOf;
  const limits: Record<string, { enabled: boolean; perMinute: number | null; log: "NONE" | "META" }> = {};
  const heard: string[] = [];
  const hear = gate.doors.heard;
  gate.doors.ruleOf = (_method, path) => limits[path];
  gate.doors.heard = ({ path, http }) => void heard.push(`${path} ${http}`);
  try {
    limits[`/api/${menus.path}`] = { enabled: false, perMinute: null, log: "NONE" };
    expect(await codesOf(admin, [menus, users])).toEqual(["API_DISABLED", "S"]);
    limits[`/api/${menus.path}`] = { enabled: true, perMinute: 2, log: "META" };
    expect(await codesOf(admin, [menus, menus, menus])).toEqual(["S", "S", "RATE_LIMIT"]);
    expect(heard).toEqual([`/api/${menus.path} 200`, `/api/${menus.path} 200`]);
  } finally {
    Object.assign(gate.doors, { ruleOf: before, heard: hear });
  }
});
