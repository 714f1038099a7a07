import { useEffect, useState } from "react";

/** True while the page is on screen: what hangs outside of a page (dialogs, overlays) must go when its tab is hidden. */
export function useShown(): boolean {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    setShown(true);
    return () => setShown(false);
  }, []);
  return shown;
}
