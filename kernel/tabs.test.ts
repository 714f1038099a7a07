import { expect, test } from "vitest";
import {
  activate,
  cacheKey,
  closable,
  closeTabs,
  findTab,
  hasRoom,
  homeTabs,
  markForbidden,
  moveTab,
  openTab,
  readTabs,
  refreshTab,
  saveTabs,
  setDirty,
  setTitle,
  stepTab,
  tabKey,
  TAB_LIMIT,
} from "./tabs.ts";
import type { Opening, TabMode, Tabs } from "./tabs.ts";

const home = { path: "inHome", query: {} };
const start = homeTabs(home, "工作台");
const page = (path: string, query: Record<string, string> = {}, more: Partial<Opening> = {}): Opening => ({
  path,
  query,
  title: path,
  isList: path.endsWith("List"),
  keepAlive: true,
  mode: "MULTI",
  ...more,
});
const must = (tabs: Tabs, wanted: Opening, rules = { autoRemove: false }): Tabs => {
  const opened = openTab(tabs, wanted, rules);
  if (opened.kind !== "opened") throw new Error(opened.kind);
  return opened.tabs;
};
const full = () => Array.from({ length: TAB_LIMIT - 1 }, (_, i) => `p${i}`).reduce((tabs, path) => must(tabs, page(path)), start);
const keys = (tabs: Tabs) => tabs.list.map((tab) => tab.key);

test("shell 13: the 16th tab is refused, after closing one it opens", () => {
  const tabs = full();
  expect(tabs.list).toHaveLength(15);
  expect(openTab(tabs, page("one-more"), { autoRemove: false })).toEqual({ kind: "refused", code: "SHELL_TAB_LIMIT" });
  expect(hasRoom(tabs, "one-more", false)).toBe(false);
  expect(hasRoom(tabs, "p3", false)).toBe(true);
  const room = closeTabs(tabs, ["p3"]);
  expect(must(room, page("one-more")).list).toHaveLength(15);
});

test("shell 13: with automatic removal the oldest clean tab goes instead", () => {
  const opened = openTab(setDirty(full(), "p0", true), page("one-more"), { autoRemove: true });
  expect(opened).toMatchObject({ kind: "opened", closed: ["p1"] });
});

test("shell 14: MULTI mode keeps two orders side by side with their own edits", () => {
  let tabs = must(must(start, page("orderEdit", { id: "1" })), page("orderEdit", { id: "2" }));
  tabs = setDirty(tabs, "orderedit:1", true);
  expect(keys(tabs)).toEqual(["inhome", "orderedit:1", "orderedit:2"]);
  expect(findTab(tabs, "orderedit:2")?.dirty).toBe(false);
  expect(must(tabs, page("orderEdit", { id: "1" })).active).toBe("orderedit:1");
});

test("shell 14: SINGLE mode asks before replacing a dirty first order", () => {
  const single = { mode: "SINGLE" as TabMode };
  let tabs = must(start, page("orderEdit", { id: "1" }, single));
  expect(must(tabs, page("orderEdit", { id: "2" }, single)).list).toHaveLength(2);
  tabs = setDirty(tabs, "orderedit", true);
  expect(openTab(tabs, page("orderEdit", { id: "2" }, single), { autoRemove: false })).toMatchObject({
    kind: "ask",
    tab: { key: "orderedit" },
  });
  const agreed = openTab(tabs, page("orderEdit", { id: "2" }, single), { autoRemove: false, replaceDirty: true });
  expect(agreed).toMatchObject({ kind: "opened", tabs: { list: [{}, { query: { id: "2" }, dirty: false, generation: 1 }] } });
});

test("a list page is always single, whatever the mode", () => {
  expect(tabKey({ path: "orderList", query: { id: "9" } }, "MULTI", true)).toBe("orderlist");
});

test("shell 15: switching away and back keeps the content, a refresh makes it anew", () => {
  const open = must(start, page("orderList", { status: "OPEN", menuId: "m1" }));
  const text = cacheKey(findTab(open, "orderlist")!);
  const back = activate(activate(open, "inhome"), "orderlist");
  expect(cacheKey(findTab(back, "orderlist")!)).toBe(text);
  const again = must(back, page("orderList", { menuId: "m1" }));
  expect(cacheKey(findTab(again, "orderlist")!)).toBe(text);
  expect(cacheKey(findTab(refreshTab(again, "orderlist"), "orderlist")!)).not.toBe(text);
});

test("a list opened with another filter shows that filter", () => {
  const open = must(start, page("orderList"));
  const drilled = must(open, page("orderList", { overdue: "Y" }));
  expect(findTab(drilled, "orderlist")).toMatchObject({ query: { overdue: "Y" }, generation: 1 });
});

test("closing leads to the opener, else right, else left; home stays", () => {
  let tabs = must(must(must(start, page("aList")), page("bList")), page("edit", { id: "1" }, { opener: "alist" }));
  expect(closeTabs(tabs, ["edit:1"]).active).toBe("alist");
  tabs = activate(tabs, "alist");
  expect(closeTabs(tabs, ["alist"]).active).toBe("blist");
  expect(closeTabs(activate(closeTabs(tabs, ["edit:1"]), "blist"), ["blist"]).active).toBe("alist");
  expect(keys(closeTabs(tabs, keys(tabs)))).toEqual(["inhome"]);
});

test("the close commands mean what they say", () => {
  const tabs = must(must(must(start, page("a")), page("b")), page("c"));
  const named = (which: Parameters<typeof closable>[1]) => closable(tabs, which, "b").map((tab) => tab.key);
  expect(named("one")).toEqual(["b"]);
  expect(named("others")).toEqual(["a", "c"]);
  expect(named("left")).toEqual(["a"]);
  expect(named("right")).toEqual(["c"]);
  expect(named("all")).toEqual(["a", "b", "c"]);
  expect(closable(tabs, "one", "inhome")).toEqual([]);
});

test("tabs are moved, but never before home", () => {
  const tabs = must(must(must(start, page("a")), page("b")), page("c"));
  expect(keys(moveTab(tabs, "c", "a"))).toEqual(["inhome", "c", "a", "b"]);
  expect(keys(moveTab(tabs, "c", "inhome"))).toEqual(["inhome", "c", "a", "b"]);
  expect(keys(moveTab(tabs, "a", null))).toEqual(["inhome", "b", "c", "a"]);
  expect(moveTab(tabs, "inhome", "c")).toBe(tabs);
});

test("the arrows walk around the ends", () => {
  const tabs = activate(must(must(start, page("a")), page("b")), "inhome");
  expect(stepTab(tabs, -1).active).toBe("b");
  expect(stepTab(stepTab(tabs, 1), 1).active).toBe("b");
});

test("a reload restores strip and active tab, without marks that no longer hold", () => {
  const tabs = setDirty(setTitle(must(start, page("edit", { id: "1" })), "edit:1", "PO1"), "edit:1", true);
  const read = readTabs(saveTabs(tabs), home)!;
  expect(read.active).toBe("edit:1");
  expect(findTab(read, "edit:1")).toMatchObject({ title: "PO1", dirty: false });
  expect(readTabs(saveTabs(tabs), { path: "exHome", query: {} })).toBeNull();
  expect(readTabs("{broken", home)).toBeNull();
  expect(readTabs(null, home)).toBeNull();
});

test("tabs that lost their menu are marked, home never", () => {
  const tabs = must(must(start, page("a")), page("b"));
  const marked = markForbidden(tabs, (tab) => tab.path !== "b");
  expect(marked.list.map((tab) => tab.forbidden)).toEqual([false, true, false]);
  expect(markForbidden(marked, () => false).list.map((tab) => tab.forbidden)).toEqual([false, false, false]);
});

test("a tab keeps its title in both languages, so that one that is not shown is called anew when the language is switched", () => {
  const opened = openTab(start, page("orderEdit", { id: "1" }), { autoRemove: false });
  const { tabs } = opened as Extract<typeof opened, { kind: "opened" }>;
  const named = setTitle(tabs, tabs.active, ["新建订单", "New order"]);
  expect(findTab(readTabs(saveTabs(named), home)!, tabs.active)?.title).toEqual(["新建订单", "New order"]);
  expect(setTitle(named, tabs.active, ["新建订单", "New order"]), "said again").toBe(named);
});
