import { Badge } from "#kernel/web/block/Notice.tsx";
import { Columns, Stack } from "#kernel/web/block/layout.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { organization } from "#kernel/platform/organization.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Select } from "antd";
import { Check, Minus } from "lucide-react";
import { useState } from "react";
import { ladderOf } from "./ladder.ts";
import type { Rung } from "./ladder.ts";
import { LevelName, levelTargets } from "./ProfileValues.tsx";
import { ProfileText } from "./profiles.tsx";
import type { Profile, ProfileValue } from "./profiles.tsx";

const notAsked: Readonly<Record<string, Text>> = {
  USER: ["选一个用户后显示", "Choose a user to see this"],
  RESP: ["选一个职责后显示", "Choose a responsibility to see this"],
  ORG: ["该用户没有组织", "The user has no organisation"],
};

/** Who decides a setting for one person: the steps in order of nearness, the one that counts in green. */
export function ProfileLadder({ of, values }: { readonly of: Profile; readonly values: readonly ProfileValue[] }) {
  const say = useText();
  const levels = useLookup("SETTING_LEVEL");
  const [row, setRow] = useState<Row>({});
  const [responsibility, setResponsibility] = useState<string | null>(null);
  const userId = (row["levelId"] as string | null | undefined) ?? null;
  const orgs = useRows(organization, { pageRows: 0 });
  const person = useLoad(`user:${userId ?? ""}`, async () => (userId === null ? null : entityCall.find(user, userId)));
  const responsibilities = useRows(userResp, userId === null ? null : { userId: [userId], status: ["ACTIVE"] });
  const respId = responsibility ?? (responsibilities.data?.[0]?.["responsibilityId"] as string | undefined) ?? null;
  const rungs = ladderOf(
    of.levels,
    of.defaultValue,
    values.filter((profileValue) => profileValue.profileId === of.id),
    { userId, respId: userId === null ? null : respId, orgIds: pathOf(orgs.data ?? [], String(person.data?.["orgId"] ?? "")) },
  );
  return (
    <Stack gap="s">
      <Columns of={{ least: 150 }} gap="s">
        <RefInput
          field={levelTargets.USER}
          fieldKey="levelId"
          row={row}
          label={say(["为谁而问", "Checked for"])}
          placeholder={say(["为谁而问：选一个用户", "Choose a user to check"])}
          patch={(patch) => (setRow((now) => ({ ...now, ...patch })), setResponsibility(null))}
        />
        {(responsibilities.data?.length ?? 0) > 1 ? (
          <Select
            value={respId}
            aria-label={say(["戴哪个职责", "Which responsibility"])}
            options={responsibilities.data!.map((entry) => ({
              value: String(entry["responsibilityId"]),
              label: String(entry["responsibilityName"]),
            }))}
            onChange={setResponsibility}
          />
        ) : null}
      </Columns>
      <ItemList ordered framed>
        {rungs.map((rung) => (
          <Step
            key={`${rung.level}${rung.levelId ?? ""}`}
            of={of}
            rung={rung}
            name={rung.level === "DEFAULT" ? say(["默认值", "Default"]) : levels.meaning(rung.level)}
          />
        ))}
      </ItemList>
      {userId === null && of.levels.some((level) => level !== "SITE") ? <p className="pg-hint">{say(notAsked["USER"]!)}</p> : null}
    </Stack>
  );
}

function Step({ of, rung, name }: { readonly of: Profile; readonly rung: Rung; readonly name: string }) {
  const say = useText();
  return (
    <Item
      tone={rung.decides ? "success" : "neutral"}
      lead={rung.decides ? <Check size={14} strokeWidth={3} aria-hidden /> : <Minus size={14} aria-hidden />}
      title={
        <>
          {name} {rung.levelId === null ? null : <LevelName level={rung.level} levelId={rung.levelId} />}
        </>
      }
      end={
        <>
          <b>
            <ProfileText of={of} value={rung.value} isSet={rung.isSet} />
          </b>
          {rung.decides ? <Badge tone="success">{say(["此值生效", "This one applies"])}</Badge> : null}
        </>
      }
    />
  );
}

/** From an organisation up to the root. */
function pathOf(orgs: readonly Row[], id: string): readonly string[] {
  const found: string[] = [];
  for (
    let at = orgs.find((org) => org["id"] === id);
    at !== undefined && found.length < 50;
    at = orgs.find((org) => org["id"] === at?.["parentOrgId"])
  )
    found.push(String(at["id"]));
  return found;
}
