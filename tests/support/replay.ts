import { differentPages, type Ground, type PageCalls } from "./walking.ts";

/** Whose pages to look at, by the name of the account. */
type Doubtful = ReadonlyMap<string, readonly string[]>;

/**
 * Makes the calls of each page as everybody who has that page with buttons of his own. A page makes some of them only
 * with a button its visitor may lack, so what is refused is doubtful until somebody who is refused the same there has opened the page.
 */
export async function replay(
  ground: Ground,
  asked: ReadonlyMap<string, PageCalls>,
): Promise<{ readonly doubtful: Doubtful; readonly calls: number }> {
  const doubtful = new Map<string, string[]>();
  const known = new Set<string>();
  let calls = 0;
  for (const [userName, routes] of await differentPages(ground)) {
    const pages = [...routes].flatMap((route) => (asked.has(route) ? [[route, asked.get(route)!] as const] : []));
    if (pages.length === 0) continue;
    const client = await ground.product.signIn(userName);
    const codes = new Map<string, string | undefined>();
    for (const [route, made] of pages) {
      for (const [path, body] of made) if (!codes.has(path)) codes.set(path, (await client.call(path, body)).code);
      calls += made.size;
      const refused = [...made.keys()].filter((path) => codes.get(path) === "PERM_DENIED");
      const doubt = `${route} ${refused.toSorted().join(" ")}`;
      if (refused.length > 0 && !known.has(doubt)) doubtful.set(userName, [...(doubtful.get(userName) ?? []), route]);
      known.add(doubt);
    }
  }
  return { doubtful, calls };
}
