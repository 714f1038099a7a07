import { Section } from "#kernel/web/block/Section.tsx";
import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import { userAuthorisation } from "#kernel/platform/user.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { openPage } from "#kernel/web/router.ts";
import { Button } from "antd";
import { Plus } from "lucide-react";

/** Who acts for me and for whom I act, now or soon. */
export function OwnDelegations({ userId }: { readonly userId: string }) {
  const say = useText();
  const load = useRows(userAuthorisation, { status: ["PENDING", "ACTIVE"] });
  return (
    <Section
      title={say(["我的委托", "My delegations"])}
      tools={
        <Button size="small" icon={<Plus size={13} />} onClick={() => void openPage({ path: "userAuthorisationList" })}>
          {say(["管理委托", "Manage"])}
        </Button>
      }
    >
      <PanelState
        load={load}
        empty={say(["现在没有人代您办理，您也没有代别人办理。", "You have no delegations."])}
        isEmpty={(rows) => rows.every((row) => row["fromUserId"] !== userId && row["toUserId"] !== userId)}
      >
        {(rows) => (
          <ItemList>
            {rows
              .filter((row) => row["fromUserId"] === userId || row["toUserId"] === userId)
              .map((row) => (
                <ItemLine key={String(row["id"])}>
                  <span>
                    <b>
                      {row["fromUserId"] === userId
                        ? say([`由 ${String(row["toUserName"])} 代我办理`, `${String(row["toUserName"])} acts for me`])
                        : say([`我代 ${String(row["fromUserName"])} 办理`, `I act for ${String(row["fromUserName"])}`])}
                    </b>
                    {" · "}
                    <FieldText field={userAuthorisation.fields.authType} fieldKey="authType" row={row} />
                    <small>
                      {String(row["startTime"]).slice(0, 16)} → {String(row["endTime"]).slice(0, 16)}
                    </small>
                  </span>
                  <StatusTag entity={userAuthorisation} code={row["status"]} />
                </ItemLine>
              ))}
          </ItemList>
        )}
      </PanelState>
      <p className="pc-note">
        <PageLink href="/main/userAuthorisationList">{say(["全部委托记录", "All delegations"])}</PageLink>
      </p>
    </Section>
  );
}
