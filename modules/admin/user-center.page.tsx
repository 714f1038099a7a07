import { Section } from "#kernel/web/block/Section.tsx";
import { ReadHead, ReadPage } from "#kernel/web/block/ReadPage.tsx";
import { Columns, Inline } from "#kernel/web/block/layout.tsx";
import { ItemLine, ItemList } from "#kernel/web/block/ItemList.tsx";
import { FactGrid, type Fact } from "#kernel/web/block/FactGrid.tsx";
import type { Text } from "#kernel/text.ts";
import { inBoth } from "#kernel/text.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useShown } from "#kernel/web/page/shown.ts";
import { AccountSections } from "#kernel/web/part/AccountSections.tsx";
import { Face } from "#kernel/web/part/Face.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useSession } from "#kernel/web/session.ts";
import { ChangePassword } from "#kernel/web/shell/ChangePassword.tsx";
import { changeResponsibility } from "#kernel/web/responsibility.ts";
import { Button } from "antd";
import { KeyRound, Pencil } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { AskedResponsibilities, AskResponsibility } from "./parts/AskResponsibility.tsx";
import { BindContact } from "./parts/BindContact.tsx";
import { OwnDelegations } from "./parts/OwnDelegations.tsx";
import { OwnDevices } from "./parts/OwnDevices.tsx";
import { OwnPreferences } from "./parts/OwnPreferences.tsx";
import { useOwn } from "./parts/own.tsx";
import type { Own } from "./parts/own.tsx";
import { RenewRecoveryCodes } from "./parts/RecoveryCodes.tsx";
import { SecondFactor } from "./parts/SecondFactor.tsx";

export const page = { route: "userCenter", title: ["个人中心", "My account"], menu: false };

/** My own account: how I am reached, how I sign in, where I am signed in, how I like to work, who acts for me. */
export default function UserCenter() {
  const load = useOwn();
  return (
    <Ground>
      <ReadPage>
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(own) => <Account own={own} />}
        </PanelState>
      </ReadPage>
    </Ground>
  );
}

type Dialog = "EMAIL" | "SMS" | "mfa" | "recovery" | "password" | null;

function Account({ own }: { readonly own: Own }) {
  const say = useText();
  const shown = useShown();
  const company = useSession((state) => state.record?.user.supplierName);
  const name = say(inBoth(own.displayName, own.displayNameEn));
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = (): void => setDialog(null);
  return (
    <>
      <ReadHead
        title={
          <>
            <Face name={name} fileId={own.avatarFileId} size="large" />
            <span data-data>{name}</span>
          </>
        }
        facts={[
          own.userName,
          company,
          own.lastLoginTime
            ? say([
                `上次登录 ${own.lastLoginTime.slice(0, 16)}，${own.lastLoginIp ?? ""}`,
                `Last sign-in ${own.lastLoginTime.slice(0, 16)}, ${own.lastLoginIp ?? ""}`,
              ])
            : null,
        ]}
        buttons={
          <Button type="primary" icon={<Pencil size={14} />} onClick={() => void openPage({ path: "userCenter/editUserCenter" })}>
            {say(["编辑资料", "Edit"])}
          </Button>
        }
      />
      <Columns of={2} gap="xl" align="start">
        <Security own={own} open={setDialog} />
        <OwnPreferences own={own} />
        <OwnDevices />
        <div>
          <OwnDelegations userId={own.userId} />
          <Responsibilities own={own} />
        </div>
      </Columns>
      <AccountSections />
      {shown && (dialog === "EMAIL" || dialog === "SMS") ? (
        <BindContact channel={dialog} current={dialog === "EMAIL" ? own.email : own.mobile} close={close} />
      ) : null}
      {shown && dialog === "mfa" ? <SecondFactor own={own} close={close} /> : null}
      {shown && dialog === "recovery" ? <RenewRecoveryCodes left={own.recoveryLeft} close={close} /> : null}
      {shown && dialog === "password" ? <ChangePassword onClose={close} /> : null}
    </>
  );
}

const verified = (yes: boolean): Text => (yes ? ["已验证", "Verified"] : ["未验证", "Not verified"]);

function Security({ own, open }: { readonly own: Own; open(dialog: Dialog): void }) {
  const say = useText();
  const sms = own.channels.includes("SMS");
  const line = (label: Text, value: string | null, state: ReactNode, action: ReactNode): Fact => ({
    key: label[1],
    label: say(label),
    value: (
      <Inline spread="between">
        <Inline as="span">
          {value ?? <span className="pg-none">–</span>}
          {state}
        </Inline>
        {action}
      </Inline>
    ),
  });
  return (
    <Section title={say(["登录与安全", "Sign-in and security"])}>
      <FactGrid
        lines
        facts={[
          line(
            ["邮箱", "E-mail"],
            own.email,
            own.email ? <State good={own.emailVerified === "Y"} text={verified(own.emailVerified === "Y")} /> : null,
            <Button size="small" onClick={() => open("EMAIL")}>
              {own.email && own.emailVerified !== "Y"
                ? say(["验证", "Verify"])
                : own.email
                  ? say(["更换", "Change"])
                  : say(["绑定", "Add"])}
            </Button>,
          ),
          line(
            ["手机", "Phone"],
            own.mobile,
            own.mobile && sms ? <State good={own.mobileVerified === "Y"} text={verified(own.mobileVerified === "Y")} /> : null,
            sms ? (
              <Button size="small" onClick={() => open("SMS")}>
                {own.mobile && own.mobileVerified !== "Y"
                  ? say(["验证", "Verify"])
                  : own.mobile
                    ? say(["更换", "Change"])
                    : say(["绑定", "Add"])}
              </Button>
            ) : null,
          ),
          line(
            ["密码", "Password"],
            own.pwdChangedAt
              ? say([`${own.pwdChangedAt.slice(0, 10)} 修改`, `Changed ${own.pwdChangedAt.slice(0, 10)}`])
              : say(["还没有自己设置过", "Not set by you"]),
            null,
            <Button size="small" icon={<KeyRound size={13} />} onClick={() => open("password")}>
              {say(["修改密码", "Change"])}
            </Button>,
          ),
          line(
            ["二次验证", "Second factor"],
            own.mfaType === "TOTP"
              ? say(["验证器动态口令", "Authenticator app"])
              : own.mfaType === "EMAIL"
                ? say(["邮件验证码", "Code by e-mail"])
                : say(["未开启", "Off"]),
            own.mfaType ? <State good text={["已开启", "On"]} /> : null,
            <Button size="small" onClick={() => open("mfa")}>
              {own.mfaType ? say(["更改", "Change"]) : say(["开启", "Turn on"])}
            </Button>,
          ),
          own.mfaType === "TOTP"
            ? line(
                ["恢复码", "Recovery codes"],
                say([`还剩 ${own.recoveryLeft} 个`, `${own.recoveryLeft} left`]),
                own.recoveryLeft < 3 ? <State good={false} text={["快用完了", "Expiring soon"]} /> : null,
                <Button size="small" onClick={() => open("recovery")}>
                  {say(["重新生成", "Make new ones"])}
                </Button>,
              )
            : null,
        ]}
      />
    </Section>
  );
}

const State = ({ good, text }: { readonly good: boolean; readonly text: Text }) => {
  const say = useText();
  return <span className={`pg-status pg-tone-${good ? "done" : "waiting"}`}>{say(text)}</span>;
};

/** The responsibilities I hold; putting on another closes the open pages. */
function Responsibilities({ own }: { readonly own: Own }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const current = useSession((state) => state.record?.currentResponsibility?.responsibilityId);
  return (
    <Section
      title={say(["我的职责", "My responsibilities"])}
      tools={
        <>
          <span className="pg-count">{own.responsibilities.length}</span>
          {own.userType === "INTERNAL" ? <AskResponsibility /> : null}
        </>
      }
    >
      <ItemList>
        {own.responsibilities.map((responsibility) => (
          <ItemLine key={`${responsibility.responsibilityId}${responsibility.supplierName ?? ""}`}>
            <span>
              <b>{language === "EN" ? responsibility.respNameEn : responsibility.respName}</b>
              {responsibility.supplierName ? <small>{responsibility.supplierName}</small> : null}
            </span>
            {responsibility.responsibilityId === current ? (
              <span className="pg-pill pg-pill-on">{say(["当前", "Now"])}</span>
            ) : (
              <Button size="small" onClick={() => void changeResponsibility(responsibility.responsibilityId)}>
                {say(["切换", "Switch"])}
              </Button>
            )}
          </ItemLine>
        ))}
      </ItemList>
      {own.userType === "INTERNAL" ? <AskedResponsibilities /> : null}
    </Section>
  );
}
