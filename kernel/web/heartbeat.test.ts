import { beforeEach, expect, test, vi } from "vitest";

const asked = vi.hoisted(() => ({ menus: 0, buttons: 0 }));
vi.mock("./call.ts", () => ({ call: () => Promise.reject(new Error("no call")) }));
vi.mock("./language.ts", () => ({ sayNow: () => "" }));
vi.mock("./menus.ts", () => ({ loadMenus: () => Promise.resolve((asked.menus += 1)) }));
vi.mock("./resources.ts", () => ({ renewResources: () => (asked.buttons += 1) }));
vi.mock("./session.ts", () => ({
  endSession: () => undefined,
  liveWith: () => undefined,
  session: () => null,
  updateSession: () => undefined,
  useSession: { getState: () => ({ version: null }), setState: () => undefined },
}));
vi.mock("./siblings.ts", () => ({ BEATING: "x", hearSiblings: () => undefined, whisper: () => undefined }));

const { learnVersions, usePulse } = await import("./heartbeat.ts");

beforeEach(() => {
  usePulse.setState({ permissionVersion: null });
  Object.assign(asked, { menus: 0, buttons: 0 });
});

test("the first change of grants that is told after a page was opened is acted upon", () => {
  learnVersions(7, undefined);
  expect(asked).toEqual({ menus: 1, buttons: 1 });
});

test("grants that did not change are not asked for again", () => {
  learnVersions(7, undefined);
  learnVersions("7", undefined);
  expect(asked.menus).toBe(1);
  learnVersions(8, undefined);
  expect(asked.menus).toBe(2);
});
