import { hkdfSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { goTo, openPage, signInOn } from "../support/browser.ts";
import { plant } from "../support/plant.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** What every visitor's browser gets holds nothing that only the server may know. */
const dist = inject("builtPages");
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }));
let product: TestProduct;

beforeAll(async () => {
  product = await openTestProduct();
}, 120_000);
afterAll(() => product?.drop());

/** All the ways in which somebody could have written these bytes into a script. */
function written(secret: Buffer): Buffer[] {
  const hex = secret.toString("hex");
  const base64 = secret.toString("base64").replace(/=+$/, "");
  const texts = [hex, hex.toUpperCase(), base64, secret.toString("base64url"), [...secret].join(","), [...secret].join(", ")];
  return [secret, ...texts.map((text) => Buffer.from(text))];
}

/** The key material of a PEM file, as one text and by its lines. */
function writtenPem(pem: string): Buffer[] {
  const lines = pem.split("\n").filter((line) => line !== "" && !line.startsWith("-----"));
  return [lines.join(""), ...lines.filter((line) => line.length > 30)].map((text) => Buffer.from(text));
}

/** Everything the running server keeps to itself. */
function secrets(): { name: string; forms: Buffer[] }[] {
  const folder = join(product.dataDir, "keys");
  return readdirSync(folder).flatMap((name) => {
    const bytes = readFileSync(join(folder, name));
    if (name.endsWith(".pem")) return [{ name, forms: writtenPem(bytes.toString()) }];
    const derived = ["seal", "mac"].map((use) => Buffer.from(hkdfSync("sha256", bytes, "BASE-SRM", use, 32)));
    return [{ name, forms: written(bytes) }, ...derived.map((key, i) => ({ name: `${name} derived ${i}`, forms: written(key) }))];
  });
}

const carriers = (forms: readonly Buffer[], among = files): string[] =>
  among.filter(({ bytes }) => forms.some((form) => bytes.includes(form))).map(({ name }) => name);

test("shell 10: the built bundle holds no private key, pepper, master key or HMAC key of the running server", async () => {
  const { handshake } = await import("../support/client.ts").then(({ connect }) => connect(product.url));
  const all = [...secrets(), { name: "sign key of a session", forms: written(Buffer.from(handshake.signKey, "base64url")) }];
  expect(all.map(({ name }) => name.replace(/\.e\w+/, ""))).toEqual(
    expect.arrayContaining(["envelope.pem", "master.m1.key", "pepper.p1.key"]),
  );
  expect(files.filter(({ name }) => name.endsWith(".js")).length).toBeGreaterThan(20);
  for (const { name, forms } of all) {
    // The search itself must be able to find it.
    for (const form of forms) expect(carriers(forms, [{ name, bytes: Buffer.concat([Buffer.from('var k="'), form]) }])).toEqual([name]);
    expect(carriers(forms), name).toEqual([]);
  }
});

test("shell 10: nothing in the bundle looks like a secret", () => {
  const suspicious = [
    /-----BEGIN [A-Z ]*PRIVATE KEY/,
    /SRM_KEY_[A-Z]/,
    /postgres(?:ql)?:\/\//,
    new RegExp(adminPassword),
    /["'`][0-9a-fA-F]{64}["'`]/,
    // 32 random bytes in base64 hold seven digits on average.
    /["'`](?=(?:[^"'`]*[0-9]){3})(?=[^"'`]*[A-Z])[A-Za-z0-9+/_-]{43}=?["'`]/,
    /\b(?:pepper|masterKey|hmacKey|privateKey|signKey)\s*[:=]\s*["'`][^"'`]{16,}/,
  ];
  const found = files
    .filter(({ name }) => /\.(m?js|css|html|json)$/.test(name))
    .flatMap(({ name, bytes }) =>
      suspicious.flatMap((pattern) => pattern.exec(bytes.toString())?.[0] ?? []).map((what) => `${name}: ${what}`),
    );
  expect(found).toEqual([]);
});

test("the first table a person opens costs at most 360 KB of script on the wire, the sign-in page 100 KB", async () => {
  // The assistant of an empty company is gone after its first receipt: what is weighed is every day after it.
  await plant(product.kernel.db, "SrmPurReceive", "FIRST", { status: "POSTED", receiveType: "ORDER", receiveDate: "2026-01-05" });
  const page = await openPage();
  const loaded = new Map<string, number>();
  page.on("requestfinished", async (request) => {
    if (request.url().endsWith(".js")) loaded.set(request.url().split("/").at(-1)!, (await request.sizes()).responseBodySize);
  });
  const weight = (): number => [...loaded.values()].reduce((total, size) => total + size, 0) / 1024;
  await page.goto(`${product.url}/login`);
  await page.locator("input[autocomplete=username]").waitFor();
  await expect.poll(() => loaded.size).toBeGreaterThan(2);
  expect(weight()).toBeLessThan(100);
  await signInOn(page, product.url, "admin", adminPassword);
  await goTo(page, "user");
  await page.getByRole("gridcell").first().waitFor();
  await expect.poll(() => [...loaded.keys()].some((name) => name.startsWith("user.list"))).toBe(true);
  expect(loaded.size).toBeGreaterThan(20);
  expect(weight()).toBeLessThan(360);
  await page.context().close();
});
