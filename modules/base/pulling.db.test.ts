import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Outside } from "#kernel/server/outside/outside.ts";
import { folderRates, serviceRates } from "#bridges/rates.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { houseDay } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import type { Client } from "../../tests/support/client.ts";
import { press, save } from "../../tests/support/kernel.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";
import { RatePull } from "./server/pull.ts";
import { BaseWork } from "./work.calls.ts";

const system = systemMe("test");
const today = houseDay(new Date());
const path = "srmServer/v1/srmBaseExchangeRateRestful";
let product: TestProduct;
let finance: Client;
let service: Server;
let answer = "";

beforeAll(async () => {
  product = await openTestProduct([], [], { OUTBOUND_ALLOW: "127.0.0.1:*" });
  await product.person("fx.finance", ["FINANCE"]);
  await product.person("fx.buyer", ["BUYER"]);
  finance = await product.signIn("fx.finance");
  service = createServer((_, reply) => reply.end(answer)).listen(0, "127.0.0.1");
  await once(service, "listening");
});
afterAll(async () => {
  service?.close();
  await product?.drop();
});

const lay = (day: string, text: string): void => {
  mkdirSync(join(product.dataDir, "rates"), { recursive: true });
  writeFileSync(join(product.dataDir, "rates", `${day}.csv`), text);
};
const stored = (rateType: string) =>
  product.kernel.db.query<{ pair: string; rate: string; day: string; source: string }>(
    `select "fromCurrency" || '→' || "toCurrency" as pair, rate::text, "effectiveDate"::text as day, source from "SrmBaseExchangeRate"
     where "rateType" = $1 and status = 'ACTIVE' order by pair, day`,
    [rateType],
  );
const setting = async (code: string, value: string): Promise<void> => {
  const row = await product.kernel.db.one<{ id: string }>(`select id from "BaseProfile" where "profileCode" = $1`, [code]);
  await save(product.kernel, "BaseProfileValue", { parentId: row!.id, level: "SITE", value }, system);
  await expect.poll(() => product.kernel.settings.value(code)).toBe(value);
};

test("rates laid down as a file are fetched once, those that leap or are unknown are named, and nobody without the button fetches", async () => {
  const buyer = await product.signIn("fx.buyer");
  expect((await buyer.call(`${path}/pullRates`, {})).code).toBe("PERM_DENIED");
  expect((await finance.call(`${path}/pullRates`, {})).code).toBe("BASE_FX_005");
  expect((await finance.call(`${path}/pullRates`, { date: addDays(today, 1) })).code).toBe("FIELD_TYPE");

  await save(
    product.kernel,
    "SrmBaseExchangeRate",
    { rateType: "CORPORATE", fromCurrency: "GBP", toCurrency: "CNY", effectiveDate: addDays(today, -5), rate: "9.05" },
    system,
  );
  lay(today, "# from,to,rate\nUSD,CNY,7.1126\nEUR,CNY,7.7684\nGBP,CNY,90.5\n");
  const first = await finance.call(`${path}/pullRates`, {});
  expect(first.data).toMatchObject({ inserted: 2, skipped: 0, date: today });
  expect(first.data.failed.map((entry: { pair: string }) => entry.pair)).toEqual(["JPY→CNY", "HKD→CNY", "GBP→CNY", "KRW→CNY", "TWD→CNY"]);
  expect((await stored("CORPORATE")).filter((candidate) => candidate.source === "SERVICE")).toEqual([
    { pair: "EUR→CNY", rate: "7.76840000", day: today, source: "SERVICE" },
    { pair: "USD→CNY", rate: "7.11260000", day: today, source: "SERVICE" },
  ]);
  expect((await finance.call(`${path}/pullRates`, {})).data).toMatchObject({ inserted: 0, skipped: 2 });

  const [usd] = await product.kernel.db.query<{ id: string; versionNum: number }>(
    `select id, "versionNum" from "SrmBaseExchangeRate" where "fromCurrency" = 'USD' and "rateType" = 'CORPORATE'`,
  );
  await press(product.kernel, "SrmBaseExchangeRate", usd!.id, "doVoid", {}, {}, system);
  expect((await finance.call(`${path}/pullRates`, {})).data).toMatchObject({ inserted: 0, skipped: 2 });
});

test("the morning's program fetches by itself and says what it did", async () => {
  const clock = { now: () => new Date() };
  const work = new BaseWork(
    product.kernel,
    clock,
    new RatePull(product.kernel, clock, {
      local: folderRates(join(product.dataDir, "rates")),
      at: (address) => serviceRates(new Outside(""), address),
    }),
  );
  lay(addDays(today, -1), "USD,CNY,7\n");
  expect((await work.rates())[1]).toMatch(/^\d{4}-\d\d-\d\d: 0 new, 2 known, 5 skipped: JPY→CNY /);
});

test("a service behind an address is asked only when its host is allowed, and each call is written down", async () => {
  const { port } = service.address() as AddressInfo;
  await setting("FX_SERVICE_URL", `http://127.0.0.1:${port}/rates?on={date}`);
  expect((await finance.call(`${path}/pullRates`, { rateType: "SPOT" })).code).toBe("BASE_FX_005");
  await setting("SCSI_HTTP_ALLOW", `127.0.0.1:${port}`);
  answer = "<html>moved</html>";
  expect((await finance.call(`${path}/pullRates`, { rateType: "SPOT" })).code).toBe("BASE_FX_005");
  answer = JSON.stringify({ base: "EUR", date: addDays(today, -2), rates: { USD: 1.0875, CNY: 7.7912 } });
  expect((await finance.call(`${path}/pullRates`, { rateType: "SPOT" })).data).toMatchObject({ inserted: 2, date: addDays(today, -2) });
  expect(await stored("SPOT")).toEqual([
    { pair: "EUR→CNY", rate: "7.79120000", day: addDays(today, -2), source: "SERVICE" },
    { pair: "USD→CNY", rate: "7.16432184", day: addDays(today, -2), source: "SERVICE" },
  ]);
  answer = JSON.stringify({ base: "EUR", date: addDays(today, -40), rates: { CNY: 7.7 } });
  expect((await finance.call(`${path}/pullRates`, { rateType: "BUDGET" })).code).toBe("BASE_FX_005");
  const logs = await product.kernel.db.query(`select partner from "SrmBaseInterfaceLogs" where "interfaceCode" = 'FX_PULL'`);
  expect(logs).toEqual(Array.from({ length: 3 }, () => ({ partner: `127.0.0.1:${port}` })));
  service.close();
  service.closeAllConnections();
  expect((await finance.call(`${path}/pullRates`, { rateType: "SPOT" })).code).toBe("BASE_FX_006");
});
