import { hkdfSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { styleOrder } from "../support/styles.ts";
import { goTo, openPage, signInOn } from "../support/browser.ts";
import { plant } from "../support/plant.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** What every visitor's browser gets holds nothing that only the server may know. */
const root = join(import.meta.dirname, "..", "..");
const dist = inject("builtPages");
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }));
let product: TestProduct;

beforeAll(async () => {
  product = await openTestProduct();
});
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

test("the first table a person opens costs at most 350 KB of script on the wire in at most 20 files, the sign-in page 100 KB", async () => {
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
  expect(loaded.size).toBeGreaterThan(6);
  expect(loaded.size).toBeLessThanOrEqual(20);
  expect(weight()).toBeLessThan(350);
  await page.context().close();
});

test("a table opened by its address takes at most six calls until its rows are there, and the home page until its blocks are", async () => {
  const page = await openPage();
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-r="0"], .h-grid > div') !== null) (window as { readyAt?: number }).readyAt ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await signInOn(page, product.url, "admin", adminPassword);
  for (const [route, needed] of [
    ["user", "v1/baseUsersRestful/listByPage"],
    ["inHome", "baseHomeService/findWidgets"],
  ] as const) {
    await page.goto(`${product.url}/main/${route}`);
    await expect.poll(() => page.evaluate(() => (window as { readyAt?: number }).readyAt !== undefined)).toBe(true);
    const calls = await page.evaluate(() => {
      const { readyAt } = window as { readyAt?: number };
      const requests = performance
        .getEntriesByType("resource")
        .filter(({ name, startTime }) => name.includes("/api/") && startTime < readyAt!);
      return requests.map(({ name }) => name.split("/api/")[1]!);
    });
    expect(calls.filter((name) => name.endsWith("/readTogether")).length).toBeGreaterThan(0);
    expect(calls.some((name) => name.endsWith(needed))).toBe(true);
    expect(calls.length, calls.join(", ")).toBeLessThanOrEqual(6);
  }
  await page.context().close();
});

test("style sheets apply in one order, whichever page is opened first: those of the sign-in page, then all others from one file", async () => {
  const sheets = files.filter(({ name }) => name.endsWith(".css"));
  const all = sheets.find(({ name }) => name.startsWith("styles-"))!;
  // A library's own surface has a sheet of its own, fetched with it.
  expect(sheets.map(({ name }) => name.split("-")[0]).toSorted()).toEqual(["base", "library", "styles"]);
  const text = all.bytes.toString();
  const places = styleOrder(root).map(
    (file) => [file, text.indexOf(`.${/^\.([\w-]+)/m.exec(readFileSync(join(root, file), "utf8"))?.[1]}`)] as const,
  );
  expect(places.filter(([, at]) => at < 0)).toEqual([["kernel/web/theme/inter.css", -1]]);
  const page = await openPage();
  await signInOn(page, product.url, "admin", adminPassword);
  const shown = (where: Page): Promise<(string | undefined)[]> =>
    where.evaluate(() => [...document.styleSheets].flatMap(({ href }) => href?.split("/").at(-1)?.split("-")[0] ?? []));
  for (const route of ["user", "lookup", "inHome"]) {
    await page.goto(`${product.url}/main/${route}`);
    await page.locator(".s-main h1:visible").first().waitFor();
    expect(await shown(page), route).toEqual(["base", "styles"]);
  }
  await page.context().close();
  const stranger = await openPage();
  await stranger.goto(`${product.url}/register`);
  await stranger.getByRole("heading").first().waitFor();
  expect(await shown(stranger)).toEqual(["base"]);
  await stranger.context().close();
});
