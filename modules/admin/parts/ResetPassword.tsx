import { CopyText } from "#kernel/web/block/CopyText.tsx";
import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { Button, Checkbox, Modal, Radio } from "antd";
import { useState } from "react";

type Mode = "LINK" | "SHOW_ONCE";
interface Answer {
  readonly password?: string;
  readonly expiresAt?: string;
}

/** Gives somebody a new way in: a link by mail, or a password that is shown this once. */
export function ResetPassword({ row, close }: { readonly row: Row; close(): void }) {
  const say = useText();
  const email = row["email"] ? String(row["email"]) : "";
  const [mode, setMode] = useState<Mode>(email ? "LINK" : "SHOW_ONCE");
  const [dropMfa, setDropMfa] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { busy, error, run } = useWork();
  const name = `${String(row["displayName"] ?? "")} ${String(row["userName"])}`;
  const send = (): Promise<void> =>
    run(async () => {
      const { data } = await call<Answer>("baseServer/baseUsersService/doAdminResetUserPwd", { userId: row["id"], mode, dropMfa });
      setAnswer(data);
      tellChanged({ entity: "BaseUsers", id: String(row["id"]) });
    });
  const foot = answer ? (
    <Button type="primary" onClick={close}>
      {say(["知道了", "OK"])}
    </Button>
  ) : (
    <div className="pg-dialog-foot">
      <span className="pg-grow" />
      <Button onClick={close}>{say(["取消", "Cancel"])}</Button>
      <Button type="primary" danger loading={busy} onClick={() => void send()}>
        {say(["重置密码", "Reset password"])}
      </Button>
    </div>
  );
  return (
    <Modal
      open
      width={480}
      title={say([`重置密码 ${name}`, `Reset password: ${name}`])}
      footer={foot}
      onCancel={close}
      mask={{ closable: false }}
    >
      {answer === null ? (
        <>
          <p className="pg-dialog-text">
            {say([
              "该账号的所有会话立即结束，下次登录须设置新密码。",
              "All sessions end at once. A new password must be set at the next sign-in.",
            ])}
          </p>
          <Radio.Group
            className="pg-radio"
            value={mode}
            onChange={(event) => setMode(event.target.value as Mode)}
            options={[
              {
                value: "LINK",
                disabled: email === "",
                label: email
                  ? say([`把设置密码的链接发到 ${email}（24 小时有效）`, `Send a link to ${email} (valid 24 hours)`])
                  : say(["发送链接（该账号没有邮箱）", "Send a link (the account has no e-mail)"]),
              },
              { value: "SHOW_ONCE", label: say(["生成随机密码，只显示一次", "Generate a password, shown once"]) },
            ]}
          />
          {row["mfaType"] ? (
            <Checkbox checked={dropMfa} onChange={(event) => setDropMfa(event.target.checked)}>
              {say(["手机已丢失，同时关闭二次验证", "Phone lost: also turn off the second factor"])}
            </Checkbox>
          ) : null}
          {error ? (
            <p className="pg-error" role="alert">
              {error}
            </p>
          ) : null}
        </>
      ) : answer.password ? (
        <>
          <p className="pg-dialog-text">
            {say(["密码只显示这一次，请当面或用安全的方式转交。", "Shown only once. Hand it over in person or through a safe channel."])}
          </p>
          <CopyText text={answer.password} label={say(["密码", "password"])} />
        </>
      ) : (
        <p role="status">{say([`链接已发到 ${email}，24 小时内有效。`, `The link was sent to ${email}, valid for 24 hours.`])}</p>
      )}
    </Modal>
  );
}
