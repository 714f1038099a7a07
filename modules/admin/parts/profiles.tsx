import type { Doc } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { profile, profileValue } from "#kernel/platform/setting.entity.ts";
import type { Language } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { NumberInput } from "#kernel/web/page/field/NumberInput.tsx";
import { listAll } from "#kernel/web/part/listAll.ts";
import { Input, Select } from "antd";
import type { Level } from "./ladder.ts";

export type Profile = Doc<typeof profile>;
export type ProfileValue = Doc<typeof profileValue>;

export const profileName = (row: Profile, language: Language): string => (language === "EN" && row.nameEn) || row.nameCn;

/** All settings and every value given to them, asked once and again after a change. */
export function useProfiles(): Loaded<{ readonly profiles: readonly Profile[]; readonly values: readonly ProfileValue[] }> {
  const load = useLoad("profiles", async () => {
    const [profiles, values] = await Promise.all([listAll<Profile>(profile), listAll<ProfileValue>(profileValue)]);
    return { profiles: profiles.rows, values: values.rows };
  });
  useChanged(profile.name, load.again);
  return load;
}

/** Gives a setting a value at one level; null takes it away, so that the next level decides again. */
export const saveProfileValue = (of: Profile, level: Level, levelId: string | null, value: string | null) =>
  call("baseServer/baseProfileService/saveValue", { profileCode: of.profileCode, level, value, ...(levelId === null ? {} : { levelId }) });

/** A value as people read it. */
export function ProfileText({
  of,
  value,
  isSet = true,
}: {
  readonly of: Profile;
  readonly value: string | null;
  readonly isSet?: boolean;
}) {
  const say = useText();
  const lookup = useLookup(of.valueType === "LOOKUP" ? (of.lookupType ?? undefined) : undefined);
  if (of.valueType === "SECRET")
    return <span className={isSet ? undefined : "pg-none"}>{isSet ? say(["已设置", "Set"]) : say(["未设置", "Not set"])}</span>;
  if (!isSet) return <span className="pg-none">–</span>;
  if (value === null || value === "") return <span className="pg-none">{say(["空", "Empty"])}</span>;
  if (of.valueType === "YN") return <>{value === "Y" ? say(["是", "Yes"]) : say(["否", "No"])}</>;
  if (of.valueType === "INT") return <>{value.replaceAll(/\B(?=(\d{3})+$)/g, ",")}</>;
  return <>{of.valueType === "LOOKUP" ? lookup.meaning(value) : value}</>;
}

interface InputProps {
  readonly of: Profile;
  readonly value: string | null;
  readonly label: string;
  change(value: string | null): void;
}

/** The editor a setting's type asks for. */
export function ProfileInput({ of, value, label, change }: InputProps) {
  const say = useText();
  const lookup = useLookup(of.valueType === "LOOKUP" ? (of.lookupType ?? undefined) : undefined);
  const listed: readonly string[] = Array.isArray(of.options) ? (of.options as readonly string[]) : [];
  const options =
    of.valueType === "YN"
      ? [
          { value: "Y", label: say(["是", "Yes"]) },
          { value: "N", label: say(["否", "No"]) },
        ]
      : listed.length > 0
        ? listed.map((text) => ({ value: text, label: text }))
        : lookup.values.map((lookupValue) => ({ value: lookupValue.lookupCode, label: lookupValue.meaning }));
  if (of.valueType === "SECRET")
    return (
      <Input.Password
        autoComplete="new-password"
        value={value ?? ""}
        aria-label={label}
        placeholder={say(["写入新值", "Enter a new value"])}
        onChange={(event) => change(event.target.value)}
      />
    );
  if (of.valueType === "YN" || of.valueType === "LOOKUP" || listed.length > 0)
    return (
      <Select
        className="pg-fill"
        value={value}
        options={options}
        aria-label={label}
        placeholder={say(["请选择", "Choose"])}
        onChange={(next: string) => change(next)}
      />
    );
  if (of.valueType === "INT") return <NumberInput value={value} scale={0} label={label} change={change} />;
  return <Input value={value ?? ""} aria-label={label} onChange={(event) => change(event.target.value)} />;
}

/** What a value may be, in words. */
export function rangeText(of: Profile, say: (text: readonly [string, string]) => string): string {
  if (of.valueType !== "INT" || (of.min === null && of.max === null)) return "";
  return say([`${of.min ?? "–"} 至 ${of.max ?? "–"}`, `${of.min ?? "–"} to ${of.max ?? "–"}`]);
}

export const asRow = (of: Profile): Row => of as unknown as Row;
