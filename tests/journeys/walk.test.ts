import { afterAll, beforeAll, expect, test } from "vitest";
import { SHELL_ROUTES } from "#kernel/routes.ts";
import { nothing } from "../support/eyes.ts";
import { replay } from "../support/replay.ts";
import { isThorough } from "../support/thorough.ts";
import {
  differentPages,
  languages,
  note,
  openGround,
  routesFor,
  sit,
  staticRoutes,
  visitAs,
  walk,
  wanted,
  type Ground,
  type PageCalls,
} from "../support/walking.ts";

/** Opens every page that exists in both languages, switched in place: nothing may complain, overflow, be dead or be a placeholder. Grows by itself with the modules. */
let ground: Ground;
beforeAll(async () => void (ground = await openGround()));
afterAll(() => ground?.product.drop());

const asked = new Map<string, PageCalls>();

test("every page as the administrator, in and behind the menu", async () => {
  const routes = await routesFor(ground, "admin");
  const behind = [...staticRoutes, ...SHELL_ROUTES].filter((route) => route !== "exHome");
  const shared = { places: new Set<string>(), explored: new Set<string>() };
  const desks = await Promise.all(languages.map(async (language) => Object.assign(await sit(ground, "admin", language), shared)));
  const seen = (): Set<string> => new Set(desks.flatMap((desk) => [...desk.seen]));
  const share = (many: readonly string[], explores: boolean): Promise<unknown> => {
    const left = [...many];
    return Promise.all(
      desks.map(async (desk) => {
        for (let route = left.shift(); route !== undefined; route = left.shift())
          for (const [page, calls] of await walk(desk, [route], explores, "main")) asked.set(page, calls);
      }),
    );
  };
  await Promise.all(desks.map((desk) => note(desk, "home", "body")));
  await share(routes, true);
  const known = seen();
  await share(
    behind.filter((route) => !known.has(route)),
    false,
  );
  await Promise.all(desks.map((desk) => desk.page.context().close()));
  nothing(desks.flatMap((desk) => desk.found));
  const all = seen();
  expect(staticRoutes.filter((route) => wanted.test(route) && !all.has(route))).toEqual([]);
}, 2_400_000);

test("nobody's page makes a call that he may not make", async () => {
  const { doubtful, calls } = await replay(ground, asked);
  expect(calls).toBeGreaterThan(wanted.source === "(?:)" ? 1_000 : 0);
  // A thorough run has everybody open all of his pages anyway.
  if (!isThorough) nothing(await visitAs(ground, doubtful));
}, 600_000);

test("every page of our own people that the administrator does not have", async () => {
  const own = [...(await differentPages(ground, "INTERNAL"))].map(
    ([userName, routes]) => [userName, [...routes].filter((route) => !asked.has(route))] as const,
  );
  nothing(await visitAs(ground, new Map(own)));
}, 600_000);
