import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";

type Step = { readonly code: string; readonly state: string; readonly note: string };

let product: TestProduct;
let admin: Client;

beforeAll(async () => {
  product = await openTestProduct();
  admin = await product.signIn("admin");
  admin.language = "EN";
});
afterAll(() => product.drop());

const ask = async (name: string, body: object = {}): Promise<any> => {
  const reply = await admin.call(`srmServer/v1/setupService/${name}`, body);
  expect([reply.code, reply.msg]).toEqual([undefined, undefined]);
  return reply.data;
};
const statesOf = (data: { steps: readonly Step[] }): Record<string, string> =>
  Object.fromEntries(data.steps.map((step) => [step.code, step.state]));

describe("an empty international company", () => {
  test("begins with nothing and says what comes first", async () => {
    const state = await ask("findState");
    expect(statesOf(state)).toEqual({
      COMPANY: "OPEN",
      ORGANISATION: "BLOCKED",
      PEOPLE: "BLOCKED",
      APPROVAL: "BLOCKED",
      GOODS: "BLOCKED",
      SUPPLIERS: "BLOCKED",
      FIRST_ORDER: "BLOCKED",
    });
  });

  test("company and organisation come from a preset, without a Chinese name, district or zone", async () => {
    await ask("saveCompany", {
      name: "Northwind Tools",
      preset: "INTL",
      country: "DE",
      zone: "Europe/Berlin",
      currency: "EUR",
      taxPercent: "19",
    });
    const state = await ask("savePlaces", { taxNo: "DE123456789", address: "Musterweg 1, Hamburg", phone: "+49 40 1234567" });
    expect(statesOf(state)).toMatchObject({ COMPANY: "DONE", ORGANISATION: "DONE", PEOPLE: "OPEN" });
    const rows = await product.kernel.db.query(
      `select "orgType", "timeZone", "functionalCurrency" from "BaseOrganization" order by "orgCode"`,
    );
    expect(rows.map((row: any) => row.timeZone)).toEqual(
      ["Europe/Berlin", "Europe/Berlin", "Europe/Berlin", "Europe/Berlin"].slice(0, rows.length),
    );
    await ask("savePlaces", { taxNo: "DE123456789", address: "Musterweg 1, Hamburg", phone: "+49 40 1234567" });
    expect(await product.kernel.db.query(`select 1 from "BaseOrganization"`)).toHaveLength(rows.length);
  });

  test("the country and the standard tax rate of the company are what its first supplier begins with", async () => {
    const { places, ownTax, taxes } = await ask("findChoices");
    expect(places.find((place: any) => place.orgType === "GROUP").country).toBe("DE");
    expect([ownTax, taxes.find((tax: any) => tax.value === ownTax).label]).toEqual(["T19", "19 %"]);
  });

  test("nobody can approve yet is a state of the assistant, not an error at submit", async () => {
    const entry = await ask("saveApproval", { choice: "ONE_STEP" });
    expect(entry.steps.find((step: Step) => step.code === "APPROVAL")).toMatchObject({ state: "BLOCKED", after: "PEOPLE" });
    const made = await ask("savePeople", { people: [{ name: "Mia", email: "mia@northwind.example", roles: "APPROVER" }] });
    expect(made.opened).toEqual([{ name: "Mia", userName: "mia", password: expect.stringMatching(/.{12,}/) }]);
    expect(statesOf(made)).toMatchObject({ APPROVAL: "DONE", PEOPLE: "DONE" });
    const limited = await ask("saveApproval", { choice: "BY_AMOUNT", limit: "5,000" });
    expect(limited.approval).toMatchObject({ choice: "BY_AMOUNT", limit: "5000" });
    const none = await ask("saveApproval", { choice: "NONE" });
    expect(none.approval).toMatchObject({ choice: "NONE" });
  });

  test("goods and a supplier by hand lead to an order that is published and received", async () => {
    await ask("saveGoods", { goods: [{ name: "Hex bolt M8", category: "Fasteners", uom: "PCS" }] });
    const company = {
      preset: "INTL",
      country: "DE",
      name: "Boltworks GmbH",
      taxNo: "DE987654321",
      address: "Hafenstr. 2, Kiel",
      contact: "Jan",
      email: "sales@boltworks.example",
    };
    const unsaid = await admin.call("srmServer/v1/setupService/saveSupplier", company);
    expect(unsaid.fieldErrors, "no rate is made up where none is known").toMatchObject([{ path: "taxRate" }]);
    const ready = await ask("saveSupplier", { ...company, taxRate: "T19" });
    expect([statesOf(ready)["SUPPLIERS"], ready.lacking]).toEqual(["DONE", []]);
    const { suppliers, goods } = await ask("findChoices");
    const made = await ask("saveFirstOrder", {
      supplierId: suppliers[0].value,
      itemId: goods[0].value,
      qty: "100",
      price: "0.35",
      needByDate: "2027-12-01",
    });
    expect(made.order).toMatchObject({ isPublished: false });
    const published = await ask("doPublish", { id: made.order.id });
    expect(published.order).toMatchObject({ isPublished: true, isReceived: false });
    const received = await ask("doReceive", { id: made.order.id });
    expect([received.over, received.complete]).toEqual([true, true]);
  });

  test("is over then: no short cut is left", async () => {
    const reply = await admin.call("srmServer/v1/setupService/saveSupplier", { name: "X" });
    expect(reply.code).toBe("SETUP_OVER");
  });
});
