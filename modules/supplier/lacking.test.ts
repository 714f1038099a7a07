import { expect, test } from "vitest";
import { lackingForOrders, type OrderFile } from "./lacking.ts";

const whole: OrderFile = {
  email: null,
  contactEmails: ["a@b.example"],
  hasUser: false,
  siteStates: ["ACTIVE"],
  grantStates: ["QUALIFIED"],
};
const lacks = (file: Partial<OrderFile>): readonly string[] => lackingForOrders({ ...whole, ...file }).map(([, en]) => en);

test("a supplier with an address, a site and a category takes orders; otherwise it says what is missing", () => {
  expect(lacks({})).toEqual([]);
  expect(lacks({ contactEmails: [], email: "office@b.example" })).toEqual([]);
  expect(lacks({ contactEmails: [null], hasUser: true })).toEqual([]);
  expect(lacks({ contactEmails: [null] })).toEqual(["a contact with an e-mail address"]);
  expect(lacks({ siteStates: ["DRAFT"], grantStates: ["CANDIDATE"] })).toEqual(["an active site", "a qualified category"]);
});
