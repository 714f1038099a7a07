import { create } from "zustand";
import { say } from "../text.ts";
import type { Language, Text } from "../text.ts";

const KEY = "currentLanguage";

interface LanguageStore {
  readonly language: Language;
  setLanguage(language: Language): void;
}

const htmlLang: Record<Language, string> = { CN: "zh-CN", EN: "en" };

function stored(): Language {
  try {
    return localStorage.getItem(KEY) === "EN" ? "EN" : "CN";
  } catch {
    return "CN";
  }
}

/** The language of this browser: Chinese unless English was chosen; the login page already speaks it. */
export const useLanguage = create<LanguageStore>((set) => ({
  language: stored(),
  setLanguage(language) {
    try {
      localStorage.setItem(KEY, language);
    } catch {
      // a browser that keeps nothing still switches for this page
    }
    document.documentElement.lang = htmlLang[language];
    set({ language });
  },
}));

document.documentElement.lang = htmlLang[useLanguage.getState().language];

export const currentLanguage = (): Language => useLanguage.getState().language;

/** Says a text in the chosen language and redraws when it changes. */
export function useText(): (text: Text) => string {
  const language = useLanguage((state) => state.language);
  return (text) => say(text, language);
}

/** Says a text outside of a component, in the language of this moment. */
export const sayNow = (text: Text): string => say(text, currentLanguage());
