import { expect, test } from "vitest";
import type { Me } from "./entity.ts";
import { page } from "./module.ts";
import { refuse, refuseField, Refusal } from "./refusal.ts";
import { answeredTo, filled, reasonsFor, remedy, type Leading, type Remedy } from "./remedy.ts";

const rates = page("rates", "汇率", "Exchange rates");
const suppliers = page("suppliers", "供应商", "Suppliers", { children: ["supplierEdit"] });
const own = page("ownCompany", "我的企业", "My company", { audience: "SUPPLIER" });
const pages = [rates, suppliers, own];
const remedies: Readonly<Record<string, readonly Remedy[]>> = {
  NO_RATE: [remedy("rates", "维护汇率", "Add a rate")],
  NO_TERM: [remedy("rates", "启用", "Enable", { button: "btnEnable" })],
  FROZEN: [remedy("supplierEdit", "打开", "Open", { query: { id: "{supplierId}", tab: "sites" } }), remedy("suppliers", "打开", "Open")],
  EXPIRED: [remedy("supplierEdit", "更新", "Renew", { query: { id: "{supplierId}" } }), remedy("ownCompany", "更新", "Renew")],
};
const leading: Leading = {
  remedies: (code) => remedies[code] ?? [],
  pageOf: (route) => pages.find((page) => page.route === route || page.children.includes(route)),
};
const person = (audience: Me["audience"], ...routes: string[]): Me =>
  ({ audience, opens: (route: string, button?: string) => routes.includes(button ? `${route}|${button}` : route) }) as unknown as Me;

const noRate = (): Refusal => refuse("NO_RATE", "没有汇率", "No rate.");

test("every refusal with the code leads to the page, for whoever may open it", () => {
  const refusal = answeredTo(leading, noRate(), person("internal", "rates"));
  expect(refusal).toMatchObject({ text: ["没有汇率", "No rate."], fix: { route: "rates", label: ["维护汇率", "Add a rate"] } });
});

test("a new document of the page begins with what the refusal knows, and the page opens without it too", () => {
  const guarded = remedy("changeEdit", "变更", "Request", { begins: "change" });
  expect(filled(guarded, { change: { supplierId: "1" } })).toMatchObject({ route: "changeEdit", begins: { supplierId: "1" } });
  expect(filled(guarded, {})).toEqual({ route: "changeEdit", label: ["变更", "Request"] });
});

test("others are told where it is put right and whom to ask", () => {
  const refusal = answeredTo(leading, noRate(), person("internal"));
  expect(refusal.fix).toBeUndefined();
  expect(refusal.text).toEqual([
    "没有汇率。请联系可维护“汇率”的同事处理",
    'No rate. Ask a colleague who maintains "Exchange rates" to put this right',
  ]);
  expect(answeredTo(leading, noRate(), person("supplier")).text[1]).toBe("No rate. Ask the buying company to put this right");
  expect(answeredTo(leading, noRate(), person("public")).text[1]).toBe("No rate.");
  const named = refuse("NO_RATE", "请在“汇率”中维护", "Add it under Exchange rates");
  expect(answeredTo(leading, named, person("internal")).text).toEqual(named.text);
});

test("what the refusal says of its cause fills the query; without it the next page counts", () => {
  const may = person("internal", "supplierEdit", "suppliers");
  const frozen = refuse("FROZEN", "已冻结", "Frozen", { data: { supplierId: "S1" } });
  expect(answeredTo(leading, frozen, may).fix).toMatchObject({ route: "supplierEdit", query: { id: "S1", tab: "sites" } });
  expect(answeredTo(leading, refuse("FROZEN", "已冻结", "Frozen"), may).fix).toMatchObject({ route: "suppliers" });
  expect(filled(remedies["FROZEN"]![0]!, { supplierId: "" })).toBeNull();
});

test("of several pages the first counts that this person may open", () => {
  const expired = refuse("EXPIRED", "已过期", "Expired", { data: { supplierId: "S1" } });
  expect(answeredTo(leading, expired, person("supplier", "ownCompany")).fix).toMatchObject({ route: "ownCompany" });
});

test("a page on which he may only look does not put it right", () => {
  const term = refuse("NO_TERM", "没有条款", "No term");
  expect(answeredTo(leading, term, person("internal", "rates")).fix).toBeUndefined();
  expect(answeredTo(leading, term, person("internal", "rates", "rates|btnEnable")).fix).toMatchObject({ route: "rates" });
});

test("what the call site says wins, and is held to the same grant", () => {
  const fix = { route: "suppliers", label: ["去", "Go"] as const };
  const refusal = refuse("NO_RATE", "没有汇率", "No rate", { fix });
  expect(answeredTo(leading, refusal, person("internal", "rates", "suppliers")).fix).toEqual(fix);
  expect(answeredTo(leading, refusal, person("internal", "rates")).fix).toBeUndefined();
});

test("each of many reasons leads to its own page, and the whole to the first", () => {
  const pinned = refuseField("currency", "NO_RATE", "没有汇率", "No rate");
  expect(answeredTo(leading, pinned, person("internal"))).toMatchObject({
    text: ["没有汇率。请联系可维护“汇率”的同事处理", expect.anything()],
    fieldErrors: [{ path: "currency", text: [expect.stringContaining("请联系"), expect.anything()] }],
  });
  const many = new Refusal("OTHER", ["有 2 处需要更正", "2 fields"], {
    fieldErrors: [
      { path: "name", code: "OTHER", text: ["必填", "required"] },
      { path: "lines[0].uom", code: "FROZEN", text: ["已冻结", "Frozen"], data: { supplierId: "S2" } },
    ],
  });
  const refusal = answeredTo(leading, many, person("internal", "supplierEdit"));
  expect(refusal.fix).toMatchObject({ query: { id: "S2" } });
  expect(reasonsFor(leading, many, person("internal", "supplierEdit")).map((reason) => reason.fix?.route)).toEqual([
    undefined,
    "supplierEdit",
  ]);
});
