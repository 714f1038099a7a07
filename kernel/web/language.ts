import { useEffect, useRef } from "react";
import { create } from "zustand";
import { firstLanguage } from "../first-language.ts";
import { say } from "../text.ts";
import type { Language, Text } from "../text.ts";

const KEY = "currentLanguage";

interface LanguageStore {
  readonly language: Language;
  setLanguage(language: Language): void;
}

const htmlLang: Record<Language, string> = { CN: "zh-CN", EN: "en" };

function stored(): Language {
  const spoken = navigator.languages?.length ? navigator.languages : [navigator.language ?? "zh"];
  try {
    return firstLanguage(localStorage.getItem(KEY), spoken);
  } catch {
    return firstLanguage(null, spoken);
  }
}

/** The language of this browser: the chosen one, else the one it speaks; the sign-in page already speaks it. */
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

/** Runs whenever another language was chosen: what the server named is in the language it was asked in, so it is asked for again. */
export const onLanguage = (hear: (language: Language) => void): (() => void) =>
  useLanguage.subscribe((now, before) => void (now.language !== before.language && hear(now.language)));

/** The same for what a component has loaded; a page that was hidden meanwhile hears of it when it is shown again. */
export function useOtherLanguage(hear: () => void): void {
  const language = useLanguage((state) => state.language);
  const heard = useRef(language);
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    if (heard.current === language) return;
    heard.current = language;
    latest.current();
  }, [language]);
}

/** Says a text outside of a component, in the language of this moment. */
export const sayNow = (text: Text): string => say(text, currentLanguage());
