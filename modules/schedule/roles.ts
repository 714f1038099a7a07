import { pagesOf, type RoleShape } from "#kernel/module.ts";
import { admin } from "#modules/admin/index.ts";
import { scheduleMenus } from "./menus.ts";

type Grant = RoleShape["grants"][number];

const pages = pagesOf(scheduleMenus);
const all: readonly Grant[] = pages.map((page) => page.route);
/** To look at, and to take the list away. */
const look = (...routes: string[]): readonly Grant[] =>
  pages
    .filter((page) => routes.length === 0 || routes.includes(page.route))
    .map((page) => [page.route, ...page.buttons.filter((button) => ["btnExport", "btnDetail", "btnLog"].includes(button))]);

const more: Readonly<Record<string, readonly Grant[]>> = {
  SYS_ADMIN: all,
  OPS: all,
  DEV_ADMIN: look(
    "concurrentPrograms",
    "submitRequest",
    "schedulingError",
    "redis",
    "redisManage",
    "srmBaseInterfaceLogsList",
    "srmBaseTripartiteLogsList",
  ),
  INT_ADMIN: [...look("transactionCompen", "srmBaseTripartiteLogsList"), "srmBaseInterfaceLogsList"],
  AUDITOR: look(),
};

/** The responsibilities of administration with what they do here. */
export const scheduleRoles: Readonly<Record<string, RoleShape>> = Object.fromEntries(
  Object.entries(more).map(([code, grants]): [string, RoleShape] => {
    const { label, audience } = admin.roles![code]!;
    return [code, { label, audience, grants }];
  }),
);
