import { expect, test } from "vitest";
import { entity } from "../../entity.ts";
import { code } from "../../field.ts";
import { allOf, homesIn, routesOf, slotFile, writeEntities, writeHomes, writePages, writeRoutes } from "./declared-plugin.ts";

const line = entity("TrialLine", "行", "Line", { fields: { name: code("名", "Name") }, sees: { internal: "all" } });
const order = entity("TrialOrder", "订单", "Order", {
  fields: { orderNum: code("订单号", "Order no.") },
  lines: { lines: line },
  sees: { internal: "all" },
  pages: { list: "trial/orders", edit: "trial/orderEdit" },
  lists: { overDue: { route: "trial/late", title: ["逾期订单", "Late orders"] } },
});
const homes = new Map(homesIn("modules/trial/order.entity.ts", `export const purchaseOrder = entity(\n  "TrialOrder", "订单", "Order", {`));

test("a declaration is found by its text, with the name it is exported under", () => {
  expect([...homes]).toEqual([["TrialOrder", { file: "modules/trial/order.entity.ts", export: "purchaseOrder" }]]);
});

test("slot files stand beside the declaration and are named after it", () => {
  const home = homes.get("TrialOrder")!;
  expect(slotFile(home, "edit")).toBe("modules/trial/purchase-order.edit.tsx");
  expect(slotFile(home, "list", "overDue")).toBe("modules/trial/purchase-order.over-due.list.tsx");
});

test("every declared route has its page; lines are known but have none", () => {
  expect(routesOf(order).map(([route, shape]) => [route, shape.kind, shape.list])).toEqual([
    ["trial/orders", "list", undefined],
    ["trial/orderEdit", "edit", undefined],
    ["trial/late", "list", "overDue"],
  ]);
  expect([...allOf([order]).keys()]).toEqual(["TrialOrder", "TrialLine"]);
});

test("the browser learns routes with titles and slot files, and entities with where to load them", () => {
  const routes = writeRoutes([order], homes);
  expect(routes).toContain(
    `"trial/late":{"entity":"TrialOrder","kind":"list","list":"overDue","title":["逾期订单","Late orders"],"room":"modules/trial"}`,
  );
  expect(routes).toContain(`"modules/trial":()=>import("virtual:declared-pages/modules/trial")`);
  const pages = writePages("modules/trial", { entities: allOf([order]), homes }, (file) => file.endsWith("purchase-order.list.tsx"));
  expect(pages).toContain(`"trial/late":{load:()=>import("/modules/trial/order.entity.ts").then((m)=>m.purchaseOrder)}`);
  expect(pages).toContain(`file:()=>import("/modules/trial/purchase-order.list.tsx")`);
  expect(writeEntities([order, line])).toContain(`"TrialLine":{"label":["行","Line"],"service":"srmServer","title":["name"],"pages":{}}`);
  expect(writeHomes(homes)).toContain(`"TrialOrder":()=>import("/modules/trial/order.entity.ts").then((m)=>m.purchaseOrder)`);
});
