import { afterAll, beforeAll, expect, test } from "vitest";
import { SHELL_ROUTES } from "#kernel/routes.ts";
import { nothing } from "../support/eyes.ts";
import { languages, note, openGround, routesFor, sit, staticRoutes, walk, wanted, type Ground } from "../support/walking.ts";

/** Opens every page that exists in both languages, switched in place: nothing may complain, overflow, be dead or be a placeholder. Grows by itself with the modules. */
let ground: Ground;
beforeAll(async () => void (ground = await openGround()), 240_000);
afterAll(() => ground?.product.drop());

test("every page as the administrator, in and behind the menu", async () => {
  const routes = await routesFor(ground, "admin");
  const behind = [...staticRoutes, ...SHELL_ROUTES].filter((route) => route !== "exHome");
  const places = new Set<string>();
  const desks = await Promise.all(languages.map(async (language) => ({ ...(await sit(ground, "admin", language)), places })));
  const seen = (): Set<string> => new Set(desks.flatMap((desk) => [...desk.seen]));
  const share = (many: readonly string[], explores: boolean): Promise<unknown> => {
    const left = [...many];
    return Promise.all(
      desks.map(async (desk) => {
        for (let route = left.shift(); route !== undefined; route = left.shift()) await walk(desk, [route], explores, "main");
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
