import { Columns, Inline, Stack } from "#kernel/web/block/layout.tsx";
import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import { ref } from "#kernel/field.ts";
import type { Field } from "#kernel/field.ts";
import { profile } from "#kernel/platform/setting.entity.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { messageOf } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { namedAs, useNames } from "#kernel/web/page/field/useNames.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Button } from "antd";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Level } from "./ladder.ts";
import { ProfileInput, profileName, ProfileText, rangeText, saveProfileValue } from "./profiles.tsx";
import type { Profile, ProfileValue } from "./profiles.tsx";

/** What a level's id points at. */
export const levelTargets: Readonly<Record<Exclude<Level, "SITE">, Field>> = {
  ORG: ref("BaseOrganization", "组织", "Organisation") as Field,
  RESP: ref("BaseResponsibility", "职责", "Responsibility") as Field,
  USER: ref("BaseUsers", "用户", "User", { pick: { userStatus: "ACTIVE" } }) as Field,
};
const order: readonly Level[] = ["SITE", "ORG", "RESP", "USER"];

/** The name of whoever a value is for. */
export function LevelName({ level, levelId }: { readonly level: string; readonly levelId: string | null }) {
  const target = level === "SITE" || level === "DEFAULT" ? undefined : levelTargets[level as Exclude<Level, "SITE">];
  const names = useNames(target?.target ?? "BaseUsers", target === undefined ? null : levelId);
  return levelId === null ? null : <span className="pg-named">{target ? namedAs(target.target!, levelId, names) : levelId}</span>;
}

interface Props {
  readonly of: Profile;
  readonly values: readonly ProfileValue[];
  readonly editable: boolean;
}

export interface Editing {
  readonly level: Level;
  readonly levelId: string | null;
  readonly row: Row;
  readonly value: string | null;
  /** An own value changed, or one more added. */
  readonly fresh: boolean;
}

/** Every value of a setting, level by level; a value is written at one level at a time and taken back the same way. */
export function ProfileValues({ of, values, editable }: Props) {
  const say = useText();
  const levels = useLookup("SETTING_LEVEL");
  const [editing, setEditing] = useState<Editing | null>(null);
  const allowed = order.filter((level) => of.levels.includes(level));
  const remove = async (profileValue: ProfileValue): Promise<void> => {
    const yes = await confirm({
      title: [`取消这一层的值？`, `Remove this value?`],
      text: ["取消后由上一层的值决定。", "The next level then applies."],
      confirm: ["取消该值", "Revoke"],
      danger: true,
    });
    if (yes) await send(of, profileValue.level as Level, profileValue.levelId, null);
  };
  return (
    <Stack>
      {allowed.map((level) => {
        const rows = values.filter((profileValue) => profileValue.profileId === of.id && profileValue.level === level);
        return (
          <section key={level} aria-label={levels.meaning(level)}>
            <h4 className="pg-h3">
              {levels.meaning(level)} <span className="pg-count">{rows.length}</span>
              {editable && (level !== "SITE" || rows.length === 0) ? (
                <Button
                  type="text"
                  size="small"
                  icon={<Plus size={13} />}
                  onClick={() =>
                    setEditing({ level, levelId: null, row: {}, value: of.valueType === "SECRET" ? null : of.defaultValue, fresh: true })
                  }
                >
                  {say(["设置", "Set"])}
                </Button>
              ) : null}
            </h4>
            <ItemList>
              {rows.map((row) => (
                <ItemLine key={row.id}>
                  {level === "SITE" ? <span>{say(["全站", "Whole site"])}</span> : <LevelName level={level} levelId={row.levelId} />}
                  <b>
                    <ProfileText of={of} value={row.value} />
                  </b>
                  {editable ? (
                    <>
                      <button
                        type="button"
                        className="s-icon-btn"
                        aria-label={say(["修改", "Change"])}
                        onClick={() =>
                          setEditing({
                            level,
                            levelId: row.levelId,
                            row: {},
                            value: of.valueType === "SECRET" ? null : row.value,
                            fresh: false,
                          })
                        }
                      >
                        <Pencil size={14} />
                      </button>
                      <button
                        type="button"
                        className="s-icon-btn"
                        aria-label={say(["取消该值", "Revoke"])}
                        onClick={() => void remove(row)}
                      >
                        <Trash2 size={14} />
                      </button>
                    </>
                  ) : null}
                </ItemLine>
              ))}
              {rows.length === 0 && editing?.level !== level ? (
                <ItemLine>
                  <span className="pg-faint">{say(["没有设置", "Not set"])}</span>
                </ItemLine>
              ) : null}
            </ItemList>
            {editing?.level === level ? <ProfileEditor of={of} editing={editing} change={setEditing} /> : null}
          </section>
        );
      })}
    </Stack>
  );
}

/** Writes one value; true when the server took it. */
export async function send(of: Profile, level: Level, levelId: string | null, value: string | null): Promise<string> {
  try {
    await saveProfileValue(of, level, levelId, value);
    tellChanged({ entity: profile.name, id: of.id });
    const [cn, en] = [profileName(of, "CN"), profileName(of, "EN")];
    toast.success(value === null ? [`已取消${cn}`, `${en} removed`] : [`已保存${cn}`, `${en} saved`]);
    return "";
  } catch (error) {
    return messageOf(error);
  }
}

const who: Readonly<Record<Exclude<Level, "SITE">, Text>> = {
  ORG: ["哪个组织", "Which organisation"],
  RESP: ["哪个职责", "Which responsibility"],
  USER: ["哪个用户", "Which user"],
};

/** The line in which one value is written. */
export function ProfileEditor({
  of,
  editing,
  change,
}: {
  readonly of: Profile;
  readonly editing: Editing;
  change(next: Editing | null): void;
}) {
  const say = useText();
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const { level, levelId, row, value, fresh } = editing;
  const target = level === "SITE" ? undefined : levelTargets[level];
  const missing = (level !== "SITE" && levelId === null) || value === null || (of.valueType !== "TEXT" && value === "");
  const save = async (): Promise<void> => {
    setBusy(true);
    const wrong = await send(of, level, levelId, value);
    setBusy(false);
    setError(wrong);
    if (wrong === "") change(null);
  };
  return (
    <form aria-label={say(["设置值", "Set the value"])} onSubmit={(event) => (event.preventDefault(), !missing && void save())}>
      <Stack gap="s">
        <Columns of={{ least: 150 }} gap="s">
          {target && fresh ? (
            <RefInput
              field={target}
              fieldKey="levelId"
              row={row}
              label={say(who[level as Exclude<Level, "SITE">])}
              placeholder={say(who[level as Exclude<Level, "SITE">])}
              patch={(patch) => change({ ...editing, row: { ...row, ...patch }, levelId: (patch["levelId"] as string | null) ?? null })}
            />
          ) : null}
          <ProfileInput
            of={of}
            value={value}
            label={say(["值", "Value"])}
            change={(next) => (setError(""), change({ ...editing, value: next }))}
          />
        </Columns>
        <Inline>
          <Button type="primary" htmlType="submit" loading={busy} disabled={missing}>
            {say(["保存", "Save"])}
          </Button>
          <Button onClick={() => change(null)}>{say(["放弃", "Discard"])}</Button>
        </Inline>
        {error ? (
          <p className="pg-error" role="alert">
            {error}
          </p>
        ) : (
          <p className="pg-hint">{rangeText(of, say)}</p>
        )}
      </Stack>
    </form>
  );
}
