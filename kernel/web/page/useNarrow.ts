import { useSyncExternalStore } from "react";

const phone = window.matchMedia("(max-width: 767px)");

/** True on a phone: a list is then cards, a form one column. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (tell) => {
      phone.addEventListener("change", tell);
      return () => phone.removeEventListener("change", tell);
    },
    () => phone.matches,
  );
