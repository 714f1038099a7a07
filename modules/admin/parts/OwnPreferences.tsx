import { Section } from "#kernel/web/block/Section.tsx";
import { FactGrid, type Fact } from "#kernel/web/block/FactGrid.tsx";
import type { TabMode } from "#kernel/tabs.ts";
import type { Text } from "#kernel/text.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { mayLose } from "#kernel/web/router.ts";
import { tabs } from "#kernel/web/tabs.ts";
import { usePreference } from "#kernel/web/preference.ts";
import { useDensity } from "#kernel/web/table/density.ts";
import type { Density } from "#kernel/web/table/density.ts";
import { useTheme } from "#kernel/web/theme/theme-mode.ts";
import type { ThemeMode } from "#kernel/web/theme/theme-mode.ts";
import type { Language } from "#kernel/text.ts";
import { Segmented, Select } from "antd";
import type { ReactNode } from "react";
import { changeOwn, zoneOptions } from "./own.tsx";
import type { Own } from "./own.tsx";

/** How I like to work; each choice counts at once. */
export function OwnPreferences({ own }: { readonly own: Own }) {
  const say = useText();
  const choice = (label: Text, value: ReactNode): Fact => ({ key: label[1], label: say(label), value });
  const { language, setLanguage } = useLanguage();
  const [mode, setMode] = usePreference<TabMode>("tabMode", "MULTI");
  const { density, setDensity } = useDensity();
  const { mode: theme, setMode: setTheme } = useTheme();
  const save = (body: object): void => void changeOwn("saveOwn", body).catch((error: unknown) => toast.error(error));
  /** Every page that is open shows times in the zone of before: they are made anew, unless unsaved work would be lost. */
  const changeZone = async (next: string): Promise<void> => {
    if (!(await mayLose(tabs().list))) return;
    await changeOwn("saveOwn", { timeZone: next === "" ? null : next }).then(() => location.reload(), toast.error);
  };
  return (
    <Section title={say(["偏好", "Preferences"])}>
      <FactGrid
        lines
        facts={[
          choice(
            ["语言", "Language"],
            <Segmented
              aria-label={say(["语言", "Language"])}
              value={language}
              options={[
                { value: "CN", label: "中文" },
                { value: "EN", label: "English" },
              ]}
              onChange={(next) => (setLanguage(next as Language), save({ userLanguage: next }))}
            />,
          ),
          choice(
            ["登录后的职责", "Responsibility after sign-in"],
            <Select
              style={{ width: 260, maxWidth: "100%" }}
              aria-label={say(["登录后的职责", "Responsibility after sign-in"])}
              allowClear
              value={own.defaultRespId}
              placeholder={say(["上次使用的", "The last one used"])}
              options={own.responsibilities.map((responsibility) => ({
                value: responsibility.responsibilityId,
                label: `${language === "EN" ? responsibility.respNameEn : responsibility.respName}${responsibility.supplierName ? ` · ${responsibility.supplierName}` : ""}`,
              }))}
              onChange={(next: string | undefined) => save({ defaultRespId: next ?? null })}
            />,
          ),
          choice(
            ["时区", "Time zone"],
            <Select
              style={{ width: 260, maxWidth: "100%" }}
              aria-label={say(["时区", "Time zone"])}
              showSearch
              value={own.timeZone ?? ""}
              options={zoneOptions(say, own.orgZone)}
              onChange={(next: string) => void changeZone(next)}
            />,
          ),
          choice(
            ["页签", "Tabs"],
            <Segmented
              aria-label={say(["页签", "Tabs"])}
              value={mode}
              options={[
                { value: "MULTI", label: say(["每张单据一个", "One per document"]) },
                { value: "SINGLE", label: say(["每个页面一个", "One per page"]) },
              ]}
              onChange={(next) => setMode(next as TabMode)}
            />,
          ),
          choice(
            ["表格行高", "Row height"],
            <Segmented
              aria-label={say(["表格行高", "Row height"])}
              value={density}
              options={[
                { value: "compact", label: say(["紧凑", "Compact"]) },
                { value: "normal", label: say(["标准", "Normal"]) },
                { value: "roomy", label: say(["宽松", "Comfortable"]) },
              ]}
              onChange={(next) => setDensity(next as Density)}
            />,
          ),
          choice(
            ["外观", "Appearance"],
            <Segmented
              aria-label={say(["外观", "Appearance"])}
              value={theme}
              options={[
                { value: "light", label: say(["浅色", "Light"]) },
                { value: "dark", label: say(["深色", "Dark"]) },
              ]}
              onChange={(next) => setTheme(next as ThemeMode)}
            />,
          ),
        ]}
      />
    </Section>
  );
}
