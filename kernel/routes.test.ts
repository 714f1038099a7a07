import { expect, test } from "vitest";
import { addressOf, nameClashes, readPlace, routeName, safeRedirect } from "./routes.ts";

test("a static route is named without slashes and query, in lower case", () => {
  expect(routeName("purDeliveryManage/purDeliveryNoteEdit?id=1")).toBe("purdeliverymanagepurdeliverynoteedit");
  expect(routeName("user")).toBe("user");
});

test("routes that differ only in capitals or slashes clash", () => {
  expect(nameClashes(["position/positiondetail", "positionPositionDetail", "user"])).toEqual([
    ["position/positiondetail", "positionPositionDetail"],
  ]);
  expect(nameClashes(["a", "b"])).toEqual([]);
});

test("an address becomes a place and a place an address", () => {
  expect(readPlace("/main/purOrderManage/purchaseOrderEdit?id=7&menuId=m1#x")).toEqual({
    path: "purOrderManage/purchaseOrderEdit",
    query: { id: "7", menuId: "m1" },
  });
  expect(readPlace("user")).toEqual({ path: "user", query: {} });
  expect(readPlace("/main")).toEqual({ path: "", query: {} });
  expect(readPlace("/mainframe")).toEqual({ path: "mainframe", query: {} });
  expect(addressOf({ path: "user", query: { id: "中 1", empty: "" } })).toBe("/main/user?id=%E4%B8%AD+1");
});

test("shell 12: only an own path is kept for after sign-in", () => {
  expect(safeRedirect("/main/user?id=1")).toBe("/main/user?id=1");
  for (const bad of [
    "//evil.example/x",
    "https://evil.example",
    "javascript:alert(1)",
    "/\\evil.example",
    "main",
    "",
    null,
    "/login",
    "/login?redirect=/x",
  ]) {
    expect(safeRedirect(bad)).toBeNull();
  }
});
