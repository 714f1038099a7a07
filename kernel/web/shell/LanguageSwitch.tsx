import type { Language } from "../../text.ts";
import { useLanguage } from "../language.ts";

const choices: readonly [Language, string, string][] = [
  ["CN", "中文", "zh-CN"],
  ["EN", "English", "en"],
];

/** Works before sign-in and changes the page at once. */
export function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  return (
    <div className="s-language" role="group" aria-label="语言 Language">
      {choices.map(([code, name, lang]) => (
        <button key={code} type="button" lang={lang} aria-pressed={language === code} onClick={() => setLanguage(code)}>
          {name}
        </button>
      ))}
    </div>
  );
}
