import { createRoot } from "react-dom/client";
import { loginFor } from "../guard.ts";
import { PUBLIC_PATHS } from "../routes.ts";
import { App } from "./App.tsx";
import { currentAddress, stand } from "./navigation.ts";
import { readRecord } from "./session-record.ts";
import { restoreSession, useSession } from "./session.ts";
import { Boundary } from "./shell/Boundary.tsx";
import { ChunkFailed } from "./shell/ChunkFailed.tsx";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/login.css";
import "./theme/theme-mode.ts";

const isPublic = (path: string): boolean => (PUBLIC_PATHS as readonly string[]).includes(path.replace(/(.)\/+$/, "$1"));

/** Whoever has no session stands on a public page; the wanted address is kept for after sign-in. */
function toLogin(keepAddress: boolean): void {
  if (!isPublic(location.pathname) && location.pathname !== "/iframeBox")
    stand(keepAddress ? loginFor(currentAddress()) : "/login", null, true);
}

useSession.subscribe((now, before) => {
  if (before.record !== null && now.record === null) toLogin(now.ended !== null);
});

/** Draws at once what needs no session; otherwise looks first for the one this window or a sibling has. */
async function start(): Promise<void> {
  const restoring = restoreSession();
  if (!isPublic(location.pathname) || readRecord() !== null) {
    if (!(await restoring)) toLogin(true);
  }
  createRoot(document.getElementById("root")!).render(
    <Boundary instead={() => <ChunkFailed />}>
      <App />
    </Boundary>,
  );
}

void start();
