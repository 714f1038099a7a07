import { afterAll, beforeAll, expect, test } from "vitest";
import { modules } from "#modules/index.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;
const declared = new Map(modules.flatMap((module) => Object.entries(module.settings ?? {})));
const all = [...declared.keys()];

/** Who reads what beyond administrators, and why. A setting that joins or leaves is decided here. */
const wide = {
  // The shell of every browser obeys these.
  TAB_AUTO_REMOVE: "everyone",
  TAB_MODE: "everyone",
  IFRAME_ORIGINS: "everyone",
  // The supplier's page of accounts says how many are left.
  SUPPLIER_MAX_USERS: "everyone",
};

beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product?.drop());

const values = async (userName: string): Promise<Record<string, string>> => {
  const client = await product.signIn(userName);
  const parts = await Promise.all(
    [all.slice(0, 100), all.slice(100)].map(async (codes) => (await client.call("baseServer/baseProfileService/getValue", { codes })).data),
  );
  return Object.assign({}, ...parts) as Record<string, string>;
};

test("every setting with wider readers is meant to have them, and what people set for themselves they may read", () => {
  const found = [...declared].flatMap(([code, { readers }]) => (readers ? [[code, readers]] : []));
  expect(Object.fromEntries(found)).toEqual(wide);
  for (const [code, { levels, readers }] of declared) if (levels.includes("USER")) expect([code, readers]).toEqual([code, "everyone"]);
  for (const [code, { type, readers }] of declared) if (type === "SECRET") expect([code, readers]).toEqual([code, undefined]);
});

test("a supplier and a buyer receive exactly what is declared for them, an administrator all", async () => {
  await product.person("vendor", ["SUP_SALES"], { userType: "SUPPLIER", supplierId: "S1" });
  await product.person("buyer", ["BUYER"]);
  expect(Object.keys(await values("vendor")).sort()).toEqual(Object.keys(wide).sort());
  expect(Object.keys(await values("buyer")).sort()).toEqual(Object.keys(wide).sort());
  expect(Object.keys(await values("admin")).sort()).toEqual([...all].sort());
});

test("where a value comes from is told to its readers alone", async () => {
  await product.person("clerk", ["BUYER"]);
  const clerk = await product.signIn("clerk");
  const explain = (profileCode: string) => clerk.call("baseServer/baseProfileService/explainValue", { profileCode });
  expect((await explain("TAB_MODE")).status).toBe("S");
  for (const hidden of ["SCSI_HTTP_ALLOW", "LOGIN_MFA", "SSO_BREAK_GLASS", "NO_SUCH"])
    expect((await explain(hidden)).code).toBe("PERM_DENIED");
});
