import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/server/act/id.ts";
import type { Client } from "../../tests/support/client.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";

const path = "srmServer/v1/srmBaseInsidePendingRestful";
let product: TestProduct;
let one: Client, two: Client;
const ids: Record<string, string> = {};

beforeAll(async () => {
  product = await openTestProduct();
  for (const name of ["pnd.one", "pnd.two", "pnd.gone"]) ids[name] = await product.person(name, ["BUYER"]);
  ids["pnd.other"] = await product.person("pnd.other", ["WAREHOUSE"]);
  ids["vendor"] = await product.person("pnd.vendor", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: "S9" });
  [one, two] = await Promise.all([product.signIn("pnd.one"), product.signIn("pnd.two")]);
  await product.kernel.db.query(`update "BaseUsers" set "userStatus" = 'DISABLED' where id = $1`, [ids["pnd.gone"]]);
});
afterAll(() => product?.drop());

test("whoever a to-do waits for hands it to a colleague, who is told and alone has it then", async () => {
  const id = newId();
  await product.kernel.db.query(
    `insert into "SrmBaseInsidePending" (id, "pendingType", "bizType", "bizId", title, "titleEn", "userId", "routePath", "arrivalDate", priority, status,
       "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum")
     values ($1, 'WARNING_HANDLE', 'X', $1, '请处理', 'Please handle', $2, 'supplierWarningList', now(), 'NORMAL', 'OPEN', 'x', now(), 'x', now(), 1)`,
    [id, ids["pnd.one"]],
  );
  const waits = async (by: Client): Promise<string[]> =>
    (await by.call(`${path}/listByPage`, { list: "open", pageIndex: 1, pageRows: 20 })).data.map((row: { id: string }) => row.id);
  expect([await waits(one), await waits(two)]).toEqual([[id], []]);
  const hand = (by: Client, toUserId: string) => by.call(`${path}/transfer`, { id, toUserId, reason: "出差" });
  expect((await hand(two, ids["pnd.two"]!)).status, "not one's own").toBe("E");
  for (const nobody of ["pnd.one", "pnd.gone", "pnd.other", "vendor"])
    expect([nobody, (await hand(one, ids[nobody]!)).status]).toEqual([nobody, "E"]);
  expect((await hand(one, ids["pnd.two"]!)).status).toBe("S");
  expect([await waits(one), await waits(two)]).toEqual([[], [id]]);
  const [told] = await product.kernel.db.query<{ data: Record<string, unknown> }>(
    `select data from "Outbox" where event = 'PENDING_HANDED'`,
  );
  expect(told!.data).toMatchObject({ userId: ids["pnd.two"], title: "请处理", reason: "出差" });
});

test("what waits for a responsibility is claimed by one of its people, given back to all of them, and handed to oneself", async () => {
  const id = newId();
  const [buyer] = await product.kernel.db.query<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = 'BUYER'`);
  await product.kernel.db.query(
    `insert into "SrmBaseInsidePending" (id, "pendingType", "bizType", "bizId", title, "titleEn", "respId", "routePath", "arrivalDate", priority, status,
       "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum")
     values ($1, 'WARNING_HANDLE', 'X', $1, '请处理', 'Please handle', $2, 'supplierWarningList', now(), 'NORMAL', 'OPEN', 'x', now(), 'x', now(), 1)`,
    [id, buyer!.id],
  );
  const other = await product.signIn("pnd.other");
  const has = async (by: Client): Promise<boolean> =>
    (await by.call(`${path}/listByPage`, { list: "open", pageIndex: 1, pageRows: 50 })).data.some((row: { id: string }) => row.id === id);
  const press = async (by: Client, action: string, more = {}) => (await by.call(`${path}/${action}`, { id, ...more })).status;
  const everybody = async () => [await has(one), await has(two), await has(other)];
  expect(await everybody()).toEqual([true, true, false]);
  expect(await press(other, "claim")).toBe("E");
  expect(await press(one, "giveBack"), "nobody has it yet").toBe("E");
  expect(await press(one, "claim")).toBe("S");
  expect(await everybody()).toEqual([true, false, false]);
  expect(await press(two, "claim")).toBe("E");
  expect(await press(one, "giveBack")).toBe("S");
  expect(await everybody()).toEqual([true, true, false]);
  expect(await press(two, "transfer", { toUserId: ids["pnd.two"] })).toBe("S");
  expect(await everybody()).toEqual([false, true, false]);
});
