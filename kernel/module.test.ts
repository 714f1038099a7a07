import { expect, test } from "vitest";
import { folder, joined, page } from "./module.ts";

const pages = (...routes: string[]) => routes.map((route) => page(route, route, route));

test("stretches of an area fill one menu, in their order", () => {
  const { menus } = joined(
    { menus: [folder("ROOT", "根", "Root", [folder("A", "甲", "A", pages("a1"))])] },
    { menus: [folder("ROOT", "根", "Root", [folder("B", "乙", "B", pages("b1")), folder("A", "甲", "A", pages("a2"))])] },
  );
  expect(menus).toEqual([folder("ROOT", "根", "Root", [folder("A", "甲", "A", pages("a1", "a2")), folder("B", "乙", "B", pages("b1"))])]);
});

test("a responsibility that several stretches name opens all they say", () => {
  const responsibility = (...grants: string[]) => ({
    BUYER: { label: ["采购员", "Buyer"] as const, audience: "INTERNAL" as const, grants },
  });
  expect(joined({ roles: responsibility("a") }, { roles: responsibility("b") }).roles!["BUYER"]!.grants).toEqual(["a", "b"]);
});
