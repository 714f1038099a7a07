import type { ComponentType } from "react";
import { rooms, routes } from "virtual:declared-routes";
import type { PageEntry, PageProps } from "../pages.ts";

/** The page that a declaration asks for at this route: default, with slots filled, or replaced by the file beside it. */
export function defaultPage(route: string): PageEntry | undefined {
  const declared = Object.hasOwn(routes, route) ? routes[route] : undefined;
  if (declared === undefined) return undefined;
  const { kind, list, title, room } = declared;
  return {
    route,
    kind,
    title,
    keepAlive: true,
    menu: kind === "list",
    async load(): Promise<ComponentType<PageProps>> {
      const page = async () => {
        const { pages } = await rooms[room]!();
        return Promise.all([pages[route]!.load(), pages[route]!.file?.()]);
      };
      const body = kind === "list" ? import("./list/ListPage.tsx") : import("./edit/EditPage.tsx");
      const [{ PageWorld }, parts, [entity, file]] = await Promise.all([import("./PageWorld.tsx"), body, page()]);
      if (file?.default) return file.default;
      return () => (
        <PageWorld>
          {"ListPage" in parts ? (
            <parts.ListPage entity={entity} list={list} slots={file?.slots} />
          ) : (
            <parts.EditPage entity={entity} slots={file?.slots} />
          )}
        </PageWorld>
      );
    },
  };
}
