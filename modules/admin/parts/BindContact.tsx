import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input, Modal } from "antd";
import { useEffect, useState } from "react";
import { changeOwn, ownCall } from "./own.tsx";
import { SixDigits } from "./SixDigits.tsx";
import "./account.css";

interface Props {
  readonly channel: "EMAIL" | "SMS";
  readonly current: string | null;
  close(): void;
}

const patterns = { EMAIL: /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/, SMS: /^\+?[0-9][0-9 -]{5,19}$/ };

/** Proves an address or a phone by a six-digit code and makes it the own one. */
export function BindContact({ channel, current, close }: Props) {
  const say = useText();
  const [target, setTarget] = useState(current ?? "");
  const [code, setCode] = useState("");
  const [sent, setSent] = useState<string | null>(null);
  const [wait, setWait] = useState(0);
  const { busy, error, run } = useWork();
  const mail = channel === "EMAIL";
  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const send = (): Promise<void> =>
    run(async () => {
      const { data } = await ownCall<{ target: string; resendSeconds: number }>("sendBindCode", { channel, target: target.trim() });
      setSent(data.target);
      setWait(data.resendSeconds);
    });
  const bind = (): Promise<void> =>
    run(async () => {
      await changeOwn("bindOwn", { channel, target: target.trim(), code });
      toast.success(mail ? ["邮箱已验证", "E-mail verified"] : ["手机已验证", "Phone verified"]);
      close();
    });
  return (
    <Modal
      open
      width={420}
      title={mail ? say(["绑定邮箱", "Add an e-mail"]) : say(["绑定手机", "Add a phone"])}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={close}>{say(["取消", "Cancel"])}</Button>
          <Button
            type="primary"
            loading={busy && sent !== null}
            disabled={sent === null || !/^\d{6}$/.test(code)}
            onClick={() => void bind()}
          >
            {say(["确认绑定", "Add"])}
          </Button>
        </div>
      }
    >
      <p className="pg-dialog-text">
        {mail
          ? say(["绑定后可用邮箱登录，并用它找回密码。", "You can then sign in and recover your password with it."])
          : say(["绑定后可用手机登录，并用它找回密码。", "You can then sign in and recover your password with it."])}
      </p>
      <label className="pg-label" htmlFor="bind-target">
        {mail ? say(["邮箱", "E-mail"]) : say(["手机", "Phone"])}
      </label>
      <div className="ad-code-line">
        <Input
          id="bind-target"
          type={mail ? "email" : "tel"}
          autoComplete={mail ? "email" : "tel"}
          value={target}
          onChange={(event) => (setTarget(event.target.value), setSent(null))}
        />
        <Button disabled={wait > 0 || busy || !patterns[channel].test(target.trim())} onClick={() => void send()}>
          {wait > 0 ? say([`${wait} 秒后可重发`, `Again in ${wait} s`]) : say(["发送验证码", "Send code"])}
        </Button>
      </div>
      {sent ? (
        <>
          <p className="pc-note" role="status">
            {say([`验证码已发到 ${sent}，10 分钟内有效。`, `A code was sent to ${sent}, valid for 10 minutes.`])}
          </p>
          <label className="pg-label" htmlFor="bind-code">
            {say(["六位验证码", "Six-digit code"])}
          </label>
          <SixDigits id="bind-code" value={code} change={setCode} enter={() => void (/^\d{6}$/.test(code) && bind())} />
        </>
      ) : null}
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
    </Modal>
  );
}
