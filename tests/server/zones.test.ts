import { afterAll, beforeAll, expect, test } from "vitest";
import { businessDay } from "#kernel/time.ts";
import { mailHtml } from "#modules/messages/server/letter.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product?.drop());

const me = (userId: string) => product.kernel.permits.me({ userId, responsibilityId: null, supplierId: null, language: "EN" });

test("one zone per person: the own setting, else the organisation's; business days follow the organisation", async () => {
  const admin = await product.signIn("admin");
  const org = (
    await admin.call("baseServer/v1/baseOrganizationRestful/saveOrUpdate", {
      orgCode: "NY",
      orgName: "纽约",
      orgNameEn: "New York",
      orgType: "GROUP",
      timeZone: "America/New_York",
    })
  ).data;
  const plain = await product.person("zone.none", ["BUYER"], { orgId: org.id });
  const own = await product.person("zone.own", ["BUYER"], { orgId: org.id, timeZone: "Europe/Berlin" });
  expect(await me(plain)).toMatchObject({ zone: "America/New_York", orgZone: "America/New_York" });
  expect(await me(own)).toMatchObject({ zone: "Europe/Berlin", orgZone: "America/New_York" });
  expect(businessDay("2026-11-19T02:00:00.000Z", await me(own))).toBe("2026-11-18");
});

test("every reply to somebody signed in names both zones", async () => {
  const org = await product.kernel.db.one<{ id: string }>(`select id from "BaseOrganization" where "parentOrgId" is null limit 1`);
  await product.person("zone.wire", ["BUYER"], { orgId: org?.id ?? null, timeZone: "Europe/Berlin" });
  const client = await product.signIn("zone.wire");
  let named: string | null = null;
  const send = client.send;
  Object.assign(client, {
    async send(request: Parameters<typeof send>[0]) {
      const reply = await send(request);
      named = reply.headers.get("x-zone");
      return reply;
    },
  });
  const { data } = await client.call("baseServer/baseUsersService/findOwn", {});
  expect(data.timeZone).toBe("Europe/Berlin");
  expect(named).toBe(`Europe/Berlin;${data.orgZone}`);
});

test("a mail with a time says once whose clock it is", () => {
  const mail = (content: string) => mailHtml({ content, link: null, unsubscribe: null, language: "EN", zone: "Europe/Berlin" });
  expect(mail("<p>confirm by 18 Nov 2026 18:38</p>")).toContain("Times in Europe/Berlin");
  expect(mail("<p>nothing to do</p>")).not.toContain("Times in");
});
