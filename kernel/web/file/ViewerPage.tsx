import { lazy, Suspense, useEffect, useState } from "react";
import { fileNo } from "../../file.ts";
import { useText } from "../language.ts";
import { fetchPdfByCode } from "./transfer.ts";
import { words } from "./words.ts";
import "./file.css";

const Viewer = lazy(() => import("./Viewer.tsx").then((loaded) => ({ default: loaded.Viewer })));

interface ViewerPageProps {
  readonly fileId: string | null;
  /** A viewer code (vc_…), never a session code. */
  readonly authorizationCode: string | null;
  onClose?(): void;
}

/** The document viewer as a page of its own, opened with fileId and authorizationCode in its address. */
export default function ViewerPage({ fileId, authorizationCode, onClose = () => window.close() }: ViewerPageProps) {
  const say = useText();
  const [pdf, setPdf] = useState<Blob | "failed" | null>(null);
  useEffect(() => {
    if (!fileId) return;
    let isOver = false;
    fetchPdfByCode(fileId, authorizationCode ?? "").then(
      (blob) => isOver || setPdf(blob),
      (error: unknown) => {
        console.warn("the preview failed", error);
        if (!isOver) setPdf("failed");
      },
    );
    return () => {
      isOver = true;
    };
  }, [fileId, authorizationCode]);
  if (!fileId)
    return (
      <p className="fl-note" role="alert">
        {say(fileNo.noId().text)}
      </p>
    );
  if (pdf === "failed")
    return (
      <p className="fl-note" role="alert">
        {say(fileNo.notFound().text)}
      </p>
    );
  if (pdf === null)
    return (
      <div className="fl-viewer">
        <span className="fl-loading" role="status" aria-label={say(words.viewer)} />
      </div>
    );
  return (
    <Suspense fallback={null}>
      <Viewer pdf={pdf} name={say(words.viewer)} onClose={onClose} />
    </Suspense>
  );
}
