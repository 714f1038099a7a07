import type { PasswordRules } from "../../password.ts";
import { useText } from "../language.ts";
import { signOut, useSession } from "../session.ts";
import { Dialog } from "./Dialog.tsx";
import { PasswordForm } from "./PasswordForm.tsx";

/** First sign-in, reset by an administrator, or a password grown too old: nothing else is possible before a new one. */
export default function ForcedPassword({ rules }: { readonly rules: Partial<PasswordRules> | undefined }) {
  const t = useText();
  const account = useSession((state) => state.record?.user.userName ?? "");
  return (
    <Dialog title={t(["请先设置新密码", "Set a new password first"])}>
      <p>
        {t([
          "首次登录、管理员重置或密码到期后，需要换一个新密码才能继续。",
          "After a first sign-in, a reset or an expired password you need to set a new one.",
        ])}
      </p>
      <PasswordForm
        account={account}
        rules={rules}
        beside={
          <button type="button" className="s-btn" data-kind="quiet" onClick={() => void signOut()}>
            {t(["退出", "Sign out"])}
          </button>
        }
      />
    </Dialog>
  );
}
