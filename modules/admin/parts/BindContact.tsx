import { Inline } from "#kernel/web/block/layout.tsx";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input } from "antd";
import { useEffect, useState } from "react";
import { changeOwn, ownCall } from "./own.tsx";
import { SixDigits } from "./SixDigits.tsx";

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
    <AskDialog
      title={mail ? say(["绑定邮箱", "Add an e-mail"]) : say(["绑定手机", "Add a phone"])}
      width={420}
      press={["确认绑定", "Add"]}
      busy={busy && sent !== null}
      ready={sent !== null && /^\d{6}$/.test(code)}
      errors={[error]}
      send={() => void bind()}
      close={close}
    >
      <p className="pg-dialog-text">
        {mail
          ? say(["绑定后可用邮箱登录，并用它找回密码。", "You can then sign in and recover your password with it."])
          : say(["绑定后可用手机登录，并用它找回密码。", "You can then sign in and recover your password with it."])}
      </p>
      <label className="pg-label" htmlFor="bind-target">
        {mail ? say(["邮箱", "E-mail"]) : say(["手机", "Phone"])}
      </label>
      <Inline noWrap>
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
      </Inline>
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
    </AskDialog>
  );
}
