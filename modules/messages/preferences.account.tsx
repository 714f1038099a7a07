import { useTab } from "#kernel/web/tabs.ts";
import { useEffect, useRef, useState } from "react";
import { PreferenceMatrix } from "./parts/PreferenceMatrix.tsx";

/** How I want to be told of things, on the page of my own account; a link may ask to see it first. */
export default function MessagePreferences() {
  const tab = useTab();
  const box = useRef<HTMLDivElement>(null);
  const wanted = tab.query.section === "messages";
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (wanted && drawn) box.current?.scrollIntoView({ block: "start" });
  }, [wanted, drawn]);
  return (
    <div ref={box}>
      <PreferenceMatrix drawn={() => setDrawn(true)} />
    </div>
  );
}
