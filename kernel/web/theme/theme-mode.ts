import { create } from "zustand";

const KEY = "srm.theme";
export type ThemeMode = "light" | "dark";

/** Light or dark for this browser; both are the same names with other values. */
export const useTheme = create<{ readonly mode: ThemeMode; setMode(mode: ThemeMode): void }>((set) => ({
  mode: localStorage.getItem(KEY) === "dark" ? "dark" : "light",
  setMode(mode) {
    localStorage.setItem(KEY, mode);
    document.documentElement.dataset["theme"] = mode;
    set({ mode });
  },
}));

document.documentElement.dataset["theme"] = useTheme.getState().mode;
