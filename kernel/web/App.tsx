import { lazy, Suspense, useEffect, useState } from "react";
import type { ComponentType } from "react";
import { PUBLIC_PATHS } from "../routes.ts";
import { loadInside, styled } from "./inside.ts";
import { useHere } from "./navigation.ts";
import { stateOf } from "./session-record.ts";
import { useSession } from "./session.ts";
import { ChunkFailed } from "./shell/ChunkFailed.tsx";
import { Login } from "./shell/Login.tsx";

const Forget = lazy(() => import("./shell/Forget.tsx"));
const Register = lazy(() => import("./shell/Register.tsx"));
const ViewerPage = lazy(() => styled(() => import("./file/ViewerPage.tsx")));

/** The whole window: a public page, or the inside for a session that may enter. */
export function App() {
  const path = useHere((here) => here.address.split("?")[0]!);
  const record = useSession((state) => state.record);
  const entering = stateOf(record) === "full" || record?.applicant === true || path === "/iframeBox";
  const [Inside, setInside] = useState<ComponentType | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!entering || Inside !== null) return;
    loadInside().then(
      (loaded) => setInside(() => loaded.Inside),
      () => setFailed(true),
    );
  }, [entering, Inside]);

  if (failed) return <ChunkFailed />;
  if (path === "/fileViewer")
    return (
      <Suspense fallback={null}>
        <Viewer />
      </Suspense>
    );
  if (entering && Inside !== null) return <Inside key={record?.certificate} />;
  // a reload inside waits for its code without showing the sign-in page; somebody who just signed in stays on it
  if (entering && !(PUBLIC_PATHS as readonly string[]).includes(path)) return null;
  const page = path === "/forget" ? <Forget /> : path === "/register" ? <Register /> : <Login />;
  return <Suspense fallback={null}>{page}</Suspense>;
}

/** The document viewer stands alone: its address carries the file and a code that works once. */
function Viewer() {
  const query = new URLSearchParams(useHere((here) => here.address).split("?")[1] ?? "");
  return <ViewerPage fileId={query.get("fileId") ?? ""} authorizationCode={query.get("authorizationCode") ?? ""} />;
}
