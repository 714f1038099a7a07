import { lazy, Suspense } from "react";

const RichHtml = lazy(async () => ({ default: (await import("./RichHtml.tsx")).RichHtml }));

/** Formatted text for reading. What cleans it is loaded with the first text shown: most tables and forms have none. */
export function RichText({ html }: { readonly html: string }) {
  return (
    <Suspense fallback={<div className="pg-html" aria-busy="true" />}>
      <RichHtml html={html} />
    </Suspense>
  );
}
