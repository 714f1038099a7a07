import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shift } from "#kernel/time.ts";
import { Client } from "../../../tests/support/client.ts";
import { gateHouse, type GateHouse } from "../../../tests/support/gate.ts";
import { openKeys } from "./keys.ts";
import { envVault, folderVault } from "./vault.ts";

let house: GateHouse;
let folder: string;

beforeAll(async () => {
  house = await gateHouse();
  folder = mkdtempSync(join(tmpdir(), "vault-"));
});
afterAll(async () => {
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

test("keys are made once, even when two start together, and only the owner may read them", async () => {
  await house.db.query(`delete from "BaseServerKey"`);
  const now = house.clock.now();
  const all = await Promise.all([1, 2, 3].map(() => openKeys(house.db, folderVault(folder), now)));
  expect(new Set(all.map((keys) => keys.envelope().keyId)).size).toBe(1);
  expect(all[1]!.unseal(all[0]!.seal("x", "b"), "b")?.toString()).toBe("x");
  expect(all[0]!.unseal(all[0]!.seal("x", "b"), "c")).toBeNull();
  expect(all[0]!.unseal("nonsense", "b")).toBeNull();
  const names = readdirSync(folder).sort();
  expect(names).toEqual([expect.stringMatching(/^envelope\.e[0-9a-f]{12}\.pem$/), "master.m1.key", "pepper.p1.key"]);
  for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("after a year a new pair is made; the old one opens envelopes for 24 hours more", async () => {
  const start = house.clock.now();
  const keys = await openKeys(house.db, folderVault(folder), start);
  const old = keys.envelope();
  const sealed = (publicKey: string, keyId: string) => {
    const client = Object.assign(new Client(async () => Promise.reject(new Error("unused"))), {
      certificate: "c",
      handshake: { keyId, publicKey },
    });
    return Buffer.from(client.seal("x", "1", "/p")["ek"]!, "base64url");
  };
  await keys.renew(shift(start, { days: 364 }));
  expect(keys.envelope().keyId).toBe(old.keyId);
  const later = shift(start, { days: 366 });
  await keys.renew(later);
  expect(keys.envelope().keyId).not.toBe(old.keyId);
  expect(await keys.unwrap(old.keyId, sealed(old.publicKey, old.keyId), later)).toHaveLength(32);
  expect(await keys.unwrap(old.keyId, sealed(old.publicKey, old.keyId), shift(later, { days: 1 }))).toBeNull();
  await keys.renew(shift(later, { days: 1 }));
  expect(readdirSync(folder).filter((name) => name.startsWith("envelope"))).toHaveLength(1);
});

test("another process learns of a new pair when it meets one", async () => {
  const now = house.clock.now();
  const [one, two] = [await openKeys(house.db, folderVault(folder), now), await openKeys(house.db, folderVault(folder), now)];
  const later = shift(now, { days: 800 });
  await one.renew(later);
  const { keyId, publicKey } = one.envelope();
  const client = Object.assign(new Client(async () => Promise.reject(new Error("unused"))), {
    certificate: "c",
    handshake: { keyId, publicKey },
  });
  expect(await two.unwrap(keyId, Buffer.from(client.seal("x", "1", "/p")["ek"]!, "base64url"), later)).toHaveLength(32);
});

test("a new pepper is for new passwords, the old one still proves old ones", async () => {
  await folderVault(folder).keep("pepper.p2.key", Buffer.alloc(32, 9));
  const keys = await openKeys(house.db, folderVault(folder), house.clock.now());
  expect(keys.pepper.id).toBe("p2");
  expect(keys.pepperOf("p1")).toBeDefined();
  expect(keys.pepperOf("p9")).toBeUndefined();
});

test("keys given by the environment win over the folder", async () => {
  const env = { SRM_KEY_MASTER_M1: Buffer.alloc(32, 7).toString("base64") };
  const keys = await openKeys(house.db, envVault(env, folderVault(folder)), house.clock.now());
  const two = await openKeys(house.db, folderVault(folder), house.clock.now());
  expect(two.unseal(keys.seal("x", "b"), "b")).toBeNull();
  await expect(openKeys(house.db, envVault({ SRM_KEY_MASTER_M1: "c2hvcnQ=" }, folderVault(folder)), house.clock.now())).rejects.toThrow(
    "shorter",
  );
});
