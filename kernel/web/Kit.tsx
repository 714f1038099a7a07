import { ConfigProvider } from "antd";
import enUS from "antd/locale/en_US";
import zhCN from "antd/locale/zh_CN";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { useLanguage } from "./language.ts";
import { kitTheme } from "./theme/theme.ts";
import { useTheme } from "./theme/theme-mode.ts";

/** The component kit with our tokens and language; loaded together with the first page that needs it. */
export default function Kit({ children }: { readonly children: ReactNode }) {
  const language = useLanguage((state) => state.language);
  const mode = useTheme((state) => state.mode);
  // the tokens are read from the page's stylesheet, which follows the mode
  const theme = useMemo(() => (mode, kitTheme()), [mode]);
  return (
    <ConfigProvider theme={theme} locale={language === "EN" ? enUS : zhCN} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
