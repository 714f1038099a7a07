import { ConfigProvider } from "antd";
import enUS from "antd/es/locale/en_US.js";
import zhCN from "antd/es/locale/zh_CN.js";
import type { Locale } from "antd/es/locale/index.js";
import type { ReactNode } from "react";
import { useLanguage } from "./language.ts";
import "./modalFocus.ts";
import { kitTheme } from "./theme/theme.ts";
import { useTheme } from "./theme/theme-mode.ts";

/** The kit's word lists are typed as CommonJS; the bundler gives their default export itself. */
const locales = { CN: zhCN as unknown as Locale, EN: enUS as unknown as Locale };

/** The component kit with our tokens and language; loaded together with the first page that needs it. */
export default function Kit({ children }: { readonly children: ReactNode }) {
  const language = useLanguage((state) => state.language);
  const mode = useTheme((state) => state.mode);
  return (
    <ConfigProvider theme={kitTheme(mode)} locale={locales[language]} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
