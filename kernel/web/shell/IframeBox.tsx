import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import type { ComponentType } from "react";
import { messageOf } from "../call.ts";
import { sayNow } from "../language.ts";
import { resolvePage } from "../pages.ts";
import type { PageProps } from "../pages.ts";
import { exchangeTicket } from "../session.ts";
import { handleOf, TabContext } from "../tabs.ts";
import { FrameProblem } from "./IframePage.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

const Kit = lazy(() => import("../Kit.tsx"));

/** One of our pages inside another system: no header, menu or tabs; the one-time token opens the session and names the page. */
export function IframeBox() {
  const [token] = useState(() => new URLSearchParams(location.search).get("token") ?? "");
  const [shown, setShown] = useState<{
    readonly pageName: string;
    readonly menuId: string;
    readonly Page: ComponentType<PageProps>;
  } | null>(null);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    if (token === "") return setError(sayNow(["地址里没有访问凭据。", "The address has no token."]));
    exchangeTicket(token)
      .then(async (data) => {
        const { pageName = "", menuId = "" } = data as { pageName?: string; menuId?: string };
        const Page = await resolvePage(pageName);
        if (Page === undefined) throw new Error(sayNow(["没有这个页面", "Page not found"]));
        setShown({ pageName, menuId, Page });
      })
      .catch((cause: unknown) => setError(messageOf(cause)));
  }, [token]);

  const handle = useMemo(
    () => (shown === null ? null : handleOf({ key: "box", path: shown.pageName, query: { menuId: shown.menuId } })),
    [shown],
  );
  if (error !== null) return <FrameProblem text={error} />;
  if (shown === null || handle === null) return <PageSkeleton />;
  const { Page } = shown;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Kit>
        <TabContext value={handle}>
          <main className="s-box-page">
            <Page route={shown.pageName} />
          </main>
        </TabContext>
      </Kit>
    </Suspense>
  );
}
