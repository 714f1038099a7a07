import { lazy, Suspense, useEffect, useState } from "react";
import { fileNo } from "../../file.ts";
import { CallError } from "../call.ts";
import { sayNow, useText } from "../language.ts";
import { fetchPdfByCode } from "./transfer.ts";
import { words } from "./words.ts";

const Viewer = lazy(() => import("./Viewer.tsx").then((loaded) => ({ default: loaded.Viewer })));

interface ViewerPageProps {
  readonly fileId: string | null;
  /** A viewer code (vc_…), never a session code. */
  readonly authorizationCode: string | null;
}

type Fetched = { readonly blob: Blob; readonly fileName: string } | { readonly problem: string };

/** A window of our own making closes; one that was opened by its address goes back to where it came from. */
function leave(): void {
  window.close();
  if (history.length > 1) history.back();
  else location.assign("/");
}

/** What a reader is told: why a file cannot be shown where the server said so, else no more than that it is not here. */
const problemOf = (error: unknown): string =>
  error instanceof CallError && error.code.startsWith("FILE_") ? error.msg : sayNow(fileNo.notFound().text);

/** The document viewer as a page of its own, opened with fileId and authorizationCode in its address. A viewer code is for looking: it offers no download. */
export default function ViewerPage({ fileId, authorizationCode }: ViewerPageProps) {
  const say = useText();
  const [fetched, setFetched] = useState<Fetched | null>(null);
  useEffect(() => {
    if (!fileId) return;
    let isOver = false;
    fetchPdfByCode(fileId, authorizationCode ?? "").then(
      (file) => isOver || setFetched(file),
      (error: unknown) => {
        console.warn("the preview failed", error);
        if (!isOver) setFetched({ problem: problemOf(error) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [fileId, authorizationCode]);
  const name = fetched && "blob" in fetched ? fetched.fileName : "";
  useEffect(() => {
    document.title = name || say(words.viewer);
  }, [name, say]);
  if (!fileId) return <Problem text={say(fileNo.noId().text)} />;
  if (fetched === null)
    return (
      <main className="fl-viewer">
        <span className="fl-loading" role="status" aria-label={say(words.viewer)} />
      </main>
    );
  if ("problem" in fetched) return <Problem text={fetched.problem} />;
  return (
    <main className="fl-viewerpage">
      <h1 className="fl-unseen">{name || say(words.viewer)}</h1>
      <Suspense fallback={null}>
        <Viewer pdf={fetched.blob} name={name || say(words.viewer)} onClose={leave} />
      </Suspense>
    </main>
  );
}

function Problem({ text }: { readonly text: string }) {
  const say = useText();
  return (
    <main className="fl-problem">
      <h1>{say(words.viewer)}</h1>
      <p role="alert">{text}</p>
      <button type="button" className="s-btn" onClick={leave}>
        {say(words.close)}
      </button>
    </main>
  );
}
