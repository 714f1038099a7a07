import type { Row } from "#kernel/page-document.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { later } from "#kernel/web/part/later.tsx";

import type { UserDialogs } from "./UserPanel.tsx";

const ResetPassword = later(() => import("./ResetPassword.tsx").then((loaded) => loaded.ResetPassword));
const Explain = later(() => import("./Explain.tsx").then((loaded) => loaded.Explain));

/** The dialogs that hang on a row, opened from its panel or its menu. */
export function useUserDialogs(): { readonly dialogs: UserDialogs; readonly shown: ReactNode } {
  const [reset, setReset] = useState<Row | null>(null);
  const [asked, setAsked] = useState<Row | null>(null);
  const visible = useShown();
  const dialogs = useMemo<UserDialogs>(() => ({ reset: setReset, explain: setAsked }), []);
  return {
    dialogs,
    shown: visible ? (
      <>
        {reset ? <ResetPassword row={reset} close={() => setReset(null)} /> : null}
        {asked ? <Explain row={asked} close={() => setAsked(null)} /> : null}
      </>
    ) : null,
  };
}
