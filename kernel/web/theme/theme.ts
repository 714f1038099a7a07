import type { ThemeConfig } from "antd";
import { theme } from "antd";
import type { ThemeMode } from "./theme-mode.ts";

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const size = (name: string): number => Number.parseFloat(token(name));

const made = new Map<ThemeMode, ThemeConfig>();

/** The component kit's theme, one object per mode for all tabs: the kit keeps its styles per theme object and would otherwise grow with every tab. */
export function kitTheme(mode: ThemeMode): ThemeConfig {
  const known = made.get(mode) ?? makeTheme(mode);
  made.set(mode, known);
  return known;
}

/** Gives the kit the tokens of tokens.css, so that no colour is written twice. */
function makeTheme(mode: ThemeMode): ThemeConfig {
  return {
    cssVar: { key: `srm-${mode}` },
    algorithm: mode === "dark" ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: token("--c-primary"),
      colorPrimaryHover: token("--c-primary-strong"),
      colorInfo: token("--c-primary"),
      colorLink: token("--c-primary-strong"),
      colorSuccess: token("--c-success"),
      colorWarning: token("--c-warning"),
      colorError: token("--c-error"),
      colorErrorHover: token("--c-error-strong"),
      colorTextBase: token("--c-text"),
      colorText: token("--c-text"),
      colorTextSecondary: token("--c-text-2"),
      colorTextTertiary: token("--c-text-3"),
      colorTextPlaceholder: token("--c-placeholder"),
      colorTextDescription: token("--c-text-3"),
      colorBgBase: token("--c-white"),
      colorBgContainer: token("--c-white"),
      colorBgLayout: token("--c-ground"),
      colorBorder: token("--c-line-2"),
      colorBorderSecondary: token("--c-line"),
      borderRadius: size("--radius"),
      borderRadiusSM: size("--radius-s"),
      borderRadiusLG: size("--radius-l"),
      controlHeight: size("--h-control"),
      controlHeightSM: size("--h-control-s"),
      fontFamily: token("--font"),
      fontSize: size("--font-body"),
      motionDurationFast: token("--quick"),
      motionDurationMid: token("--calm"),
      motionDurationSlow: token("--calm"),
      motion: size("--quick") > 0,
      boxShadowSecondary: token("--shadow-pop"),
      wireframe: false,
    },
    components: {
      Button: { primaryShadow: "none", defaultShadow: "none", dangerShadow: "none", paddingInline: 14 },
      Table: { headerBg: token("--c-head"), rowHoverBg: token("--c-hover"), cellPaddingBlock: 7, cellPaddingInline: 10 },
      Modal: { titleFontSize: 15 },
      Form: { labelColor: token("--c-text-2"), itemMarginBottom: 12, verticalLabelPadding: "0 0 4px" },
    },
  };
}
