import { Columns } from "#kernel/web/block/layout.tsx";
import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { confirm } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { Select } from "antd";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Responsibility } from "./catalogue.tsx";
import { ladderOf } from "./ladder.ts";
import { ProfileEditor, send } from "./ProfileValues.tsx";
import type { Editing } from "./ProfileValues.tsx";
import { ProfileText, profileName, useProfiles } from "./profiles.tsx";
import type { Profile, ProfileValue } from "./profiles.tsx";

/** Settings that have a value of their own for this responsibility, and those that may get one. */
export function ResponsibilityProfiles({ of, editable }: { readonly of: Responsibility; readonly editable: boolean }) {
  const say = useText();
  const load = useProfiles();
  const own = (load.data?.values ?? []).filter((profileValue) => profileValue.level === "RESP" && profileValue.levelId === of.id);
  return (
    <section className="pg-section" data-section="profiles" aria-label={say(["配置值", "Profile values"])}>
      <h2 className="pg-h2">
        {say(["配置值", "Profile values"])} <span className="pg-count">{load.data === null ? "–" : own.length}</span>
      </h2>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {({ profiles, values }) => (
          <List
            of={of}
            profiles={profiles.filter((profile) => profile.levels.includes("RESP"))}
            values={values}
            own={own}
            editable={editable}
          />
        )}
      </PanelState>
    </section>
  );
}

interface ListProps {
  readonly of: Responsibility;
  readonly profiles: readonly Profile[];
  readonly values: readonly ProfileValue[];
  readonly own: readonly ProfileValue[];
  readonly editable: boolean;
}

function List({ of, profiles, values, own, editable }: ListProps) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [editing, setEditing] = useState<(Editing & { readonly profile: Profile }) | null>(null);
  const begin = (profile: Profile, value: string | null): void =>
    setEditing({ profile, level: "RESP", levelId: of.id, row: {}, value: profile.valueType === "SECRET" ? null : value, fresh: false });
  const remove = async (profile: Profile): Promise<void> => {
    if (
      await confirm({
        title: [`取消 ${profile.profileCode} 在本职责的值？`, `Remove ${profile.profileCode} from this responsibility?`],
        text: ["取消后由组织或站点的值决定。", "The value of the organisation or the site then applies."],
        confirm: ["取消该值", "Revoke"],
        danger: true,
      })
    )
      await send(profile, "RESP", of.id, null);
  };
  const otherwise = (profile: Profile): string | null =>
    ladderOf(
      profile.levels.filter((level) => level !== "RESP"),
      profile.defaultValue,
      values.filter((profileValue) => profileValue.profileId === profile.id),
      { userId: null, respId: null, orgIds: [] },
    ).find((rung) => rung.decides)?.value ?? null;
  const held = profiles.filter((profile) => own.some((value) => value.profileId === profile.id));
  const free = profiles.filter((profile) => !held.includes(profile));
  return (
    <>
      {held.length === 0 ? (
        <p className="pg-faint">
          {say([
            "没有自己的值，全部沿用组织、站点或默认值。",
            "No values of its own; the value of the organisation, the site or the default applies.",
          ])}
        </p>
      ) : (
        <ItemList>
          {held.map((profile) => {
            const { value } = own.find((profileValue) => profileValue.profileId === profile.id)!;
            const acts = editable ? { change: () => begin(profile, value), remove: () => void remove(profile) } : null;
            return <HeldValue key={profile.id} of={profile} value={value} otherwise={otherwise(profile)} acts={acts} />;
          })}
        </ItemList>
      )}
      {editable && editing === null ? (
        <Columns of="minmax(0, 440px)">
          <Select
            showSearch={{ optionFilterProp: "label" }}
            value={null}
            placeholder={say(["为本职责设置一个值", "Set a value here"])}
            aria-label={say(["为本职责设置一个值", "Set a value here"])}
            options={free.map((profile) => ({
              value: profile.id as string,
              label: `${profileName(profile, language)} ${profile.profileCode}`,
            }))}
            onChange={(id: string | null) => {
              const found = free.find((profile) => profile.id === id);
              if (found) begin(found, otherwise(found));
            }}
          />
        </Columns>
      ) : null}
      {editing === null ? null : (
        <>
          <p className="pg-label">
            {profileName(editing.profile, language)} <span className="pg-code">{editing.profile.profileCode}</span>
          </p>
          <ProfileEditor
            of={editing.profile}
            editing={editing}
            change={(next) => setEditing(next === null ? null : { ...next, profile: editing.profile })}
          />
        </>
      )}
    </>
  );
}

interface HeldProps {
  readonly of: Profile;
  readonly value: string | null;
  /** What would count without it. */
  readonly otherwise: string | null;
  readonly acts: { change(): void; remove(): void } | null;
}

function HeldValue({ of, value, otherwise, acts }: HeldProps) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const code = of.profileCode;
  return (
    <ItemLine>
      <span>{profileName(of, language)}</span>
      <span className="pg-code">{code}</span>
      <b>
        <ProfileText of={of} value={value} />
      </b>
      <span className="pg-faint">
        {say(["否则", "otherwise"])} <ProfileText of={of} value={otherwise} isSet={of.valueType !== "SECRET"} />
      </span>
      {acts === null ? null : (
        <>
          <button type="button" className="s-icon-btn" aria-label={say([`修改 ${code}`, `Change ${code}`])} onClick={acts.change}>
            <Pencil size={14} />
          </button>
          <button type="button" className="s-icon-btn" aria-label={say([`取消 ${code}`, `Revoke ${code}`])} onClick={acts.remove}>
            <Trash2 size={14} />
          </button>
        </>
      )}
    </ItemLine>
  );
}
